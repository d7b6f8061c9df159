//! Searches and compares ranges of inputs.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use memchr::memmem;
use offload_bundle_core::bytes::{Place, length};

use super::source::{Input, WINDOW, Window};
use crate::file_error::FileError;
use crate::progress::{in_turns, threads};

/// Bytes searched at once; they stay in the processor cache.
const BLOCK: u64 = 256 << 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    /// The index of the string.
    pub needle: usize,
    /// The offset in the input.
    pub offset: u64,
}

pub(crate) fn find(input: &Input, place: Place, needles: &[&[u8]]) -> Result<Option<Hit>, FileError> {
    Finder::new(input, place, needles).next(place.ofs)
}

/// Continues from match to match, across windows. Reads each byte once per string.
pub(crate) struct Finder<'i> {
    input: &'i Input,
    place: Place,
    needles: Vec<Sought<'i>>,
    longest: u64,
    window: Window<'i>,
    window_ofs: u64,
    window_len: u64,
    /// Its offset, and the end of possible starts of matches.
    block: Option<(u64, u64)>,
    block_len: u64,
}

struct Sought<'n> {
    finder: memmem::Finder<'n>,
    next: Option<u64>,
}

impl<'i> Finder<'i> {
    pub(crate) fn new(input: &'i Input, place: Place, needles: &[&'i [u8]]) -> Self {
        Self::in_windows(input, place, needles, WINDOW, BLOCK)
    }

    fn in_windows(input: &'i Input, place: Place, needles: &[&'i [u8]], window_len: u64, block_len: u64) -> Self {
        let sought = |needle: &&'i [u8]| Sought { finder: memmem::Finder::new(*needle), next: None };
        Self {
            input,
            place,
            needles: needles.iter().map(sought).collect(),
            longest: needles.iter().map(|needle| length(needle)).max().unwrap_or(0),
            window: Window::borrowed(&[]),
            window_ofs: place.ofs,
            window_len,
            block: None,
            block_len,
        }
    }

    /// At or after `from`, which never decreases.
    pub(crate) fn next(&mut self, from: u64) -> Result<Option<Hit>, FileError> {
        let mut from = from.max(self.place.ofs);
        while !self.needles.is_empty() && from < self.place.end() {
            let end = match self.block {
                Some((_, end)) if from < end => {
                    self.search(from, false);
                    end
                }
                _ => self.advance(from)?,
            };
            let hits = self.needles.iter().enumerate();
            let hits = hits.filter_map(|(needle, sought)| {
                let offset = sought.next?;
                Some(Hit { needle, offset })
            });
            if let Some(first) = hits.min_by_key(|hit| (hit.offset, hit.needle)) {
                return Ok(Some(first));
            }
            from = end;
        }
        Ok(None)
    }

    /// Returns the end of the block at `from`.
    fn advance(&mut self, from: u64) -> Result<u64, FileError> {
        let held = self.window_ofs.saturating_add(length(&self.window));
        // A match may begin in the last byte of a block.
        let need = self
            .block_len
            .saturating_add(self.longest)
            .min(self.place.end().saturating_sub(from));
        if self.block.is_none() || from.saturating_add(need) > held {
            let left = self.place.end().saturating_sub(from);
            let len = self.window_len.saturating_add(self.longest).max(need).min(left);
            let last = std::mem::replace(&mut self.window, Window::borrowed(&[]));
            self.window = self.input.window_after(last, from, len)?;
            self.window_ofs = from;
        }
        let end = from.saturating_add(self.block_len).min(self.place.end());
        self.block = Some((from, end));
        self.search(from, true);
        Ok(end)
    }

    /// Searches for strings without a known match; for all if `fresh`.
    fn search(&mut self, from: u64, fresh: bool) {
        let end = self.block.map_or(from, |(_, end)| end);
        let index = |ofs: u64| usize::try_from(ofs.saturating_sub(self.window_ofs)).unwrap_or(usize::MAX);
        for needle in &mut self.needles {
            let passed = needle.next.is_some_and(|next| next < from);
            if !fresh && !passed {
                continue;
            }
            let len = needle.finder.needle().len();
            let until = index(end).saturating_add(len.saturating_sub(1)).min(self.window.len());
            let bytes = self.window.get(index(from)..until).unwrap_or_default();
            let at = needle.finder.find(bytes).and_then(|at| u64::try_from(at).ok());
            needle.next = at.map(|at| from.saturating_add(at));
        }
    }
}

/// Compared at once; both sides stay in a core's cache.
const STEP: u64 = 256 << 10;
/// Shorter ranges are compared by one thread.
const LONG: u64 = 1 << 20;

/// Returns whether the bytes of `one` at `place` equal the bytes of `other` at `ofs`.
///
/// # Errors
///
/// Returns an error if an input cannot be read, or if compressed bytes are damaged.
pub fn same_bytes((one, place): (&Input, Place), (other, ofs): (&Input, u64)) -> Result<bool, FileError> {
    // Decompression is sequential.
    let is_in_order = place.len < LONG || one.is_decompressed() || other.is_decompressed();
    let helpers = if is_in_order { 1 } else { threads() };
    let differ = AtomicBool::new(false);
    let windows = || (Window::borrowed(&[]), Window::borrowed(&[]));
    in_turns(place.len.div_ceil(STEP), helpers, &mut (), windows, |step, windows| {
        if differ.load(Ordering::Relaxed) {
            return Ok(0);
        }
        let done = step.saturating_mul(STEP);
        let len = STEP.min(place.len.saturating_sub(done));
        let [left, right] = [&mut windows.0, &mut windows.1].map(|last| mem::replace(last, Window::borrowed(&[])));
        windows.0 = one.window_after(left, place.ofs.saturating_add(done), len)?;
        windows.1 = other.window_after(right, ofs.saturating_add(done), len)?;
        if *windows.0 != *windows.1 {
            differ.store(true, Ordering::Relaxed);
        }
        Ok(len)
    })?;
    Ok(!differ.into_inner())
}

/// Returns the offset of the first non-zero byte in `place`.
///
/// # Errors
///
/// Returns an error if the input cannot be read, or if compressed bytes are damaged.
pub fn first_not_zero(input: &Input, place: Place) -> Result<Option<u64>, FileError> {
    let mut at = place.ofs;
    let mut found = None;
    input.pieces(place, &mut |bytes| {
        let skip = bytes.iter().position(|byte| *byte != 0);
        let skip = skip.map(|skip| u64::try_from(skip).unwrap_or(u64::MAX));
        found = found.or(skip.map(|skip| at.saturating_add(skip)));
        at = at.saturating_add(length(bytes));
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::file_name::FileName;

    #[test]
    fn needle_across_an_edge_is_found() {
        for at in 0..30_usize {
            let mut bytes = vec![b'.'; 40];
            bytes[at..at + 4].copy_from_slice(b"MARK");
            let input = Input::from_bytes("in", bytes);
            for (window, block) in [(8, 8), (16, 4), (64, 5)] {
                let mut finder = Finder::in_windows(&input, input.full_range(), &[b"none", b"MARK"], window, block);
                let offset = at as u64;
                assert_eq!(
                    finder.next(0).unwrap(),
                    Some(Hit { needle: 1, offset }),
                    "{at} {window} {block}"
                );
            }
        }
    }

    proptest! {
        #[test]
        fn every_match_is_found_in_order(bytes in proptest::collection::vec(0..3_u8, 0..200), from in 0..20_u64, window in 1..40_u64, block in 1..20_u64, skip in 1..7_u64) {
            let input = Input::from_bytes("in", bytes.clone());
            let place = Place { ofs: from, len: input.len().saturating_sub(from) };
            let needles: [&[u8]; 3] = [&[0, 1, 0], &[2, 2, 2, 1], &[1]];
            let mut finder = Finder::in_windows(&input, place, &needles, window, block);
            let mut at = from;
            loop {
                let tail = bytes.get(usize::try_from(at).unwrap()..).unwrap_or_default();
                let expected = (0..tail.len()).find_map(|ofs| {
                    let needle = needles.iter().position(|needle| tail[ofs..].starts_with(needle))?;
                    Some(Hit { needle, offset: at.saturating_add(ofs as u64) })
                });
                let found = finder.next(at).unwrap();
                prop_assert_eq!(found, expected);
                match found {
                    Some(hit) => at = hit.offset.saturating_add(skip),
                    None => break,
                }
            }
        }
    }

    #[test]
    fn one_different_byte_is_seen_anywhere() {
        let bytes: Vec<u8> = (0..3 * LONG + 5).map(|at| (at % 251) as u8).collect();
        let input = |bytes: &[u8]| Input::from_bytes(FileName::from("in"), bytes.to_vec());
        let (one, place) = (input(&bytes), Place { ofs: 7, len: 3 * LONG - 9 });
        let moved = [&[0; 3], &bytes[..]].concat();
        let same = |other: &[u8]| same_bytes((&one, place), (&input(other), place.ofs + 3)).unwrap();
        assert!(same(&moved));
        for at in [0, STEP - 1, LONG, 2 * LONG + 1, place.len - 1] {
            let mut other = moved.clone();
            other[usize::try_from(place.ofs + 3 + at).unwrap()] ^= 1;
            assert!(!same(&other), "{at}");
        }
        for at in [place.ofs - 1, place.end()] {
            let mut other = moved.clone();
            other[usize::try_from(at + 3).unwrap()] ^= 1;
            assert!(same(&other), "{at}");
        }
    }
}
