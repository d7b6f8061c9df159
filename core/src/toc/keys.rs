//! The keys of maps in a table of contents: the one whose value is next, and those already read.

use alloc::vec::Vec;

use super::tables::TocKey;
use crate::message_pack::{Scalar, Token};

/// The next value of the table.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Top {
    Version,
    Text(usize),
    Targets,
    Rows,
    Scheme,
    List,
    FramesOffset,
    FramesSize,
    #[default]
    Other,
}

/// The next value of an entry, or of an item of the list.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inner {
    Kind,
    Ordinal,
    Length,
    Offset,
    ItemLength,
    #[default]
    Other,
}

/// The keys of a map that have been read.
#[derive(Debug, Default)]
pub(super) struct Keys<K> {
    /// The key whose value is next.
    pub(super) now: K,
    /// The known keys among them.
    seen: Vec<K>,
}

impl<K: Copy + Default + PartialEq> Keys<K> {
    /// Reads a key, which may be one of `known`. Returns the key if it is repeated, because it is ambiguous then which one counts.
    pub(super) fn take(
        &mut self,
        token: &Token<'_>,
        known: impl IntoIterator<Item = (K, TocKey<'static>)>,
    ) -> Option<TocKey<'static>> {
        let mut known = known.into_iter();
        let found = known.find(|(_, key)| token.scalar == Scalar::Text(key.key.as_bytes()));
        self.now = K::default();
        let (value, key) = found?;
        if self.seen.contains(&value) {
            return Some(key);
        }
        self.now = value;
        self.seen.push(value);
        None
    }
}
