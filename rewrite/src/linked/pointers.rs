//! What leads to the bundles of a file, and what is in its fields when the bundles are at other places.

use std::collections::BTreeSet;

use offload_bundle::Refusal;
use offload_bundle_core::bytes::Place;

use super::changes::Changes;
use super::held::{Held, Target};
use super::refusals::not_repackable;

/// A field of so many bytes that leads to something in the section, and what the number in it counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pointer {
    /// Where it is in the file.
    pub(super) at: u64,
    pub(super) len: u64,
    pub(super) target: Target,
    pub(super) base: u64,
}

/// The length of a symbol that begins with a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SymbolLength {
    /// Where it is in the file.
    pub(super) at: u64,
    pub(super) bundle: usize,
    pub(super) len: u64,
    /// What the symbol ends with, where it goes on behind its bundle.
    pub(super) end: Option<Target>,
}

/// Where the bundles of a section are then, and how long it is.
#[derive(Clone, Copy)]
pub(super) struct Placed<'p> {
    pub(super) bundles: &'p [Place],
    pub(super) len: u64,
}

impl Placed<'_> {
    /// Where the bundle with this number is.
    pub(super) fn place(self, bundle: usize) -> Place {
        self.bundles.get(bundle).copied().unwrap_or(Place { ofs: 0, len: 0 })
    }

    /// Where `target` is.
    pub(super) fn start(self, target: Target) -> u64 {
        target.bundle().map_or(self.len, |bundle| self.place(bundle).ofs)
    }

    /// The length of a symbol, which was `old` when the bundles were in `held`; nothing where it stays.
    pub(super) fn length(self, held: &Held, old: &SymbolLength) -> Option<u64> {
        let new = match old.end {
            Some(end) => self.start(end).saturating_sub(self.place(old.bundle).ofs),
            None => self.place(old.bundle).len,
        };
        // One that is shorter than its bundle stays so.
        let had = held.bundles.get(old.bundle).map_or(u64::MAX, |place| place.len);
        (new < old.len || old.len >= had).then_some(new)
    }
}

/// What leads to the bundles of a file.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    pub(super) fields: Vec<Pointer>,
    /// The bundle that each wrapper points at, in the order in which they are found.
    pub(super) wrapped: Vec<usize>,
    /// Bundles that something leads to.
    pub(super) reached: BTreeSet<usize>,
}

impl Pointers {
    /// What led to the bundles of `held` leads to where they are then.
    ///
    /// # Errors
    ///
    /// One of them goes: what leads to it would lead to another.
    pub(super) fn follow(&self, held: &Held, to: Placed<'_>) -> Result<Changes, Refusal> {
        let goes = |bundle: &usize| to.place(*bundle).len == 0;
        if let Some(bundle) = self.reached.iter().copied().find(goes) {
            let offset = held.offset(bundle);
            return Err(not_repackable(format!(
                "expected nothing that points at the bundle at byte {offset:#x}, of which nothing would be left, found something: keep a part of it"
            )));
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

    /// Where the fields are that may change.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.fields.iter().map(|field| Place { ofs: field.at, len: field.len })
    }
}

/// Length of an address, and of the length of a symbol of ELF, in bytes.
pub(super) const WORD: u64 = 8;
