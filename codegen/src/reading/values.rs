//! Values of all dialects.

use std::ops::Deref;

use super::reader::{Read, Reader};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// Trimmed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose(String);

impl Prose {
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }
}

#[derive(Debug, Clone)]
pub struct OneOrMore<T>(pub(super) Vec<T>);

impl<T> Deref for OneOrMore<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'e, T> IntoIterator for &'e OneOrMore<T> {
    type Item = &'e T;
    type IntoIter = std::slice::Iter<'e, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A required value. The enclosing value is read even if it is absent or unreadable.
#[derive(Debug, Clone)]
pub struct Needed<T>(pub Option<T>);

impl<T> Default for Needed<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// An unchecked value.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anything;

/// Verbatim text. Numbers must be quoted.
impl<'a> Read<'a> for String {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            _ => reader.refuse(node, "text", node.describe(), "put it in quotes if it is meant as text"),
        }
    }
}

impl<'a> Read<'a> for Prose {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        String::read(node, reader).map(|text| Self::new(&text))
    }

    fn unread() -> Option<Self> {
        Some(Self(String::new()))
    }
}

impl<'a> Read<'a> for &'a str {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        String::read(node, reader).map(|text| reader.arena.text(&text))
    }
}

impl<'a> Read<'a> for char {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        <&str>::read(node, reader)?.chars().next()
    }
}

/// An integer, possibly as quoted hexadecimal (`'0x…'`).
pub fn number(node: &Node) -> Option<u64> {
    match &node.value {
        Value::Int(number) => u64::try_from(*number).ok(),
        Value::Text(text) => text
            .strip_prefix("0x")
            .and_then(|hex| u64::from_str_radix(hex, 16).ok()),
        _ => None,
    }
}

impl<'a> Read<'a> for u64 {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let expected = "a whole number from 0 to 2^64 - 1";
        number(node).or_else(|| reader.refuse(node, expected, node.describe(), "write it in decimal or as 0x…"))
    }
}

impl<'a> Read<'a> for u8 {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let found = Self::try_from(u64::read(node, reader)?).ok();
        found.or_else(|| reader.refuse(node, "a byte from 0 to 255", node.describe(), "write one byte"))
    }
}

/// Numbers that are too large become the maximum, which a check reports.
macro_rules! numbers {
    ($($of:ty),*) => { $(
        impl<'a> Read<'a> for $of {
            fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
                u64::read(node, reader).map(|number| Self::try_from(number).unwrap_or(Self::MAX))
            }
        }
    )* };
}

numbers!(u16, u32, usize);

impl<'a> Read<'a> for bool {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match node.value {
            Value::Bool(value) => Some(value),
            _ => reader.refuse(node, "`true` or `false`", node.describe(), "write `true` or `false`"),
        }
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// An unreadable value counts as absent.
impl<'a, T: Read<'a>> Read<'a> for Option<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(T::read(node, reader))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Needed<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(Self(T::read(node, reader)))
    }

    fn unread() -> Option<Self> {
        Some(Self(None))
    }
}

impl<'a, T: Read<'a>> Read<'a> for Spanned<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        T::read(node, reader).map(|value| Self::new(node, value))
    }
}

impl<'a, T: Read<'a>> Read<'a> for Box<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        T::read(node, reader).map(Self::new)
    }
}

/// The list is optional. Unreadable items are skipped.
impl<'a, T: Read<'a>> Read<'a> for Vec<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| T::read(item, reader)).collect()),
            _ => reader.refuse(node, "a list", node.describe(), "write `- ` before each item"),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::new())
    }
}

impl<'a, T: Read<'a> + Copy + 'a> Read<'a> for &'a [T] {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Vec::read(node, reader).map(|items| reader.arena.list(items))
    }

    fn absent() -> Option<Self> {
        Some(&[])
    }
}

impl<'a, T: Read<'a>> Read<'a> for OneOrMore<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match &node.value {
            Value::List(_) => Vec::read(node, reader).map(Self),
            _ => T::read(node, reader).map(|one| Self(vec![one])),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::default())
    }
}

impl<'a> Read<'a> for Anything {
    fn read(_node: &Node, _reader: &mut Reader<'a, '_>) -> Option<Self> {
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
