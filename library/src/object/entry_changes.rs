//! What becomes of the entries of a bundle that are sections of an object file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::input::Input;

/// What becomes of a section.
#[derive(Debug, Clone)]
pub(crate) enum EntryChange {
    /// It is removed.
    Dropped,
    /// It holds this.
    Replaced(Arc<Input>),
}

/// What becomes of sections, by a byte of the header of each. The others stay.
pub(crate) type EntryChanges = BTreeMap<u64, EntryChange>;

/// The change of a section whose header has `len` bytes from `at` on.
pub(super) fn change_of(changes: &EntryChanges, at: u64, len: u64) -> Option<&EntryChange> {
    changes
        .range(at..at.saturating_add(len))
        .next()
        .map(|(_, change)| change)
}
