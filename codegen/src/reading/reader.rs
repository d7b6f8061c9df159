//! What is read into an arena: values of tables, each in the way of its type, or in another that its key asks for.

use std::ops::{Deref, DerefMut};

use super::node::FromNode;
use super::{Mapping, Prose};
use crate::arena::Arena;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

/// What reads a schema. It is used like the problems that it collects.
pub struct Reader<'a, 'r> {
    pub arena: &'a Arena,
    /// The whole schema, in which names are followed.
    pub root: &'r Node,
    pub problems: &'r mut Problems,
}

/// What a node can be read as that lives in an arena. See [`FromNode`].
pub trait Read<'a>: Sized {
    /// Reads `node`.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<Self> {
        None
    }
}

/// What several keys of one mapping say together.
pub trait ReadKeys<'a>: Sized {
    /// Those keys.
    fn names() -> Vec<String>;

    /// Reads them.
    fn read_keys(map: &Mapping<'_>, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// What an entry of a mapping with free keys can be read as.
pub trait ReadEntry<'a>: Sized {
    /// Reads `node`, which is under `key`.
    fn read_entry(key: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// How a value is read, where its type alone does not say so.
pub trait Way<'a, T> {
    /// Reads `node`.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<T> {
        None
    }

    /// What stands for a value that is needed and is absent or can't be read, after that has been reported.
    fn unread() -> Option<T> {
        Self::absent()
    }
}

/// As the type says.
pub struct Usual;
/// As `W` says, and it must be there.
pub struct Must<W = Usual>(W);
/// As `W` says, and where it is absent it is empty.
pub struct Maybe<W = Usual>(W);
/// As `W` says, and it may be absent.
pub struct Perhaps<W>(W);
/// One value, or a list of them.
pub struct Several;
/// The entries of a mapping with free keys.
pub struct Rows;
/// Text for people: without the space around it.
pub struct Trimmed;

impl<'a, T: Read<'a>> Way<'a, T> for Usual {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        T::read(node, reader)
    }

    fn absent() -> Option<T> {
        T::absent()
    }
}

impl<'a, T, W: Way<'a, T>> Way<'a, T> for Must<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        W::read(node, reader)
    }
}

impl<'a, T: Default, W: Way<'a, T>> Way<'a, T> for Maybe<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T> {
        W::read(node, reader)
    }

    fn absent() -> Option<T> {
        Some(T::default())
    }
}

impl<'a, T, W: Way<'a, T>> Way<'a, Option<T>> for Perhaps<W> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Option<T>> {
        Some(W::read(node, reader))
    }

    fn absent() -> Option<Option<T>> {
        Some(None)
    }
}

impl<'a, T: Read<'a> + Copy + 'a> Way<'a, &'a [T]> for Several {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        match &node.value {
            Value::List(_) => Read::read(node, reader),
            _ => T::read(node, reader).map(|one| reader.arena.list([one])),
        }
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a, T: ReadEntry<'a> + Copy + 'a> Way<'a, &'a [T]> for Rows {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        let Value::Map(entries) = &node.value else {
            return reader.refuse(node, "a mapping", node.describe(), "write `name: …` lines");
        };
        let rows: Vec<T> = entries
            .iter()
            .filter_map(|(key, node)| T::read_entry(reader.arena.text(key), node, reader))
            .collect();
        Some(reader.arena.list(rows))
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a> Way<'a, &'a str> for Trimmed {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        Prose::from_node(node, reader).map(|text| reader.arena.text(&text))
    }

    fn unread() -> Option<&'a str> {
        Some("")
    }
}

impl<'a> Reader<'a, '_> {
    /// The value under `key`, read as its type says.
    pub fn value<T: Read<'a>>(&mut self, map: &Mapping<'_>, key: &str) -> Option<T> {
        self.field::<Usual, T>(map, key, |_, _| ())
    }

    /// The value under `key`, read in the way `W`, as [`Mapping::value`] does. `check` is asked of its node.
    pub fn field<W: Way<'a, T>, T>(
        &mut self,
        map: &Mapping<'_>,
        key: &str,
        check: impl Fn(&Node, &mut Problems) + 'static,
    ) -> Option<T> {
        match map.node.get(key) {
            None if let Some(absent) = W::absent() => Some(absent),
            _ => {
                let node = map.required(key, self);
                node.inspect(|node| self.ask(node, check))
                    .and_then(|node| W::read(node, self))
                    .or_else(W::unread)
            }
        }
    }
}

impl Deref for Reader<'_, '_> {
    type Target = Problems;

    fn deref(&self) -> &Problems {
        self.problems
    }
}

impl DerefMut for Reader<'_, '_> {
    fn deref_mut(&mut self) -> &mut Problems {
        self.problems
    }
}

/// Text exactly as the schema has it.
impl<'a> Read<'a> for &'a str {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        String::from_node(node, reader).map(|text| reader.arena.text(&text))
    }
}

impl<'a> Read<'a> for char {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        <&str>::read(node, reader)?.chars().next()
    }
}

impl<'a> Read<'a> for u8 {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Self::from_node(node, reader)
    }
}

impl<'a> Read<'a> for bool {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Self::from_node(node, reader)
    }

    fn absent() -> Option<Self> {
        Some(false)
    }
}

/// Numbers. What is too large for one is as large as it can be: a check says so.
macro_rules! numbers {
    ($($of:ty),*) => { $(
        impl<'a> Read<'a> for $of {
            fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
                u64::from_node(node, reader).map(|number| Self::try_from(number).unwrap_or(Self::MAX))
            }
        }
    )* };
}

numbers!(u16, u32, u64, usize);

/// What may be absent. One that can't be read is absent too.
impl<'a, T: Read<'a>> Read<'a> for Option<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some(T::read(node, reader))
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<'a, T: Read<'a>> Read<'a> for Spanned<T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        T::read(node, reader).map(|value| Self::new(node, value))
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

impl<'a, T: Read<'a>> ReadEntry<'a> for (&'a str, T) {
    fn read_entry(key: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some((key, T::read(node, reader)?))
    }
}
