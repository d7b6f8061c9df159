//! Damaged object files and containers.

// Numbers here are small.
#![allow(clippy::arithmetic_side_effects)]

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use offload_bundle_core::severity::Severity;

use super::formats::packed;
use super::objects::{FORMS, Given, SECTIONS, entries, image, messages, object, scanned, scanned_with};
use super::{REGISTRY, begins, verifying};
use crate::finding::Anomaly;
use crate::input::Input;
use crate::object::sections;
use crate::ops::verify;
use crate::report::Outcome;
use crate::request::rules::ScanRules;
use crate::request::{CompressionRequest, ScanRequest};
use crate::scan::{RegionKind, Scan};
use crate::{Error, Image, OffloadBinaryBuilder, compress, decompress};

fn every_form() -> Vec<Vec<u8>> {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 3] = [(".packs", &one), ("SPLIT:far--b", b"B"), (".packs.with.a.long.name", &one)];
    let mut files: Vec<Vec<u8>> = FORMS.iter().map(|form| object(*form, &sections)).collect();
    files.push(image(&[(".packs", &one)]));
    files
}

fn with(file: &[u8], at: usize, width: usize, value: u64, big: bool) -> Vec<u8> {
    let mut file = file.to_vec();
    let bytes = match big {
        true => &value.to_be_bytes()[8_usize.saturating_sub(width)..],
        false => &value.to_le_bytes()[..width],
    };
    file[at..][..width].copy_from_slice(bytes);
    file
}

fn message(file: Vec<u8>) -> std::string::String {
    scanned(file).unwrap_err().to_string()
}

#[test]
fn truncated_object_is_never_complete() {
    for file in every_form() {
        let whole = entries(&scanned(file.clone()).unwrap()).len();
        for len in 0..file.len() {
            if let Ok(scan) = scanned(file[..len].to_vec()) {
                let reported = scan.first_error().is_some();
                // Only bytes after everything that is read may be missing.
                assert!(
                    reported || entries(&scan).len() == whole,
                    "cut to {len} of {}",
                    file.len()
                );
            }
        }
    }
}

#[test]
fn changed_object_bytes_never_break_the_scan() {
    for file in every_form() {
        for at in 0..file.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut file = file.clone();
                file[at] = value;
                let _ = scanned(file).map(|scan| scan.findings().count());
            }
        }
    }
}

#[test]
fn extreme_elf_fields_are_named() {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 1] = [(".packs", &one)];
    for (form, big) in [(FORMS[0], false), (FORMS[2], true)] {
        let file = object(form, &sections);
        let len = file.len();
        for (at, width, value, expected) in [
            (0x28, 8, u64::MAX, "0x28 (e_shoff): points past the end of the file"),
            (
                0x28,
                8,
                len as u64 - 10,
                "0x3c (e_shnum): runs past the end of the file",
            ),
            (0x3c, 2, 0xfeff, "0x3c (e_shnum): runs past the end of the file"),
            (0x3a, 2, 63, "0x3a (e_shentsize): expected 64, found 63"),
            (0x3e, 2, 200, "0x3e (e_shstrndx): expected 0 to"),
        ] {
            begins(
                &message(with(&file, at, width, value, big)),
                &format!("in: at byte {expected}"),
            );
        }
        for (at, width) in [(0x28, 8), (0x3e, 2)] {
            let none = scanned(with(&file, at, width, 0, big)).unwrap_err();
            assert_eq!(none.code(), "not-a-bundle");
        }
    }
    let file = object(FORMS[0], &sections);
    let number = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
    let table = usize::try_from(number(0x28)).unwrap();
    // Section 2 contains the containers: see `object`.
    let header = table + 2 * 64;
    let outside = scanned(with(&file, header + 0x20, 8, 1 << 40, false)).unwrap();
    let expected = format!(
        "in: at byte {:#x} (sections[2].sh_size): runs past the end of the file",
        header + 0x20
    );
    begins(&outside.first_error().unwrap().to_string(), &expected);
    let name = message(with(&file, header, 4, u64::from(u32::MAX), false));
    assert!(name.contains("(sections[2].sh_name): points past the end"), "{name}");
    assert_eq!(
        message(with(&file, 4, 1, 3, false)),
        "in: at byte 0x4 (e_ident): expected an ELF identification with class 1 or 2, found something else or the end of the file"
    );
    assert!(message(with(&file, 5, 1, 3, false)).starts_with("in: at byte 0x5 (e_ident): expected one of 1"));
}

#[test]
fn extreme_coff_fields_are_named() {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 1] = [(".packs.with.a.long.name", &one)];
    let file = object(FORMS[5], &sections);
    for (at, width, value, expected) in [
        (2, 2, 0xffff, "0x2 (number_of_sections): runs past the end"),
        (8, 4, u64::from(u32::MAX), "0x8 (pointer_to_symbol_table): "),
        (12, 4, u64::from(u32::MAX), "0x8 (pointer_to_symbol_table): "),
    ] {
        begins(
            &message(with(&file, at, width, value, false)),
            &format!("in: at byte {expected}"),
        );
    }
    let strings = usize::try_from(u32::from_le_bytes(file[8..12].try_into().unwrap())).unwrap()
        + 18 * usize::try_from(u32::from_le_bytes(file[12..16].try_into().unwrap())).unwrap();
    let longer = message(with(&file, strings, 4, u64::from(u32::MAX), false));
    begins(
        &longer,
        &format!("in: at byte {strings:#x} (string_table): runs past the end"),
    );
    let mut name = file.clone();
    name[60..68].copy_from_slice(b"/9999999");
    assert!(message(name).starts_with("in: at byte 0x3c (sections[1].name): points past the end"));
    let mut name = file;
    name[60..68].copy_from_slice(b"/x\0\0\0\0\0\0");
    assert!(message(name).contains("the slash is not followed by the offset of a long name"));
}

#[test]
fn damaged_object_can_be_searched() {
    let one = packed(&[("own--a", b"A")]);
    let file = with(&object(FORMS[0], &[(".packs", &one)]), 0x28, 8, u64::MAX, false);
    let options = ScanRequest { carve: true, ..ScanRequest::default() };
    let scan = scanned_with(file, &options).unwrap();
    assert_eq!(entries(&scan).len(), 1);
    let reported: Vec<_> = scan.findings().map(|located| located.finding.code()).collect();
    assert_eq!((reported, scan.first_error().is_none()), (vec!["no-sections"], true));
}

/// The content is the file without the sections of the bundle, which cannot be built from a damaged file.
#[test]
fn damaged_host_object_is_reported() {
    let sections: [Given<'_>; 2] = [("SPLIT:own--a", b"\0"), ("SPLIT:far--b", b"BBB")];
    let whole = object(FORMS[5], &sections);
    let mut broken = whole.clone();
    // The size of the first section, which is not in the bundle.
    broken[36..40].fill(0xff);
    for (bytes, outcome, codes) in [(whole, Outcome::Done, &[][..]), (broken, Outcome::Negative, &["out-of-bounds"])] {
        let request = verifying(Input::from_bytes("in", bytes));
        let report = verify(&REGISTRY, &request).unwrap();
        let of_host = report.files[0]
            .findings
            .iter()
            .filter(|finding| finding.entry == Some(0));
        let found: Vec<&str> = of_host
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| finding.code)
            .collect();
        assert_eq!(
            (found.as_slice(), report.summary.outcome),
            (codes, outcome),
            "{:?}",
            report.files[0].findings
        );
    }
}

fn found(bytes: &[u8]) -> Vec<String> {
    let bare = scanned(bytes.to_vec()).unwrap();
    let in_section = scanned(object(FORMS[0], &[(".packs", bytes)])).unwrap();
    let ids = |scan: &Scan| -> Vec<String> {
        let sound = scan.bundles.iter().filter(|found| found.findings.is_empty());
        let entries = sound.flat_map(|found| &found.bundle.entries);
        entries.filter_map(|entry| entry.id.clone().ok()).collect()
    };
    assert_eq!(ids(&bare), ids(&in_section));
    let told = |scan: &Scan| {
        scan.unread.len() + scan.anomalies.len() + scan.bundles.iter().map(|found| found.findings.len()).sum::<usize>()
    };
    assert_eq!(told(&bare), told(&in_section));
    assert!(told(&bare) > 0);
    let regions = in_section
        .bundles
        .iter()
        .map(|found| &in_section.regions[found.region].kind);
    assert!(
        regions
            .into_iter()
            .all(|kind| matches!(kind, RegionKind::Section { .. }))
    );
    ids(&bare)
}

fn with_number(offset: usize, value: u64) -> Vec<u8> {
    let mut bytes = packed(&[("own--x", b"X"), ("far--x", b"x")]);
    bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn sound_containers_after_damaged_are_found() {
    let sound = packed(&[("own--a", b"A"), ("far--a", b"a")]);
    let other = packed(&[("own--b", b"B")]);
    // The number of entries; the offset, length and ID length of the first entry.
    for offset in [4, 12, 20, 28] {
        for value in [1 << 40, u64::MAX] {
            let damaged = with_number(offset, value);
            let once = [&damaged[..], &sound, &other].concat();
            assert_eq!(found(&once), ["own--a", "far--a", "own--b"], "{offset} {value:#x}");
            let between = [&other[..], &damaged, &sound, &damaged, b"....", &other].concat();
            assert_eq!(
                found(&between),
                ["own--b", "own--a", "far--a", "own--b"],
                "{offset} {value:#x}"
            );
        }
    }
}

#[test]
fn sound_containers_after_junk_are_found() {
    let sound = packed(&[("own--a", b"A"), ("far--a", b"a")]);
    let bytes = [&sound[..], b"junk", &sound, b"more", &sound, b"end"].concat();
    assert_eq!(found(&bytes).len(), 6);
    let scan = scanned(bytes).unwrap();
    let told: Vec<_> = scan
        .anomalies
        .iter()
        .map(|located| located.finding.anomaly.clone())
        .collect();
    assert_eq!(told, [4, 4, 3].map(|len| Anomaly::Trailing { len }));
    // Other bytes come first in a section.
    let scan = scanned(object(FORMS[0], &[(".packs", &[b"junk", &sound[..]].concat())])).unwrap();
    assert_eq!(scan.bundles.len(), 1);
    let told: Vec<_> = scan
        .anomalies
        .iter()
        .map(|located| located.finding.anomaly.clone())
        .collect();
    assert_eq!(told, [Anomaly::Unrecognised { len: 4, section: ".packs".into() }]);
}

#[test]
fn known_sections_stop_at_a_gap() {
    let sound = packed(&[("own--a", b"A")]);
    let options = ScanRequest::default().with_rules(ScanRules { own_form: true, unchecked: false });
    let scan = scanned_with([&sound[..], &sound, b"junk", &sound].concat(), &options).unwrap();
    assert_eq!(scan.bundles.len(), 2);
}

const HEADER: usize = 40;
/// The distance that moves the entries.
const GAP: u64 = 8;

fn add(bytes: &mut [u8], at: usize, more: u64) {
    let (number, _) = bytes[at..].split_first_chunk_mut().unwrap();
    *number = u64::from_le_bytes(*number).saturating_add(more).to_le_bytes();
}

fn with_a_gap() -> Vec<u8> {
    let plain = OffloadBinaryBuilder::new()
        .version(3)
        .image(Image::new(b"image"))
        .to_bytes()
        .unwrap();
    let (header, rest) = plain.split_at(HEADER);
    let mut bytes = [header, &[0; 8], rest].concat();
    // The file length and the entry offset; in the entry, the offsets of strings and image.
    for at in [8, 16, 56, 72] {
        add(&mut bytes, at, GAP);
    }
    bytes
}

#[test]
fn unreproducible_header_is_refused() {
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
    // Recompressed, and with reused compressed bytes.
    for bytes in [&plain, &packed] {
        let error = compress(bytes, &CompressionRequest::default()).unwrap_err();
        assert!(matches!(error, Error::Write { .. }), "{error}");
        assert!(error.to_string().contains("would not preserve its header"), "{error}");
    }
}

fn with_field(mut bytes: Vec<u8>, skip: usize, change: impl Fn(u32) -> u32) -> Vec<u8> {
    let input = Input::from_bytes("in", bytes.clone());
    let sections = sections(&input, SECTIONS).unwrap().unwrap();
    let section = sections.known.iter().find(|section| section.name == b".packs").unwrap();
    let at = usize::try_from(section.offset).unwrap().saturating_add(skip);
    let field = &mut bytes[at..][..4];
    let number = u32::from_le_bytes((&*field).try_into().unwrap());
    field.copy_from_slice(&change(number).to_le_bytes());
    bytes
}

#[test]
fn section_with_null_type_is_skipped() {
    let bytes = object(FORMS[0], &[(".packs", &packed(&[("own--a", b"A")]))]);
    let sh_type = 4;
    let error = scanned_with(
        with_field(bytes, sh_type, |_| object::elf::SHT_NULL.0),
        &ScanRequest::default(),
    )
    .unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

#[test]
fn section_type_counts_under_any_name() {
    for endianness in [Endianness::Little, Endianness::Big] {
        let mut made = Object::new(BinaryFormat::Elf, Architecture::Aarch64, endianness);
        let types = [("one", 0x6fff_0001), ("two", 0x6fff_0002), ("", 0x6fff_0001)];
        for (name, number) in types {
            let id = made.add_section(Vec::new(), name.as_bytes().to_vec(), SectionKind::ReadOnlyData);
            let (sh_type, sh_flags) = (object::elf::SectionType(number), object::elf::SHF_EXCLUDE);
            made.section_mut(id).flags = object::SectionFlags::Elf { sh_type, sh_flags };
            made.append_section_data(id, &packed(&[("a-b", b"code")]), 8);
        }
        let scan = scanned_with(made.write().unwrap(), &ScanRequest::default()).unwrap();
        let sections = scan.regions.iter().map(|region| region.kind.section().unwrap());
        assert_eq!(sections.collect::<Vec<_>>(), ["one", ""]);
        assert_eq!(scan.bundles.len(), 2);
    }
}

#[test]
fn uninitialised_section_has_no_bytes() {
    let one = packed(&[("own--a", b"A")]);
    let bytes = object(FORMS[5], &[(".packs", &one)]);
    let characteristics = 36;
    let uninitialised = object::pe::IMAGE_SCN_CNT_UNINITIALIZED_DATA.0;
    let scan = scanned_with(
        with_field(bytes, characteristics, |flags| flags | uninitialised),
        &ScanRequest::default(),
    )
    .unwrap();
    assert!(scan.bundles.is_empty());
    assert_eq!(scan.external_code[0].section, ".packs");
    assert_eq!(scan.external_code[0].size, one.len() as u64);
}

#[test]
fn shared_section_bytes_are_searched_once() {
    let one = packed(&[("own--a", b"A")]);
    let bytes = object(FORMS[0], &[(".packs", &one), (".packs", &one)]);
    let sound = scanned_with(bytes.clone(), &ScanRequest::default()).unwrap();
    assert_eq!(sound.bundles.len(), 2);
    let second = u32::try_from(sound.bundles[1].bundle.start).unwrap();
    let sh_offset = 24;
    for into in [0, 3] {
        let moved = with_field(bytes.clone(), sh_offset, |_| second - into);
        let scan = scanned_with(moved, &ScanRequest::default()).unwrap();
        let messages = messages(&scan);
        assert!(
            messages.iter().any(|line| line.contains("overlaps another one")),
            "{messages:?}"
        );
        assert!(scan.bundles.len() <= 1 && scan.unsound().is_some(), "{messages:?}");
    }
}

#[test]
fn compressed_section_is_reported_with_advice() {
    let sh_flags = 8;
    let compress = |bytes| with_field(bytes, sh_flags, |flags| flags | (1 << 11));
    let one = packed(&[("own--a", b"A")]);
    let object_of = |entry: &str| object(FORMS[0], &[(".packs", &one), (".other", &one), (entry, b"code")]);
    let scan = scanned_with(compress(object_of("SPLIT:far--c")), &ScanRequest::default()).unwrap();
    let told = messages(&scan);
    assert!(
        told.len() == 1 && told[0].contains("sh_flags") && told[0].contains("--decompress-sections"),
        "{told:?}"
    );
    assert_eq!(scan.bundles.len(), 2);
}
