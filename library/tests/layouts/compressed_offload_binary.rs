//! The header of compressed offload binaries, byte by byte. LLVM, `Object/OffloadBinary.cpp`: the header of version 3
//! with the compressed length, then the stream.

// A failing test panics.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::describe;
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Digest, Envelope};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::compressed_offload_binary;

const ENVELOPE: &dyn Envelope = &compressed_offload_binary::ENVELOPE;

/// A binary of 0x0403 bytes with 0x0201 entries, compressed to 9 bytes.
fn sample(stream: &[u8; 9]) -> Vec<u8> {
    let mut bytes = b"\x10\xff\x10\xad\x03\0\0\0".to_vec();
    for number in [49_u64, 40, 0x0201, 0x0403] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(stream);
    bytes.resize(56, 0);
    bytes
}

const ZSTD: &[u8; 9] = b"\x28\xb5\x2f\xfd12345";

#[test]
fn header_fields_are_read() {
    for (stream, codec) in [(ZSTD, Codec::Zstd), (b"\x78\x9c1234567", Codec::Zlib)] {
        let found = ENVELOPE.read(Bytes::new(&sample(stream)).at_origin(4096)).unwrap();
        assert_eq!((found.version, found.method.as_ref().unwrap().codec), (Some(3), codec));
        assert_eq!(
            (found.place, found.data_path),
            (Ok(Place { ofs: 4136, len: 9 }), &["body", "data"][..])
        );
        let of = |declared: &DeclaredValue| (declared.value, declared.offset - 4096, declared.path);
        assert_eq!(of(found.len.as_ref().unwrap()), (49, 8, &["body", "len_file"][..]));
        assert_eq!(
            of(&found.decompressed_len),
            (0x0403, 32, &["body", "len_uncompressed"][..])
        );
        assert_eq!(found.digest, None);
        // The decompressed header has its own length and no compression.
        let mut front = sample(ZSTD)[..40].to_vec();
        front[8..16].copy_from_slice(&0x0403_u64.to_le_bytes());
        front[32..40].fill(0);
        assert_eq!(found.front, front);
    }
}

#[test]
fn header_derives_from_the_plain_header() {
    let found = ENVELOPE.read(Bytes::new(&sample(ZSTD))).unwrap();
    let info = CompressedInfo { len: 9, decompressed_len: 0x0403, digest: Digest([0; 16]) };
    let plan = ENVELOPE
        .plan(Some(3), &ENVELOPE.methods()[0], &info, &found.front)
        .unwrap();
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Fill { fill, len } => bytes.resize(bytes.len() + *len as usize, *fill),
            Piece::Content { .. } => bytes.extend(ZSTD),
        }
    }
    assert_eq!(bytes, sample(ZSTD));
    let error = ENVELOPE
        .plan(Some(2), &ENVELOPE.methods()[0], &info, &found.front)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "version: could not be read back: expected one of 3, found 2"
    );
}

#[test]
fn envelope_is_recognised_by_version_and_length() {
    let whole = sample(ZSTD);
    assert!(ENVELOPE.recognises(&whole[..40]) && !ENVELOPE.recognises(&whole[..39]));
    // Another version, uncompressed, too short, another magic.
    for (at, byte) in [(4, 2), (4, 4), (33, 0), (0, 0x11), (1, 0), (2, 0), (3, 0)] {
        let mut other = whole.clone();
        other[at] = byte;
        if at == 33 {
            other[32] = 39;
            assert!(!ENVELOPE.recognises(&other));
            other[32] = 40;
            assert!(ENVELOPE.recognises(&other));
            continue;
        }
        assert!(!ENVELOPE.recognises(&other), "{byte} at {at}");
    }
    let names = ENVELOPE.methods().iter().map(|method| (method.name, method.codec));
    assert_eq!(
        names.collect::<Vec<_>>(),
        [("zstd", Codec::Zstd), ("zlib", Codec::Zlib)]
    );
    assert_eq!(
        (ENVELOPE.holds(), ENVELOPE.front_len(), ENVELOPE.padding()),
        (Some("offload_binary"), 40, Some(0))
    );
    assert_eq!((ENVELOPE.versions(), ENVELOPE.default_version()), (&[3][..], Some(3)));
}

#[test]
fn wrong_numbers_are_reported_with_field() {
    let magic = r#"at byte 0x0 (magic): expected "\x10\xff\x10\xad", found "\x00\x00\x00\x00""#;
    let range = "`len_file - 40` is not between 0 and 2^64 - 1";
    let runs = "runs past the end of the file: expected at most 16 bytes, found 17";
    let least = "expected 40 to 18446744073709551615, found 39";
    for (at, number, told) in [
        (0, 0, magic.to_owned()),
        (4, 2, "at byte 0x4 (version): expected one of 3, found 2".to_owned()),
        (8, 39, format!("at byte 0x8 (body.len_file): {range}")),
        (8, 40, String::new()),
        (8, 57, format!("at byte 0x8 (body.len_file): {runs}")),
        (32, 39, format!("at byte 0x20 (body.len_uncompressed): {least}")),
        (32, 40, String::new()),
    ] {
        let mut bytes = sample(ZSTD);
        bytes[at..at + 8].copy_from_slice(&u64::to_le_bytes(number));
        let found = ENVELOPE.read(Bytes::new(&bytes));
        let said = match found {
            Err(Stop::Failed(error)) => error.to_string(),
            Err(Stop::NeedMore { upto }) => format!("{upto} bytes are wanted"),
            Ok(found) => found
                .place
                .err()
                .or(found.method.err())
                .map_or(String::new(), |error| error.to_string()),
        };
        assert_eq!(said, told, "{number} at {at}");
    }
}

#[test]
fn fields_are_shown_with_offsets() {
    let file = sample(ZSTD);
    let rows = describe::rows(|to| ENVELOPE.describe(Bytes::new(&file), to)).unwrap();
    let rows = rows
        .iter()
        .map(|row| (row.path.as_str(), row.offset, row.len, row.value.as_str()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            ("magic", 0, 4, r#""\x10\xff\x10\xad""#),
            ("version", 4, 4, "3"),
            ("body.len_file", 8, 8, "49"),
            ("body.ofs_entries", 16, 8, "40"),
            ("body.num_entries", 24, 8, "513"),
            ("body.len_uncompressed", 32, 8, "1027"),
            ("body.data", 40, 9, "9 bytes"),
        ]
    );
}

/// A Zstandard frame begins with four known bytes; anything else is a zlib stream.
#[test]
fn zstandard_is_recognised_by_four_bytes() {
    for at in 0..4 {
        let mut stream = *ZSTD;
        stream[at] += 1;
        let found = ENVELOPE.read(Bytes::new(&sample(&stream))).unwrap();
        assert_eq!(found.method.unwrap().codec, Codec::Zlib, "{at}");
    }
}
