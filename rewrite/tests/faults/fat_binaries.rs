//! CUDA fat binaries with a wrong byte, or with entries of other bytes.

use std::fs;
use std::path::Path;

use offload_bundle_core::bytes::Place;

use super::linked_file::{CUBIN, PTX, Shape, fat_binary, image};
use super::{Change, PLAIN, judged, said};

/// A library with fat binaries.
fn library(shape: Shape) -> Vec<u8> {
    let units = [75, 80].map(|first| {
        let images = [(CUBIN, first, 301), (CUBIN, 90, 205), (CUBIN, 86, 64), (PTX, 90, 99)];
        fat_binary(&images.map(|(kind, arch, len)| image(kind, arch, len)))
    });
    shape.file(&units).into_cuda().bytes
}

#[test]
fn fat_binary_with_wrong_byte_is_refused() {
    // A compressed cubin and its padding.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../library/tests/cuda/zstd.fatbin");
    let compressed = PLAIN.file(&[fs::read(path).unwrap()]).into_cuda().bytes;
    let phdr = library(Shape { phdr: true, ..PLAIN });
    for (bytes, len) in
        [(library(PLAIN), 16 + 2 * 72 + 208 + 104), (phdr, 16 + 2 * 72 + 208 + 104), (compressed, 16 + 64 + 840)]
    {
        judged(&bytes, Change::Pruned, &mut |result, places, verdict| {
            for place in places {
                assert_eq!(place.len, len);
                for at in place.ofs..place.end() {
                    let mut wrong = result.to_vec();
                    wrong[usize::try_from(at).unwrap()] ^= 0x10;
                    assert!(verdict(wrong).is_err(), "byte {at:#x} of {place:?}");
                }
            }
        });
    }
}

/// The check compares headers and padding, which no reader needs.
#[test]
fn other_bytes_between_images_are_refused() {
    let at = |places: &[Place], skip: u64| usize::try_from(places[1].ofs + skip).unwrap();
    // The identifier of the first entry, and a flag of the second.
    for skip in [16 + 64, 16 + 72 + 208 + 40] {
        let told = said(&library(PLAIN), Change::Pruned, &|bytes, places| {
            bytes[at(places, skip)] ^= 4
        });
        assert!(
            told.contains("bundle 1 has other bytes between its code objects"),
            "{told}"
        );
    }
}
