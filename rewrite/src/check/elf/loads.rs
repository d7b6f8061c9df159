//! Compares the memory that a loader maps.

use object::LittleEndian as LE;
use object::elf::{FileHeader64, PF_R};
use offload_bundle::Error;
use offload_bundle::internal::input::first_not_zero;
use offload_bundle::internal::object::{Ranges, size};
use offload_bundle_core::bytes::Place;

use super::memory::{Memory, Run};
use super::{Comparison, PAGE, addresses, is_loaded};

/// Gets address ranges with their old and new mapping.
type Visit<'v> = dyn FnMut(Place, &Run, Option<&Run>) -> Result<(), Error> + 'v;

impl Comparison<'_> {
    /// Except the bundle section, moved sections, and zeros outside of sections.
    pub(super) fn memory(&self) -> Result<(), Error> {
        let (was, is, moves) = (&self.was, &self.is, &self.pair.moves);
        for load in is.loads() {
            let skip = load.p_vaddr.get(LE).wrapping_sub(load.p_offset.get(LE));
            let (stored, len) = (load.p_filesz.get(LE), load.p_memsz.get(LE));
            let is_within = load.p_offset.get(LE).saturating_add(stored) <= self.pair.new.len();
            let alignment = load.p_align.get(LE);
            let mut known = was.loads().map(|load| load.p_align.get(LE)).chain([PAGE]);
            let can = skip.is_multiple_of(alignment.max(1)) && stored <= len && is_within;
            let can = can && known.any(|known| known == alignment);
            self.pair.ensure(can, "a segment cannot be loaded")?;
        }
        let moved = || moves.others.iter();
        let old_own = was.addresses_of(was.tables()).chain([moves.held.0]);
        let old_own: Ranges = old_own.chain(moved().map(|(place, _)| *place)).collect();
        let new_own = is.addresses_of(is.tables()).chain([moves.held.1]);
        let new_own: Ranges = new_own
            .chain(moved().map(|(place, to)| Place { ofs: *to, ..*place }))
            .collect();
        let header = was.addresses_of([Place { ofs: 0, len: size::<FileHeader64<LE>>() }]);
        let parts = was.sections.iter().filter(|section| is_loaded(section)).map(addresses);
        let parts: Ranges = parts.chain(header).collect();
        for run in &was.memory.0 {
            for place in old_own.outside(run.addresses) {
                let gaps: Ranges = parts.outside(place).into_iter().collect();
                for part in gaps.outside(place) {
                    let lost = |at| format!("the memory at {at:#x} is taken by something else");
                    self.pair.ensure(new_own.outside(part) == [part], lost(part.ofs))?;
                    self.each_run(part, &mut |place, before, after| {
                        let is_alike = after.is_some_and(|after| before.is_like(after, |new| is.has_code(new)));
                        let what = || format!("the memory at {:#x} is loaded differently", place.ofs);
                        self.pair.ensure(is_alike, what())
                    })?;
                }
                for gap in gaps.places() {
                    self.each_run(gap, &mut |place, before, after| {
                        self.gap(place, (before, after), &new_own)
                    })?;
                }
            }
        }
        // New addresses hold only zeros, at former bundles or page ends.
        let kept = was.memory.0.iter().flat_map(|run| old_own.outside(run.addresses));
        let known: Ranges = kept.chain(new_own.places()).collect();
        for run in &is.memory.0 {
            for place in known.outside(run.addresses) {
                let offset = run.offset_of(place.ofs);
                let other = offset.map(|ofs| first_not_zero(self.pair.new, Place { ofs, ..place }));
                let is_free = matches!(other.transpose()?, Some(None));
                self.pair
                    .ensure(is_free, format!("something is loaded to {:#x}", place.ofs))?;
            }
        }
        let zeros: Ranges = was.memory.zeros().collect();
        let is_zero = is.memory.zeros().all(|place| zeros.outside(place).is_empty());
        self.pair.ensure(is_zero, "zeros are loaded to other addresses")?;
        // The bundles stay readable, and do not become executable.
        let at = |memory: &Memory, place: Place| memory.at(place.ofs).0.copied();
        let own = (at(&was.memory, moves.held.0), at(&is.memory, moves.held.1));
        let is_read = own.0.zip(own.1).is_some_and(|(before, after)| {
            let is_there = moves.held.0.ofs != moves.held.1.ofs || before.is_like(&after, |new| is.has_code(new));
            let is_read = after.flags & PF_R.0 != 0 && (after.flags & !before.flags) == 0;
            is_there && is_read && before.physical == after.physical
        });
        self.pair.ensure(is_read, "the bundles are loaded differently")
    }

    /// Pages of other segments must not cover them.
    fn each_run(&self, place: Place, visit: &mut Visit<'_>) -> Result<(), Error> {
        let mut at = place.ofs;
        while at < place.end() {
            let (before, old_end) = self.was.memory.at(at);
            let (after, new_end) = self.is.memory.at(at);
            let (before_paged, old_paged_end) = self.was.pages.at(at);
            let (after_paged, new_paged_end) = self.is.pages.at(at);
            let ends = [old_end, new_end, old_paged_end, new_paged_end, place.end()];
            let end = ends.into_iter().min().unwrap_or(place.end());
            let offset = |run: Option<&Run>| run.map(|run| run.offset_of(at));
            let is_covered = after.is_some() && offset(after) != offset(after_paged);
            let was_covered = offset(before) != offset(before_paged);
            let what = || format!("a page of another segment covers {at:#x}");
            self.pair.ensure(!is_covered || was_covered, what())?;
            if let Some(before) = before {
                visit(Place { ofs: at, len: end.saturating_sub(at) }, before, after)?;
            }
            at = end;
        }
        Ok(())
    }

    /// Equal bytes, or removable zeros.
    fn gap(&self, place: Place, (before, after): (&Run, Option<&Run>), new_own: &Ranges) -> Result<(), Error> {
        let is_like = after.is_some_and(|after| before.is_like(after, |new| self.is.has_code(new)));
        let is_same = |place: Place| match (
            before.offset_of(place.ofs),
            after.and_then(|run| run.offset_of(place.ofs)),
        ) {
            (Some(ofs), Some(to)) => self.pair.equals(Place { ofs, ..place }, to),
            (old, new) => Ok(old == new),
        };
        let is_zero = |place: Place| match before.offset_of(place.ofs) {
            Some(ofs) => Ok::<_, Error>(first_not_zero(self.pair.old, Place { ofs, ..place })?.is_none()),
            None => Ok(false),
        };
        let wrong = |place: Place| format!("other bytes are loaded to {:#x}", place.ofs);
        let kept: Ranges = new_own.outside(place).into_iter().collect();
        for part in kept.places() {
            let is_kept = (is_like && is_same(part)?) || (after.is_none() && is_zero(part)?);
            self.pair.ensure(is_kept, wrong(part))?;
        }
        for part in kept.outside(place) {
            self.pair.ensure(is_zero(part)?, wrong(part))?;
        }
        Ok(())
    }
}
