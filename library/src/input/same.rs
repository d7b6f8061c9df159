//! Whether ranges of two inputs have the same bytes.

use offload_bundle_core::bytes::Place;

use super::readable::Input;
use super::window::Window;
use crate::file_error::FileError;

/// How much is compared at once, in bytes: what both take stays in the cache of a core.
const STEP: u64 = 256 << 10;

/// Whether the bytes of `one` at `place` are those of `other` from `ofs` on, all of which there are.
///
/// # Errors
/// What the system says; damage in compressed bytes up to there.
pub(crate) fn same_bytes((one, place): (&Input, Place), (other, ofs): (&Input, u64)) -> Result<bool, FileError> {
    let mut done = 0_u64;
    let (mut left, mut right) = (Window::borrowed(&[]), Window::borrowed(&[]));
    while done < place.len {
        let len = STEP.min(place.len.saturating_sub(done));
        left = one.window_after(left, place.ofs.saturating_add(done), len)?;
        right = other.window_after(right, ofs.saturating_add(done), len)?;
        if *left != *right {
            return Ok(false);
        }
        done = done.saturating_add(len);
    }
    Ok(true)
}
