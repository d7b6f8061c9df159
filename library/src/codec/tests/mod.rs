//! Compression and decompression through the public interface of the module.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

mod damage;

use std::io::{self, Write};
use std::sync::{Arc, LazyLock};

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Digest, Method};
use offload_bundle_testing::again;
use proptest::prelude::*;

use super::compress;
use crate::codec::compress::{Encoder, threads_on};
use crate::codec::{CompressedStream, CompressionSettings, levels};
use crate::file_error::{Cause, FileError};
use crate::input::Input;

/// Length of a header before compressed bytes, and offsets of its fields.
const HEADER: u64 = 100;
const LEN_AT: u64 = 10;
const UNPACKED_LEN_AT: u64 = 20;
const DIGEST_AT: u64 = 30;

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

/// The declarations of a header for `stream` with the content `bytes`.
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

/// An unread header, followed by `stream`.
fn outer(stream: &[u8]) -> Arc<Input> {
    let header = vec![b'h'; usize::try_from(HEADER).unwrap()];
    Arc::new(Input::from_bytes("outer", [&header, stream].concat()))
}

fn decompressed(stream: &[u8], declared: CompressedStream) -> Input {
    super::open_compressed("inner", outer(stream), declared)
}

fn all(input: &Input) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    crate::output::file::copy(input, input.full_range(), &mut bytes, &"out".into(), &mut ())?;
    Ok(bytes)
}

/// All bytes, with all declarations verified.
fn checked(input: &Input) -> Result<Vec<u8>, String> {
    let bytes = all(input).map_err(as_text)?;
    input.verify().map_err(as_text)?;
    Ok(bytes)
}

fn as_text(error: FileError) -> String {
    assert_eq!(error.file, "outer");
    match error.cause {
        Cause::Damaged(error) => format!("{} {} {}", error.problem.code(), error.offset, error.path),
        Cause::System(error) => format!("{error}"),
    }
}

/// Compressible bytes: words from a small vocabulary, the same for the same `seed`.
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

fn any_codec() -> impl Strategy<Value = Codec> {
    prop_oneof![Just(Codec::Zstd), Just(Codec::Zlib)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn round_trip_keeps_bytes(
        codec in any_codec(),
        seed: u64,
        len in prop_oneof![0..200_usize, 0..300_000_usize],
        step in 1..100_000_usize,
        level in -7..=9_i32,
    ) {
        let level = level.max(*levels(codec).start());
        let bytes = words(seed, len);
        let (info, stream) = compressed(codec, Some(level), &bytes, step);
        prop_assert_eq!(info, said(&stream, &bytes));
        let input = decompressed(&stream, declared(codec, &info));
        prop_assert_eq!(input.len(), length(&bytes));
        prop_assert!(checked(&input).unwrap() == bytes);
        prop_assert_eq!(input.compressed_len().unwrap(), Some(info.len));
    }

    #[test]
    fn windows_in_any_order_show_bytes(
        codec in any_codec(),
        looks in proptest::collection::vec((0..7_000_000_u64, prop_oneof![0..5_000_u64, 0..3_000_000_u64]), 1..8),
    ) {
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| words(1, 6_500_000));
        static STREAMS: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [Codec::Zstd, Codec::Zlib].map(|codec| stream_of(codec, &BYTES)));
        let (bytes, [zstd, zlib]) = (&*BYTES, &*STREAMS);
        let stream = if codec == Codec::Zstd { zstd } else { zlib };
        let input = decompressed(stream, declared(codec, &said(stream, bytes)));
        for (ofs, len) in looks {
            let from = usize::try_from(ofs).unwrap().min(bytes.len());
            let end = (from + usize::try_from(len).unwrap()).min(bytes.len());
            prop_assert!(*input.window(ofs, len).unwrap() == bytes[from..end]);
        }
        prop_assert_eq!(input.verify().map_err(as_text), Ok(()));
    }
}

#[test]
fn level_outside_range_is_named() {
    let settings =
        CompressionSettings { codec: Codec::Zstd, level: Some(99), threads: None, decompressed_len: None, apart: None };
    let error = compress(&mut |_| Ok(()), &settings, &mut Vec::new(), &"out".into()).unwrap_err();
    assert_eq!(
        format!("{error}"),
        "compression level: expected a level from -131072 to 22, found 99"
    );
}

#[test]
fn window_may_exceed_kept_bytes() {
    let bytes = words(2, 9 << 20);
    let stream = zstd(&bytes);
    let input = decompressed(&stream, declared(Codec::Zstd, &said(&stream, &bytes)));
    assert!(*input.window(1, 8 << 20).unwrap() == bytes[1..=8 << 20]);
    assert!(*input.window(0, 8 << 20).unwrap() == bytes[..8 << 20]);
}

#[test]
fn output_does_not_depend_on_threads() {
    // More than two jobs; similar over long distances, and different over short ones.
    let mut bytes = words(30, 10 << 20).repeat(8);
    for at in (0..bytes.len()).step_by(5003) {
        bytes[at] = (at >> 7).to_le_bytes()[0];
    }
    let with = |workers| {
        let mut out = Vec::new();
        let mut encoder = Encoder::with_workers(Codec::Zstd, 3, Some(length(&bytes)), workers).unwrap();
        for piece in bytes.chunks(1 << 20) {
            encoder.feed(piece, &mut out).unwrap();
        }
        encoder.finish(&mut out).unwrap();
        out
    };
    let one = with(1);
    assert!(one == with(2) && one == with(3));
}

#[test]
fn many_cores_take_no_more_memory() {
    assert_eq!([0, 1, 2, 4, 8, 1000].map(threads_on), [1, 1, 2, 4, 4, 4]);
}

#[test]
fn compression_works_without_known_length() {
    let bytes = words(31, 100_000);
    for (decompressed_len, fits) in [(None, true), (Some(100_000), true), (Some(99_999), false), (Some(1 << 40), false)]
    {
        let settings =
            CompressionSettings { codec: Codec::Zstd, level: None, threads: None, decompressed_len, apart: None };
        let mut feed = |out: &mut dyn Write| out.write_all(&bytes).map_err(|error| FileError::new("feed", error));
        let mut stream = Vec::new();
        let info = compress(&mut feed, &settings, &mut stream, &"out".into());
        assert_eq!(info.is_ok(), fits);
        if let Ok(info) = info {
            assert!(checked(&decompressed(&stream, declared(Codec::Zstd, &info))).unwrap() == bytes);
        }
    }
}

#[test]
fn several_threads_may_read_at_once() {
    fn can_be_shared<T: Send + Sync>(shared: &T) -> &T {
        shared
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in");
    let bytes = words(33, 5_000_000);
    let stream = zstd(&bytes);
    std::fs::write(&path, [&[0; 100][..], &stream].concat()).unwrap();
    let outer = Arc::new(Input::open(path.to_str().unwrap()).unwrap());
    let input = crate::codec::open_compressed("inner", outer, declared(Codec::Zstd, &said(&stream, &bytes)));
    std::thread::scope(|scope| {
        for from in [0_usize, 1_000_000, 4_000_000] {
            let (input, bytes) = (can_be_shared(&input), &bytes);
            scope.spawn(move || {
                for step in 0..10 {
                    let from = from + step * 90_000;
                    let window = input.window(u64::try_from(from).unwrap(), 90_000).unwrap();
                    assert!(*window == bytes[from..from + 90_000]);
                }
            });
        }
    });
    input.verify().unwrap();
}

/// Runs `what` in a process with 256 MiB of address space.
#[cfg(target_os = "linux")]
fn with_little_memory(what: impl FnOnce()) {
    again::after("export RUST_BACKTRACE=0 && ulimit -v 262144", what);
}

#[test]
#[cfg(target_os = "linux")]
fn window_beyond_memory_is_an_error() {
    with_little_memory(|| {
        // A frame with the largest window, 2^31 bytes: the machine lacks the memory, but the file is sound. And a frame
        // with a larger window, which is invalid. Both have one block of a repeated byte.
        for (window_log, kind, why) in [
            (
                31_u8,
                Some(io::ErrorKind::OutOfMemory),
                "decompressing needs a window of 2147483648 bytes, and so much memory is not to be had",
            ),
            (
                41,
                None,
                "at byte 0x64 (data): decompression needs a window of 2199023255552 bytes, but the limit is 2147483648 bytes",
            ),
        ] {
            let stream = [&b"\x28\xb5\x2f\xfd\x00"[..], &[(window_log - 10) << 3], b"\x03\x20\x00", b"a"].concat();
            let input = decompressed(&stream, declared(Codec::Zstd, &said(&stream, &[b'a'; 1024])));
            let error = input.verify().unwrap_err();
            assert_eq!((error.kind(), error.to_string()), (kind, format!("outer: {why}")));
        }
        // The same with a true window.
        let stream = b"\x28\xb5\x2f\xfd\x00\x00\x03\x20\x00a";
        let input = decompressed(stream, declared(Codec::Zstd, &said(stream, &[b'a'; 1024])));
        assert_eq!(checked(&input), Ok(vec![b'a'; 1024]));
    });
}

#[test]
#[cfg(target_os = "linux")]
fn huge_declared_length_takes_no_memory() {
    with_little_memory(|| {
        for codec in [Codec::Zstd, Codec::Zlib] {
            let bytes = words(34, 10_000);
            let stream = stream_of(codec, &bytes);
            for len in [1 << 32, 1 << 63, u64::MAX] {
                let mut declared = declared(codec, &said(&stream, &bytes));
                declared.decompressed_len.value = len;
                let input = decompressed(&stream, declared);
                assert!(*input.window(0, 5000).unwrap() == bytes[..5000]);
                assert_eq!(input.verify().map_err(as_text), Err("disagrees 20 unpacked_len".into()));
            }
        }
    });
}

#[test]
#[cfg(target_os = "linux")]
fn compression_without_thread_memory_uses_none() {
    with_little_memory(|| {
        // The stacks of so many threads exceed the memory.
        let bytes = words(35, 3_000_000);
        let mut out = Vec::new();
        let mut encoder = Encoder::with_workers(Codec::Zstd, 3, Some(length(&bytes)), 200).unwrap();
        encoder.feed(&bytes, &mut out).unwrap();
        encoder.finish(&mut out).unwrap();
        assert!(encoder.workers() == Some(0));
        assert!(checked(&decompressed(&out, declared(Codec::Zstd, &said(&out, &bytes)))).unwrap() == bytes);
    });
}
