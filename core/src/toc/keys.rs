//! The keys of a map in a table of contents: which one's value comes, and which have come.

use alloc::vec::Vec;

use super::tables::TocKey;
use crate::message_pack::{Scalar, Token};

/// Which value of the table comes.
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

/// Which value of an entry, or of an item of the list, comes.
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

/// The keys of a map that have come.
#[derive(Debug, Default)]
pub(super) struct Keys<K> {
    /// The one whose value comes.
    pub(super) now: K,
    /// Those that are known.
    seen: Vec<K>,
}

impl<K: Copy + Default + PartialEq> Keys<K> {
    /// Takes a key, which may be one of `known`. The result is the key if it comes again, so that it is open which one counts.
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
