//! The keys of entries of a table of contents, and of contents in its list.

use alloc::vec::Vec;

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

/// The keys of an entry, or of an item of the list, that have come.
#[derive(Debug, Default)]
pub(super) struct InnerKeys {
    /// The one whose value comes.
    pub(super) now: Inner,
    /// Those that are known.
    pub(super) seen: Vec<Inner>,
}
