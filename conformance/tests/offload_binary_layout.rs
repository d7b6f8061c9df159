//! Offload binaries, byte by byte, in every version that is not compressed, and what is known of their entries. LLVM,
//! `Object/OffloadBinary.h`, and Clang Offload Packager, "Binary Format".

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use offload_bundle_core::attributes::{Attributes, TextAttribute};
use offload_bundle_core::bytes::{Bytes, Place};
use offload_bundle_core::container::{Bundle, Container, NewEntry, PlanOptions};
use offload_bundle_core::describe;
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Piece;
use offload_bundle_formats::offload_binary::{ATTRIBUTES, ImageFlag, ImageKind, OffloadBinaryContainer, OffloadKind};

/// The content of entry number 0, 1 and so on.
const IMAGES: &[&[u8]] = &[b"AAAAAAA", b"BBBBBBBBB"];
const TRIPLE: &str = "amdgcn-amd-amdhsa";

/// What is said of an image.
fn said(numbers: [u64; 3], texts: &[(&str, &str)]) -> Attributes {
    let [image_kind, offload_kind, flags] = numbers;
    let texts =
        texts
            .iter()
            .map(|(key, value)| TextAttribute { key: (*key).into(), value: (*value).into(), offset: 0 });
    Attributes {
        numbers: vec![("image_kind", image_kind), ("offload_kind", offload_kind), ("flags", flags)],
        texts: texts.collect(),
    }
}

fn hip(arch: &str) -> Attributes {
    said([1, 4, 0], &[("arch", arch), ("triple", TRIPLE)])
}

/// The offload binary that holds `IMAGES`, as far as something is said of them.
fn packed(version: Option<u64>, images: &[Attributes]) -> Vec<u8> {
    let entries: Vec<NewEntry<'_>> = images
        .iter()
        .zip(IMAGES)
        .map(|(attributes, content)| NewEntry { id: "", len: content.len() as u64, attributes })
        .collect();
    let plan = OffloadBinaryContainer
        .plan(&entries, PlanOptions { version, ..PlanOptions::default() })
        .unwrap();
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Fill { fill, len } => bytes.resize(bytes.len() + *len as usize, *fill),
            Piece::Content { slot, .. } => bytes.extend_from_slice(IMAGES[*slot]),
        }
    }
    bytes
}

fn read(bytes: &[u8]) -> Result<Bundle, String> {
    OffloadBinaryContainer
        .read(Bytes::new(bytes))
        .map_err(|stop| match stop {
            Stop::Failed(error) => error.to_string(),
            Stop::NeedMore { upto } => format!("{upto} bytes are wanted"),
        })
}

/// Numbers of 64 bits, least significant byte first.
fn quads(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Kind of image, kind of offloading and flags, as an entry begins.
fn kinds(image: u16, offload: u16, flags: u32) -> Vec<u8> {
    [&image.to_le_bytes()[..], &offload.to_le_bytes(), &flags.to_le_bytes()].concat()
}

/// Header, entry, string records, strings, image.
#[test]
fn version_1_has_these_bytes() {
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
    // It is what is written unless another is asked for, and the only one that holds one image alone.
    assert_eq!(packed(None, std::slice::from_ref(&image)), bytes);
    let most = [1, 2, 3].map(|version| OffloadBinaryContainer.most_entries(version));
    assert_eq!(most, [1, u64::MAX, u64::MAX]);
    let bundle = read(&bytes).unwrap();
    assert_eq!((bundle.version, bundle.len, bundle.entries.len()), (1, 152, 1));
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

/// Two entries; string records say how long the value is.
#[test]
fn versions_2_and_3_have_these_bytes() {
    for (version, header, entries) in [(2_u64, 32_u64, quads(&[32, 2])), (3, 40, quads(&[40, 2, 0]))] {
        let records = header + 2 * 40;
        // The names of strings are where they begin in the table: "", "arch", "triple", TRIPLE, "gfx90a", "gfx906".
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
        assert_eq!((bundle.version, bundle.len), (version, bytes.len() as u64));
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
    assert_eq!(OffloadBinaryContainer.versions(), [1, 2, 3]);
    assert_eq!(
        (
            OffloadBinaryContainer.default_version(),
            OffloadBinaryContainer.padding()
        ),
        (1, Some(0))
    );
    assert_eq!(OffloadBinaryContainer.magic(), Some(&b"\x10\xff\x10\xad"[..]));
}

/// Values of versions 2 and 3 have lengths, so that they may hold a NUL; a number that is not said is 0.
#[test]
fn what_is_not_said_is_0_and_a_value_may_hold_a_nul() {
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

/// A file of `version` with another number in 8 bytes at `at`, and what is said of it as a whole or of its entry.
fn fault(version: u64, at: usize, number: u64) -> String {
    let mut bytes = packed(Some(version), &[hip("gfx906")]);
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    match read(&bytes) {
        Err(error) => error,
        Ok(bundle) => {
            let entry = &bundle.entries[0];
            let error = entry.place.as_ref().err().or(entry.id.as_ref().err());
            error.map_or(String::new(), ToString::to_string)
        }
    }
}

#[test]
fn every_wrong_number_is_told_at_its_field() {
    let most = u64::MAX;
    let past = "points past the end of the file: expected an offset of at most";
    let runs = "runs past the end of the file: expected at most";
    for (version, at, number, told) in [
        (
            1,
            0,
            0,
            r#"0x0 (magic): expected "\x10\xff\x10\xad", found "\x00\x00\x00\x00""#.to_owned(),
        ),
        (1, 4, 4, "0x4 (version): expected one of 1, 2, 3, found 4".to_owned()),
        (1, 8, 153, format!("0x8 (len_file): {runs} 152 bytes, found 153")),
        (
            1,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            40,
            most,
            format!("0x28 (header.entries[0].ofs_strings): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            48,
            4097,
            "0x30 (header.entries[0].num_strings): expected at most 4096, found 4097".to_owned(),
        ),
        (
            1,
            56,
            most,
            format!("0x38 (header.entries[0].ofs_image): {past} 152, found {most} (for 7 bytes)"),
        ),
        (
            1,
            64,
            most,
            format!("0x40 (header.entries[0].len_image): {runs} 8 bytes, found {most}"),
        ),
        (
            1,
            72,
            most,
            format!("0x48 (header.entries[0].strings[0].ofs_key): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            1,
            80,
            most,
            format!("0x50 (header.entries[0].strings[0].ofs_value): {past} 152, found {most} (for 0 bytes)"),
        ),
        (
            2,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            24,
            65_537,
            "0x18 (header.num_entries): expected at most 65536, found 65537".to_owned(),
        ),
        (
            2,
            40,
            most,
            format!("0x28 (header.entries[0].ofs_strings): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            48,
            4097,
            "0x30 (header.entries[0].num_strings): expected at most 4096, found 4097".to_owned(),
        ),
        (
            2,
            56,
            most,
            format!("0x38 (header.entries[0].ofs_image): {past} 168, found {most} (for 7 bytes)"),
        ),
        (
            2,
            64,
            most,
            format!("0x40 (header.entries[0].len_image): {runs} 8 bytes, found {most}"),
        ),
        (
            2,
            72,
            most,
            format!("0x48 (header.entries[0].strings[0].ofs_key): {past} 168, found {most} (for 0 bytes)"),
        ),
        (
            2,
            80,
            most,
            format!("0x50 (header.entries[0].strings[0].ofs_value): {past} 168, found {most} (for 6 bytes)"),
        ),
        (
            2,
            88,
            65_537,
            "0x58 (header.entries[0].strings[0].len_value): expected at most 65536, found 65537".to_owned(),
        ),
        (
            2,
            88,
            65_536,
            format!("0x58 (header.entries[0].strings[0].len_value): {runs} 17 bytes, found 65536"),
        ),
        (
            3,
            16,
            most,
            format!("0x10 (header.ofs_entries): {past} 176, found {most} (for 0 bytes)"),
        ),
        (
            3,
            24,
            65_537,
            "0x18 (header.num_entries): expected at most 65536, found 65537".to_owned(),
        ),
        (
            3,
            32,
            1,
            "0x20 (header.len_uncompressed): expected 0 to 0, found 1".to_owned(),
        ),
    ] {
        assert_eq!(
            fault(version, at, number),
            format!("at byte {told}"),
            "version {version}"
        );
    }
    // As many as are allowed, and too many for the file.
    for (version, at, number, path) in [
        (1, 48, 4096, "strings[2].ofs_key"),
        (2, 48, 4096, "strings[2].ofs_key"),
        (2, 24, 65_536, "entries[3].num_strings"),
        (3, 24, 65_536, "entries[3].num_strings"),
    ] {
        let told = fault(version, at, number);
        assert!(told.contains(path), "version {version}: {told}");
    }
    let cut = "at byte 0x0 (magic): the file ends too early: expected 4 bytes, found 3";
    assert_eq!(read(b"\x10\xff\x10"), Err(cut.to_owned()));
}

/// Keys and values have 65536 bytes at most.
#[test]
fn strings_have_an_end() {
    for version in [1, 2] {
        for (key, value) in [(65_536, 1), (1, 65_536)] {
            let (key, value) = ("k".repeat(key), "v".repeat(value));
            let mut bytes = packed(Some(version), &[said([1, 4, 0], &[(&key, &value)])]);
            assert!(read(&bytes).unwrap().entries[0].id.is_ok());
            // The one that is there one byte more: its end is that of what follows it.
            let (at, field) = if key.len() == 1 { (80, "value") } else { (72, "key") };
            let text = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) - 1;
            bytes[at..at + 8].copy_from_slice(&text.to_le_bytes());
            bytes[text as usize] = b'x';
            let id = &read(&bytes).unwrap().entries[0].id;
            if version == 1 || field == "key" {
                let path = id.as_ref().unwrap_err().path.to_string();
                assert_eq!(path, format!("header.entries[0].strings[0].{field}"));
            }
            let entries =
                [said([1, 4, 0], &[(&format!("{key}k"), &value)]), said([1, 4, 0], &[(&key, &format!("{value}v"))])];
            for (attributes, (field, text)) in entries.iter().zip([("key", &key), ("value", &value)]) {
                let entries = [NewEntry { id: "", len: 0, attributes }];
                let options = PlanOptions { version: Some(version), ..PlanOptions::default() };
                let told = OffloadBinaryContainer
                    .plan(&entries, options)
                    .map_err(|error| error.path.to_string());
                match text.len() {
                    65_536 => assert_eq!(told.unwrap_err(), format!("header.entries[0].strings[0].{field}")),
                    _ => assert!(told.is_ok()),
                }
            }
        }
    }
}

/// LLVM, `Object/OffloadBinary.h`: `ImageKind`, `OffloadKind` (HIP was 3 up to release 19, as there was no flag for each kind then), and
/// `getImageKind` and `getOffloadKindName` for the words.
#[test]
fn kinds_have_the_numbers_and_words_of_llvm() {
    let kinds = ImageKind::ALL.iter().map(|kind| (kind.number(), kind.name()));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [(0, "none"), (1, "object"), (2, "bitcode"), (3, "cubin"), (4, "fatbinary"), (5, "ptx"), (6, "spirv")]
    );
    let kinds = OffloadKind::ALL.iter().map(|kind| (kind.number(), kind.name()));
    assert_eq!(
        kinds.collect::<Vec<_>>(),
        [(0, "none"), (1, "openmp"), (2, "cuda"), (3, "hip_old"), (4, "hip"), (8, "sycl")]
    );
    let flags = ImageFlag::ALL.iter().map(|flag| (flag.number(), flag.name()));
    assert_eq!(flags.collect::<Vec<_>>(), [(1, "metadata")]);
    for kind in ImageKind::ALL {
        assert_eq!(ImageKind::from_number(kind.number()), Some(*kind));
    }
    for kind in OffloadKind::ALL {
        assert_eq!(OffloadKind::from_number(kind.number()), Some(*kind));
    }
    let [image, offload, flags] = ATTRIBUTES.numbers else {
        panic!("three numbers")
    };
    assert_eq!(
        [image, offload, flags].map(|number| (number.name, number.max)),
        [("image_kind", 0xffff), ("offload_kind", 0xffff), ("flags", 0xffff_ffff)]
    );
    let of = |known: &offload_bundle_core::attributes::NumberWord<'static>| {
        (known.number, known.word, known.suffix, known.begins, known.releases)
    };
    let none: (&[u8], &[&str]) = (b"", &[]);
    assert_eq!(
        image.words.iter().map(of).collect::<Vec<_>>(),
        [
            (0, "none", "", none.0, none.1),
            (1, "object", "o", b"", &[]),
            (2, "bitcode", "bc", b"BC\xc0\xde", &[]),
            (3, "cubin", "cubin", b"", &[]),
            (4, "fatbinary", "fatbin", b"", &[]),
            (5, "ptx", "s", b"", &[]),
            (6, "spirv", "spv", b"", &["main"]),
        ]
    );
    assert_eq!(
        offload.words.iter().map(of).collect::<Vec<_>>(),
        [
            (0, "none", "", none.0, none.1),
            (1, "openmp", "", b"", &[]),
            (2, "cuda", "", b"", &[]),
            (3, "hip", "", b"", &["16", "19"]),
            (4, "hip", "", b"", &["22", "main"]),
            (8, "sycl", "", b"", &["22", "main"]),
        ]
    );
    assert_eq!(
        flags.words.iter().map(of).collect::<Vec<_>>(),
        [(1, "metadata", "", none.0, none.1)]
    );
}

/// The ID is made of the offload kind's word, the text under `triple` and the one under `arch`.
#[test]
fn ids_are_made_of_kind_triple_and_arch() {
    for version in [1, 2, 3] {
        let bytes = packed(Some(version), &[hip("gfx906")]);
        let entry = read(&bytes).unwrap().entries.remove(0);
        assert_eq!(entry.id.as_deref(), Ok("hip-amdgcn-amd-amdhsa--gfx906"));
        assert_eq!(entry.ofs_path().to_string(), "header.entries[0].ofs_image");
        assert_eq!(entry.ofs_offset, if version == 3 { 64 } else { 56 });
    }
}

/// The names that `inspect` shows, with places, lengths and values.
#[test]
fn every_field_is_shown_at_its_place() {
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
        let rows = describe::rows(|to| OffloadBinaryContainer.describe(Bytes::new(&bytes), to)).unwrap();
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
