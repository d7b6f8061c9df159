//! Searches for byte strings in a container with a partial window.

use alloc::vec::Vec;

use memchr::memmem::{self, Finder};

use super::length::length;
use super::window::Bytes;
use crate::error::ReadError;

/// In bytes; up to it, a plain search is faster than a prepared one.
const SHORT: usize = 4096;

#[derive(Debug, Clone)]
pub(crate) struct Search {
    needle: Vec<u8>,
    finder: Option<Finder<'static>>,
}

impl Search {
    pub(crate) fn new(needle: &[u8], bytes: &[u8]) -> Self {
        let finder = (bytes.len() > SHORT).then(|| Finder::new(needle).into_owned());
        Self { needle: needle.to_vec(), finder }
    }

    pub(crate) fn find(&self, bytes: &[u8]) -> Option<usize> {
        match &self.finder {
            Some(finder) => finder.find(bytes),
            None => find_simply(bytes, &self.needle),
        }
    }
}

/// Faster than a prepared search in few bytes.
fn find_simply(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    let Some(first) = needle.first() else { return Some(0) };
    memchr::memchr_iter(*first, bytes).find(|at| bytes.get(*at..).is_some_and(|rest| rest.starts_with(needle)))
}

impl<'a> Bytes<'a> {
    /// Returns the offset of the first `needle` that starts at `from` or later, in bytes from the start of the
    /// container.
    ///
    /// # Errors
    ///
    /// Returns an error if the window is not the whole container and has no occurrence.
    pub fn find(self, from: u64, needle: &[u8]) -> Result<Option<u64>, ReadError> {
        self.find_by(from, |rest| match rest.len() > SHORT {
            true => memmem::find(rest, needle),
            false => find_simply(rest, needle),
        })
    }

    pub(crate) fn find_next(self, from: u64, search: &Search) -> Result<Option<u64>, ReadError> {
        self.find_by(from, |rest| search.find(rest))
    }

    fn find_by(self, from: u64, find: impl FnOnce(&[u8]) -> Option<usize>) -> Result<Option<u64>, ReadError> {
        let at = self
            .rest(from)
            .and_then(find)
            .and_then(|at| u64::try_from(at).ok())
            .and_then(|at| at.checked_add(from));
        if at.is_none() {
            self.all_seen(from)?;
        }
        Ok(at)
    }

    /// Returns whether `needle` is at `from`.
    ///
    /// # Errors
    ///
    /// Returns an error if the window is too short to decide.
    pub fn stands(self, from: u64, needle: &[u8]) -> Result<bool, ReadError> {
        let rest = self.rest(from).unwrap_or_default();
        if rest.starts_with(needle) {
            return Ok(true);
        }
        if needle.starts_with(rest) {
            self.all_seen(from)?;
        }
        Ok(false)
    }

    /// Returns the bytes before `end`.
    #[must_use]
    pub fn cut(self, end: u64) -> Self {
        Self::windowed(self.window(), end.min(self.len())).at_origin(self.origin())
    }

    fn rest(self, from: u64) -> Option<&'a [u8]> {
        usize::try_from(from).ok().and_then(|from| self.window().get(from..))
    }

    /// Requests twice the bytes if the window is not the whole container.
    fn all_seen(self, from: u64) -> Result<(), ReadError> {
        let seen = length(self.window());
        if seen >= self.len() {
            return Ok(());
        }
        let upto = seen.saturating_mul(2).max(from).clamp(1, self.len());
        Err(self.window_ends(from, upto.saturating_sub(from), upto))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Stop;

    fn needs(error: ReadError) -> Option<u64> {
        Stop::from(error).needs()
    }

    #[test]
    fn needle_outside_window_is_undecided() {
        let bytes = Bytes::windowed(b"abcab", 9);
        assert_eq!(bytes.find(1, b"ab"), Ok(Some(3)));
        assert_eq!(needs(bytes.find(0, b"x").unwrap_err()), Some(9));
        assert_eq!(Bytes::new(b"abc").find(0, b"x"), Ok(None));
        assert_eq!(Bytes::new(b"abc").find(9, b"x"), Ok(None));
    }

    #[test]
    fn short_and_long_searches_agree() {
        let needles: [&[u8]; 6] = [b"", b"\n", b"ab", b"aab", b"\n# b", b"abaab"];
        // All texts of five letters from this set; fewer under Miri.
        for number in (0..4_usize.pow(5)).step_by(if cfg!(miri) { 41 } else { 1 }) {
            let text: Vec<u8> = (0..5).map(|place| b"ab\n#"[number / 4_usize.pow(place) % 4]).collect();
            for needle in needles {
                assert_eq!(
                    find_simply(&text, needle),
                    memmem::find(&text, needle),
                    "{needle:?} in {text:?}"
                );
            }
        }
        for len in [SHORT - 1, SHORT, SHORT + 1] {
            let mut bytes = alloc::vec![b'a'; len];
            bytes.splice(len - 9.., *b"aab\n# bbb");
            for needle in needles {
                let expected = memmem::find(&bytes, needle);
                assert_eq!(
                    Search::new(needle, &bytes).find(&bytes),
                    expected,
                    "{needle:?} in {len} bytes"
                );
                let expected = expected.map(|at| at as u64);
                assert_eq!(
                    Bytes::new(&bytes).find(0, needle),
                    Ok(expected),
                    "{needle:?} in {len} bytes"
                );
            }
        }
    }

    #[test]
    fn cut_needle_is_undecided() {
        let bytes = Bytes::windowed(b"abc", 9);
        assert_eq!(bytes.stands(1, b"bx"), Ok(false));
        assert_eq!(needs(bytes.stands(2, b"cd").unwrap_err()), Some(6));
        assert_eq!(needs(bytes.stands(3, b"cd").unwrap_err()), Some(6));
        assert_eq!(Bytes::new(b"abc").stands(2, b"cd"), Ok(false));
        assert_eq!(Bytes::new(b"abc").stands(2, b"c"), Ok(true));
    }

    #[test]
    fn request_exceeds_seen_bytes() {
        for seen in 0..8 {
            let needs = needs(Bytes::windowed(&[0; 8][..seen], 9).find(0, b"x").unwrap_err());
            assert!(needs > Some(seen as u64), "{seen}: {needs:?}");
        }
    }
}
