//! A COFF object whose sections hold something else, perhaps of another length: what is behind them in the file follows.

use std::collections::{BTreeMap, BTreeSet};

use object::LittleEndian as LE;
use object::U32;
use object::pe::{AnonObjectHeaderBigobj, ImageFileHeader, ImageSectionHeader};
use object::pod::bytes_of;
use offload_bundle_core::bytes::Place;

use super::file::{CoffFile, FileHeader, FileSection};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::RepackFault;
use crate::object::changes::{Changes, same_but};
use crate::object::ranges::Ranges;
use crate::object::source::{field_at, size};
use crate::object::splice::Splice;

/// Compilers put one part of an object behind the other, wherever that ends: nothing is aligned.
const STEP: u64 = 1;
/// Length of a line number, in bytes.
const LINE_NUMBER: u64 = 6;

impl CoffFile {
    /// The parts of the file with these contents of sections, by their positions, and with `changes` elsewhere.
    ///
    /// # Errors
    ///
    /// Something else shares bytes with one of them; the file would be too large for its form.
    pub(super) fn with_contents(
        &self,
        contents: Vec<(usize, Vec<InputPiece>)>,
        mut changes: Changes,
    ) -> Result<Vec<InputPiece>, RepackFault> {
        let mut lengths: BTreeMap<usize, u64> = BTreeMap::new();
        let mut ranges = Vec::new();
        // What had no bytes gets some at the end of the file.
        let end = Place { ofs: self.input.len(), len: 0 };
        for (position, content) in contents {
            let len = InputPiece::total(&content);
            let place = self.sections.get(position).and_then(FileSection::data).unwrap_or(end);
            lengths.insert(position, len);
            ranges.push((place, content));
        }
        let splice = Splice::new(ranges, STEP)?;
        for place in self.other_parts(&lengths) {
            if let Some(offset) = splice.shares(place) {
                return Err(RepackFault::Shared { offset });
            }
        }
        // All that had none begin where the first of them does, and are behind one another.
        let mut at_the_end = splice.new_offset(end.ofs);
        for (position, section) in self.sections.iter().enumerate() {
            let mut header = section.after_splice(&splice)?;
            if let Some(len) = lengths.get(&position).copied() {
                header.size_of_raw_data = field(len)?;
                if section.data().is_none() && len > 0 {
                    header.pointer_to_raw_data = field(at_the_end)?;
                    at_the_end = at_the_end.saturating_add(len);
                }
            }
            if bytes_of(&header) != bytes_of(&section.header) {
                changes.set(section.at, bytes_of(&header).to_vec())?;
            }
        }
        if self.has_strings {
            let at = match self.header {
                FileHeader::Plain(_) => field_at!(ImageFileHeader, pointer_to_symbol_table),
                FileHeader::Big(_) => field_at!(AnonObjectHeaderBigobj, pointer_to_symbol_table),
            };
            changes.set(at, bytes_of(&field(splice.new_offset(self.symbols.ofs))?).to_vec())?;
        }
        splice.pieces(&self.input, &changes)
    }

    /// All parts of the file but for the contents of the sections in `without`.
    fn other_parts(&self, without: &BTreeMap<usize, u64>) -> Vec<Place> {
        let header = match self.header {
            FileHeader::Plain(_) => size::<ImageFileHeader>(),
            FileHeader::Big(_) => size::<AnonObjectHeaderBigobj>(),
        };
        let mut parts = vec![Place { ofs: 0, len: header }, self.table, self.symbols];
        if self.has_strings {
            parts.push(self.strings.old);
        }
        for (position, section) in self.sections.iter().enumerate() {
            parts.extend(section.data().filter(|_| !without.contains_key(&position)));
            parts.extend(section.relocations);
            parts.extend(section.lines());
        }
        parts
    }

    /// What is otherwise in `new` than here, for people: contents of the sections in `with` and the fields at `changed` may be.
    pub(super) fn difference(
        &self,
        new: &Self,
        with: &BTreeSet<usize>,
        changed: &Ranges,
    ) -> Result<Option<&'static str>, Error> {
        if self.sections.len() != new.sections.len() || self.symbols.len != new.symbols.len {
            return Ok(Some("it has other sections or symbols"));
        }
        if self.header.bytes(0, 0) != new.header.bytes(0, 0) {
            return Ok(Some("its header has changed"));
        }
        let same = |old: Place, ofs: u64| same_but((&self.input, old), (&new.input, ofs), changed);
        for (position, (old, made)) in self.sections.iter().zip(&new.sections).enumerate() {
            let counts = !with.contains(&position);
            if old.header.name != made.header.name || !old.has_header(made, counts) {
                return Ok(Some("the header of a section has changed"));
            }
            if !old.has_bytes(made, counts, &same)? {
                return Ok(Some("a section has other bytes"));
            }
        }
        let strings = self.strings.old.len == new.strings.old.len && same(self.strings.old, new.strings.old.ofs)?;
        match strings && same(self.symbols, new.symbols.ofs)? {
            true => Ok(None),
            false => Ok(Some("its symbols have changed")),
        }
    }
}

/// A number in a header.
///
/// # Errors
///
/// It has no room there.
pub(in crate::object) fn field(number: u64) -> Result<U32<LE>, RepackFault> {
    let number = u32::try_from(number);
    let number = number.map_err(|_| RepackFault::Form { found: "one that would be longer than 4 GiB" });
    number.map(|number| U32::new(LE, number))
}

impl FileSection {
    /// The header, where `splice` has moved what it leads to.
    ///
    /// # Errors
    ///
    /// That has gone too far.
    pub(in crate::object) fn after_splice(&self, splice: &Splice) -> Result<ImageSectionHeader, RepackFault> {
        let mut header = self.header;
        for pointer in
            [&mut header.pointer_to_raw_data, &mut header.pointer_to_relocations, &mut header.pointer_to_linenumbers]
        {
            // Where a section has none, that is said by zero.
            let at = u64::from(pointer.get(LE));
            *pointer = field(if at == 0 { 0 } else { splice.new_offset(at) })?;
        }
        Ok(header)
    }

    /// Whether `new` says the same, but for what it is called and where things are; and but for how long it is, if that `counts` not.
    pub(super) fn has_header(&self, new: &Self, counts: bool) -> bool {
        let alike = |header: &ImageSectionHeader| {
            (
                header.virtual_size.get(LE),
                header.virtual_address.get(LE),
                header.number_of_relocations.get(LE),
                header.number_of_linenumbers.get(LE),
                header.characteristics.get(LE),
                header.size_of_raw_data.get(LE).saturating_mul(counts.into()),
                // Where there is nothing, that is said by zero.
                header.pointer_to_relocations.get(LE) == 0,
                header.pointer_to_linenumbers.get(LE) == 0,
                counts && header.pointer_to_raw_data.get(LE) == 0,
            )
        };
        alike(&self.header) == alike(&new.header)
    }

    /// Whether `new` has the same relocations, line numbers and, if that `counts`, bytes: `same` compares those at a place with those elsewhere.
    pub(super) fn has_bytes(
        &self,
        new: &Self,
        counts: bool,
        same: &dyn Fn(Place, u64) -> Result<bool, Error>,
    ) -> Result<bool, Error> {
        let bytes = |section: &Self| section.data().filter(|_| counts);
        let pairs = [(self.relocations, new.relocations), (self.lines(), new.lines()), (bytes(self), bytes(new))];
        for pair in pairs {
            let is_same = match pair {
                (Some(before), Some(after)) => before.len == after.len && same(before, after.ofs)?,
                (None, None) => true,
                _ => false,
            };
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Where its line numbers are; none if it has none.
    fn lines(&self) -> Option<Place> {
        let ofs = u64::from(self.header.pointer_to_linenumbers.get(LE));
        let len = u64::from(self.header.number_of_linenumbers.get(LE)).saturating_mul(LINE_NUMBER);
        (ofs != 0 && len != 0).then_some(Place { ofs, len })
    }
}
