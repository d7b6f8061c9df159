//! The header of compressed bundles, byte by byte.

// A failing test panics.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::envelope::{Codec, CompressedInfo, DeclaredValue, Digest, Envelope, EnvelopeHeader, Method};
use offload_bundle_core::error::{Problem, ReadError, Stop};
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::ccob::{Body, Ccob, ENVELOPE};

/// The first bytes of a file of 157 bytes from release 19, with a bundle of 151 bytes.
const WRITTEN: &[u8] = b"CCOB\x02\0\x01\0\x9d\0\0\0\x97\0\0\0\x5a\x10\x11\xe4\x79\x0b\x2c\x84\x28\xb5\x2f\xfd";

/// An offset of the wrapper in the input, which separates the two bases of offsets.
const ORIGIN: u64 = 4096;

fn read(window: &[u8], len: u64) -> Result<EnvelopeHeader, ReadError> {
    let read = ENVELOPE.read(Bytes::windowed(window, len).at_origin(ORIGIN));
    read.map_err(|stop| match stop {
        Stop::Failed(error) => error,
        Stop::NeedMore { upto } => panic!("{upto} bytes are wanted"),
    })
}

fn with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut header = WRITTEN.to_vec();
    header[at..at + bytes.len()].copy_from_slice(bytes);
    header
}

fn place_of(error: &ReadError) -> (u64, String) {
    (error.offset - ORIGIN, error.path.to_string())
}

fn method(codec: Codec) -> &'static Method {
    let mut methods = ENVELOPE.methods().iter();
    methods.find(|method| method.codec == codec).unwrap()
}

fn packed(len: u64, decompressed_len: u64) -> CompressedInfo {
    let digest = Digest(*b"\x5a\x10\x11\xe4\x79\x0b\x2c\x84the rest");
    CompressedInfo { len, decompressed_len, digest }
}

#[test]
fn common_fields_exist_in_every_version() {
    for version in [1, 2, 3] {
        let file = [planned(version, Codec::Zstd, &packed(4, 100)), b"data".to_vec()].concat();
        let ccob = Ccob::read(Bytes::new(&file)).unwrap();
        let body = ccob.body().unwrap();
        assert_eq!(
            (
                u64::from(ccob.version()),
                body.len_decompressed(),
                body.hash(),
                body.data()
            ),
            (version, 100, 0x842c_0b79_e411_105a, Ok(&b"data"[..]))
        );
        assert_eq!(body.len_file().is_some(), version > 1);
        let cut = Ccob::read(Bytes::windowed(&file[..file.len() - 1], 1000))
            .unwrap()
            .body()
            .and_then(Body::data);
        assert_eq!(cut.unwrap_err().path.to_string(), "data");
    }
}

fn planned(version: u64, codec: Codec, packed: &CompressedInfo) -> Vec<u8> {
    let plan = ENVELOPE.plan(Some(version), method(codec), packed, &[]).unwrap();
    let (last, header) = plan.pieces.split_last().unwrap();
    let content = Piece::Content { slot: 0, len: packed.len };
    assert_eq!(last, &content);
    let header = header.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.as_ref(),
        other => panic!("{other:?}"),
    });
    header.collect::<Vec<_>>().concat()
}

#[test]
fn release_19_header_is_read() {
    let found = read(WRITTEN, 200).unwrap();
    assert_eq!(
        (found.start, found.version, found.end()),
        (ORIGIN, Some(2), Some(ORIGIN + 157))
    );
    assert_eq!(found.method.as_ref().unwrap().codec, Codec::Zstd);
    let place = Place { ofs: ORIGIN + 24, len: 133 };
    assert_eq!((found.place, found.data_path), (Ok(place), &["body", "data"][..]));
    let parts = |declared: &DeclaredValue| (declared.value, declared.offset - ORIGIN, declared.path);
    assert_eq!(parts(found.len.as_ref().unwrap()), (157, 8, &["body", "len_file"][..]));
    assert_eq!(
        parts(&found.decompressed_len),
        (151, 12, &["body", "len_decompressed"][..])
    );
    assert_eq!(
        parts(found.digest.as_ref().unwrap()),
        (0x842c_0b79_e411_105a, 16, &["body", "hash"][..])
    );
    assert_eq!(planned(2, Codec::Zstd, &packed(133, 151)), WRITTEN[..24]);
}

#[test]
fn versions_1_and_3_differ_in_fields() {
    let header = planned(1, Codec::Zlib, &packed(7, 9));
    assert_eq!(header, b"CCOB\x01\0\0\0\x09\0\0\0\x5a\x10\x11\xe4\x79\x0b\x2c\x84");
    let found = read(&header, 27).unwrap();
    let place = Place { ofs: ORIGIN + 20, len: 7 };
    assert_eq!((found.place, found.len), (Ok(place), None));

    let header = planned(3, Codec::Zstd, &packed(7, 1 << 33));
    let wanted = b"CCOB\x03\0\x01\0\x27\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\x5a\x10\x11\xe4\x79\x0b\x2c\x84";
    assert_eq!(header, wanted);
    let found = read(&header, 100).unwrap();
    assert_eq!(
        (found.end(), found.decompressed_len.value),
        (Some(ORIGIN + 39), 1 << 33)
    );
    assert_eq!(ENVELOPE.magic(), Some(&b"CCOB"[..]));
    assert_eq!(ENVELOPE.default_version(), Some(3));
    assert_eq!(ENVELOPE.methods()[0].codec, Codec::Zstd);
}

#[test]
fn unknown_version_error_lists_known_versions() {
    for version in [0_u16, 4, 99, u16::MAX] {
        let error = read(&with(4, &version.to_le_bytes()), 157).unwrap_err();
        assert_eq!(place_of(&error), (4, "version".to_owned()));
        let (found, known) = (u64::from(version), "1, 2, 3");
        assert_eq!(error.problem, Problem::UnknownValue { found, known });
    }
}

#[test]
fn unknown_method_leaves_the_rest_readable() {
    let found = read(&with(6, &[2, 0]), 157).unwrap();
    assert!(found.place.is_ok() && found.decompressed_len.value == 151);
    let error = found.method.unwrap_err();
    assert_eq!(place_of(&error), (6, "method".to_owned()));
    let known = "1 (zstd), 0 (zlib)";
    assert_eq!(error.problem, Problem::UnknownValue { found: 2, known });
}

#[test]
fn size_below_header_is_a_field_error() {
    for len in [0_u32, 1, 23] {
        let error = read(&with(8, &len.to_le_bytes()), 157).unwrap_err();
        assert_eq!(place_of(&error), (8, "body.len_file".to_owned()));
        assert_eq!(error.problem, at_least(24, len.into()));
    }
    let mut header = planned(3, Codec::Zstd, &packed(7, 9));
    for len in [0_u64, 1, 31] {
        header[8..16].copy_from_slice(&len.to_le_bytes());
        let error = read(&header, 157).unwrap_err();
        assert_eq!(place_of(&error), (8, "body.len_file".to_owned()));
        assert_eq!(error.problem, at_least(32, len));
    }
    header[8..16].copy_from_slice(&32_u64.to_le_bytes());
    assert_eq!(read(&header, 157).unwrap().place.map(|place| place.len), Ok(0));
    let found = read(&with(8, &24_u32.to_le_bytes()), 157).unwrap();
    assert_eq!(found.place.map(|place| place.len), Ok(0));
}

#[test]
fn size_beyond_end_leaves_fields_readable() {
    let found = read(WRITTEN, 156).unwrap();
    assert_eq!((found.decompressed_len.value, found.end()), (151, Some(ORIGIN + 157)));
    let error = found.place.unwrap_err();
    assert_eq!(place_of(&error), (8, "body.len_file".to_owned()));
    let (ofs, len, have) = (24, 133, 156);
    assert_eq!(error.problem, Problem::OutOfBounds { ofs, len, have });

    let mut huge = planned(3, Codec::Zstd, &packed(0, 0));
    huge[8..16].copy_from_slice(&u64::MAX.to_le_bytes());
    let found = read(&huge, 157).unwrap();
    assert_eq!(
        place_of(&found.place.clone().unwrap_err()),
        (8, "body.len_file".to_owned())
    );
    assert_eq!(found.end(), Some(u64::MAX));
}

#[test]
fn oversize_error_names_its_field() {
    let told = |version, packed: &CompressedInfo| {
        ENVELOPE
            .plan(Some(version), method(Codec::Zstd), packed, &[])
            .unwrap_err()
            .to_string()
    };
    let most = u64::from(u32::MAX);
    let too_large = "4294967296 does not fit its field, which takes at most 4294967295";
    assert_eq!(
        told(1, &packed(5, most + 1)),
        format!("body.len_decompressed: {too_large}")
    );
    assert_eq!(
        told(2, &packed(5, most + 1)),
        format!("body.len_decompressed: {too_large}")
    );
    assert_eq!(told(2, &packed(most - 23, 5)), format!("body.len_file: {too_large}"));
    assert!(
        ENVELOPE
            .plan(Some(2), method(Codec::Zstd), &packed(most - 24, most), &[])
            .is_ok()
    );
    assert!(
        ENVELOPE
            .plan(Some(3), method(Codec::Zstd), &packed(most, most + 1), &[])
            .is_ok()
    );
    assert!(told(3, &packed(u64::MAX, 5)).starts_with("body.len_file: "));
    assert!(told(4, &packed(5, 5)).contains("expected one of 1, 2, 3, found 4"));
}

fn at_least(min: u64, found: u64) -> Problem {
    let max = if min == 24 { u32::MAX.into() } else { u64::MAX };
    Problem::OutOfRange { found, min, max }
}

/// Clang Offload Bundler, "Compressed Offload Bundle Format", names the fields; there may be zeros between two
/// compressed bundles.
#[test]
fn versions_name_their_fields() {
    for (version, digest_at, size) in [(1_u64, 12, None), (2, 16, Some(8)), (3, 24, Some(8))] {
        let file = planned(version, Codec::Zstd, &packed(0, 9));
        let found = read(&file, 157).unwrap();
        let (len, digest) = (found.len, found.digest.unwrap());
        assert_eq!(
            len.as_ref().map(|len| (len.offset - ORIGIN, len.path)),
            size.map(|at| (at, &["body", "len_file"][..]))
        );
        assert_eq!(found.decompressed_len.path, ["body", "len_decompressed"]);
        assert_eq!(
            (digest.offset - ORIGIN, digest.path),
            (digest_at, &["body", "hash"][..])
        );
    }
    let error = read(b"CCO", 3).unwrap_err();
    assert_eq!(place_of(&error), (0, "magic".to_owned()));
    assert_eq!(ENVELOPE.padding(), Some(0));
}
