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

pub(super) static OF_ATTR: Refused = Refused {
    subset: SUBSET,
    keys: &[
        (
            "process",
            "name compressed bytes in `-envelope`; what else is done with bytes is not layout",
        ),
        ("if", "use `type: {switch-on: …, cases: …}` for versions"),
        ("repeat-until", "use `repeat: expr` with a count"),
        ("terminator", "use `type: strz` for text that ends in a NUL"),
        ("consume", "use `type: strz` for text that ends in a NUL"),
        ("include", "use `type: strz` for text that ends in a NUL"),
        ("eos-error", "use `type: strz` for text that ends in a NUL"),
        ("pad-right", "use a text field and a bytes field"),
        ("parent", "let the record be read where it belongs"),
        (
            "value",
            "computed values are not stored, so they are not part of the layout",
        ),
    ],
};

pub(super) static OF_VALID: Refused =
    Refused { subset: SUBSET, keys: &[("expr", "use `eq`, `min` and `max`, `any-of` or `in-enum`")] };
