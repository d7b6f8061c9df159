//! What Kaitai Struct has and this subset has not: refused by name, with what to write instead.

use crate::reading::Refused;

const SUBSET: &str = "the supported subset of Kaitai Struct";

pub(super) static OF_META: Refused = Refused {
    subset: SUBSET,
    keys: &[
        ("imports", "write all types in one file"),
        ("bit-endian", "bit fields are not supported: read the whole number"),
        ("encoding", "write `encoding:` at each text field"),
        ("application", "leave it out"),
        ("tags", "leave it out"),
        ("ks-debug", "leave it out"),
        ("ks-opaque-types", "leave it out"),
    ],
};

pub(super) static OF_TYPE: Refused = Refused {
    subset: SUBSET,
    keys: &[("params", "refer to fields of `_parent` or `_root` instead"), ("to-string", "leave it out")],
};

/// Keys that types below the top level cannot have.
pub(super) static OF_INNER_TYPE: Refused = Refused {
    subset: SUBSET,
    keys: &[
        ("params", "refer to fields of `_parent` or `_root` instead"),
        ("to-string", "leave it out"),
        ("types", "write all types at the top level"),
        ("enums", "write all enums at the top level"),
        ("meta", "write `meta` at the top level only"),
    ],
};

/// What to do about text that does not end in a NUL.
const OTHER_END: &str =
    "text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given";

pub(super) static OF_ATTR: Refused = Refused {
    subset: SUBSET,
    keys: &[
        (
            "process",
            "name compressed bytes in `-envelope`; what else is done with bytes is not layout",
        ),
        (
            "if",
            "where a number tells versions apart use `type: {switch-on: …, cases: …}`; fields that are absent otherwise are not supported",
        ),
        ("repeat-until", "leave it out together with `repeat: until`"),
        ("terminator", OTHER_END),
        ("consume", OTHER_END),
        ("include", OTHER_END),
        ("eos-error", OTHER_END),
        ("pad-right", "take the bytes with their padding, without `type`"),
        ("parent", "let the record be read where it belongs"),
        (
            "value",
            "leave the part out: computed values are not stored; where an expression uses it, write what it stands for",
        ),
    ],
};

pub(super) static OF_VALID: Refused =
    Refused { subset: SUBSET, keys: &[("expr", "use `eq`, `min` and `max`, `any-of` or `in-enum`")] };
