//! Damaged binary bundles: truncated, with hostile numbers and odd IDs.

use crate::judge::{Bench, Expected};

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";

struct Bundle {
    bytes: Vec<u8>,
    records: [usize; 2],
}

fn bundle(ids: [&[u8]; 2]) -> Bundle {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(2u64.to_le_bytes());
    let frame = 32 + ids.iter().map(|id| 24 + id.len()).sum::<usize>();
    let contents: [&[u8]; 2] = [b"HOST", b"DEV1DATA"];
    let mut records = [0; 2];
    let mut place = frame;
    for ((id, content), record) in ids.iter().zip(contents).zip(&mut records) {
        *record = bytes.len();
        for number in [place, content.len(), id.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        bytes.extend(*id);
        place += content.len();
    }
    bytes.extend(contents.concat());
    Bundle { bytes, records }
}

fn sound() -> Bundle {
    bundle([HOST.as_bytes(), DEVICE.as_bytes()])
}

impl Bundle {
    fn with(&self, at: usize, number: u64) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        bytes
    }
}

#[test]
fn tested_bundle_is_sound() {
    let bench = Bench::new();
    bench.put("good", &sound().bytes);
    let output = crate::support::program::run(bench.path(), &["list", "--ids-only", "good"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{HOST}\n{DEVICE}\n"));
}

#[test]
fn cut_at_every_byte() {
    let mut bench = Bench::new();
    let whole = sound().bytes;
    for len in 0..whole.len() {
        let expected = if len < MAGIC.len() {
            Expected::NotABundle
        } else {
            Expected::Refused(&["bad: ", "("])
        };
        bench.judge(&format!("cut to {len} bytes"), &whole[..len], DEVICE, expected);
    }
}

#[test]
fn numbers_past_end() {
    let mut bench = Bench::new();
    let sound = sound();
    let [_, record] = sound.records;
    let fields: [(usize, &'static [&'static str]); 4] = [
        (24, &["entries"]),
        (record, &["(entries[1].ofs_code_object)"]),
        (record + 8, &["(entries[1].len_code_object)"]),
        (record + 16, &["entries[1]"]),
    ];
    for (at, texts) in fields {
        for number in [u64::MAX, u64::MAX - 1, u64::MAX - 7, 1 << 63, i64::MAX as u64, 1 << 32] {
            let bytes = sound.with(at, number);
            bench.judge(
                &format!("{number:#x} at {at}"),
                &bytes,
                DEVICE,
                Expected::Refused(texts),
            );
        }
        let bytes = sound.with(at, u64::MAX);
        for words in ["list bad", "unbundle bad hip-amdgcn-amd-amdhsa--gfx906=out", "inspect bad"] {
            let output = bench.with_little_memory(words, &bytes, words);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{}",
                crate::support::program::told(&output)
            );
        }
    }
}

#[test]
fn overflowing_sum() {
    let sound = sound();
    let [_, record] = sound.records;
    let mut bytes = sound.with(record, u64::MAX - 3);
    bytes[record + 8..record + 16].copy_from_slice(&16u64.to_le_bytes());
    Bench::new().judge(
        "offset + size = 12 modulo 2^64",
        &bytes,
        DEVICE,
        Expected::Refused(&["(entries[1].ofs_code_object)"]),
    );
}

#[test]
fn small_and_odd_numbers_in_fields() {
    let mut bench = Bench::new();
    let sound = sound();
    let fields = sound
        .records
        .iter()
        .flat_map(|record| [*record, record + 8, record + 16])
        .chain([24]);
    for at in fields {
        for number in [0, 1, 2, 3, 31, 32, 33, sound.bytes.len() as u64, sound.bytes.len() as u64 + 1] {
            bench.judge(
                &format!("{number} at {at}"),
                &sound.with(at, number),
                DEVICE,
                Expected::Anything,
            );
        }
    }
}

#[test]
fn range_one_byte_past_end() {
    let mut bench = Bench::new();
    let sound = sound();
    let [_, record] = sound.records;
    bench.judge(
        "size one too large",
        &sound.with(record + 8, 9),
        DEVICE,
        Expected::Refused(&["(entries[1].len_code_object)", "8", "9"]),
    );
}

#[test]
fn inside_the_header_and_overlapping() {
    let mut bench = Bench::new();
    let sound = sound();
    let [host, device] = sound.records;
    bench.judge(
        "inside the header",
        &sound.with(device, 0),
        DEVICE,
        Expected::Warned(&["entries[1]"]),
    );
    let first = sound.bytes[host..host + 8].try_into().map(u64::from_le_bytes).unwrap();
    bench.judge(
        "overlapping",
        &sound.with(device, first),
        DEVICE,
        Expected::Warned(&["entries[1]"]),
    );
}

#[test]
fn invalid_utf8_ids() {
    let mut bench = Bench::new();
    let bad = bundle([HOST.as_bytes(), b"hip-amdgcn-amd-amdhsa--gfx9\xff6"]).bytes;
    bench.judge("not UTF-8", &bad, HOST, Expected::Refused(&["entries[1].id"]));
}

#[test]
fn suspicious_ids() {
    let mut bench = Bench::new();
    let odd: [(&str, &[u8]); 3] = [
        ("empty", b""),
        ("NUL", b"hip-amdgcn-amd-amdhsa--gfx906\0"),
        ("newline", b"hip-amdgcn-amd-amdhsa--gfx906\nhost"),
    ];
    for (name, id) in odd {
        let bad = bundle([HOST.as_bytes(), id]).bytes;
        let expected = Expected::Refused(&["(entries[1]"]);
        bench.judge(&format!("stored ID: {name}"), &bad, HOST, expected);
    }
    for (name, id, expected) in [
        (
            "malformed",
            &b"foo"[..],
            Expected::Noted(&["warning: ", "(entries[1])"]),
        ),
        (
            "unknown kind",
            b"foo-amdgcn-amd-amdhsa--gfx906",
            Expected::Noted(&["note: ", "(entries[1])"]),
        ),
        (
            "unknown triple",
            b"hip-zzz-yyy-xxx--gfx906",
            Expected::Noted(&["note: ", "(entries[1])"]),
        ),
    ] {
        let odd = bundle([HOST.as_bytes(), id]).bytes;
        bench.judge(&format!("stored ID: {name}"), &odd, HOST, expected);
    }
    let twice = bundle([DEVICE.as_bytes(), DEVICE.as_bytes()]).bytes;
    bench.judge("stored twice", &twice, DEVICE, Expected::Refused(&["(entries[1]"]));
    let respelt = bundle([DEVICE.as_bytes(), b"hip-amdgcn-amd-amdhsa-gfx906"]).bytes;
    bench.judge(
        "stored twice, spelt differently",
        &respelt,
        DEVICE,
        Expected::Refused(&["(entries[1]"]),
    );
}

#[test]
fn other_files() {
    let mut bench = Bench::new();
    bench.judge("empty file", b"", DEVICE, Expected::NotABundle);
    bench.judge("not a bundle", b"#!/bin/sh\necho hello\n", DEVICE, Expected::NotABundle);
    bench.judge(
        "other case",
        b"__clang_offload_bundle__ and more, and more, and more",
        DEVICE,
        Expected::NotABundle,
    );
}
