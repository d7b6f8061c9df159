//! Ways to read a value: that of its type, and others that its key can ask for.

use super::{Entries, OneOrMore, Prose, Read, ReadEntry, Reader};
use crate::yaml::Node;

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

    fn unread() -> Option<T> {
        T::unread()
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
        OneOrMore::read(node, reader).map(|OneOrMore(items)| reader.arena.list(items))
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a, T: ReadEntry<'a> + Copy + 'a> Way<'a, &'a [T]> for Rows {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        Entries::read(node, reader).map(|Entries(rows)| reader.arena.list(rows))
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a> Way<'a, &'a str> for Trimmed {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a str> {
        Prose::read(node, reader).map(|text| reader.arena.text(&text))
    }

    fn unread() -> Option<&'a str> {
        Some("")
    }
}
