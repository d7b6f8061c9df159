//! Compressing and decompressing, seen from outside.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod damage;
mod round_trips;

use std::io::Write;
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Digest, Method};

use super::compress;
use crate::codec::{CompressedStream, CompressionSettings};
use crate::file_error::{Cause, FileError};
use crate::input::Input;

/// A header of this many bytes is before compressed bytes; the fields are at these places.
const HEADER: u64 = 100;
const LEN_AT: u64 = 10;
const UNPACKED_LEN_AT: u64 = 20;
const DIGEST_AT: u64 = 30;

/// Compresses `bytes`, fed `step` at a time.
fn compressed(codec: Codec, level: Option<i32>, bytes: &[u8], step: usize) -> (CompressedInfo, Vec<u8>) {
    let settings =
        CompressionSettings { codec, level, threads: None, decompressed_len: Some(length(bytes)), apart: None };
    let mut feed = |out: &mut dyn Write| {
        let mut pieces = bytes.chunks(step.max(1));
        pieces
            .try_for_each(|piece| out.write_all(piece))
            .map_err(|error| FileError::new("feed", error))
    };
    let mut stream = Vec::new();
    let info = compress(&mut feed, &settings, &mut stream, &"out".into()).unwrap();
    (info, stream)
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    stream_of(Codec::Zstd, bytes)
}

fn stream_of(codec: Codec, bytes: &[u8]) -> Vec<u8> {
    compressed(codec, None, bytes, 1 << 20).1
}

fn md5(bytes: &[u8]) -> Digest {
    use md5::Digest as _;
    Digest(md5::Md5::digest(bytes).into())
}

/// What a header would say of `stream`, if it holds `bytes`.
fn said(stream: &[u8], bytes: &[u8]) -> CompressedInfo {
    CompressedInfo { len: length(stream), decompressed_len: length(bytes), digest: md5(bytes) }
}

fn declared(codec: Codec, info: &CompressedInfo) -> CompressedStream {
    let value = |value, offset, path: &'static [&'static str]| DeclaredValue { value, offset, path };
    CompressedStream {
        method: Method { name: "method", number: 1, codec },
        place: Place { ofs: HEADER, len: info.len },
        open_ended: false,
        len: Some(value(HEADER + info.len, LEN_AT, &["len"])),
        header_len: HEADER,
        decompressed_len: value(info.decompressed_len, UNPACKED_LEN_AT, &["unpacked_len"]),
        digest: Some(value(info.digest.leading(), DIGEST_AT, &["digest"])),
        front: Arc::default(),
        verify: true,
        data_path: &["data"],
    }
}

/// The header, which is not read, and then `stream`.
fn outer(stream: &[u8]) -> Arc<Input> {
    let header = vec![b'h'; usize::try_from(HEADER).unwrap()];
    Arc::new(Input::from_bytes("outer", [&header, stream].concat()))
}

fn decompressed(stream: &[u8], declared: CompressedStream) -> Input {
    super::open_compressed("inner", outer(stream), declared)
}

fn all(input: &Input) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    crate::output::file::copy(input, input.whole(), &mut bytes, &"out".into(), &mut ())?;
    Ok(bytes)
}

/// Everything that can be found out: the bytes, once all declared values are known to be right.
fn checked(input: &Input) -> Result<Vec<u8>, String> {
    let bytes = all(input).map_err(as_text)?;
    input.verify().map_err(as_text)?;
    Ok(bytes)
}

/// The code, the place and the path of an error.
fn as_text(error: FileError) -> String {
    assert_eq!(error.file, "outer");
    match error.cause {
        Cause::Damaged(error) => format!("{} {} {}", error.problem.code(), error.offset, error.path),
        Cause::System(error) => format!("{error}"),
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
