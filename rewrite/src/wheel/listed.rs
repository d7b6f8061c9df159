//! Lists of the files of a package, with digests.

use offload_bundle::input::Input;
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;
use sha2::Digest;
use sha2::digest::Output;

/// In bytes, enough for half a million files.
const MOST: u64 = 64 << 20;

pub(crate) fn list(input: &Input, place: Place) -> Result<Vec<u8>, Error> {
    match place.len > MOST {
        true => {
            let why = format!(
                "the list of files exceeds {MOST} bytes: it has {}; unpack the package and change its files",
                place.len
            );
            Err(Error::Package { file: input.name().clone(), refusal: Refusal::new("long-list", why) })
        }
        false => Ok(input.window(place.ofs, place.len)?.into_vec()),
    }
}

pub(crate) fn digest<D: Digest>(input: &Input) -> Result<Output<D>, Error> {
    let mut hasher = D::new();
    input.pieces(input.full_range(), &mut |piece| {
        hasher.update(piece);
        Ok(())
    })?;
    Ok(hasher.finalize())
}
