//! Compressed containers whose first bytes are uncompressed, and cannot become the header that would be written: they stay as they are.

use crate::request::CompressionRequest;
use crate::{Error, Image, OffloadBinaryBuilder, compress, decompress};

/// How long the header is, in bytes.
const HEADER: usize = 40;
/// How far the entries are behind the place where they are written.
const GAP: u64 = 8;

/// Adds `more` to the number of 8 bytes at `at`.
fn add(bytes: &mut [u8], at: usize, more: u64) {
    let (number, _) = bytes[at..].split_first_chunk_mut().unwrap();
    *number = u64::from_le_bytes(*number).saturating_add(more).to_le_bytes();
}

/// A sound container with a gap behind its header, which no writer makes.
fn with_a_gap() -> Vec<u8> {
    let plain = OffloadBinaryBuilder::new()
        .version(3)
        .image(Image::new(b"image"))
        .to_bytes()
        .unwrap();
    let (header, rest) = plain.split_at(HEADER);
    let mut bytes = [header, &[0; 8], rest].concat();
    // The length of the file and the offset of the entries; in the entry those of its strings and its image.
    for at in [8, 16, 56, 72] {
        add(&mut bytes, at, GAP);
    }
    bytes
}

#[test]
fn a_header_that_would_come_back_otherwise_is_refused() {
    let plain = with_a_gap();
    assert_eq!(decompress(&plain).unwrap(), plain);
    let stream = zstd::bulk::compress(&plain[HEADER..], 3).unwrap();
    let mut packed = [&plain[..HEADER], &stream].concat();
    let sizes = [(8, packed.len()), (32, plain.len())];
    for (at, size) in sizes {
        packed[at..][..8].fill(0);
        add(&mut packed, at, u64::try_from(size).unwrap());
    }
    assert_eq!(decompress(&packed).unwrap(), plain);
    // Compressed anew, and with the compressed bytes as they are.
    for bytes in [&plain, &packed] {
        let error = compress(bytes, &CompressionRequest::default()).unwrap_err();
        assert!(matches!(error, Error::Write { .. }), "{error}");
        assert!(error.to_string().contains("would not come back"), "{error}");
    }
}
