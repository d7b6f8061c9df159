//! Whether ranges of two inputs have the same bytes.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};

use offload_bundle_core::bytes::Place;

use super::source::Input;
use super::window::Window;
use crate::file_error::FileError;
use crate::turns::{in_turns, threads};

/// How much is compared at once, in bytes: what both take stays in the cache of a core.
const STEP: u64 = 256 << 10;
/// What is shorter is compared by one thread.
const LONG: u64 = 1 << 20;

/// Whether the bytes of `one` at `place` are those of `other` from `ofs` on, all of which there are.
///
/// # Errors
/// What the system says; damage in compressed bytes up to there.
pub fn same_bytes((one, place): (&Input, Place), (other, ofs): (&Input, u64)) -> Result<bool, FileError> {
    // What is decompressed comes in order.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file_name::FileName;

    #[test]
    fn one_byte_that_differs_is_seen_wherever_it_is_in_long_ranges() {
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
