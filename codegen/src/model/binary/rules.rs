//! What a field's number may be, what a writer computes it from, and where it may place a part.

use super::Said;
use super::spec::open;
use crate::problem::Problems;
use crate::yaml::{Node, Value};

/// Which values a number may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Valid {
    /// From one to another, both allowed.
    Range(u64, u64),
    /// One of these.
    AnyOf(Vec<u64>),
    /// One that the enum names.
    InEnum,
}

/// How the writer computes a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// From another part of the same record.
    Of(Link, String),
    /// From what the compressed bytes of the same record hold.
    About(Fact, String),
    /// Length of the whole file.
    FileSize,
    /// Always this.
    Constant(u64),
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
    /// How many they are.
    UnpackedSize,
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

impl Valid {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        if !matches!(node.value, Value::Map(_)) {
            let number = node.number(problems)?;
            return Some(Said::at(node, Self::Range(number, number)));
        }
        let keys = &["eq", "min", "max", "any-of", "in-enum"];
        let refused: &[_] = &[("expr", "use `eq`, `min` and `max`, `any-of` or `in-enum`")];
        let map = open(node, "`valid`", keys, refused, problems)?;
        let range = map.get("min").is_some() || map.get("max").is_some();
        let rules = [map.get("eq").is_some(), range, map.get("any-of").is_some(), map.get("in-enum").is_some()];
        if map.get("expr").is_some() {
            return None;
        }
        if rules.iter().filter(|rule| **rule).count() != 1 {
            let hint = "write `eq`, or `min` and `max`, or `any-of`, or `in-enum`";
            problems.add(node, "one rule", node.describe(), hint);
            return None;
        }
        let rule = if let Some(number) = map.number("eq", problems) {
            Self::Range(number, number)
        } else if range {
            let min = map.number("min", problems).unwrap_or(0);
            Self::Range(min, map.number("max", problems).unwrap_or(u64::MAX))
        } else if map.flag("in-enum", problems) {
            Self::InEnum
        } else {
            let items = map.list("any-of", problems).iter();
            Self::AnyOf(items.filter_map(|item| item.number(problems)).collect())
        };
        Some(Said::at(node, rule))
    }
}

impl Write {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        let text = node.text(problems)?;
        let inner = |word: &str| text.strip_prefix(word)?.strip_prefix('(')?.strip_suffix(')');
        if inner("hash").is_some() {
            problems.add(
                node,
                "a computed number",
                format!("`{text}`"),
                "say which hash of what compressed bytes hold: `md5(x)`",
            );
            return None;
        }
        if inner("size") == Some("_root") {
            return Some(Said::at(node, Self::FileSize));
        }
        for (word, link) in [("count", Link::Count), ("size", Link::Size), ("offset", Link::Offset)] {
            if let Some(target) = inner(word) {
                return Some(Said::at(node, Self::Of(link, target.to_owned())));
            }
        }
        for (word, fact) in [("unpacked-size", Fact::UnpackedSize), ("md5", Fact::Md5)] {
            if let Some(target) = inner(word) {
                return Some(Said::at(node, Self::About(fact, target.to_owned())));
            }
        }
        if let Some(number) = inner("constant").and_then(|number| number.parse().ok()) {
            return Some(Said::at(node, Self::Constant(number)));
        }
        let expected =
            "`count(x)`, `size(x)`, `offset(x)`, `unpacked-size(x)`, `md5(x)`, `constant(N)` or `size(_root)`";
        problems.add(
            node,
            expected,
            node.describe(),
            "say what the writer computes the number from",
        );
        None
    }
}

impl Align {
    pub(super) fn read(node: &Node, problems: &mut Problems) -> Option<Said<Self>> {
        let align = match &node.value {
            Value::Text(option) => Self::Option(option.clone()),
            _ => Self::To(node.number(problems)?),
        };
        Some(Said::at(node, align))
    }
}
