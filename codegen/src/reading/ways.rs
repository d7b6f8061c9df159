//! Alternative readers of values, chosen by key.

use super::{OneOrMore, Prose, Read, ReadEntry, Reader};
use crate::yaml::Node;

pub trait Way<'a, T> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<T>;

    /// The value of an absent key, or `None` if the key is required.
    fn absent() -> Option<T> {
        None
    }

    /// The replacement for a required value that is absent or unreadable.
    fn unread() -> Option<T> {
        Self::absent()
    }
}

/// The reader of the type.
pub struct Usual;
/// `W`, required.
pub struct Must<W = Usual>(W);
/// `W`, or the default if absent.
pub struct Maybe<W = Usual>(W);
/// `W`, optional.
pub struct Perhaps<W>(W);
pub struct Several;
pub struct Rows;
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
        OneOrMore::read(node, reader).map(|items| reader.arena.list(items.0))
    }

    fn absent() -> Option<&'a [T]> {
        Some(&[])
    }
}

impl<'a, T: ReadEntry<'a> + Copy + 'a> Way<'a, &'a [T]> for Rows {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<&'a [T]> {
        <Self as Way<'a, Vec<T>>>::read(node, reader).map(|rows| reader.arena.list(rows))
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
