//! Damaged compressed bundles: truncated, flipped bits, false headers, other contents.

use crate::support::program::{run, told};
use offload_bundle_testing::compressed::{Fields, Header};

use crate::judge::Bench;
use crate::packed::{DEVICE, METHODS, Packed, VERSIONS, ZLIB, ZSTD, bundle, compress, small};

fn with(bytes: &[u8], at: usize, width: usize, number: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
    bytes
}

/// Edge values for a field of `width` bytes with the value `truth`.
fn edges(width: usize, truth: u64) -> Vec<u64> {
    let max = u64::MAX >> (64 - 8 * width);
    let mut numbers = vec![
        0,
        1,
        2,
        truth.wrapping_sub(1) & max,
        truth.wrapping_add(1) & max,
        truth.wrapping_mul(2) & max,
        max / 2,
        max / 2 + 1,
        max - 1,
        max,
    ];
    // These overflow when added to the offset of the data.
    numbers.extend((1..=40).step_by(13).map(|n| max - n));
    numbers.retain(|number| *number != truth);
    numbers
}

#[test]
fn tested_bundles_are_sound() {
    let bench = Bench::new();
    for version in VERSIONS {
        for method in METHODS {
            bench.put("good", &Packed::of(version, method, &small()).bytes());
            for words in [
                &["list", "--ids-only", "good"][..],
                &["unbundle", "good", "hip-amdgcn-amd-amdhsa--gfx906=-"],
                &["decompress", "good", "--output", "-"],
                &["inspect", "good"],
            ] {
                let output = run(bench.path(), words);
                assert_eq!(output.status.code(), Some(0), "{version} {method}: {}", told(&output));
                assert!(output.stderr.is_empty(), "{version} {method}: {}", told(&output));
            }
        }
    }
}

#[test]
fn cut_at_every_byte() {
    let mut bench = Bench::new();
    for (version, method) in [(1, ZSTD), (2, ZLIB), (3, ZSTD), (1, ZLIB)] {
        let whole = Packed::of(version, method, &small()).bytes();
        for len in 4..whole.len() {
            bench.unreadable(&format!("version {version} cut to {len} bytes"), &whole[..len], &["("]);
        }
    }
}

#[test]
fn edge_values_in_lengths() {
    let mut bench = Bench::new();
    for version in VERSIONS {
        for method in METHODS {
            let packed = Packed::of(version, method, &small());
            let (header, whole) = (packed.header, packed.bytes());
            let fields = Fields::for_version(version).unwrap();
            for number in edges(fields.width, header.unpacked_len) {
                let name = format!("version {version}, method {method}: {number} bytes unpacked");
                let bytes = with(&whole, fields.unpacked_len, fields.width, number);
                bench.unreadable(&name, &bytes, &["(body.len_decompressed)", &number.to_string()]);
            }
            let Some(at) = fields.file_len else { continue };
            for number in edges(fields.width, whole.len() as u64) {
                let name = format!("version {version}, method {method}: {number} bytes in the file");
                let bytes = with(&whole, at, fields.width, number);
                bench.unreadable(&name, &bytes, &["(body."]);
            }
        }
    }
}

#[test]
fn edge_values_in_other_fields() {
    let mut bench = Bench::new();
    for version in VERSIONS {
        let packed = Packed::of(version, ZSTD, &small());
        let whole = packed.bytes();
        for number in edges(2, ZSTD.into()) {
            let field = if number == u64::from(ZLIB) {
                "(body.data)"
            } else {
                "(method)"
            };
            bench.unreadable(&format!("method {number}"), &with(&whole, 6, 2, number), &[field]);
        }
        for number in edges(2, version.into())
            .into_iter()
            .filter(|number| !(1..=3).contains(number))
        {
            bench.unreadable(
                &format!("version {number}"),
                &with(&whole, 4, 2, number),
                &["(version)", &number.to_string()],
            );
        }
        for other in VERSIONS.into_iter().filter(|other| *other != version) {
            let bytes = with(&whole, 4, 2, other.into());
            bench.unreadable(&format!("version {version} called {other}"), &bytes, &["("]);
        }
        let fields = Fields::for_version(version).unwrap();
        for number in edges(8, u64::from_le_bytes(packed.header.hash)) {
            let bytes = with(&whole, fields.hash, 8, number);
            bench.unreadable("hash", &bytes, &["(body.hash)", &format!("{number:016x}")]);
        }
    }
}

#[test]
fn flipped_bits() {
    let mut bench = Bench::new();
    let plain = small();
    for (version, method) in [(3, ZSTD), (2, ZLIB)] {
        let whole = Packed::of(version, method, &plain).bytes();
        // The magic decides the kind of file.
        for bit in 4 * 8..whole.len() * 8 {
            let mut bytes = whole.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            bench.unreadable_or(&format!("version {version}: bit {bit}"), &bytes, &plain);
        }
    }
}

#[test]
fn only_hash_check_can_be_disabled() {
    let bench = Bench::new();
    let packed = Packed::of(3, ZSTD, &small());
    let header = Header { hash: [7; 8], ..packed.header };
    bench.put("bad", &[header.bytes(), packed.data.clone()].concat());
    let words = ["decompress", "--no-verify", "bad", "--output", "-"];
    let output = run(bench.path(), &words);
    assert_eq!((output.status.code(), output.stdout), (Some(0), small()));
    let header = Header { unpacked_len: packed.header.unpacked_len + 1, ..header };
    bench.put("bad", &[header.bytes(), packed.data].concat());
    let output = run(bench.path(), &words);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
}

#[test]
fn compressed_non_bundles() {
    let mut bench = Bench::new();
    for version in VERSIONS {
        for method in METHODS {
            let sound = Packed::of(version, method, &small()).bytes();
            let contents: [(&str, &[u8]); 5] = [
                ("empty", b""),
                ("another compressed bundle", &sound),
                (
                    "something else",
                    b"hello, world; this is no bundle, and nothing like one",
                ),
                ("part of a magic", b"__CLANG_OFFLOAD"),
                ("a bundle cut short", &small()[..50]),
            ];
            for (name, content) in contents {
                let bytes = Packed::of(version, method, content).bytes();
                bench.unreadable(&format!("version {version}: {name}"), &bytes, &[]);
            }
        }
    }
}

#[test]
fn bytes_between_data_and_declared_end() {
    let mut bench = Bench::new();
    for version in [2, 3] {
        for method in METHODS {
            let packed = Packed::of(version, method, &small());
            let header = Header { file_len: packed.header.file_len.map(|len| len + 5), ..packed.header };
            let bytes = [header.bytes(), packed.data.clone(), vec![0; 5]].concat();
            bench.unreadable("zeros that count as data", &bytes, &["(body."]);
            let bytes = [header.bytes(), packed.data, b"other".to_vec()].concat();
            bench.unreadable("bytes that count as data", &bytes, &["(body."]);
        }
    }
}

#[test]
fn trailing_bytes_are_padding_or_warning() {
    let bench = Bench::new();
    for version in VERSIONS {
        for method in METHODS {
            let whole = Packed::of(version, method, &small()).bytes();
            for (rest, warns) in [(&[0; 5000][..], false), (b"junk", true), (b"CCOB", true)] {
                bench.put("bad", &[&whole, rest].concat());
                let output = run(bench.path(), &["list", "--ids-only", "bad"]);
                let said = String::from_utf8_lossy(&output.stderr);
                let ids = format!("{DEVICE}\n");
                match (rest, output.status.code()) {
                    // A second, truncated header.
                    (b"CCOB", Some(2)) => assert!(said.contains("at byte 0x"), "{said}"),
                    (_, Some(0)) => {
                        assert_eq!(String::from_utf8_lossy(&output.stdout), ids);
                        assert_eq!(said.contains("warning: "), warns, "{version} {method}: {said}");
                    }
                    _ => panic!("{version} {method}: {}", told(&output)),
                }
            }
        }
    }
}

#[test]
fn nested_compressed_bundle_next_to_sound_one() {
    let mut bench = Bench::new();
    let sound = Packed::of(3, ZSTD, &small()).bytes();
    let nested = Packed::of(3, ZSTD, &sound).bytes();
    let held = bundle(&sound);
    bench.unreadable("after a sound one", &[sound.clone(), nested].concat(), &[]);
    // As the content of an entry it is not looked into.
    bench.put(
        "good",
        &Packed::with_data(3, ZLIB, &held, compress(ZLIB, &held)).bytes(),
    );
    let output = run(bench.path(), &["unbundle", "good", &format!("{DEVICE}=-")]);
    assert_eq!((output.status.code(), output.stdout), (Some(0), sound));
}
