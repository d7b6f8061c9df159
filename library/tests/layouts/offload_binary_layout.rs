//! Offload binaries, byte by byte, in every uncompressed version. LLVM, `Object/OffloadBinary.h`, and Clang Offload
//! Packager, "Binary Format".

// A failing test panics.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::attributes::Attributes;
use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::container::Container;
use offload_bundle_core::describe;
use offload_bundle_formats::offload_binary::{CONTAINER, OffloadBinary};

use crate::samples::{IMAGES, TRIPLE, hip, packed, read, said};

fn quads(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Image kind, offload kind and flags.
fn kinds(image: u16, offload: u16, flags: u32) -> Vec<u8> {
    [&image.to_le_bytes()[..], &offload.to_le_bytes(), &flags.to_le_bytes()].concat()
}

/// Header, entry, string records, strings, image.
#[test]
fn version_1_bytes_are_exact() {
    let bytes = [
        b"\x10\xff\x10\xad\x01\0\0\0".to_vec(),
        quads(&[152, 32, 40]),
        kinds(0x0102, 0x0304, 0x0506_0708),
        quads(&[72, 2, 144, 7]),
        quads(&[105, 135, 110, 117]),
        b"\0arch\0triple\0amdgcn-amd-amdhsa\0gfx906\0\0\0AAAAAAA\0".to_vec(),
    ]
    .concat();
    let texts = [("arch", "gfx906"), ("triple", TRIPLE)];
    let image = said([0x0102, 0x0304, 0x0506_0708], &texts);
    assert_eq!(packed(Some(1), std::slice::from_ref(&image)), bytes);
    // The default version, and the only version with a single image.
    assert_eq!(packed(None, std::slice::from_ref(&image)), bytes);
    let most = [1, 2, 3].map(|version| CONTAINER.most_entries(Some(version)));
    assert_eq!(most, [1, u64::MAX, u64::MAX]);
    let bundle = read(&bytes).unwrap();
    assert_eq!((bundle.version, bundle.len, bundle.entries.len()), (Some(1), 152, 1));
    let entry = &bundle.entries[0];
    assert_eq!(entry.place, Ok(Place { ofs: 144, len: 7 }));
    assert_eq!(entry.attributes.numbers, image.numbers);
    let read: Vec<(&str, &str, u64)> = entry
        .attributes
        .texts
        .iter()
        .map(|text| (text.key.as_str(), text.value.as_str(), text.offset))
        .collect();
    assert_eq!(read, [("arch", "gfx906", 72), ("triple", TRIPLE, 88)]);
}

/// Two entries; string records have the length of the value.
#[test]
fn versions_2_and_3_bytes_are_exact() {
    for (version, header, entries) in [(2_u64, 32_u64, quads(&[32, 2])), (3, 40, quads(&[40, 2, 0]))] {
        let records = header + 2 * 40;
        // Strings are offsets into the table: "", "arch", "triple", TRIPLE, "gfx90a", "gfx906".
        let table = records + 4 * 24;
        let text = b"\0arch\0triple\0amdgcn-amd-amdhsa\0gfx90a\0gfx906\0";
        let images = (table + text.len() as u64).next_multiple_of(8);
        let [arch, triple, amd, gfx90a, gfx906] = [1, 6, 13, 31, 38].map(|at| table + at);
        let mut bytes = [
            b"\x10\xff\x10\xad".to_vec(),
            vec![version as u8, 0, 0, 0],
            quads(&[images + 8 + 16]),
            entries,
            kinds(0x0102, 0x0304, 0x0506_0708),
            quads(&[records, 2, images, 7]),
            kinds(1, 4, 0),
            quads(&[records + 48, 2, images + 8, 9]),
            quads(&[arch, gfx906, 6, triple, amd, 17]),
            quads(&[arch, gfx90a, 6, triple, amd, 17]),
            text.to_vec(),
        ]
        .concat();
        bytes.resize(images as usize, 0);
        bytes.extend(b"AAAAAAA\0BBBBBBBBB\0\0\0\0\0\0\0");
        let first = said([0x0102, 0x0304, 0x0506_0708], &[("arch", "gfx906"), ("triple", TRIPLE)]);
        let both = [first, hip("gfx90a")];
        assert_eq!(packed(Some(version), &both), bytes, "version {version}");
        let bundle = read(&bytes).unwrap();
        assert_eq!((bundle.version, bundle.len), (Some(version), bytes.len() as u64));
        for ((entry, wanted), (ofs, len)) in bundle.entries.iter().zip(&both).zip([(images, 7), (images + 8, 9)]) {
            assert_eq!(entry.place, Ok(Place { ofs, len }));
            assert_eq!(entry.attributes.numbers, wanted.numbers);
            let texts = |attributes: &Attributes| -> Vec<(String, String)> {
                let texts = attributes.texts.iter();
                texts.map(|text| (text.key.clone(), text.value.clone())).collect()
            };
            assert_eq!(texts(&entry.attributes), texts(wanted));
        }
    }
    assert_eq!(CONTAINER.versions(), [1, 2, 3]);
    assert_eq!((CONTAINER.default_version(), CONTAINER.padding()), (Some(1), Some(0)));
    assert_eq!(CONTAINER.magic(), Some(&b"\x10\xff\x10\xad"[..]));
}

/// Values of versions 2 and 3 have lengths, so they may contain a NUL; missing numbers are 0.
#[test]
fn missing_numbers_are_0_and_nul_stays() {
    for version in [2, 3] {
        let bytes = packed(Some(version), &[said([1, 4, 0], &[("key", "a\0b")])]);
        assert_eq!(read(&bytes).unwrap().entries[0].attributes.texts[0].value, "a\0b");
    }
    for version in [1, 2, 3] {
        let bytes = packed(Some(version), &[Attributes::default()]);
        let numbers = &read(&bytes).unwrap().entries[0].attributes.numbers;
        assert_eq!(numbers, &[("image_kind", 0), ("offload_kind", 0), ("flags", 0)]);
    }
}

#[test]
fn entries_have_one_type_across_versions() {
    for version in [1, 2, 3] {
        let file = packed(Some(version), &[hip("gfx90a")]);
        let binary = OffloadBinary::read(Bytes::new(&file)).unwrap();
        let entries = binary.header().unwrap().entries().unwrap();
        assert_eq!(entries.len(), 1, "version {version}");
        let entry = entries.get(0).unwrap().unwrap();
        let texts = entry.strings().unwrap().iter().map(Result::unwrap);
        let texts: Vec<_> = texts.map(|text| (text.key().unwrap(), text.value().unwrap())).collect();
        assert_eq!(texts, [("arch", "gfx90a"), ("triple", TRIPLE)], "version {version}");
        assert_eq!((entry.flags().bits(), entry.image()), (0, Ok(IMAGES[0])));
    }
}

#[test]
fn ids_follow_from_kind_triple_and_arch() {
    for version in [1, 2, 3] {
        let bytes = packed(Some(version), &[hip("gfx906")]);
        let entry = read(&bytes).unwrap().entries.remove(0);
        assert_eq!(entry.id.as_deref(), Ok("hip-amdgcn-amd-amdhsa--gfx906"));
        assert_eq!(entry.ofs_path().to_string(), "header.entries[0].ofs_image");
        assert_eq!(entry.ofs_offset, if version == 3 { 64 } else { 56 });
    }
}

#[test]
fn fields_are_shown_with_offsets() {
    let entry = |at: u64, records: u64, key: u64, value: u64, image: u64, value_len: &[&str]| {
        let mut rows = vec![
            format!("image_kind {at} 2 2 (bitcode)"),
            format!("offload_kind {} 2 1 (openmp)", at + 2),
            format!("flags {} 4 1 (metadata)", at + 4),
            format!("ofs_strings {} 8 {records}", at + 8),
            format!("num_strings {} 8 1", at + 16),
            format!("ofs_image {} 8 {image}", at + 24),
            format!("len_image {} 8 7", at + 32),
            format!("strings[0].ofs_key {records} 8 {key}"),
            format!("strings[0].ofs_value {} 8 {value}", records + 8),
        ];
        let value_len = value_len.iter();
        rows.extend(value_len.map(|len| format!("strings[0].len_value {} 8 {len}", records + 16)));
        rows.extend([
            format!("strings[0].key {key} 4 \"arch\""),
            format!("strings[0].value {value} 1 \"x\""),
            format!("image {image} 7 7 bytes"),
        ]);
        rows.into_iter()
            .map(|row| format!("header.entries[0].{row}"))
            .collect::<Vec<_>>()
    };
    let number = |path: &str, at: u64, number: u64| format!("header.{path} {at} 8 {number}");
    for (version, len, header, entry) in [
        (
            1,
            104,
            vec![number("ofs_entries", 16, 32), number("len_entry", 24, 40)],
            entry(32, 72, 91, 89, 96, &[]),
        ),
        (
            2,
            112,
            vec![number("ofs_entries", 16, 32), number("num_entries", 24, 1)],
            entry(32, 72, 99, 97, 104, &["1"]),
        ),
        (
            3,
            120,
            vec![number("ofs_entries", 16, 40), number("num_entries", 24, 1), number("len_uncompressed", 32, 0)],
            entry(40, 80, 107, 105, 112, &["1"]),
        ),
    ] {
        let bytes = packed(Some(version), &[said([2, 1, 1], &[("arch", "x")])]);
        let rows = describe::rows(|to| CONTAINER.describe(Bytes::new(&bytes), to)).unwrap();
        let shown = rows
            .iter()
            .map(|row| format!("{} {} {} {}", row.path, row.offset, row.len, row.value));
        let mut wanted = vec![
            r#"magic 0 4 "\x10\xff\x10\xad""#.to_owned(),
            format!("version 4 4 {version}"),
            format!("len_file 8 8 {len}"),
        ];
        wanted.extend(header);
        wanted.extend(entry);
        assert_eq!(shown.collect::<Vec<_>>(), wanted, "version {version}");
    }
}
