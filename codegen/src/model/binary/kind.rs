//! What a field holds: fixed bytes, a number, text, bytes, a record, one of several records.

use crate::problem::Problems;
use crate::reading::{Entries, FromKey, FromKeys, FromNode, Mapping, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

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
    Bytes,
    Record(String),
    /// One of several records, by the value of a field.
    Versions {
        on: String,
        /// The record for each value.
        cases: Vec<Version>,
    },
}

impl Kind {
    /// The ids of the records that it may be.
    pub fn records(&self) -> impl Iterator<Item = &String> {
        let one = if let Self::Record(id) = self { Some(id) } else { None };
        let cases = if let Self::Versions { cases, .. } = self {
            cases.as_slice()
        } else {
            &[]
        };
        one.into_iter().chain(cases.iter().map(|(_, id)| &id.value))
    }

    /// Whether it may be a `record`.
    pub fn may_be(&self, record: &Spanned<String>) -> bool {
        self.records().any(|id| *id == record.value)
    }
}

/// The value of the number that a record is chosen by, and the record.
pub type Version = (u64, Spanned<String>);

words! {
    pub enum Endian as "a byte order" {
        /// The least significant byte first.
        Little = "le",
        /// The most significant byte first.
        Big = "be",
    }
}

mapping! {
    struct Switch as "a switch" {
        pub switch_on: String,
        pub cases: Spanned<Entries<(Case, Spanned<String>)>>,
    }
}

/// The number that a record of a switch is for.
#[derive(Debug, Clone)]
struct Case(u64);

impl FromKey for Case {
    fn from_key(key: &Spanned<String>, problems: &mut Problems) -> Option<Self> {
        let hint = match key.as_str() {
            "_" => "leave it out: readers refuse numbers that have no case",
            name if name.contains("::") => "write the number that the name stands for",
            _ => "write the number before the colon: nothing else chooses a record",
        };
        let expected = "a whole number from 0 to 2^64 - 1";
        let number = key.parse().ok().map(Self);
        number.or_else(|| problems.refuse(key, expected, format!("`{}`", key.value), hint))
    }
}

/// `contents` says everything; otherwise `type` does, and nothing means bytes.
impl FromKeys for Spanned<Kind> {
    fn names() -> Vec<String> {
        ["type", "contents"].map(str::to_owned).to_vec()
    }

    fn from_keys(map: &Mapping<'_>, problems: &mut Problems) -> Option<Self> {
        if let Some(node) = map.node.get("contents") {
            for key in ["type", "size", "size-eos", "encoding", "repeat", "enum", "valid", "-write"] {
                if let Some(node) = map.node.get(key) {
                    let hint = "the bytes say everything";
                    problems.add(node, "`contents` alone", format!("`{key}` beside it"), hint);
                }
            }
            // Where the bytes can't be read, that has been reported, and some are there.
            return Some(Self::new(
                node,
                Kind::Contents(contents(node, problems).unwrap_or_default()),
            ));
        }
        match map.node.get("type") {
            // Bytes stand for a type that can't be read: what is reported there puts it in doubt.
            Some(node) => Some(Self::from_node(node, problems).unwrap_or_else(|| Self::new(node, Kind::Bytes))),
            None => Some(Self::new(map, Kind::Bytes)),
        }
    }
}

/// The value of `type`.
impl FromNode for Kind {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        if matches!(node.value, Value::Map(_)) {
            let switch = Switch::from_node(node, problems)?;
            let cases = switch.cases.iter().map(|(case, id)| (case.0, id.clone())).collect();
            return Some(Self::Versions { on: switch.switch_on, cases });
        }
        let text = String::from_node(node, problems)?;
        match text.as_str() {
            "str" => Some(Self::Str),
            "strz" => Some(Self::Strz),
            _ if is_builtin(&text) => number_type(&text).or_else(|| {
                let hint = unsigned(&text);
                let expected = "the supported subset of Kaitai Struct in a type";
                problems.refuse(node, expected, format!("`{text}`"), hint)
            }),
            _ => Some(Self::Record(text)),
        }
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

/// What can be written for a type that Kaitai has built in and this subset has not.
fn unsigned(text: &str) -> String {
    let unsigned = text.get(1..).map(|rest| format!("u{rest}")).unwrap_or_default();
    match text.chars().next() {
        Some('s') if number_type(&unsigned).is_some() => {
            format!("signed numbers are not supported: `{unsigned}` reads the same bytes")
        }
        Some('f') if number_type(&unsigned).is_some() => {
            format!("floating-point numbers are not supported: `{unsigned}` reads the same bytes")
        }
        Some('b') => "bit fields are not supported: read the whole number that they are in".to_owned(),
        _ => "numbers are u1, u2, u4, u8; with `le` or `be` after it for a byte order of its own".to_owned(),
    }
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

/// Text, or a list of bytes and texts.
fn contents(node: &Node, problems: &mut Problems) -> Option<Vec<u8>> {
    match &node.value {
        Value::Text(text) => Some(text.as_bytes().to_vec()),
        _ => Some(
            Vec::<ContentsItem>::from_node(node, problems)?
                .into_iter()
                .flat_map(|item| item.0)
                .collect(),
        ),
    }
}

struct ContentsItem(Vec<u8>);

impl FromNode for ContentsItem {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(text) => Some(Self(text.as_bytes().to_vec())),
            _ => u8::from_node(node, problems).map(|byte| Self(vec![byte])),
        }
    }
}
