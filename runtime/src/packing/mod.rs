//! Placeholder until the codecs land.

use crate::files::{FileError, Input};
use crate::wrapper::{Codec, Packed};
use std::io::Write;
use std::vec::Vec;

#[allow(missing_docs, missing_debug_implementations)]
#[derive(Clone, Copy)]
pub struct Compression {
    pub codec: Codec,
    pub level: Option<i32>,
    pub unpacked_len: Option<u64>,
}
#[allow(missing_docs, missing_debug_implementations)]
pub struct Compressed {
    pub packed: Packed,
    pub bytes: Input,
}
#[allow(missing_docs)]
pub fn compress(
    feed: &mut dyn FnMut(&mut dyn Write) -> Result<(), FileError>,
    _settings: &Compression,
) -> Result<Compressed, FileError> {
    let mut bytes = Vec::new();
    feed(&mut bytes)?;
    let len = crate::bytes::length(&bytes);
    Ok(Compressed {
        packed: Packed {
            len,
            unpacked_len: len,
            digest: Default::default(),
        },
        bytes: Input::from_bytes("compressed bytes", bytes),
    })
}
#[allow(missing_docs)]
pub fn checked_level(_codec: Codec, asked: Option<i32>) -> Result<i32, std::string::String> {
    Ok(asked.unwrap_or(3))
}
