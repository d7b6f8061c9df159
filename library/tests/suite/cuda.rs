//! CUDA fat binaries from NVIDIA's `fatbinary` (`cuda/make.sh`).

use std::path::PathBuf;

use offload_bundle::input::InputFile;
use offload_bundle::ops;
use offload_bundle::report::{ListedEntry, Outcome};
use offload_bundle::{OffloadFile, OpenOptions, REGISTRY};

use crate::support;
use crate::support::{inspected, memory, own, verified};

const ALL: [&str; 5] = ["plain", "lz4", "zstd", "group", "group-lz4"];

fn path(name: &str) -> PathBuf {
    own(&format!("cuda/{name}.fatbin"))
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

fn listed(input: impl Into<InputFile>) -> Vec<ListedEntry> {
    let bundles = support::listed(input).files.into_iter().flat_map(|file| file.bundles);
    bundles.flat_map(|bundle| bundle.entries).collect()
}

fn codes(bytes: &[u8]) -> Vec<&'static str> {
    support::codes(memory(bytes))
}

fn word(entry: &ListedEntry, name: &str) -> String {
    let numbers = &entry.attributes.as_ref().unwrap().numbers;
    let number = numbers.iter().find(|number| number.name == name).unwrap();
    number.word.clone().unwrap_or_default().into_owned()
}

fn told(name: &str) -> Vec<(String, String, u64, Option<u64>)> {
    let entries = listed(path(name)).into_iter();
    let told = entries.map(|entry| {
        let id = entry.id.clone().unwrap();
        let target = id.strip_prefix("cuda-nvptx64-nvidia-cuda--").unwrap().to_owned();
        (
            target,
            word(&entry, "kind"),
            entry.size.unwrap().0,
            entry.packed_size.map(|size| size.0),
        )
    });
    told.collect()
}

fn content(name: &str, number: usize) -> Vec<u8> {
    let file = OffloadFile::from_bytes(bytes(name)).unwrap();
    let entry = file.entries().nth(number).unwrap();
    entry.bytes().unwrap().to_vec()
}

fn changed<const N: usize>(name: &str, at: usize, value: [u8; N]) -> Vec<u8> {
    let mut bytes = bytes(name);
    bytes[at..][..N].copy_from_slice(&value);
    bytes
}

#[test]
fn images_are_listed_with_kind_and_sizes() {
    let row = |target: &str, kind: &str, size, packed| (target.to_owned(), kind.to_owned(), size, packed);
    let plain = [row("sm_75", "elf", 2856, None), row("sm_90a", "elf", 3176, None), row("sm_75", "ptx", 80, None)];
    assert_eq!(told("plain"), plain);
    assert_eq!(
        told("lz4"),
        [row("sm_75", "elf", 2856, Some(954)), row("sm_75", "ptx", 74, Some(76))]
    );
    let zstd = [
        row("sm_75", "elf", 2856, Some(747)),
        row("sm_90a", "elf", 3176, Some(834)),
        row("sm_100f", "elf", 4842, Some(1121)),
        row("sm_75", "ptx", 74, Some(83)),
    ];
    assert_eq!(told("zstd"), zstd);
    // The two cubins at the end share a stream.
    let group = [
        row("sm_100f", "elf", 4842, Some(1121)),
        row("sm_75", "ptx", 74, Some(83)),
        row("sm_75", "elf", 2856, Some(838)),
        row("sm_80", "elf", 2984, Some(838)),
    ];
    assert_eq!(told("group"), group);
    assert_eq!(
        told("group-lz4"),
        [row("sm_75", "elf", 2856, Some(1099)), row("sm_80", "elf", 2984, Some(1099))]
    );
}

#[test]
fn only_text_attributes_are_listed() {
    let texts = |name, number: usize| {
        let entry = listed(path(name)).swap_remove(number);
        let texts = entry.attributes.unwrap().texts.into_iter();
        texts.map(|text| (text.key, text.value)).collect::<Vec<_>>()
    };
    let text = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    assert_eq!(texts("plain", 0), [text("name", "k.cu")]);
    assert_eq!(texts("zstd", 3), [text("options", "-v")]);
    // The bytes there are attributes of the cubin.
    assert_eq!(texts("zstd", 2), []);
    assert_eq!(texts("group", 3), [text("name", "k.cu")]);
}

#[test]
fn every_compression_unpacks_to_same_content() {
    let cubin = content("plain", 0);
    assert!(cubin.starts_with(b"\x7fELF") && cubin.len() == 2856);
    for (name, number) in [("lz4", 0), ("zstd", 0), ("group", 2), ("group-lz4", 0)] {
        assert!(content(name, number) == cubin, "{name}");
    }
    assert!(content("zstd", 1) == content("plain", 1));
    assert!(content("zstd", 2) == content("group", 0));
    assert!(content("group", 3) == content("group-lz4", 1));
    let ptx = content("zstd", 3);
    assert!(ptx.starts_with(b".version 9.0\n.target sm_75\n"));
    assert!(content("lz4", 1) == ptx && content("group", 1) == ptx);
    // Plain text is padded with zeros to a multiple of 8.
    assert!(content("plain", 2) == [&*ptx, &[0; 6]].concat());
}

#[test]
fn fixtures_are_sound_and_fully_inspected() {
    for name in ALL {
        assert_eq!(codes(&bytes(name)), [""; 0], "{name}");
    }
    let rows = &inspected(path("group")).parts[0].rows;
    let value = |path: &str| rows.iter().find(|row| row.path == path).map(|row| row.value.as_str());
    assert_eq!(value("entries[2].kind"), Some("256 (group)"));
    assert_eq!(value("entries[2].image[1].arch"), Some("80"));
    assert_eq!(value("entries[0].content"), Some("1121 bytes"));
}

#[test]
fn consecutive_fat_binaries_are_found() {
    let (first, second) = (bytes("zstd"), bytes("plain"));
    let file = OffloadFile::from_bytes([&*first, &second].concat()).unwrap();
    let starts: Vec<u64> = file.bundles().map(|bundle| bundle.offset()).collect();
    assert_eq!(starts, [0, first.len() as u64]);
    let all: Vec<Vec<u8>> = file.entries().map(|entry| entry.bytes().unwrap().to_vec()).collect();
    let each = (0..4)
        .map(|number| content("zstd", number))
        .chain((0..3).map(|number| content("plain", number)));
    assert!(all == each.collect::<Vec<_>>());
}

#[test]
fn declared_lengths_of_compressed_entries_are_checked() {
    // The first entry begins at byte 16; its stored and decompressed lengths are 16 and 56 bytes further.
    for name in ["lz4", "zstd"] {
        let unpacked = |len: u64| codes(&changed(name, 16 + 56, len.to_le_bytes()));
        assert_ne!(unpacked(2855), [""; 0], "{name}");
        assert_ne!(unpacked(2857), [""; 0], "{name}");
        assert_ne!(unpacked(u64::MAX), [""; 0], "{name}");
        assert_ne!(codes(&changed(name, 16 + 16, 9_u32.to_le_bytes())), [""; 0], "{name}");
        assert_ne!(
            codes(&changed(name, 16 + 16, u32::MAX.to_le_bytes())),
            [""; 0],
            "{name}"
        );
        let damaged = codes(&changed(name, 16 + 64 + 40, [0xff; 8]));
        assert_ne!(damaged, [""; 0], "{name}");
    }
}

#[test]
fn lz4_length_cannot_exceed_maximum_ratio() {
    let mut bytes = changed("lz4", 16 + 56, (954_u64 * 255 + 1).to_le_bytes());
    assert_eq!(codes(&bytes), ["out-of-range"]);
    // One less is plausible until decompression.
    bytes[16 + 56..16 + 64].copy_from_slice(&(954_u64 * 255).to_le_bytes());
    assert_eq!(codes(&bytes), ["disagrees"]);
}

#[test]
fn processor_mismatch_is_found() {
    // In the header of an entry, 28 bytes from its start.
    assert_eq!(
        codes(&changed("plain", 16 + 28, 80_u32.to_le_bytes())),
        ["wrong-processor"]
    );
    assert_eq!(
        codes(&changed("zstd", 16 + 28, 80_u32.to_le_bytes())),
        ["wrong-processor"]
    );
}

#[test]
fn unknown_kind_is_reported_and_skipped() {
    let bytes = changed("plain", 16, 77_u16.to_le_bytes());
    let entries = listed(memory(&bytes));
    let kinds = entries
        .iter()
        .map(|entry| entry.attributes.as_ref().unwrap().numbers[0].number.0);
    assert_eq!(kinds.collect::<Vec<_>>(), [77, 2, 1]);
    assert_eq!(codes(&bytes), ["unknown-number"]);
}

#[test]
fn scrambled_code_is_extracted_unchanged() {
    // Kind LTO IR, and the flags for 64 bits, Linux, Zstandard and scrambled.
    let mut bytes = changed("zstd", 16, 8_u16.to_le_bytes());
    bytes[16 + 40..16 + 48].copy_from_slice(&0x1_8011_u64.to_le_bytes());
    let file = OffloadFile::from_bytes(bytes.clone()).unwrap();
    let entry = file.entries().next().unwrap();
    assert!(*entry.bytes().unwrap() == bytes[80..80 + 747]);
}

#[test]
fn wrong_lengths_end_only_one_container() {
    // The lengths of the second entry's header and content.
    for (skip, len) in [(4, 4_usize), (8, 8)] {
        for value in [1_u64, 8, 1 << 20, 0xffff_fff8, u64::MAX] {
            let mut bytes = bytes("plain");
            let at = 16 + 72 + 2856 + skip;
            bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
            let bytes = [bytes, self::bytes("lz4")].concat();
            assert!(!codes(&bytes).is_empty(), "{skip} {value}");
            let file = OpenOptions::new().lenient(true).open_bytes(bytes).unwrap();
            // The previous entry, the faulty entry, and the entries of the next file.
            assert!(
                file.bundles().count() == 2 && file.entries().count() >= 4,
                "{skip} {value}"
            );
        }
    }
}

#[test]
fn truncated_fat_binary_is_not_sound() {
    for name in ALL {
        let bytes = bytes(name);
        for len in (0..bytes.len()).step_by(37).chain([15, 16, 17, bytes.len() - 1]) {
            assert_ne!(
                verified(memory(&bytes[..len])).summary.outcome,
                Outcome::Done,
                "{name} {len}"
            );
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    for name in ["group", "group-lz4", "zstd"] {
        let bytes = bytes(name);
        // Headers come first, group headers last.
        for at in (0..bytes.len()).step_by(5) {
            for value in [0, 0xff, bytes[at] ^ 1] {
                let mut bytes = bytes.clone();
                bytes[at] = value;
                if let Ok(file) = OffloadFile::from_bytes(bytes) {
                    file.entries().for_each(|entry| drop(entry.bytes()));
                }
            }
        }
    }
}

#[test]
fn fat_binaries_cannot_be_written() {
    let formats = ops::formats(&REGISTRY).formats;
    let cuda = formats.iter().find(|format| format.name == "cuda_fat_binary").unwrap();
    assert!(!cuda.is_written && formats.iter().filter(|format| format.is_written).count() > 1);
    assert!(offload_bundle::request::ContainerFormat::from_name(&REGISTRY, "cuda_fat_binary").is_none());
}

#[test]
fn unreadable_entry_is_one_finding() {
    // The length of the second entry's header.
    let bytes = changed("plain", 16 + 72 + 2856 + 4, 1_u32.to_le_bytes());
    assert_eq!(codes(&bytes), ["out-of-range"]);
}
