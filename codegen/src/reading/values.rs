//! What a value can be in any dialect: texts, numbers, lists, entries.

use std::ops::Deref;

use super::node::FromNode;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// Text for people: without the space around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose(String);

/// One value, or a list of them.
#[derive(Debug, Clone)]
pub struct OneOrMore<T>(pub(super) Vec<T>);

/// A value that must be there. Where it is not, or can't be read, what holds it is read all the same.
#[derive(Debug, Clone)]
pub struct Needed<T>(pub Option<T>);

impl<T> Default for Needed<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// A value that is not looked into.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anything;

/// Text exactly as the schema has it. Numbers are not text: quote them.
impl FromNode for String {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => problems.refuse(node, "text", node.describe(), "put it in quotes if it is meant as text"),
        }
    }
}

impl FromNode for Prose {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        String::from_node(node, problems).map(|text| Self(text.trim().to_owned()))
    }

    fn unread() -> Option<Self> {
        Some(Self(String::new()))
    }
}

/// A whole number; quoted hexadecimal (`'0x…'`) counts too.
pub fn number(node: &Node) -> Option<u64> {
    match &node.value {
        Value::Int(number) => u64::try_from(*number).ok(),
        Value::Text(text) => text
            .strip_prefix("0x")
            .and_then(|hex| u64::from_str_radix(hex, 16).ok()),
        _ => None,
    }
}

impl FromNode for u64 {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let expected = "a whole number from 0 to 2^64 - 1";
        number(node).or_else(|| problems.refuse(node, expected, node.describe(), "write it in decimal or as 0x…"))
    }
}

impl FromNode for u8 {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        let found = Self::try_from(u64::from_node(node, problems)?).ok();
        found.or_else(|| problems.refuse(node, "a byte from 0 to 255", node.describe(), "write one byte"))
    }
}

impl FromNode for bool {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match node.value {
            Value::Bool(value) => Some(value),
            _ => problems.refuse(node, "`true` or `false`", node.describe(), "write one of the two"),
        }
    }

    fn absent() -> Option<Self> {
        Some(false)
    }

    fn unread() -> Option<Self> {
        Self::absent()
    }
}

/// A value that may be absent. One that can't be read is absent too.
impl<T: FromNode> FromNode for Option<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(T::from_node(node, problems))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromNode> FromNode for Needed<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        Some(Self(T::from_node(node, problems)))
    }

    fn unread() -> Option<Self> {
        Some(Self(None))
    }
}

/// A value with its place: there is one only where the key is.
impl<T: FromNode> FromNode for Spanned<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        T::from_node(node, problems).map(|value| Self::new(node, value))
    }
}

impl<T: FromNode> FromNode for Box<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        T::from_node(node, problems).map(Self::new)
    }
}

/// A list, perhaps absent. Items that can't be read are left out.
impl<T: FromNode> FromNode for Vec<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| T::from_node(item, problems)).collect()),
            _ => problems.refuse(node, "a list", node.describe(), "write `- ` before each item"),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }

    fn unread() -> Option<Self> {
        Self::absent()
    }
}

impl<T: FromNode> FromNode for OneOrMore<T> {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::List(_) => Vec::from_node(node, problems).map(Self),
            _ => T::from_node(node, problems).map(|one| Self(vec![one])),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }

    fn unread() -> Option<Self> {
        Self::absent()
    }
}

impl FromNode for Anything {
    fn from_node(_node: &Node, _problems: &mut Problems) -> Option<Self> {
        Some(Self)
    }

    fn absent() -> Option<Self> {
        Some(Self)
    }
}

impl Deref for Prose {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Prose {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self)
    }
}

impl<T> Default for OneOrMore<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}
