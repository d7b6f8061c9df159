//! Bundles as they are in a file: what points at one points at a whole, compressed or not.

use std::ptr;
use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::{NewEntry, PlanOptions, StoredEntry};
use offload_bundle_core::ids::IdGrammar;
use offload_bundle_core::plan::Piece;

use super::choice::Choice;
use crate::error::Error;
use crate::file_name::FileName;
use crate::input::InputPiece;
use crate::scan::{Form, FoundBundle, Scan};

/// The greatest alignment that is kept, in bytes: that of pages, by which some tools look for bundles.
pub(super) const PAGE: u64 = 4096;

/// Bundles that begin together: one, or those that an envelope holds.
pub(super) struct Unit<'s> {
    /// Where it is in the file.
    pub(super) place: Place,
    pub(super) bundles: Vec<ChosenBundle<'s>>,
}

/// A bundle, and which of its entries are kept.
pub(super) struct ChosenBundle<'s> {
    pub(super) found: &'s FoundBundle,
    pub(super) kept: Vec<&'s StoredEntry>,
}

impl<'s> Unit<'s> {
    /// The units of `scan` in the region number `region`, in file order, with all of their entries.
    pub(super) fn all(scan: &'s Scan, region: usize) -> Vec<Self> {
        let mut units: Vec<Self> = Vec::new();
        for (_, found) in scan.in_use().filter(|(_, found)| found.region == region) {
            let place = Place { ofs: found.start(), len: found.len_in_file() };
            let chosen = ChosenBundle { found, kept: found.bundle.entries.iter().collect() };
            let envelope = |found: &'s FoundBundle| found.envelope.as_ref().map(|envelope| ptr::from_ref(&**envelope));
            match units.last_mut() {
                Some(last) if envelope(found).is_some() && last.place == place => last.bundles.push(chosen),
                _ => units.push(Self { place, bundles: vec![chosen] }),
            }
        }
        units
    }

    /// Keeps what `choice` keeps.
    ///
    /// # Errors
    ///
    /// An entry that cannot be read.
    pub(super) fn choose(&mut self, choice: &mut Choice<'_>) -> Result<(), Error> {
        for chosen in &mut self.bundles {
            let file = || FileName::from(chosen.found.input.name());
            let mut kept = Vec::new();
            for entry in &chosen.found.bundle.entries {
                let damaged = |error: &_| Error::Read { file: file(), error: Clone::clone(error) };
                let id = entry.id.as_deref().map_err(damaged)?;
                let place = entry.place.as_ref().map_err(damaged)?;
                if choice.keeps(id, place.len) {
                    kept.push(entry);
                }
            }
            chosen.kept = kept;
        }
        Ok(())
    }

    /// How many entries are kept, and how many dropped.
    pub(super) fn counts(&self) -> (usize, usize) {
        let (kept, all) = self.bundles.iter().fold((0_usize, 0_usize), |(kept, all), chosen| {
            let (more, more_of_all) = (chosen.kept.len(), chosen.found.bundle.entries.len());
            (kept.saturating_add(more), all.saturating_add(more_of_all))
        });
        (kept, all.saturating_sub(kept))
    }

    /// How many of the entries that are kept are for devices.
    pub(super) fn kept_for_devices(&self, ids: &dyn IdGrammar) -> usize {
        let kept = self.bundles.iter().flat_map(|chosen| &chosen.kept);
        kept.filter(|entry| entry.id.as_deref().is_ok_and(|id| !ids.is_host(id)))
            .count()
    }

    /// Whether all of it goes: nothing of it is kept, and others like it stand for what it was a part of.
    pub(super) fn goes(&self) -> bool {
        let mut bundles = self.bundles.iter();
        bundles.all(|chosen| chosen.kept.is_empty() && chosen.found.form.is_partial())
    }

    /// Whether it stays as it is.
    pub(super) fn is_whole(&self) -> bool {
        self.counts().1 == 0
    }

    /// The bundles with what is kept, without compression, for the output `path`.
    ///
    /// # Errors
    ///
    /// They cannot be written.
    pub(super) fn plain(&self, path: &FileName) -> Result<Vec<InputPiece>, Error> {
        let mut pieces = Vec::new();
        for chosen in self.bundles.iter().filter(|_| !self.goes()) {
            pieces.append(&mut chosen.plain(path)?);
        }
        Ok(pieces)
    }
}

impl ChosenBundle<'_> {
    fn plain(&self, path: &FileName) -> Result<Vec<InputPiece>, Error> {
        let Self { found, kept } = self;
        let Form::Container(container) = found.form else {
            return Err(Error::Inside { file: found.input.name().into() });
        };
        let stored: Vec<(&str, Place, _)> = kept
            .iter()
            .filter_map(|entry| {
                let (id, place) = (entry.id.as_deref().ok()?, *entry.place.as_ref().ok()?);
                Some((id, place, &entry.attributes))
            })
            .collect();
        let entries = stored
            .iter()
            .map(|(id, place, attributes)| NewEntry { id, len: place.len, attributes });
        let entries: Vec<NewEntry<'_>> = entries.collect();
        let version = Some(found.bundle.version).filter(|version| container.versions().contains(version));
        let options = PlanOptions { version, alignment: self.alignment() };
        let plan = container
            .plan(&entries, options)
            .map_err(|error| Error::Write { file: path.clone(), error })?;
        let pieces = plan.pieces.into_iter().map(|piece| match piece {
            Piece::Bytes(bytes) => InputPiece::Bytes(bytes.into_owned()),
            Piece::Fill { fill: 0, len } => InputPiece::Zeros(len),
            Piece::Fill { fill, len } => InputPiece::Bytes(vec![fill; usize::try_from(len).unwrap_or(usize::MAX)]),
            Piece::Content { slot, len } => {
                let ofs = stored.get(slot).map_or(0, |(_, place, _)| place.ofs);
                InputPiece::Range(Arc::clone(&found.input), Place { ofs, len })
            }
        });
        Ok(pieces.collect())
    }

    /// The alignment that the contents of all entries have.
    fn alignment(&self) -> u64 {
        let start = self.found.bundle.start;
        let entries = self.found.bundle.entries.iter();
        let places = entries
            .filter_map(|entry| entry.place.as_ref().ok())
            .filter(|place| place.len > 0);
        alignment(places.map(|place| place.ofs.saturating_sub(start)))
    }
}

/// The greatest power of two up to a page that all of `numbers` are multiples of.
pub(super) fn alignment(numbers: impl Iterator<Item = u64>) -> u64 {
    let all = numbers.fold(PAGE, |all, number| all | number);
    1_u64.checked_shl(all.trailing_zeros()).unwrap_or(1)
}
