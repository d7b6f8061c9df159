//! Containers among the data that programs load, outside of the sections that are known.

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

use super::archives::{archive, member as in_archive};
use super::objects::{FORMS, image, messages, object, scanned, scanned_with};
use super::packed::packed;
use super::{Folder, REGISTRY, listing, verifying};
use crate::error::Error;
use crate::file_kind::Advice;
use crate::ops::Context;
use crate::ops::{extract, list, verify};
use crate::report::{Integer, Outcome, Searched};
use crate::request::rules::ScanRules;
use crate::request::{ExtractRequest, ScanRequest};
use crate::scan::{FoundBundle, Scan};

/// The section of every container, how far into it that begins if it was searched, and the first ID.
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

/// What is to be done with what is no bundle.
fn advice(error: Error) -> Option<Advice> {
    match error {
        Error::NotABundle { kind, .. } => kind?.advice,
        error => panic!("{error}"),
    }
}

/// An object with one section.
fn of_kind(format: BinaryFormat, kind: SectionKind, name: &str, content: &[u8]) -> Vec<u8> {
    let mut object = Object::new(format, Architecture::X86_64, Endianness::Little);
    let id = object.add_section(Vec::new(), name.into(), kind);
    object.append_section_data(id, content, 16);
    object.write().unwrap()
}

#[test]
fn what_programs_load_is_searched_in_every_form_of_object() {
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
fn code_and_what_no_program_loads_is_not_searched_and_that_is_said() {
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
fn whoever_asks_for_known_places_only_has_nothing_searched() {
    let one = packed(&[("own--a", b"A")]);
    let options = ScanRequest::default().by(ScanRules { own_form: true, unchecked: false });
    let error = scanned_with(object(FORMS[0], &[(".rodata", &one)]), &options).unwrap_err();
    let known = ".packs, .packs.with.a.long.name, SPLIT:*, .only";
    let expected = format!("in: not an offload bundle: an object file without bundles in any of the sections {known}");
    assert_eq!(error.to_string(), expected);
    assert_eq!(advice(error), None);
}

#[test]
fn what_is_known_is_not_searched() {
    // Bytes like a container within the content of another.
    let inner = packed(&[("own--a", b"inner")]);
    let outer = packed(&[("own--b", &inner)]);
    let sections = [(".packs", &outer[..]), (".rodata", &outer), ("SPLIT:far--c", &inner)];
    let scan = scanned(object(FORMS[0], &sections)).unwrap();
    let expected = [row(".packs", None, "own--b"), row(".rodata", Some(0), "own--b"), row("SPLIT:*", None, "far--c")];
    assert_eq!(places(&scan), expected);
    let others = sections.len() * b"nothing".len();
    let searched = scan.searched.unwrap();
    assert_eq!(searched.size.0, (outer.len() + others) as u64);
    assert!(searched.left_size.0 > 0);
}

#[test]
fn a_bundle_ends_where_its_section_ends() {
    let mut one = packed(&[("own--a", b"A"), ("far--b", &[b'.'; 200])]);
    one.truncate(one.len() - 8);
    let error = scanned(object(FORMS[0], &[(".rodata", &one), (".rodata.2", &[0; 500])])).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

/// The header of the section `name` of the 64-bit ELF file `bytes`, from its first byte on.
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
fn sections_over_the_same_bytes_are_searched_once() {
    let one = packed(&[("own--a", b"A")]);
    let mut bytes = object(FORMS[0], &[(".rodata.1", &one), (".rodata.2", &one)]);
    let (first, second) = (header(&bytes, ".rodata.1"), header(&bytes, ".rodata.2"));
    // The place and the length.
    bytes.copy_within(first + 24..first + 40, second + 24);
    let scan = scanned(bytes).unwrap();
    assert_eq!(places(&scan), [row(".rodata.1", Some(0), "own--a")]);
}

#[test]
fn data_that_is_not_in_the_file_is_warned_of() {
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
fn a_very_long_name_of_a_section_is_cut() {
    let one = packed(&[("own--a", b"A")]);
    let (long, fits) = (
        format!(".rodata.{}", "x".repeat(500)),
        format!(".rodata.{}", "y".repeat(248)),
    );
    let scan = scanned(object(FORMS[0], &[(&long, &one), (&fits, &one)])).unwrap();
    let names: Vec<String> = places(&scan).into_iter().map(|(name, ..)| name).collect();
    assert_eq!(names, [format!("{}…", long.get(..256).unwrap()), fits]);
}

/// Very many sections hold one container each: work and regions grow with them, and no more.
#[test]
fn very_many_sections_are_searched_one_by_one() {
    let one = packed(&[("own--a", b"A")]);
    let names: Vec<String> = (0..300).map(|number| format!(".rodata.{number}")).collect();
    let sections: Vec<_> = names.iter().map(|name| (name.as_str(), one.as_slice())).collect();
    let scan = scanned(object(FORMS[0], &sections)).unwrap();
    assert_eq!((scan.bundles.len(), scan.regions.len()), (300, 300));
}

#[test]
fn list_extract_and_verify_say_where_it_was_found() {
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
    let all = |Searched { size, left_size, .. }: Searched| size.0 + left_size.0;
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
fn members_of_archives_are_searched_too() {
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
