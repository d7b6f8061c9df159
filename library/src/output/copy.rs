//! Copies a range of an input, a piece at a time.

use std::io::Write;

use offload_bundle_core::bytes::{Place, length};

use crate::file_error::FileError;
use crate::file_name::FileName;
use crate::input::Input;
use crate::progress::Progress;

/// Writes the bytes at `place` of `input` to `out`, which is called `name` in errors.
pub(crate) fn copy(
    input: &Input,
    place: Place,
    out: &mut dyn Write,
    name: &FileName,
    progress: &mut dyn Progress,
) -> Result<(), FileError> {
    input.pieces(place, &mut |bytes| {
        out.write_all(bytes).map_err(|error| FileError::new(name, error))?;
        progress.advance(length(bytes));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_many_pieces_is_copied_exactly() {
        let bytes: Vec<u8> = (0..(9_u64 << 20) + 1000)
            .map(|n| u8::try_from(n % 253).unwrap())
            .collect();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&bytes).unwrap();
        let input = Input::open(file.path().to_str().unwrap()).unwrap();
        let place = Place { ofs: 3, len: input.len() - 10 };
        let mut out = Vec::new();
        copy(&input, place, &mut out, &"out".into(), &mut ()).unwrap();
        assert!(out == bytes[3..bytes.len() - 7]);
    }
}
