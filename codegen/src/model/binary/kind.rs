//! What a field holds: fixed bytes, a number, text, bytes, a record, one of several records.

use super::Said;
use super::said::text;
use crate::mapping::Mapping;
use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Fixed bytes.
    Contents(Vec<u8>),
    /// A number of this many bytes.
    Number(u8, Option<Endian>),
    /// Text of a given size.
    Str,
    /// Text that ends before a NUL.
    Strz,
    /// Bytes.
    Bytes,
    /// A record.
    Record(String),
    /// One of several records, by the value of a field.
    Versions {
        /// The field.
        on: String,
        /// The record for each value.
        cases: Vec<(u64, Said<String>)>,
    },
}

/// Byte order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Endian {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

impl Kind {
    pub(super) fn read(map: &Mapping<'_>, problems: &mut Problems) -> Option<Said<Self>> {
        if let Some(node) = map.get("contents") {
            for key in ["type", "size", "size-eos", "encoding", "repeat", "enum", "valid", "-write"] {
                if let Some(node) = map.get(key) {
                    let hint = "the bytes say everything";
                    problems.add(node, "`contents` alone", format!("`{key}` beside it"), hint);
                }
            }
            return Some(Said::at(node, Self::Contents(contents(node, problems)?)));
        }
        let Some(node) = map.get("type") else {
            return Some(Said::at(map.node(), Self::Bytes));
        };
        if matches!(node.value, Value::Map(_)) {
            return versions(node, problems).map(|kind| Said::at(node, kind));
        }
        let text = node.text(problems)?;
        let kind = match text {
            "str" => Self::Str,
            "strz" => Self::Strz,
            _ => match number_type(text) {
                Some(kind) => kind,
                None if is_builtin(text) => {
                    let hint = "numbers are u1, u2, u4, u8; with `le` or `be` after it for a byte order of its own";
                    let expected = "the supported subset of Kaitai Struct in a type";
                    problems.add(node, expected, format!("`{text}`"), hint);
                    return None;
                }
                None => Self::Record(text.to_owned()),
            },
        };
        Some(Said::at(node, kind))
    }
}

fn number_type(text: &str) -> Option<Kind> {
    let (text, endian) = match (text.strip_suffix("le"), text.strip_suffix("be")) {
        (Some(text), _) => (text, Some(Endian::Little)),
        (_, Some(text)) => (text, Some(Endian::Big)),
        _ => (text, None),
    };
    let width = ["u1", "u2", "u4", "u8"].iter().position(|name| *name == text)?;
    Some(Kind::Number(1 << width, endian))
}

/// Whether Kaitai has a type of this name built in: `s4`, `f8`, `b12`.
fn is_builtin(text: &str) -> bool {
    let digits = text
        .get(1..)
        .unwrap_or("")
        .trim_end_matches("le")
        .trim_end_matches("be");
    text.starts_with(['s', 'f', 'b', 'u']) && !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit())
}

fn contents(node: &Node, problems: &mut Problems) -> Option<Vec<u8>> {
    if let Value::Text(text) = &node.value {
        return Some(text.as_bytes().to_vec());
    }
    let mut bytes = Vec::new();
    for item in node.items(problems) {
        if let Value::Text(text) = &item.value {
            bytes.extend_from_slice(text.as_bytes());
        } else if let Ok(byte) = u8::try_from(item.number(problems)?) {
            bytes.push(byte);
        } else {
            problems.add(item, "a byte from 0 to 255", item.describe(), "write one byte an item");
        }
    }
    Some(bytes)
}

fn versions(node: &Node, problems: &mut Problems) -> Option<Kind> {
    let map = Mapping::open(node, "a switch", &["switch-on", "cases"], problems)?;
    let on = map.required_text("switch-on", problems);
    map.required("cases", problems)?;
    let mut cases = Vec::new();
    for (key, node) in map.entries("cases", problems) {
        match key.text.parse() {
            Ok(number) => cases.extend(text(node, problems).map(|id| (number, id))),
            Err(_) => {
                let hint = "write one case for each value";
                let found = format!("`{}`", key.text);
                problems.add_at(key.line, key.column, &node.path, "a whole number", found, hint);
            }
        }
    }
    Some(Kind::Versions { on: on?.to_owned(), cases })
}

impl Endian {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.text(problems)? {
            "le" => Some(Self::Little),
            "be" => Some(Self::Big),
            _ => {
                problems.add(node, "`le` or `be`", node.describe(), "write one of the two");
                None
            }
        }
    }
}
