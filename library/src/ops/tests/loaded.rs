//! Containers in loaded data, in ELF files without sections, and anywhere in a file.

// Numbers here are small.
#![allow(clippy::arithmetic_side_effects)]

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use proptest::prelude::*;

use super::archives::{archive, member as in_archive};
use super::formats::packed;
use super::objects::{FORMS, entries, image, messages, object, scanned, scanned_with};
use super::{Folder, REGISTRY, listing, verifying};
use crate::error::Error;
use crate::ops::{Context, extract, list, verify};
use crate::refusal::Advice;
use crate::report::{Integer, Outcome, Searched};
use crate::request::rules::ScanRules;
use crate::request::{ExtractRequest, ScanRequest};
use crate::scan::{FoundBundle, RegionKind, Scan};

fn places(scan: &Scan) -> Vec<(String, Option<u64>, String)> {
    let place = |found: &FoundBundle| {
        let kind = &scan.regions[found.region].kind;
        let id = found.bundle.entries[0].id.clone().unwrap();
        (
            kind.section().unwrap_or_default().into(),
            kind.offset_in_section(found.start()),
            id,
        )
    };
    scan.bundles.iter().map(place).collect()
}

fn row(section: &str, offset: Option<u64>, id: &str) -> (String, Option<u64>, String) {
    (section.into(), offset, id.into())
}

fn advice(error: Error) -> Option<Advice> {
    match error {
        Error::NotABundle { kind, .. } => kind?.advice,
        error => panic!("{error}"),
    }
}

fn of_kind(format: BinaryFormat, kind: SectionKind, name: &str, content: &[u8]) -> Vec<u8> {
    let mut object = Object::new(format, Architecture::X86_64, Endianness::Little);
    let id = object.add_section(Vec::new(), name.into(), kind);
    object.append_section_data(id, content, 16);
    object.write().unwrap()
}

#[test]
fn loaded_data_is_searched_in_every_format() {
    let (one, two) = (
        packed(&[("own--a", b"A")]),
        packed(&[("own--b", b"B"), ("far--b", b"BB")]),
    );
    let among = [&b"some text"[..], &two, b"PACK and more", &two, b"."].concat();
    let long = ".rodata.with.a.name.that.is.long";
    let second = 9 + two.len() as u64 + 13;
    for form in FORMS {
        let bytes = object(form, &[(long, &among), (".packs", &one), (".short", &one)]);
        let scan = scanned(bytes).unwrap();
        let expected = [
            row(long, Some(9), "own--b"),
            row(long, Some(second), "own--b"),
            row(".packs", None, "own--a"),
            row(".short", Some(0), "own--a"),
        ];
        assert_eq!(places(&scan), expected, "{form:?}");
        assert_eq!(messages(&scan), Vec::<String>::new());
    }
    let scan = scanned(image(&[(".rdata", &among), (".packs", &one)])).unwrap();
    let expected =
        [row(".rdata", Some(9), "own--b"), row(".rdata", Some(second), "own--b"), row(".packs", None, "own--a")];
    assert_eq!(places(&scan), expected);
}

#[test]
fn code_and_unloaded_data_are_not_searched() {
    let one = packed(&[("own--a", b"A")]);
    for format in [BinaryFormat::Elf, BinaryFormat::Coff] {
        for kind in [SectionKind::Text, SectionKind::Debug, SectionKind::Linker] {
            let bytes = of_kind(format, kind, ".other", &one);
            let error = scanned(bytes.clone()).unwrap_err();
            let said = "and in other data that programs load";
            assert!(error.to_string().ends_with(said), "{format:?} {kind:?} {error}");
            assert_eq!(advice(error), Some(Advice::SearchTheRest));
            let carve = ScanRequest { carve: true, ..ScanRequest::default() };
            assert_eq!(places(&scanned_with(bytes, &carve).unwrap()), [row("", None, "own--a")]);
        }
        for kind in [SectionKind::Data, SectionKind::ReadOnlyData] {
            let scan = scanned(of_kind(format, kind, ".other", &one)).unwrap();
            assert_eq!(places(&scan), [row(".other", Some(0), "own--a")], "{format:?} {kind:?}");
        }
    }
}

#[test]
fn own_form_rule_searches_no_data() {
    let one = packed(&[("own--a", b"A")]);
    let options = ScanRequest::default().with_rules(ScanRules { own_form: true, unchecked: false });
    let error = scanned_with(object(FORMS[0], &[(".rodata", &one)]), &options).unwrap_err();
    let known = ".packs, .packs.with.a.long.name, SPLIT:*, .only";
    let expected = format!("in: not an offload bundle: an object file without bundles in any of the sections {known}");
    assert_eq!(error.to_string(), expected);
    assert_eq!(advice(error), None);
}

#[test]
fn known_sections_are_not_searched_twice() {
    // A container within the content of a container.
    let inner = packed(&[("own--a", b"inner")]);
    let outer = packed(&[("own--b", &inner)]);
    let sections = [(".packs", &outer[..]), (".rodata", &outer), ("SPLIT:far--c", &inner)];
    let scan = scanned(object(FORMS[0], &sections)).unwrap();
    let expected = [row(".packs", None, "own--b"), row(".rodata", Some(0), "own--b"), row("SPLIT:*", None, "far--c")];
    assert_eq!(places(&scan), expected);
    let others = sections.len() * b"nothing".len();
    let searched = scan.searched.unwrap();
    assert_eq!(searched.size.0, (outer.len() + others) as u64);
    assert!(searched.unsearched_size.0 > 0);
}

#[test]
fn bundle_ends_with_its_section() {
    let mut one = packed(&[("own--a", b"A"), ("far--b", &[b'.'; 200])]);
    one.truncate(one.len() - 8);
    let error = scanned(object(FORMS[0], &[(".rodata", &one), (".rodata.2", &[0; 500])])).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

fn header(bytes: &[u8], name: &str) -> usize {
    use object::read::elf::{ElfFile64, FileHeader as _};
    let file = ElfFile64::<Endianness>::parse(bytes).unwrap();
    let index = object::Object::section_by_name(&file, name).unwrap();
    let index = object::ObjectSection::index(&index).0;
    usize::try_from(file.elf_header().e_shoff(Endianness::Little))
        .unwrap()
        .saturating_add(index.saturating_mul(64))
}

#[test]
fn overlapping_sections_are_searched_once() {
    let one = packed(&[("own--a", b"A")]);
    let mut bytes = object(FORMS[0], &[(".rodata.1", &one), (".rodata.2", &one)]);
    let (first, second) = (header(&bytes, ".rodata.1"), header(&bytes, ".rodata.2"));
    // The place and the length.
    bytes.copy_within(first + 24..first + 40, second + 24);
    let scan = scanned(bytes).unwrap();
    assert_eq!(places(&scan), [row(".rodata.1", Some(0), "own--a")]);
}

#[test]
fn missing_section_data_is_a_warning() {
    let one = packed(&[("own--a", b"A")]);
    let mut bytes = object(FORMS[0], &[(".rodata.1", &one), (".rodata.2", &one)]);
    let at = header(&bytes, ".rodata.2") + 32;
    bytes[at + 4] = 1;
    let scan = scanned(bytes).unwrap();
    assert_eq!(places(&scan), [row(".rodata.1", Some(0), "own--a")]);
    let [message] = messages(&scan).try_into().unwrap();
    assert!(
        message.contains("the data of the section \".rodata.2\" cannot be searched"),
        "{message}"
    );
}

#[test]
fn very_long_section_name_is_cut() {
    let one = packed(&[("own--a", b"A")]);
    let (long, fits) = (
        format!(".rodata.{}", "x".repeat(500)),
        format!(".rodata.{}", "y".repeat(248)),
    );
    let scan = scanned(object(FORMS[0], &[(&long, &one), (&fits, &one)])).unwrap();
    let names: Vec<String> = places(&scan).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, [format!("{}…", long.get(..256).unwrap()), fits]);
}

/// Work and regions grow linearly with sections.
#[test]
fn many_sections_are_searched_separately() {
    let one = packed(&[("own--a", b"A")]);
    let names: Vec<String> = (0..300).map(|number| format!(".rodata.{number}")).collect();
    let sections: Vec<_> = names.iter().map(|name| (name.as_str(), one.as_slice())).collect();
    let scan = scanned(object(FORMS[0], &sections)).unwrap();
    assert_eq!((scan.bundles.len(), scan.regions.len()), (300, 300));
}

#[test]
fn list_extract_and_verify_report_section_offsets() {
    let folder = Folder::new();
    let one = packed(&[("own--a", b"A")]);
    let bytes = object(FORMS[0], &[(".rodata", &[b"....", &one[..]].concat())]);
    let len = bytes.len() as u64;
    let path = folder.put("lib", &bytes);
    let request = listing(path.clone());
    let report = list(&REGISTRY, &request).unwrap();
    let bundle = &report.files[0].bundles[0];
    assert_eq!(bundle.section.as_deref(), Some(".rodata"));
    assert_eq!(bundle.section_offset, Some(Integer(4)));
    assert!(!bundle.by_itself);
    let searched = report.files[0].notes.searched.unwrap();
    let all = |Searched { size, unsearched_size: left_size, .. }: Searched| size.0 + left_size.0;
    assert_eq!(all(searched), len);
    assert_eq!(searched.size.0, one.len() as u64 + 4 + 7);
    let request = ExtractRequest {
        inputs: vec![path.clone().into()],
        folder: folder.path("out").into(),
        ..ExtractRequest::default()
    };
    let report = extract(&REGISTRY, &request, &mut Context::default()).unwrap();
    assert_eq!(report.outputs[0].section_offset, Some(Integer(4)));
    let request = verifying(path);
    let report = verify(&REGISTRY, &request).unwrap();
    assert_eq!(report.summary.outcome, Outcome::Done);
    assert_eq!(report.files[0].summary.bundle_count, 1);
    assert_eq!(report.files[0].summary.searched, Some(searched));
}

#[test]
fn archive_members_are_searched() {
    let one = packed(&[("own--a", b"A")]);
    let member = object(FORMS[0], &[(".rodata", &one)]);
    let bytes = archive(&[in_archive("a.o", &member), in_archive("b.o", &member)]);
    let scan = scanned(bytes).unwrap();
    assert_eq!(
        places(&scan),
        [row(".rodata", Some(0), "own--a"), row(".rodata", Some(0), "own--a")]
    );
    assert_eq!(scan.searched.unwrap().size.0, 2 * (one.len() as u64 + 7));
}

const PT_LOAD: u32 = 1;
const PT_NOTE: u32 = 4;

fn program(wide: bool, big: bool, segments: &[(u32, &[u8], u64)]) -> Vec<u8> {
    let (header_len, entry_len) = if wide { (64, 56) } else { (52, 32) };
    let number = |value: u64, width: usize| -> Vec<u8> {
        match big {
            true => value.to_be_bytes()[8 - width..].to_vec(),
            false => value.to_le_bytes()[..width].to_vec(),
        }
    };
    let word = if wide { 8 } else { 4 };
    let count = segments.len() as u64;
    let ident = [0x7f, b'E', b'L', b'F', 1 + u8::from(wide), 1 + u8::from(big), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let fields = [
        (2, 2),
        (62, 2),
        (1, 4),
        (0, word),
        (header_len, word),
        (0, word),
        (0, 4),
        (header_len, 2),
        (entry_len, 2),
        (count, 2),
        (0, 2),
        (0, 2),
        (0, 2),
    ];
    let mut bytes = ident.to_vec();
    bytes.extend(fields.iter().flat_map(|(value, width)| number(*value, *width)));
    let mut at = header_len + entry_len * count;
    for (kind, content, more) in segments {
        let len = content.len() as u64 + more;
        let flags = [(4, 4)];
        let place = [(at, word), (at, word), (at, word), (len, word), (len, word)];
        let align = [(1, word)];
        let fields: Vec<(u64, usize)> = match wide {
            true => [&flags[..], &place, &align].concat(),
            false => [&place[..], &flags, &align].concat(),
        };
        bytes.extend(number((*kind).into(), 4));
        bytes.extend(fields.iter().flat_map(|(value, width)| number(*value, *width)));
        at += content.len() as u64;
    }
    bytes.extend(segments.iter().flat_map(|(_, content, _)| content.iter().copied()));
    bytes
}

fn places_by_segments(scan: &Scan) -> Vec<(&str, Option<u64>)> {
    let place = |found: &crate::scan::FoundBundle| {
        let kind = &scan.regions[found.region].kind;
        (
            kind.section().unwrap_or_default(),
            kind.offset_in_section(found.start()),
        )
    };
    scan.bundles.iter().map(place).collect()
}

#[test]
fn segments_are_searched_without_sections() {
    let one = packed(&[("own--a", b"A")]);
    let among = [b"text", &one[..], b"more", &one].concat();
    let second = 8 + one.len() as u64;
    for (wide, big) in [(true, false), (true, true), (false, false), (false, true)] {
        let bytes = program(
            wide,
            big,
            &[(PT_NOTE, &one, 0), (PT_LOAD, b"code", 0), (PT_LOAD, &among, 0)],
        );
        let scan = scanned(bytes).unwrap();
        assert_eq!(
            places_by_segments(&scan),
            [("segment 2", Some(4)), ("segment 2", Some(second))],
            "{wide} {big}"
        );
        assert_eq!(messages(&scan), Vec::<String>::new());
    }
}

#[test]
fn segments_are_searched_if_sections_lack_names() {
    let one = packed(&[("own--a", b"A")]);
    let mut bytes = program(true, false, &[(PT_LOAD, &one, 0)]);
    let at = bytes.len() as u64;
    bytes.extend([0; 64]);
    bytes[40..48].copy_from_slice(&at.to_le_bytes());
    bytes[58..60].copy_from_slice(&64_u16.to_le_bytes());
    bytes[60..62].copy_from_slice(&1_u16.to_le_bytes());
    assert_eq!(places_by_segments(&scanned(bytes).unwrap()), [("segment 0", Some(0))]);
}

#[test]
fn missing_segment_data_is_reported() {
    let one = packed(&[("own--a", b"A")]);
    let bytes = program(true, false, &[(PT_LOAD, &one, 0), (PT_LOAD, b"more", 1 << 40)]);
    let scan = scanned(bytes.clone()).unwrap();
    assert_eq!(places_by_segments(&scan), [("segment 0", Some(0))]);
    let told = messages(&scan);
    assert!(
        told.len() == 1 && told[0].contains("\"segment 1\"") && told[0].contains("p_filesz"),
        "{told:?}"
    );
    // The table itself.
    let mut cut = bytes;
    cut[32..40].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    assert!(scanned(cut).unwrap_err().to_string().contains("e_phoff"));
}

#[test]
fn program_without_bundles_is_not_a_bundle() {
    let code: &[(u32, &[u8], u64)] = &[(PT_LOAD, b"code", 0)];
    for segments in [&[], code] {
        let error = scanned(program(true, false, segments)).unwrap_err();
        assert_eq!(error.code(), "not-a-bundle");
    }
}

const CARVE: ScanRequest = ScanRequest {
    file_type: None,
    carve: true,
    no_verify: false,
    no_follow: false,
    max_size: None,
    rules: ScanRules { own_form: false, unchecked: false },
};

fn ids(bytes: Vec<u8>) -> Vec<String> {
    let scan = scanned_with(bytes, &CARVE).unwrap();
    entries(&scan).into_iter().map(|(_, id, _)| id).collect()
}

#[test]
fn containers_between_junk_are_found() {
    let one = packed(&[("own--a", b"A"), ("far--b", b"PACK")]);
    let two = packed(&[("own--c", b"")]);
    let bytes = [&b"some bytes"[..], &one, b"more", &two, b"end"].concat();
    let scan = scanned_with(bytes.clone(), &CARVE).unwrap();
    let starts: Vec<u64> = scan.bundles.iter().map(|found| found.bundle.start).collect();
    assert_eq!(starts, [10, 14 + one.len() as u64]);
    assert_eq!(messages(&scan), Vec::<String>::new());
    let carved = &scan.regions[scan.bundles[0].region];
    assert_eq!(carved.kind, RegionKind::Searched { section: None });
    assert_eq!(carved.place.len, one.len() as u64);
    let error = scanned_with(bytes, &ScanRequest::default()).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

#[test]
fn false_container_starts_are_skipped() {
    let good = packed(&[("own--a", b"A")]);
    let bad = packed(&[("odd", b"x")]);
    let none = packed(&[]);
    let mut cut = packed(&[("own--z", b"long content")]);
    cut.truncate(40);
    let mut inside = packed(&[("own--y", b"AAAA")]);
    inside[12] = 3;
    let bytes = [&b"."[..], &bad, b"PACK", b"PACKPACK", &none, &inside, &good, &cut].concat();
    assert_eq!(ids(bytes), ["own--a"]);
    let error = scanned_with([&b"."[..], &bad, &none].concat(), &CARVE).unwrap_err();
    assert_eq!(error.to_string(), "in: not an offload bundle");
}

/// Each container claims all later containers as its entries: reading each to its end would take forever.
fn frames(many: u64) -> Vec<u8> {
    let mut bytes = b".".to_vec();
    for left in (0..many).rev() {
        if left.saturating_add(1) < many {
            let place = [0_u64, 0, 12];
            bytes.extend(place.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend_from_slice(b"PACK");
        bytes.extend(left.to_le_bytes());
    }
    bytes
}

#[test]
fn nested_false_starts_stop_at_budget() {
    assert_eq!(scanned_with(frames(100), &CARVE).unwrap_err().code(), "not-a-bundle");
    let good = packed(&[("own--a", b"A")]);
    let scan = scanned_with([&good[..], &frames(2_000), &good].concat(), &CARVE).unwrap();
    assert_eq!(scan.bundles.len(), 1, "what stands before is found");
    let error = scan.first_error().unwrap();
    assert_eq!(error.code(), "over-budget");
    assert!(
        error.to_string().contains("the beginnings of bundles overlap so much"),
        "{error}"
    );
}

#[test]
fn container_within_a_container_is_not_separate() {
    let inner = packed(&[("own--a", b"inner")]);
    let outer = packed(&[("own--b", &inner), ("far--b", b"x")]);
    assert_eq!(ids([&b"."[..], &outer].concat()), ["own--b", "far--b"]);
    assert_eq!(
        ids([&outer[..], b"junk", &inner].concat()),
        ["own--b", "far--b", "own--a"]
    );
}

#[test]
fn carving_searches_all_object_bytes() {
    let one = packed(&[("own--a", b"A")]);
    let two = packed(&[("own--b", b"B")]);
    let junk = [&one[..], b"junk", &two].concat();
    for form in FORMS {
        let bytes = object(form, &[(".packs", &junk), (".rodata.x", &two), ("SPLIT:far--c", &one)]);
        let scan = scanned_with(bytes, &CARVE).unwrap();
        let found: Vec<_> = entries(&scan).into_iter().map(|(region, id, _)| (region, id)).collect();
        let row = |region: &str, id: &str| (String::from(region), String::from(id));
        assert_eq!(
            found,
            [row(".packs", "own--a"), row(".packs", "own--b"), row(".rodata.x", "own--b"), row("SPLIT:*", "far--c")]
        );
    }
    let plain = object(FORMS[0], &[(".rodata.x", &two)]);
    assert_eq!(ids(plain), ["own--b"]);
}

proptest! {
    #[test]
    fn carving_finds_every_container(parts in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 0..300), 0..200_usize), 1..12)) {
        let mut bytes = Vec::new();
        let mut expected = Vec::new();
        for (content, junk) in &parts {
            bytes.extend(vec![b'.'; junk.saturating_add(1)]);
            expected.push(bytes.len() as u64);
            bytes.extend(packed(&[("own--a", content), ("far--b", b"!")]));
        }
        let scan = scanned_with(bytes, &CARVE).unwrap();
        let starts: Vec<u64> = scan.bundles.iter().map(|found| found.bundle.start).collect();
        prop_assert_eq!(starts, expected);
    }
}
