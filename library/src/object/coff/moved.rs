//! What of a file is kept, and where it has moved to.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;

use super::file::{CoffFile, FileSection};
use crate::input::InputPiece;

/// The parts of a file from some place on, in order.
#[derive(Debug)]
pub(super) struct Moved {
    parts: Vec<InputPiece>,
    end: u64,
    /// The ranges that are kept, in order, each with its new start.
    kept: Vec<(Place, u64)>,
    /// Where what sections that stay have begins, in order, and where it and all before it ends.
    needed: Vec<(u64, u64)>,
}

impl Moved {
    /// Nothing of `file` yet, from `start` on.
    pub(super) fn new(file: &CoffFile, start: u64) -> Self {
        let places = file
            .sections
            .iter()
            .flat_map(|section| [section.data(), section.relocations]);
        let mut needed: Vec<(u64, u64)> = places.flatten().map(|place| (place.ofs, place.end())).collect();
        needed.sort_unstable();
        let mut upto = 0;
        for (_, end) in &mut needed {
            upto = upto.max(*end);
            *end = upto;
        }
        Self { parts: Vec::new(), end: start, kept: Vec::new(), needed }
    }

    /// Where the next part begins.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Adds bytes that are new.
    pub(super) fn insert(&mut self, parts: Vec<InputPiece>) {
        for part in parts {
            self.end = self.end.saturating_add(part.len());
            self.parts.push(part);
        }
    }

    /// Keeps the bytes from `start` up to `end`, but for those that only `removed` sections have.
    pub(super) fn keep(&mut self, file: &CoffFile, start: u64, end: u64, removed: &[FileSection]) {
        let mut cuts: Vec<Place> = removed.iter().filter_map(FileSection::data).collect();
        cuts.retain(|cut| start <= cut.ofs && cut.end() <= end && !self.is_needed(*cut));
        cuts.sort_by_key(|cut| cut.ofs);
        let mut at = start;
        for cut in cuts {
            self.range(file, at, cut.ofs);
            at = at.max(cut.end());
        }
        self.range(file, at, end);
    }

    /// Whether a section that stays has some of the bytes at `place`.
    fn is_needed(&self, place: Place) -> bool {
        let before_end = self.needed.partition_point(|(start, _)| *start < place.end());
        let last = before_end.checked_sub(1).and_then(|last| self.needed.get(last));
        last.is_some_and(|(_, upto)| *upto > place.ofs)
    }

    fn range(&mut self, file: &CoffFile, start: u64, end: u64) {
        let place = Place { ofs: start, len: end.saturating_sub(start) };
        if place.len > 0 {
            self.kept.push((place, self.end));
            self.insert(vec![InputPiece::Range(Arc::clone(&file.input), place)]);
        }
    }

    /// Where the bytes at `place` begin now; `None` if they are not kept together. A place without bytes stays behind what is before it.
    pub(super) fn place(&self, place: Place) -> Option<u64> {
        let last = if place.len == 0 {
            place.ofs.checked_sub(1)?
        } else {
            place.ofs
        };
        let after = self.kept.partition_point(|(kept, _)| kept.ofs <= last);
        let (kept, new) = self.kept.get(after.checked_sub(1)?)?;
        (place.end() <= kept.end()).then(|| new.saturating_add(place.ofs.saturating_sub(kept.ofs)))
    }

    pub(super) fn into_parts(self) -> Vec<InputPiece> {
        self.parts
    }
}
