//! The bytes of fields, for a page: those of short fields, and the first of long ones.

use offload_bundle_core::bytes::Place;

use crate::error::Error;
use crate::file_error::damage;
use crate::input::Input;
use crate::report::{InspectedBytes, InspectedRow, Integer};

/// How many bytes there may be of all fields of a report together.
const ROOM: u64 = 1 << 20;
/// A field of at most this many bytes is there as a whole.
const WHOLE: u64 = 256;
/// How many bytes there are of a longer one.
const START: u64 = 64;
/// So many bytes between two fields are there too.
const GAP: u64 = 16;

/// Collects where fields are, part by part, until there is no more room.
#[derive(Debug)]
pub(in crate::ops) struct FieldBytes {
    left: u64,
    places: Vec<Place>,
}

impl Default for FieldBytes {
    fn default() -> Self {
        Self { left: ROOM, places: Vec::new() }
    }
}

impl FieldBytes {
    /// A field of the part that is being looked at.
    pub(in crate::ops) fn note(&mut self, row: &InspectedRow) {
        let len = if row.size.0 <= WHOLE { row.size.0 } else { START };
        if let Some(left) = self.left.checked_sub(len).filter(|_| len > 0) {
            self.left = left;
            self.places.push(Place { ofs: row.offset.0, len });
        }
    }

    /// How many bytes there is room for.
    pub(in crate::ops) fn remaining(&self) -> u64 {
        self.left
    }

    /// Makes room for `left` bytes again, because what was noted since is not shown.
    pub(in crate::ops) fn give_back(&mut self, left: u64) {
        self.left = left;
        self.places.clear();
    }

    /// The bytes of the fields of the part, which is in `input`, in the order of the file; none from where the input is damaged.
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub(in crate::ops) fn read(&mut self, input: &Input) -> Result<Vec<InspectedBytes>, Error> {
        self.places.sort_unstable_by_key(|place| place.ofs);
        let mut together: Vec<Place> = Vec::new();
        for place in self.places.drain(..) {
            match together.last_mut() {
                Some(last) if place.ofs.saturating_sub(last.end()) <= GAP => {
                    last.len = last.end().max(place.end()).saturating_sub(last.ofs);
                }
                _ => together.push(place),
            }
        }
        let mut read = Vec::new();
        for place in together {
            let Ok(window) = damage(input.window(place.ofs, place.len))? else {
                break;
            };
            read.push(InspectedBytes { offset: Integer(place.ofs), bytes: window.into_vec() });
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(offset: u64, size: u64) -> InspectedRow {
        InspectedRow {
            path: String::new(),
            offset: Integer(offset),
            size: Integer(size),
            value: String::new(),
            meaning: String::new(),
            number: None,
            error: None,
        }
    }

    fn read(rows: &[InspectedRow]) -> Vec<(u64, usize)> {
        let input = Input::from_bytes("input", (0..=255_u8).cycle().take(4096).collect::<Vec<u8>>());
        let mut bytes = FieldBytes::default();
        rows.iter().for_each(|row| bytes.note(row));
        let read = bytes.read(&input).unwrap();
        for InspectedBytes { offset, bytes } in &read {
            assert!(
                bytes
                    .iter()
                    .zip(offset.0..)
                    .all(|(byte, at)| u64::from(*byte) == at % 256)
            );
        }
        read.iter().map(|read| (read.offset.0, read.bytes.len())).collect()
    }

    #[test]
    fn short_fields_are_there_as_a_whole_and_long_ones_begin() {
        assert_eq!(
            read(&[row(0, 24), row(1000, 256), row(2000, 257)]),
            [(0, 24), (1000, 256), (2000, 64)]
        );
    }

    #[test]
    fn fields_that_lie_close_together_are_read_together_in_the_order_of_the_file() {
        assert_eq!(
            read(&[row(40, 8), row(0, 24), row(8, 4), row(100, 8), row(50, 0)]),
            [(0, 48), (100, 8)]
        );
    }

    #[test]
    fn there_is_room_for_so_many_bytes_and_none_behind_the_end() {
        assert_eq!(
            read(&[row(4090, 100), row(u64::MAX - 4, 200)]),
            [(4090, 6), (u64::MAX - 4, 0)]
        );
        let mut bytes = FieldBytes { left: 10, ..FieldBytes::default() };
        [row(0, 8), row(8, 8), row(8, 2)].iter().for_each(|row| bytes.note(row));
        assert_eq!(bytes.places.iter().map(|place| place.len).sum::<u64>(), 10);
    }
}
