//! Looks for byte strings in a range of an input, also across the edges of its windows.

use memchr::memmem::Finder;
use std::vec::Vec;

use super::copy::WINDOW;
use super::{FileError, Input};
use crate::bytes::{Place, length};

/// A byte string that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needle {
    /// Which of those looked for.
    pub index: usize,
    /// Where it stands, in bytes from the start of the input.
    pub offset: u64,
}

/// The first place in `place` of `input` where one of `needles` stands.
pub fn find(input: &Input, place: Place, needles: &[&[u8]]) -> Result<Option<Needle>, FileError> {
    find_in_windows(input, place, needles, WINDOW)
}

fn find_in_windows(
    input: &Input,
    place: Place,
    needles: &[&[u8]],
    window_len: u64,
) -> Result<Option<Needle>, FileError> {
    let finders: Vec<Finder<'_>> = needles.iter().map(Finder::new).collect();
    let longest = needles.iter().map(|needle| length(needle)).max().unwrap_or(0);
    let mut ofs = place.ofs;
    while !finders.is_empty() && ofs < place.end() {
        // Each window shows the start of the next one too, so that a needle across the edge is seen whole.
        let len = window_len.saturating_add(longest).min(place.end().saturating_sub(ofs));
        let window = input.window(ofs, len)?;
        let found = finders.iter().enumerate().filter_map(|(index, finder)| {
            let at = u64::try_from(finder.find(&window)?).ok()?;
            let offset = ofs.saturating_add(at);
            Some(Needle { index, offset })
        });
        if let Some(first) = found.min_by_key(|needle| needle.offset) {
            return Ok(Some(first));
        }
        ofs = ofs.saturating_add(window_len);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_needle_across_the_edge_of_a_window_is_found() {
        for at in 0..30_usize {
            let mut bytes = std::vec![b'.'; 40];
            bytes[at..at + 4].copy_from_slice(b"MARK");
            let input = Input::from_bytes("in", bytes);
            let found = find_in_windows(&input, input.whole(), &[b"none", b"MARK"], 8).unwrap();
            assert_eq!(
                found,
                Some(Needle {
                    index: 1,
                    offset: at as u64
                })
            );
        }
    }

    proptest! {
        #[test]
        fn the_first_one_is_found_wherever_it_stands(bytes in proptest::collection::vec(0..3_u8, 0..200), from in 0..20_usize, window in 1..9_u64) {
            let input = Input::from_bytes("in", bytes.clone());
            let ofs = from as u64;
            let place = Place { ofs, len: input.len().saturating_sub(ofs) };
            let needles: [&[u8]; 2] = [&[0, 1, 0], &[2, 2, 2, 1]];
            let found = find_in_windows(&input, place, &needles, window).unwrap();
            let tail = bytes.get(from..).unwrap_or_default();
            let expected = (0..tail.len()).find(|&at| needles.iter().any(|needle| tail[at..].starts_with(needle)));
            prop_assert_eq!(found.map(|needle| needle.offset), expected.map(|at| at.saturating_add(from) as u64));
        }
    }
}
