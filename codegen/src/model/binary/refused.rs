//! What Kaitai Struct has and this subset has not: refused by name, with what to write instead.

use crate::problem::Problems;
use crate::yaml::Node;

/// A key of Kaitai Struct that is not supported, and what to do.
type Refused = (&'static str, &'static str);

pub(super) const OF_META: &[Refused] = &[
    ("imports", "write all types in one file"),
    ("bit-endian", "bit fields are not supported: read the whole number"),
    ("encoding", "write `encoding:` at each text field"),
    ("application", "leave it out"),
    ("tags", "leave it out"),
    ("ks-debug", "leave it out"),
    ("ks-opaque-types", "leave it out"),
];

pub(super) const OF_TYPE: &[Refused] =
    &[("params", "refer to fields of `_parent` or `_root` instead"), ("to-string", "leave it out")];

/// Keys that types below the top level cannot have.
pub(super) const OF_INNER_TYPE: &[Refused] = &[
    ("params", "refer to fields of `_parent` or `_root` instead"),
    ("to-string", "leave it out"),
    ("types", "write all types at the top level"),
    ("enums", "write all enums at the top level"),
    ("meta", "write `meta` at the top level only"),
];

pub(super) const OF_ATTR: &[Refused] = &[
    (
        "process",
        "name compressed bytes in `-wrapper`; what else is done with bytes is not layout",
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
];

/// Reports the refused keys of `node`, and gives the names of all of them, so that they are not reported again as unknown.
pub(super) fn report(
    node: &Node,
    what: &str,
    refused: &'static [Refused],
    problems: &mut Problems,
) -> Vec<&'static str> {
    if let crate::yaml::Value::Map(entries) = &node.value {
        for (key, _) in entries {
            if let Some((name, hint)) = refused.iter().find(|(name, _)| *name == key.text) {
                let path = format!("{}/{name}", node.path);
                let expected = format!("the supported subset of Kaitai Struct in {what}");
                problems.add_at(key.line, key.column, &path, expected, format!("`{name}`"), *hint);
            }
        }
    }
    refused.iter().map(|(name, _)| *name).collect()
}
