//! Dialects of binary schemas. Unsupported keys of Kaitai Struct are refused with an alternative. Keys that no compiler
//! uses, such as those for viewers, are ignored.

use crate::dialect::Dialect;
use crate::yaml::{Node, Value};

pub const PARAMS: &str = "not used by typed layouts: let the record hold the numbers that it uses";
/// For text that does not end in a NUL.
const OTHER_END: &str = "use `type: strz` for text up to a NUL, or give the size; other terminators are not supported";

const OF_ATTR: &[(&str, &str)] = &[
    (
        "process",
        "name compressed bytes in `-envelope`; what else is done with bytes is not layout",
    ),
    ("repeat-until", "leave it out together with `repeat: until`"),
    ("terminator", OTHER_END),
    ("consume", OTHER_END),
    ("include", OTHER_END),
    ("eos-error", OTHER_END),
    ("pad-right", "take the bytes with their padding, without `type`"),
    ("parent", "move the record to its place"),
    (
        "value",
        "remove the part; computed values are not stored, so inline the expression",
    ),
];

/// Schemas with generated readers and writers.
pub static TYPED: Dialect = Dialect {
    is_typed: true,
    foreign: &[
        (
            "a schema",
            &[("params", PARAMS), ("to-string", "leave it out")],
            &["-reader-only"],
        ),
        (
            "meta",
            &[
                ("imports", "write all types in one file"),
                ("bit-endian", "bit fields are not supported: read the whole number"),
                ("ks-debug", "leave it out"),
                (
                    "ks-opaque-types",
                    "types of other files are not supported: write all types in this one",
                ),
            ],
            &[],
        ),
        (
            "a type",
            &[("params", PARAMS), ("to-string", "leave it out"), ("meta", "write `meta` at the top level only")],
            &[],
        ),
        ("a field", OF_ATTR, &["pos", "io", "-align", "-in", "-fill"]),
        (
            "an instance",
            &[(
                "if",
                "leave it out: what an offset points at is always there; put the condition on a field in `seq`",
            )],
            &[],
        ),
        (
            "an instance",
            OF_ATTR,
            &["contents", "size-eos", "enum", "valid", "-write", "-default", "-open", "-flags"],
        ),
        (
            "`valid`",
            &[
                ("expr", "use `min` and `max`"),
                ("eq", "write the number alone: `valid: 1`"),
                ("any-of", "not used by typed layouts: name the numbers in an `enum`"),
                ("in-enum", "remove it; without `-open` the `enum` limits the number"),
            ],
            &[],
        ),
    ],
    passed_over: &["-webide-representation", "-webide-parse-mode", "-affected-by"],
};

const REST: &str = "not supported: the value is what is before the terminator, and the next field begins after it";
const UNREAD: &[(&str, &str)] =
    &[("parent", "move the record, or pass the values as `params`"), ("include", REST), ("consume", REST)];

/// Schemas that are interpreted, with all placement features of Kaitai Struct.
pub static INTERPRETED: Dialect = Dialect {
    is_typed: false,
    foreign: &[
        (
            "a schema",
            &[],
            &["-options", "-areas", "-align-end", "-container", "-envelope", "-walk", "-toc"],
        ),
        (
            "meta",
            &[(
                "ks-opaque-types",
                "types that are written by hand are not known here: describe them, or take their bytes",
            )],
            &[],
        ),
        ("a type", &[], &["-rust"]),
        ("a field", UNREAD, &["pos", "io", "value"]),
        ("a field", &[], OF_TYPED),
        ("an instance", UNREAD, OF_TYPED),
        (
            "an enum value",
            &[],
            &["-codec", "-word", "-releases", "-suffix", "-begins"],
        ),
    ],
    // The last keys affect only generated readers of other compilers and their output.
    passed_over: &[
        "-webide-representation",
        "-webide-parse-mode",
        "-webide-encoding",
        "-affected-by",
        "ks-debug",
        "to-string",
        "to_string",
    ],
};

const OF_TYPED: &[&str] = &["-default", "-open", "-flags", "-limit", "-grammar", "-align", "-in", "-fill"];

pub fn has_own_keys(node: &Node) -> bool {
    let is_own = |key: &str| {
        let is_number = key.parse::<i128>().is_ok();
        key.starts_with('-') && !is_number && key != "-orig-id" && !INTERPRETED.passed_over.contains(&key)
    };
    match &node.value {
        Value::Map(entries) => entries.iter().any(|(key, node)| is_own(key) || has_own_keys(node)),
        Value::List(items) => items.iter().any(has_own_keys),
        _ => false,
    }
}
