//! Whether bytes of an input are all zero.

use offload_bundle_core::bytes::{Place, length};

use super::source::Input;
use crate::file_error::FileError;

/// The offset of the first byte of `input` at `place` that is not zero, if one is not.
///
/// # Errors
/// What the system says; damage in compressed bytes up to there.
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
