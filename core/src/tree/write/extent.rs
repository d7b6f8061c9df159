//! How bytes are cut out of a stream, the other way round: packed, ended, and filled up to their size.

use alloc::format;

use super::place::Place;
use super::writing::Writing;
use crate::bytes::length;
use crate::error::WriteError;
use crate::tree::tables::{Extent, Process};

impl Writing<'_> {
    /// Writes text or bytes of this extent. What has nothing to end it is filled up to its size only where that can be seen.
    pub(super) fn put_content(
        &mut self,
        place: Place,
        extent: &'static Extent<'static>,
        bytes: &[u8],
    ) -> Result<(), WriteError> {
        let start = self.out.len();
        self.out.extend_from_slice(bytes);
        self.pack(place, extent, start)?;
        let len = length(self.out.get(start..).unwrap_or_default());
        let size = extent.size.as_ref().and_then(|size| self.known_number(place, size));
        let ends = !extent.terminator.is_empty();
        if extent.size.is_none() && !extent.to_end {
            if ends && !extent.include && extent.consume {
                self.out.extend_from_slice(extent.terminator);
            }
            return Ok(());
        }
        let Some(size) = size else { return Ok(()) };
        if len == size {
            return Ok(());
        }
        let room = size.checked_sub(len);
        let room = room.filter(|_| ends && !extent.include || extent.pad.is_some());
        let Some(room) = room else {
            let why = format!("expected {size} bytes, found {len}");
            return Err(self.at(place.frame, place.attr.name, why));
        };
        if room < length(extent.terminator) {
            return Err(self.at(
                place.frame,
                place.attr.name,
                format!("expected at most {size} bytes with their end"),
            ));
        }
        let end = if extent.include { &[][..] } else { extent.terminator };
        self.out.extend_from_slice(end);
        self.fill(place, room.saturating_sub(length(end)), extent.pad.unwrap_or(0))
    }

    /// Ends the bytes that a record has been cut out of.
    pub(super) fn close(
        &mut self,
        place: Place,
        extent: &'static Extent<'static>,
        start: u64,
    ) -> Result<(), WriteError> {
        let from = usize::try_from(start).unwrap_or(usize::MAX);
        self.pack(place, extent, from)?;
        let len = self.len().saturating_sub(start);
        if extent.size.is_none() && !extent.to_end && !extent.include && extent.consume {
            self.out.extend_from_slice(extent.terminator);
        }
        let Some(size) = extent.size.as_ref().and_then(|size| self.known_number(place, size)) else {
            return Ok(());
        };
        match size.checked_sub(len) {
            Some(room) => self.fill(place, room, extent.pad.unwrap_or(0)),
            None => {
                let why = format!("expected at most {size} bytes, found {len}");
                Err(self.at(place.frame, place.attr.name, why))
            }
        }
    }

    /// Packs what has been written from `start` on. Nothing in it can be filled in afterwards.
    fn pack(&mut self, place: Place, extent: &'static Extent<'static>, start: usize) -> Result<(), WriteError> {
        let Some(process) = &extent.process else {
            return Ok(());
        };
        self.settle_within(start)?;
        self.follow(place.stream);
        let scope = place.scope();
        let told =
            |error: &crate::error::ReadError, this: &Self| this.to_write_error(place.frame, place.attr.name, error);
        match process {
            Process::Zlib => {
                let packed = miniz_oxide::deflate::compress_to_vec_zlib(self.out.get(start..).unwrap_or_default(), 6);
                self.out.truncate(start);
                self.out.extend_from_slice(&packed);
            }
            Process::Xor(key) => {
                let key = self.reading.key(&scope, key).map_err(|error| told(&error, self))?;
                for (byte, key) in self.out.iter_mut().skip(start).zip(key.iter().cycle()) {
                    *byte ^= key;
                }
            }
            Process::RotateLeft(by) | Process::RotateRight(by) => {
                let by = self.reading.turns(&scope, by).map_err(|error| told(&error, self))?;
                for byte in self.out.iter_mut().skip(start) {
                    *byte = match process {
                        Process::RotateLeft(_) => byte.rotate_right(by),
                        _ => byte.rotate_left(by),
                    };
                }
            }
        }
        Ok(())
    }

    /// So many bytes of one kind.
    pub(super) fn fill(&mut self, place: Place, count: u64, byte: u8) -> Result<(), WriteError> {
        // A value decides how many there are: a gap is not the place for gigabytes.
        if count > MOST_FILL {
            let why = format!("expected at most {MOST_FILL} bytes before it, or to fill it up, found {count}");
            return Err(self.at(place.frame, place.attr.name, why));
        }
        let count = usize::try_from(count).unwrap_or_default();
        self.out.resize(self.out.len().saturating_add(count), byte);
        Ok(())
    }
}

/// The most bytes that fill a gap.
const MOST_FILL: u64 = 1 << 24;
