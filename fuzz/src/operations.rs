//! Properties of binary formats in operations.

use offload_bundle::{ImageLengthError, image_length as length_of};
use offload_bundle_core::testing::{Face, Typed};

use crate::{containers, envelopes};

pub fn operations(bytes: &[u8], format: &Typed) {
    match format.face {
        Face::Plain => {}
        Face::Container(container) => containers::container(bytes, container),
        Face::Envelope(envelope) => envelopes::envelope(bytes, envelope),
    }
}

/// More bytes never change a length, and a reader that asks for more has not seen them.
pub fn image_length(bytes: &[u8]) {
    let whole = length_of(bytes);
    for end in [bytes.len() / 2, bytes.len().saturating_sub(1), bytes.len().min(64)] {
        match length_of(&bytes[..end]) {
            Err(ImageLengthError::NeedsMore { len }) => assert!(len > end as u64, "{len} bytes after {end}"),
            Ok(length) => assert_eq!(whole, Ok(length), "the length changes after {end} bytes"),
            Err(_) => {}
        }
    }
}
