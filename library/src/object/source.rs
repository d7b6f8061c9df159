//! Bounds-checked structures of an object file.

use object::elf::{FileHeader32, FileHeader64};
use object::endian::Endianness;
use object::pod::{Pod, from_bytes};
use object::read::elf::FileHeader;
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Bytes, Number, Place, length};
use offload_bundle_core::error::{Path, Problem, ReadError, WriteError, WriteProblem};
use offload_bundle_core::ids::ElfHeader;

use crate::error::Error;
use crate::file_error::FileError;
use crate::input::{Input, WindowReader};

/// An object file to read.
pub struct Source<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
}

impl<'i> Source<'i> {
    /// Creates a reader over `input`.
    pub fn new(input: &'i Input) -> Self {
        Self { input, reader: WindowReader::new(input) }
    }

    /// Returns the file.
    pub fn input(&self) -> &'i Input {
        self.input
    }

    /// Returns at least `len` bytes from `ofs` on, or all up to the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn view(&mut self, ofs: u64, len: u64) -> Result<&[u8], FileError> {
        self.reader.view(ofs, len)
    }

    /// Reads the structure at `ofs`. `path` is its name in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is truncated or cannot be read.
    pub fn structure<T: Pod>(&mut self, ofs: u64, path: impl Into<Path>) -> Result<T, Error> {
        let need = size::<T>();
        let bytes = self.reader.view(ofs, need)?;
        let have = length(bytes);
        match from_bytes::<T>(bytes) {
            Ok((found, _)) => Ok(*found),
            Err(()) => {
                let problem = Problem::Truncated { need, have };
                let mut error = ReadError::new(ofs, problem);
                error.path = path.into();
                Err(self.damaged(error))
            }
        }
    }

    /// Reads the bytes at `place` into memory.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn bytes(&self, place: Place) -> Result<Vec<u8>, Error> {
        Ok(self.input.window(place.ofs, place.len)?.into_vec())
    }

    /// Errors name the wrong field.
    pub(super) fn place(&self, ofs: Number, len: Number) -> Result<Place, ReadError> {
        Bytes::windowed(&[], self.input.len()).place(ofs, len)
    }

    /// Subtracts `lengths`, declared by headers in `table`, from `budget`: very many headers may refer to the same
    /// bytes. `what` names these bytes in messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget is exhausted.
    pub fn refuse_crowd(
        &self,
        mut budget: Budget,
        (what, table): (&'static str, &'static str),
        lengths: impl IntoIterator<Item = Number>,
    ) -> Result<(), Error> {
        lengths.into_iter().try_for_each(|len| {
            let taken = budget.take(what, len.value);
            taken.map_err(|problem| {
                let error = ReadError::new(len.at, problem).in_field(len.field);
                self.damaged(error.in_field(table))
            })
        })
    }

    pub(super) fn kept(&self, ofs: Number, len: Number) -> Result<Place, Error> {
        self.place(ofs, len).map_err(|error| self.damaged(error))
    }

    pub(super) fn damaged(&self, error: ReadError) -> Error {
        Error::Read { file: self.input.name().into(), error }
    }

    pub(super) fn at_fault(&self, at: u64, field: &'static str, problem: Problem) -> Error {
        self.damaged(ReadError::new(at, problem).in_field(field))
    }

    pub(super) fn in_table(
        &self,
        (table, index): (&'static str, u64),
        at: u64,
        field: &'static str,
        problem: Problem,
    ) -> Error {
        let error = ReadError::new(at, problem).in_field(field);
        self.damaged(error.at_index(index).in_field(table))
    }

    /// `field` would exceed `max`.
    pub(super) fn too_large(&self, field: &'static str, found: u64, max: u64) -> Error {
        let error = WriteError::new(field, WriteProblem::TooLarge { found, max });
        Error::Write { file: self.input.name().into(), error }
    }

    pub(super) fn over_limit(&self, field: Number, limit: u64) -> Error {
        let problem = Problem::OverLimit { found: field.value, limit };
        self.at_fault(field.at, field.field, problem)
    }
}

/// Returns the length of a structure in bytes.
pub fn size<T>() -> u64 {
    u64::try_from(size_of::<T>()).unwrap_or(u64::MAX)
}

/// Cut at the end of `bytes`.
pub(super) fn put(bytes: &mut [u8], at: usize, value: &[u8]) {
    for (to, from) in bytes.iter_mut().skip(at).zip(value) {
        *to = *from;
    }
}

/// Returns number and file offset of each record of `len` bytes in a table.
pub fn records(table: Place, len: u64) -> impl Iterator<Item = (u64, u64)> {
    let count = table.len.checked_div(len).unwrap_or(0);
    (0..count).map(move |index| (index, table.ofs.saturating_add(index.saturating_mul(len))))
}

/// The offset of a field in a structure, in bytes.
macro_rules! field_at {
    ($structure:ty, $field:ident) => {
        u64::try_from(std::mem::offset_of!($structure, $field)).unwrap_or(u64::MAX)
    };
}
pub(super) use field_at;

/// Sorted ranges without overlap.
#[derive(Debug, Clone, Default)]
pub struct Ranges {
    places: Vec<Place>,
}

impl FromIterator<Place> for Ranges {
    /// Sorts `places`, and joins ranges that meet.
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut sorted: Vec<Place> = places.into_iter().filter(|place| place.len > 0).collect();
        sorted.sort_unstable();
        let mut ranges = Self::default();
        for place in sorted {
            match ranges.places.last_mut() {
                Some(last) if place.ofs <= last.end() => {
                    last.len = last.end().max(place.end()).saturating_sub(last.ofs);
                }
                _ => ranges.places.push(place),
            }
        }
        ranges
    }
}

impl Ranges {
    /// Returns whether `ofs` is in a range.
    pub fn has(&self, ofs: u64) -> bool {
        let first = self.places.partition_point(|place| place.end() <= ofs);
        self.places.get(first).is_some_and(|place| place.ofs <= ofs)
    }

    /// Returns all ranges.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.places.iter().copied()
    }

    /// Returns the parts of `place` outside of all ranges.
    pub fn outside(&self, place: Place) -> Vec<Place> {
        let mut parts = Vec::new();
        let mut at = place.ofs;
        let first = self.places.partition_point(|skip| skip.end() <= place.ofs);
        let skipped = self.places.iter().skip(first);
        for skip in skipped.take_while(|skip| skip.ofs < place.end()) {
            if skip.ofs > at {
                parts.push(Place { ofs: at, len: skip.ofs.saturating_sub(at) });
            }
            at = at.max(skip.end());
        }
        if at < place.end() {
            parts.push(Place { ofs: at, len: place.end().saturating_sub(at) });
        }
        parts
    }
}

pub(crate) fn elf_header(head: &[u8]) -> Option<ElfHeader> {
    fn fields<H: FileHeader<Endian = Endianness>>(head: &[u8]) -> Option<ElfHeader> {
        let header = H::parse(head).ok()?;
        let endian = header.endian().ok()?;
        let ident = header.e_ident();
        Some(ElfHeader {
            machine: header.e_machine(endian).0,
            os_abi: ident.os_abi.0,
            abi_version: ident.abi_version,
            flags: header.e_flags(endian).0,
        })
    }
    fields::<FileHeader64<Endianness>>(head).or_else(|| fields::<FileHeader32<Endianness>>(head))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_find_offsets_and_leave_gaps() {
        let place = |ofs, len| Place { ofs, len };
        let ranges: Ranges = [place(20, 5), place(4, 4), place(6, 3), place(9, 1), place(30, 0)]
            .into_iter()
            .collect();
        let within: Vec<u64> = (0..40).filter(|ofs| ranges.has(*ofs)).collect();
        assert_eq!(within, (4..10).chain(20..25).collect::<Vec<_>>());
        assert_eq!(
            ranges.outside(place(0, 40)),
            [place(0, 4), place(10, 10), place(25, 15)]
        );
        assert_eq!(ranges.outside(place(7, 14)), [place(10, 10)]);
        assert_eq!(ranges.outside(place(21, 3)), []);
        assert_eq!(ranges.outside(place(8, 0)), []);
    }

    proptest! {
        #[test]
        fn byte_is_in_range_or_gap(len in 0..40_u64, places in proptest::collection::vec((0..50_u64, 0..20_u64), 0..6)) {
            let taken: Vec<Place> = places.iter().map(|(ofs, len)| Place { ofs: *ofs, len: *len }).collect();
            let gaps = taken.iter().copied().collect::<Ranges>().outside(Place { ofs: 0, len });
            for byte in 0..len {
                let holds = |place: &&Place| place.ofs <= byte && byte < place.end();
                let expected = usize::from(!taken.iter().any(|place| holds(&place)));
                prop_assert_eq!(gaps.iter().filter(holds).count(), expected);
            }
            prop_assert!(gaps.iter().all(|gap| gap.end() <= len));
        }
    }
}
