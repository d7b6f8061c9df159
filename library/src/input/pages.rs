//! Pages of an input: the bytes that a reader asks for, wherever they are, kept as long as it reads.

use std::cell::{Cell, OnceCell, RefCell};

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::tree::Pages as ReadPages;

use super::readable::Input;
use crate::file_error::FileError;

/// How many bytes a page has that are its own.
const PAGE: u64 = 64 << 10;
/// So many of the next page are in a page too, for what begins in the one and ends in the other.
const OVERLAP: u64 = 4 << 10;
/// How many pages are in a group. A group without pages takes no memory to speak of.
const GROUP: u64 = 1024;
/// How many ranges there may be that are longer than the overlap.
const LONG: usize = 256;
/// How many bytes are kept at most.
const MOST: u64 = 64 << 20;

/// A group of pages, or of none that has been asked for.
type Group = OnceCell<Vec<OnceCell<Vec<u8>>>>;

/// A part of an input, of which pages are read when they are asked for.
#[derive(Debug)]
pub(crate) struct Pages<'i> {
    input: &'i Input,
    place: Place,
    groups: Vec<Group>,
    long: Vec<OnceCell<(Place, Vec<u8>)>>,
    /// How many bytes more may be kept.
    left: Cell<u64>,
    /// Why a page could not be read.
    failed: RefCell<Option<FileError>>,
}

impl<'i> Pages<'i> {
    /// The pages of `place`, as if the input began and ended where that does.
    pub(crate) fn over(input: &'i Input, place: Place) -> Self {
        let count = place.len.div_ceil(PAGE.saturating_mul(GROUP));
        let groups = (0..count).map(|_| Group::new()).collect();
        let long = (0..LONG).map(|_| OnceCell::new()).collect();
        Self { input, place, groups, long, left: Cell::new(MOST), failed: RefCell::default() }
    }

    /// Why pages could not be read, if some could not.
    pub(crate) fn into_error(self) -> Option<FileError> {
        self.failed.into_inner()
    }

    /// The page that `ofs` is on, and how far into it that is.
    fn page(&self, ofs: u64) -> Option<(&[u8], usize)> {
        let number = ofs / PAGE;
        let group = self.groups.get(usize::try_from(number / GROUP).ok()?)?;
        let pages = group.get_or_init(|| (0..GROUP).map(|_| OnceCell::new()).collect());
        let page = pages.get(usize::try_from(number % GROUP).ok()?)?;
        if page.get().is_none() {
            let bytes = self.read(number.saturating_mul(PAGE), PAGE.saturating_add(OVERLAP))?;
            let _ = page.set(bytes);
        }
        Some((page.get()?, usize::try_from(ofs % PAGE).ok()?))
    }

    /// A range that is longer than what pages have in common.
    fn range(&self, place: Place) -> Option<&[u8]> {
        for kept in &self.long {
            if kept.get().is_none() {
                let bytes = self.read(place.ofs, place.len)?;
                let _ = kept.set((place, bytes));
            }
            let (known, bytes) = kept.get()?;
            if known.ofs <= place.ofs && place.end() <= known.end() {
                let skip = usize::try_from(place.ofs.saturating_sub(known.ofs)).ok()?;
                return bytes.get(skip..)?.get(..usize::try_from(place.len).ok()?);
            }
        }
        None
    }

    /// Reads what there is of so many bytes.
    fn read(&self, ofs: u64, len: u64) -> Option<Vec<u8>> {
        let len = len.min(self.place.len.saturating_sub(ofs));
        let left = self.left.get().checked_sub(len)?;
        match self.input.window(self.place.ofs.saturating_add(ofs), len) {
            Ok(window) if length(&window) == len => {
                self.left.set(left);
                Some(window.into_vec())
            }
            Ok(_) => None,
            Err(error) => {
                self.failed.borrow_mut().get_or_insert(error);
                None
            }
        }
    }
}

impl ReadPages for Pages<'_> {
    fn bytes(&self, ofs: u64, len: u64) -> Option<&[u8]> {
        if ofs.checked_add(len)? > self.place.len {
            return None;
        }
        if len == 0 {
            return Some(&[]);
        }
        if len > OVERLAP {
            return self.range(Place { ofs, len });
        }
        let (page, skip) = self.page(ofs)?;
        page.get(skip..)?.get(..usize::try_from(len).ok()?)
    }

    fn file_len(&self) -> u64 {
        self.place.len
    }

    fn origin(&self) -> u64 {
        self.place.ofs
    }

    fn limit(&self) -> u64 {
        MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(len: u32) -> Input {
        let bytes: Vec<u8> = (0..len).flat_map(u32::to_le_bytes).collect();
        Input::from_bytes("in", bytes)
    }

    #[test]
    fn every_range_is_the_one_of_the_input() {
        let input = input(100_000);
        let whole = input.window(0, input.len()).unwrap().to_vec();
        let place = Place { ofs: 12, len: 390_000 };
        let pages = Pages::over(&input, place);
        for ofs in [0, 1, 65_535, 65_536, 65_530, 131_000, 389_990, 390_000, 390_001] {
            for len in [0, 1, 10, 4096, 4097, 70_000] {
                let from = usize::try_from(ofs + 12).unwrap();
                let expected = (ofs + len <= place.len).then(|| &whole[from..from + usize::try_from(len).unwrap()]);
                assert_eq!(pages.bytes(ofs, len), expected, "{ofs} {len}");
            }
        }
        assert!(pages.into_error().is_none());
    }

    #[test]
    fn no_more_is_kept_than_the_limit() {
        let zeros = Input::from_bytes("in", vec![0; usize::try_from(MOST + (1 << 20)).unwrap()]);
        let pages = Pages::over(&zeros, zeros.whole());
        let shown = |ofs: &u64| pages.bytes(*ofs, 8).is_some();
        let count = (0..MOST + PAGE)
            .step_by(usize::try_from(PAGE).unwrap())
            .filter(shown)
            .count();
        assert!(count > 900 && count < 1024, "{count} pages");
        // What is kept is shown again.
        assert!(shown(&0) && !shown(&MOST));
    }
}
