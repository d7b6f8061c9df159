//! What a field's number may be, what a writer computes it from, and where it may place a part.

use super::foreign;
use crate::problem::Problems;
use crate::reading::{FromNode, mapping};
use crate::yaml::{Node, Value};

/// Which values a number may have: from one to another, both allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid {
    pub min: u64,
    pub max: u64,
}

/// How the writer computes a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// From another part of the same record.
    Of(Link, String),
    /// From what the compressed bytes of the same record hold.
    About(Fact, String),
    FileSize,
    Constant(u64),
    /// Not at all: the caller gives it, though its id says that it counts or measures something.
    Given,
}

/// What a number says of another part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// How many records a list has.
    Count,
    /// How many bytes it has.
    Size,
    /// Where it starts.
    Offset,
}

/// What a number says of the bytes that compressed ones hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    DecompressedSize,
    /// The first bytes of their MD5 digest.
    Md5,
}

/// Where the writer may place a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Align {
    /// At multiples of this number.
    To(u64),
    /// At multiples of the option of this name.
    Option(String),
}

mapping! {
    struct Range as "`valid`" beside foreign::OF_VALID {
        pub min: Option<u64>,
        pub max: Option<u64>,
    }
}

/// A number alone, or a mapping.
impl FromNode for Valid {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let (min, max) = match node.value {
            Value::Map(_) => Range::from_node(node, problems).map(|range| (range.min, range.max))?,
            _ => Option::<u64>::from_node(node, problems).map(|number| (number, number))?,
        };
        Some(Self { min: min.unwrap_or(0), max: max.unwrap_or(u64::MAX) })
    }
}

/// A word with what it is about in parentheses.
impl FromNode for Write {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let text = String::from_node(node, problems)?;
        let (word, inner) = text
            .strip_suffix(')')
            .and_then(|text| text.split_once('('))
            .unwrap_or_default();
        let target = || inner.to_owned();
        let number = inner.parse().ok();
        match (word, inner) {
            _ if text == "given" => Some(Self::Given),
            ("size", "_root") => Some(Self::FileSize),
            ("count", _) => Some(Self::Of(Link::Count, target())),
            ("size", _) => Some(Self::Of(Link::Size, target())),
            ("offset", _) => Some(Self::Of(Link::Offset, target())),
            ("decompressed-size", _) => Some(Self::About(Fact::DecompressedSize, target())),
            ("md5", _) => Some(Self::About(Fact::Md5, target())),
            ("constant", _) if number.is_some() => number.map(Self::Constant),
            ("hash", _) => {
                let hint = "say which hash of what compressed bytes hold: `md5(x)`";
                problems.refuse(node, "a computed number", format!("`{text}`"), hint)
            }
            _ => {
                let expected = "`count(x)`, `size(x)`, `offset(x)`, `decompressed-size(x)`, `md5(x)`, `constant(N)`, `size(_root)` or `given`";
                let hint = "say what the writer computes the number from";
                problems.refuse(node, expected, node.describe(), hint)
            }
        }
    }
}

/// A number, or the name of an option.
impl FromNode for Align {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(option) => Some(Self::Option(option.clone())),
            _ => u64::from_node(node, problems).map(Self::To),
        }
    }
}
