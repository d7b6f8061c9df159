//! Pointers to bundles, before and after bundles move.

use std::collections::BTreeSet;

use offload_bundle::Refusal;
use offload_bundle_core::bytes::Place;

use super::changes::Changes;
use super::held::{Held, Target};
use super::refusals::not_repackable;

/// Its value is relative to `base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pointer {
    /// File offset.
    pub(super) at: u64,
    pub(super) len: u64,
    pub(super) target: Target,
    pub(super) base: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SymbolLength {
    /// File offset.
    pub(super) at: u64,
    pub(super) bundle: usize,
    pub(super) len: u64,
    /// If it extends past its bundle.
    pub(super) end: Option<Target>,
}

#[derive(Clone, Copy)]
pub(super) struct Placed<'p> {
    pub(super) bundles: &'p [Place],
    pub(super) len: u64,
}

impl Placed<'_> {
    pub(super) fn place(self, bundle: usize) -> Place {
        self.bundles.get(bundle).copied().unwrap_or(Place { ofs: 0, len: 0 })
    }

    pub(super) fn start(self, target: Target) -> u64 {
        target.bundle().map_or(self.len, |bundle| self.place(bundle).ofs)
    }

    /// `None` if it stays.
    pub(super) fn length(self, held: &Held, old: &SymbolLength) -> Option<u64> {
        let new = match old.end {
            Some(end) => self.start(end).saturating_sub(self.place(old.bundle).ofs),
            None => self.place(old.bundle).len,
        };
        // A symbol that is shorter than its bundle stays so.
        let had = held.bundles.get(old.bundle).map_or(u64::MAX, |place| place.len);
        (new < old.len || old.len >= had).then_some(new)
    }
}

#[derive(Debug, Default)]
pub(super) struct Pointers {
    pub(super) fields: Vec<Pointer>,
    /// In the order found.
    pub(super) wrapped: Vec<usize>,
    pub(super) reached: BTreeSet<usize>,
    pub(super) unreached: BTreeSet<usize>,
}

impl Pointers {
    /// Fails if a bundle with pointers is removed.
    pub(super) fn follow(&self, held: &Held, to: Placed<'_>) -> Result<Changes, Refusal> {
        let goes = |bundle: &usize| to.place(*bundle).len == 0;
        if let Some(bundle) = self.reached.iter().copied().find(goes) {
            let offset = held.offset(bundle);
            let why = format!("cannot remove the bundle at byte {offset:#x}: the program still points to it");
            return Err(not_repackable(why).hint("keep at least one entry of the bundle"));
        }
        let mut changes = Changes::default();
        let mut set = |place: Place, number: u64| {
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.truncate(usize::try_from(place.len).unwrap_or(usize::MAX));
            changes.set(place.ofs, bytes)
        };
        for pointer in &self.fields {
            let place = Place { ofs: pointer.at, len: pointer.len };
            set(place, to.start(pointer.target).wrapping_sub(pointer.base))?;
        }
        Ok(changes)
    }

    /// The places of the fields that may change.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.fields.iter().map(|field| Place { ofs: field.at, len: field.len })
    }
}

/// Length of an address, and of an ELF symbol length, in bytes.
pub(super) const WORD: u64 = 8;
