//! What Kaitai Struct has and this subset has not: refused by name, with what to write instead, or passed over.

use crate::reading::Foreign;

const SUBSET: &str = "the supported subset of Kaitai Struct";

/// Keys of schemas in use that no compiler looks at, wherever they are: what a viewer shows, and which issue is to blame.
const OF_VIEWERS: &[&str] = &["-webide-representation", "-webide-parse-mode", "-affected-by"];

pub(super) static OF_META: Foreign = Foreign {
    subset: SUBSET,
    keys: &[
        ("imports", "write all types in one file"),
        ("bit-endian", "bit fields are not supported: read the whole number"),
        ("ks-debug", "leave it out"),
        (
            "ks-opaque-types",
            "types of other files are not supported: write all types in this one",
        ),
    ],
    passed_over: OF_VIEWERS,
};

/// What to do about what a record would be told.
const PARAMS: &str = "not used by typed layouts: let the record hold the numbers that it uses";

pub(super) static OF_TYPE: Foreign =
    Foreign { subset: SUBSET, keys: &[("params", PARAMS), ("to-string", "leave it out")], passed_over: OF_VIEWERS };

/// Keys that types below the top level cannot have.
pub(super) static OF_INNER_TYPE: Foreign = Foreign {
    subset: SUBSET,
    keys: &[("params", PARAMS), ("to-string", "leave it out"), ("meta", "write `meta` at the top level only")],
    passed_over: OF_VIEWERS,
};

/// What to do about text that does not end in a NUL.
const OTHER_END: &str =
    "text that ends in a NUL is `type: strz`; other ends are not supported, only text whose size is given";

pub(super) static OF_ATTR: Foreign = Foreign {
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
    passed_over: OF_VIEWERS,
};

pub(super) static OF_VALUE: Foreign = Foreign { subset: SUBSET, keys: &[], passed_over: OF_VIEWERS };

pub(super) static OF_VALID: Foreign = Foreign {
    subset: SUBSET,
    keys: &[
        ("expr", "use `min` and `max`"),
        ("eq", "write the number alone: `valid: 1`"),
        ("any-of", "not used by typed layouts: name the numbers in an `enum`"),
        (
            "in-enum",
            "leave it out: without `-open` a number is one that its `enum` names",
        ),
    ],
    passed_over: &[],
};
