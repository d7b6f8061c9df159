//! Whether a file with other bundles is otherwise the file before: as a loader maps it, and as tools read it.

use std::collections::BTreeSet;
use std::sync::Arc;

use object::elf::{PF_X, SHF_EXECINSTR};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::same_bytes;
use offload_bundle::internal::object::Ranges;
use offload_bundle_core::bytes::Place;

use super::image::Image;
use super::layout::RepackWay;
use super::loaded::{Loading, Moves};
use super::segment::Segment;
use super::{LinkedElf, RepackedElf};
use crate::linked::changes::same_but;
use crate::linked::held::{self, Asked};

impl LinkedElf {
    /// Checks `result`, which was written as `repacked` says, by reading it anew: everything but the bundles, and what has to follow them,
    /// is as it was, and what points at bundles points at those in their places.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(crate) fn check(&self, repacked: &RepackedElf, result: &Arc<Input>) -> Result<(), Error> {
        let layout = &repacked.layout;
        let used = layout
            .sections
            .get(self.held().section)
            .map_or(0, |section| section.size);
        let place = Place { ofs: layout.start(&self.image), len: used };
        let asked = Asked { input: result, rules: self.held().rules, section: place, bundles: &repacked.places };
        let new = Image::read(asked)?;
        let comparison = Comparison { old: &self.image, new: &new, repacked };
        let wrong = match comparison.pointers()? {
            None => comparison.difference()?,
            wrong => wrong,
        };
        match wrong {
            None => Ok(()),
            Some(what) => Err(held::unsound(&self.held().input, what)),
        }
    }
}

struct Comparison<'c> {
    old: &'c Image,
    new: &'c Image,
    repacked: &'c RepackedElf,
}

impl Comparison<'_> {
    /// The first thing that does not point at what it should.
    fn pointers(&self) -> Result<Option<String>, Error> {
        let moves = self.moves();
        let (old, new) = (&self.old.held.input, &self.new.held.input);
        let loading = Loading::new((old, new), &moves, self.old.numbers)?;
        loading.difference(self.repacked.changed.places())
    }

    /// Which addresses are others.
    fn moves(&self) -> Moves {
        let (old, new) = (self.old, self.new);
        let bundles = old.held.bundles.iter().zip(&new.held.bundles);
        let address = |image: &Image, place: &Place| image.address().saturating_add(place.ofs);
        let own = (old.address(), new.address());
        let starts = bundles.map(|(before, after)| (address(old, before), address(new, after)));
        let moved = self.repacked.layout.room.positions().filter_map(|position| {
            let (from, to) = (old.file.sections.get(position)?, new.file.sections.get(position)?);
            Some((
                Place { ofs: from.header.address, len: from.header.size },
                to.header.address,
            ))
        });
        Moves {
            held: Place { ofs: own.0, len: old.held.place.len },
            starts: std::iter::once(own).chain(starts).collect(),
            end: own.1.saturating_add(new.held.place.len),
            others: moved.collect(),
            symbols: self.old.symbol_count(),
        }
    }

    /// The first thing that is not as it was.
    fn difference(&self) -> Result<Option<String>, Error> {
        if let Some(what) = self.loads().or_else(|| self.headers()) {
            return Ok(Some(what));
        }
        if let Some(what) = self.memory()? {
            return Ok(Some(what));
        }
        if let Some(what) = self.sections()? {
            return Ok(Some(what));
        }
        self.segments()
    }

    /// Whether a loader can map the segments.
    fn loads(&self) -> Option<String> {
        let loads: Vec<&Segment> = self.new.segments.iter().filter(|segment| segment.is_loaded()).collect();
        for (number, load) in loads.iter().enumerate() {
            let wrong = match load {
                load if !load.is_congruent() => "is not as far into a page as its bytes are in the file",
                load if load.file_len > load.memory_len => "has more bytes in the file than in memory",
                load if load.place().end() > self.new.held.input.len() => "ends behind the file",
                _ => continue,
            };
            return Some(format!("loaded segment {number} {wrong}"));
        }
        // Nothing is loaded to where nothing was, and the other numbers are those of the segment before.
        let is_part = |new: &Segment, old: &Segment| {
            old.is_loaded()
                && old.address <= new.address
                && new.memory_end() <= old.memory_end()
                && (new.memory_end() == old.memory_end() || new.memory_len == new.file_len)
                && old.alignment == new.alignment
                && old.physical.wrapping_sub(old.address) == new.physical.wrapping_sub(new.address)
        };
        if let Some(number) = loads.iter().position(|new| {
            !self.is_grown(new) && !self.is_apart(new) && !self.old.segments.iter().any(|old| is_part(new, old))
        }) {
            return Some(format!("loaded segment {number} is no part of one that there was"));
        }
        for (number, pair) in loads.windows(2).enumerate() {
            let [first, second] = pair else { continue };
            let is_new = !self
                .old
                .segments
                .iter()
                .any(|old| old.address == second.address && old.is_loaded());
            let start = second
                .address
                .saturating_sub(second.address.checked_rem(self.old.page).unwrap_or(0));
            let is_new = is_new || self.is_grown(first);
            let shares = first.memory_end() > if is_new { start } else { second.address };
            // Some files have them in no order.
            if shares && (is_new || self.old.segments.len() != self.new.segments.len()) {
                return Some(format!("loaded segment {number} reaches into the one behind it"));
            }
        }
        None
    }

    /// Whether `new` has nothing but the bundles, behind all that was loaded.
    fn is_apart(&self, new: &Segment) -> bool {
        let mut old = self.old.segments.iter().filter(|segment| segment.is_loaded());
        let place = self.new.held.place;
        self.repacked.layout.apart.is_some()
            && (new.place(), new.memory_len, new.flags & PF_X.0) == (place, place.len, 0)
            && old.all(|old| {
                old.memory_end()
                    <= new
                        .address
                        .saturating_sub(new.address.checked_rem(self.old.page).unwrap_or(0))
            })
    }

    /// Whether `new` is the segment with the bundles, which became longer, or one with the next.
    fn is_grown(&self, new: &Segment) -> bool {
        let own = self.old.segment().and_then(|position| self.old.segments.get(position));
        let own = own.filter(|_| self.repacked.way == RepackWay::Grow);
        let ends_with = |old: &Segment| old.is_loaded() && old.memory_end() == new.memory_end();
        let is_joined = || self.new.segments.len() < self.old.segments.len() && self.old.segments.iter().any(ends_with);
        own.is_some_and(|old| {
            new.memory_len > old.memory_len
                && (old.address, old.physical, old.alignment) == (new.address, new.physical, new.alignment)
                && (new.memory_len == new.file_len || is_joined())
        })
    }

    /// Whether the headers of sections say the same.
    fn headers(&self) -> Option<String> {
        let (old, new) = (&self.old.file, &self.new.file);
        if old.sections.len() != new.sections.len() || old.names != new.names || !old.has_null(new) {
            return Some("it has other sections".to_owned());
        }
        for (position, (old, new)) in old.sections.iter().zip(&new.sections).enumerate() {
            let of = |header: &offload_bundle::internal::object::elf::Header| {
                (
                    header.kind,
                    header.flags,
                    header.link,
                    header.info,
                    header.alignment,
                    header.entry_size,
                )
            };
            let layout = &self.repacked.layout;
            let is_moved = layout.room.has(position) || (layout.apart.is_some() && position == self.old.held.section);
            let is_same = of(&old.header) == of(&new.header)
                && old.header.name == new.header.name
                && (old.header.address == new.header.address || is_moved)
                && (old.header.size == new.header.size || position == self.old.held.section);
            if !is_same {
                return Some(format!("the header of section {position} has changed"));
            }
        }
        None
    }

    /// The bytes of the file before that are not compared: what was changed on purpose.
    fn skipped_ranges(&self) -> Ranges {
        let layout = &self.repacked.layout;
        let room = &layout.room;
        let sections = self.old.sections_with_bytes();
        let moved = sections.filter(|(position, _)| room.has(*position));
        let headers = [layout.replaced, room.place.unwrap_or(self.old.headers), self.old.file.table];
        let others = moved.map(|(_, place)| place).chain(headers);
        others.chain(self.repacked.changed.places()).collect()
    }

    /// Whether every byte that was loaded is loaded to the same address, with the same protection.
    fn memory(&self) -> Result<Option<String>, Error> {
        let skipped = self.skipped_ranges();
        let sections = self.new.file.sections.iter().map(|section| &section.header);
        let code = sections.filter(|header| header.flags & SHF_EXECINSTR.0 != 0);
        let code: BTreeSet<u64> = code.map(|header| header.address).collect();
        for old in self.old.segments.iter().filter(|segment| segment.is_loaded()) {
            for place in skipped.outside(old.place()) {
                let mut at = place.ofs;
                while at < place.end() {
                    let address = old.address.saturating_add(at.saturating_sub(old.offset));
                    let lost = || Some(format!("what was loaded to {address:#x} is not any more"));
                    let Some((new, offset)) = self.loaded_segment(address) else {
                        return Ok(lost());
                    };
                    if !Self::protects_alike(old, new, &code) {
                        return Ok(Some(format!("the protection of {address:#x} has changed")));
                    }
                    let rest = new.place().end().saturating_sub(offset);
                    let len = rest.min(place.end().saturating_sub(at));
                    if !self.same(Place { ofs: at, len }, offset)? {
                        return Ok(Some(format!("other bytes are loaded from {address:#x} on")));
                    }
                    at = at.saturating_add(len.max(1));
                }
            }
            let ends_alike = |new: &&Segment| {
                new.memory_end() == old.memory_end()
                    && new.address.saturating_add(new.file_len) == old.address.saturating_add(old.file_len)
            };
            if old.memory_len > old.file_len && !self.new.segments.iter().any(|new| new.is_loaded() && ends_alike(&new))
            {
                return Ok(Some(format!(
                    "the memory behind {:#x} is not zero any more",
                    old.address
                )));
            }
        }
        Ok(None)
    }

    /// The segment that `address` is loaded by from the new file, and from where.
    fn loaded_segment(&self, address: u64) -> Option<(&Segment, u64)> {
        let mut loads = self.new.segments.iter().filter(|segment| segment.is_loaded());
        loads.find_map(|segment| Some((segment, segment.offset_of(address)?)))
    }

    /// Whether what `old` loaded is protected in `new` as it was; what has no code need not be executed.
    /// Code begins at the addresses `code`.
    fn protects_alike(old: &Segment, new: &Segment, code: &BTreeSet<u64>) -> bool {
        let mut within = code.range(new.address..new.memory_end());
        old.flags == new.flags || (old.flags & !PF_X.0 == new.flags && within.next().is_none())
    }

    /// Whether the sections that are not loaded, and those that have moved, have the same bytes.
    fn sections(&self) -> Result<Option<String>, Error> {
        for (position, place) in self.old.sections_with_bytes() {
            let new = self.new.file.sections.get(position);
            let offset = new.map_or(0, |section| section.header.offset);
            let is_compared = position != self.old.held.section
                && new.is_some_and(|section| !section.is_loaded() || self.repacked.layout.room.has(position));
            if is_compared && !self.same_but(place, offset)? {
                return Ok(Some(format!("section {position} has other bytes")));
            }
        }
        Ok(None)
    }

    /// Whether the other segments are where their bytes are.
    fn segments(&self) -> Result<Option<String>, Error> {
        fn others(image: &Image) -> impl Iterator<Item = &Segment> {
            let others = image.segments.iter();
            others.filter(|segment| !segment.is_loaded() && !segment.is_of_headers())
        }
        if others(self.old).count() != others(self.new).count() {
            return Ok(Some("it has other program headers".to_owned()));
        }
        for (old, new) in others(self.old).zip(others(self.new)) {
            let physical = |segment: &Segment| segment.physical.wrapping_sub(segment.address);
            let is_alike = physical(old) == physical(new)
                && (!old.is_of_stack() || old.offset == new.offset)
                && (old.kind, old.flags, old.file_len, old.memory_len, old.alignment)
                    == (new.kind, new.flags, new.file_len, new.memory_len, new.alignment);
            let is_there = new.file_len == 0 || self.new.offset_of(new.address) == Some(new.offset);
            let was_there = old.file_len == 0 || self.old.offset_of(old.address) == Some(old.offset);
            if !is_alike || (was_there && !is_there) {
                return Ok(Some(format!("a program header of type {:#x} has changed", old.kind)));
            }
            if !self.same_but(old.place(), new.offset)? {
                return Ok(Some(format!(
                    "the program header of type {:#x} leads to other bytes",
                    old.kind
                )));
            }
        }
        Ok(None)
    }

    /// Whether the bytes at `place` of the file before are those at `offset` of the new one.
    fn same(&self, place: Place, offset: u64) -> Result<bool, Error> {
        Ok(same_bytes(
            (&self.old.held.input, place),
            (&self.new.held.input, offset),
        )?)
    }
    /// The same but for what was changed on purpose.
    fn same_but(&self, place: Place, offset: u64) -> Result<bool, Error> {
        let (old, new) = (&self.old.held.input, &self.new.held.input);
        same_but((old, place), (new, offset), &self.repacked.changed)
    }
}
