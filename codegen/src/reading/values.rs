//! What a value can be in any dialect: texts, numbers, lists, entries.

use std::ops::Deref;

use super::reader::{Read, Reader};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// Text for people: without the space around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prose(String);

impl Prose {
    /// `text` without the space around it.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }
}

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

/// Text exactly as the schema has it, in the arena.
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

/// Numbers. What is too large for one is as large as it can be: a check says so.
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
            _ => reader.refuse(node, "`true` or `false`", node.describe(), "write one of the two"),
        }
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// A value that may be absent. One that can't be read is absent too.
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

/// A value with its place: there is one only where the key is.
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

/// A list, perhaps absent. Items that can't be read are left out.
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
