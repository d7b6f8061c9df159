//! Compressing and decompressing, seen from outside.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod damage;
mod limits;
mod outputs;
mod round_trips;

use std::{io::Write, string::String, sync::Arc, vec::Vec};

use super::{Compressed, Compression, Packing, compress};
use crate::bytes::{Place, length};
use crate::files::{Cause, FileError, Input};
use crate::wrapper::{Codec, Digest, Method, Packed, Promise};

/// A header of this many bytes stands before compressed bytes; the fields are at these places.
const HEADER: u64 = 100;
const LEN_AT: u64 = 10;
const UNPACKED_LEN_AT: u64 = 20;
const DIGEST_AT: u64 = 30;

/// Compresses `bytes`, fed `step` at a time.
fn packed(codec: Codec, level: Option<i32>, bytes: &[u8], step: usize) -> Compressed {
    let settings = Compression { codec, level, unpacked_len: Some(length(bytes)) };
    let mut feed = |out: &mut dyn Write| {
        let mut pieces = bytes.chunks(step.max(1));
        pieces
            .try_for_each(|piece| out.write_all(piece))
            .map_err(|error| FileError::new("feed", error))
    };
    compress(&mut feed, &settings).unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    stream_of(Codec::Zstd, bytes)
}

fn stream_of(codec: Codec, bytes: &[u8]) -> Vec<u8> {
    let compressed = packed(codec, None, bytes, 1 << 20);
    compressed.bytes.window(0, u64::MAX).unwrap().to_vec()
}

fn md5(bytes: &[u8]) -> Digest {
    use md5::Digest as _;
    Digest(md5::Md5::digest(bytes).into())
}

/// What a header would say of `stream`, if it holds `bytes`.
fn said(stream: &[u8], bytes: &[u8]) -> Packed {
    Packed { len: length(stream), unpacked_len: length(bytes), digest: md5(bytes) }
}

fn packing(codec: Codec, packed: &Packed) -> Packing {
    let promise = |value, offset, path: &'static str| Promise { value, offset, path };
    Packing {
        method: Method { name: "method", number: 1, codec },
        place: Place { ofs: HEADER, len: packed.len },
        open_ended: false,
        len: Some(promise(HEADER + packed.len, LEN_AT, "len")),
        header_len: HEADER,
        unpacked_len: promise(packed.unpacked_len, UNPACKED_LEN_AT, "unpacked_len"),
        digest: promise(packed.digest.leading(), DIGEST_AT, "digest"),
        verify: true,
        data_path: "data".into(),
    }
}

/// The header, which nobody reads, and then `stream`.
fn outer(stream: &[u8]) -> Arc<Input> {
    let header = std::vec![b'h'; usize::try_from(HEADER).unwrap()];
    Arc::new(Input::from_bytes("outer", [&header, stream].concat()))
}

fn unpacked(stream: &[u8], packing: Packing) -> Input {
    Input::unpacked("inner", outer(stream), packing)
}

fn all(input: &Input) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    crate::files::copy(input, input.whole(), &mut bytes, "out", &mut ())?;
    Ok(bytes)
}

/// Everything that can be found out: the bytes, once all promises are known to be kept.
fn checked(input: &Input) -> Result<Vec<u8>, String> {
    let bytes = all(input).map_err(told)?;
    input.settle().map_err(told)?;
    Ok(bytes)
}

/// The code, the place and the path of an error.
fn told(error: FileError) -> String {
    assert_eq!(error.file, "outer");
    match error.cause {
        Cause::Damaged(error) => std::format!("{} {} {}", error.problem.code(), error.offset, error.path()),
        Cause::System(error) => std::format!("{error}"),
    }
}

/// Bytes that can be compressed, but not away: words from a small vocabulary, the same ones for the same `seed`.
fn words(seed: u64, len: usize) -> Vec<u8> {
    let mut state = seed | 1;
    let mut bytes = Vec::with_capacity(len + 64);
    while bytes.len() < len {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let word = (state >> 53).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bytes.extend_from_slice(&word.to_le_bytes());
        if word.is_multiple_of(5) {
            bytes.extend_from_slice(&state.to_be_bytes()[..2]);
        }
    }
    bytes.truncate(len);
    bytes
}
