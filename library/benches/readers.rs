//! Generated readers beside loops written by hand, over 65,536 entries: `cargo bench -p offload-bundle --bench readers` prints the ratios.

// What is measured is made here, and a slip in it is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use offload_bundle_core::bytes::{Bytes, Open};
use offload_bundle_formats::binary_bundle::BinaryBundle;
use offload_bundle_formats::offload_binary::{OffloadBinary, OffloadKind};

const ENTRIES: u64 = 65_536;
/// Pairs of runs, one by each: the median ratio counts.
const PAIRS: usize = 201;
const ID: &[u8] = b"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+";

fn main() {
    let bundle = bundle();
    print("binary bundle", || read_bundle(&bundle), || bundle_by_hand(&bundle));
    let binary = binary();
    print("offload binary", || read_binary(&binary), || binary_by_hand(&binary));
}

/// Prints how many times what `by_hand` takes `generated` takes.
fn print(name: &str, generated: impl Fn() -> u64, by_hand: impl Fn() -> u64) {
    assert_eq!(generated(), by_hand(), "both read the same");
    let time = |run: &dyn Fn() -> u64| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    let mut pairs: Vec<(f64, Duration, Duration)> = (0..PAIRS)
        .map(|_| {
            let (ours, theirs) = (time(&generated), time(&by_hand));
            (ours.as_secs_f64() / theirs.as_secs_f64(), ours, theirs)
        })
        .collect();
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (ratio, ours, theirs) = pairs[PAIRS / 2];
    println!("{name}: {ratio:.2} times a loop by hand ({ours:?} and {theirs:?} for {ENTRIES} entries)");
}

fn words(out: &mut Vec<u8>, words: &[u64]) {
    words.iter().for_each(|word| out.extend(word.to_le_bytes()));
}

fn bundle() -> Vec<u8> {
    let mut out = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    words(&mut out, &[ENTRIES]);
    for _ in 0..ENTRIES {
        words(&mut out, &[8, 16, ID.len() as u64]);
        out.extend(ID);
    }
    out
}

/// What a program needs to find code objects: where they are, and the lengths of their IDs.
fn read_bundle(bytes: &[u8]) -> u64 {
    let bundle = BinaryBundle::read(Bytes::new(black_box(bytes))).unwrap();
    let entries = bundle.entries().unwrap().iter().map(Result::unwrap);
    entries.fold(0, |sum: u64, entry| {
        let id = entry.id().unwrap().len() as u64;
        sum.wrapping_add(entry.ofs_code_object() ^ entry.len_code_object() ^ id)
    })
}

fn number(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

fn bundle_by_hand(bytes: &[u8]) -> u64 {
    let bytes = black_box(bytes);
    let (mut at, mut sum) = (32, 0_u64);
    for _ in 0..number(bytes, 24).unwrap() {
        let field = |index: usize| number(bytes, at + 8 * index).unwrap();
        let end = at + 24 + usize::try_from(field(2)).unwrap();
        let id = std::str::from_utf8(bytes.get(at + 24..end).unwrap()).unwrap();
        sum = sum.wrapping_add(field(0) ^ field(1) ^ id.len() as u64);
        at = end;
    }
    sum
}

fn binary() -> Vec<u8> {
    let mut out = vec![0x10, 0xff, 0x10, 0xad, 2, 0, 0, 0];
    words(&mut out, &[32 + 40 * ENTRIES, 32, ENTRIES]);
    for _ in 0..ENTRIES {
        out.extend([2, 0, 4, 0, 1, 0, 0, 0]);
        words(&mut out, &[32, 0, 32, 8]);
    }
    out
}

fn read_binary(bytes: &[u8]) -> u64 {
    let binary = OffloadBinary::read(Bytes::new(black_box(bytes))).unwrap();
    let entries = binary.header().unwrap().entries().unwrap().iter().map(Result::unwrap);
    entries.fold(0, |sum: u64, entry| {
        let is_hip = entry.offload_kind() == Open::Known(OffloadKind::Hip);
        sum.wrapping_add(u64::from(is_hip) ^ entry.flags().bits() ^ entry.image().unwrap().len() as u64)
    })
}

fn binary_by_hand(bytes: &[u8]) -> u64 {
    let bytes = black_box(bytes);
    let start = usize::try_from(number(bytes, 16).unwrap()).unwrap();
    (0..number(bytes, 24).unwrap()).fold(0, |sum: u64, index| {
        let at = start + 40 * usize::try_from(index).unwrap();
        let head = number(bytes, at).unwrap();
        let place = [24, 32].map(|field| usize::try_from(number(bytes, at + field).unwrap()).unwrap());
        let image = bytes.get(place[0]..place[0] + place[1]).unwrap();
        sum.wrapping_add(u64::from(head >> 16 & 0xffff == 4) ^ (head >> 32) ^ image.len() as u64)
    })
}
