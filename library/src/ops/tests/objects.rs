//! Containers in sections of object files.

use std::sync::Arc;

use object::write::{Object, pe};
use object::{Architecture, BinaryFormat, Endianness, Object as _, ObjectSection as _, SectionKind};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{
    EntryRule, Holds, LoaderEnvironment, ObjectFormat, ReferenceRule, SectionFlags, SectionPattern, SectionRule,
    SectionType, WrapperRule,
};

use super::archives::{archive, member};
use super::formats::packed;
use super::{Folder, REGISTRY, file_type, written};
use crate::bitcode::tests::bitcode;
use crate::error::Error;
use crate::input::Input;
use crate::ops::unbundle;
use crate::report::Outcome;
use crate::request::rules::ScanRules;
use crate::request::{EntryRequest, ScanRequest, UnbundleRequest};
use crate::scan::{Located, RegionKind, Scan, scan};

const BOTH: &[ObjectFormat] = &[ObjectFormat::Elf, ObjectFormat::Coff];

const fn rule(name: &'static str, pattern: SectionPattern<'static>, holds: Holds<'static>) -> SectionRule<'static> {
    SectionRule {
        name,
        title: "a title",
        doc: "About them.",
        formats: BOTH,
        pattern,
        types: &[],
        holds,
        linked_into: "",
        shown_by: None,
    }
}

const FLAGS: &[SectionFlags] = &[
    SectionFlags { format: ObjectFormat::Elf, flags: 0x8000_0000 },
    SectionFlags { format: ObjectFormat::Coff, flags: 0x4000_0800 },
];

const WRAPPERS: WrapperRule<'_> = WrapperRule { size: 8, pointer: 0, moved: b"GONE", unit: None, table: None };

const MOVED: ReferenceRule<'_> = ReferenceRule {
    paths: "in",
    name: "as",
    target: "<chip>",
    at_most: 20_000,
    unit: "~",
    environment: LoaderEnvironment { instead: "MADE_UP_INSTEAD", before: "MADE_UP_BEFORE", off: "MADE_UP_OFF" },
};

pub(super) const SECTIONS: &[SectionRule<'static>] = &[
    SectionRule {
        formats: &[ObjectFormat::Elf, ObjectFormat::Coff, ObjectFormat::Bitcode],
        types: &[SectionType { format: ObjectFormat::Elf, number: 0x6fff_0001 }],
        ..rule("packs", SectionPattern::Is(".packs"), Holds::Containers)
    },
    rule("long", SectionPattern::Is(".packs.with.a.long.name"), Holds::Containers),
    rule("point", SectionPattern::Is(".point"), Holds::Pointer(Some(WRAPPERS))),
    rule("moved", SectionPattern::Is(".moved"), Holds::Reference(MOVED)),
    rule(
        "split",
        SectionPattern::StartsWith("SPLIT:"),
        Holds::Entry(EntryRule { file_type: "packed", host: b"\0", flags: FLAGS }),
    ),
    SectionRule { formats: &[ObjectFormat::Coff], ..rule("coff", SectionPattern::Is(".only"), Holds::Containers) },
];

pub(super) type Given<'g> = (&'g str, &'g [u8]);

pub(super) const FORMS: [(BinaryFormat, Architecture, Endianness); 8] = [
    (BinaryFormat::Elf, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Elf, Architecture::I386, Endianness::Little),
    (BinaryFormat::Elf, Architecture::PowerPc64, Endianness::Big),
    (BinaryFormat::Elf, Architecture::PowerPc, Endianness::Big),
    (BinaryFormat::Elf, Architecture::Aarch64, Endianness::Big),
    (BinaryFormat::Coff, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Coff, Architecture::I386, Endianness::Little),
    (BinaryFormat::Coff, Architecture::Aarch64, Endianness::Little),
];

/// Another section separates the given sections.
pub(super) fn object(form: (BinaryFormat, Architecture, Endianness), sections: &[Given<'_>]) -> Vec<u8> {
    let mut object = Object::new(form.0, form.1, form.2);
    for (number, (name, content)) in sections.iter().enumerate() {
        let other = format!(".other.section.{number}").into_bytes();
        let id = object.add_section(Vec::new(), other, SectionKind::Data);
        object.append_section_data(id, b"nothing", 1);
        let id = object.add_section(Vec::new(), name.as_bytes().to_vec(), SectionKind::ReadOnlyData);
        object.append_section_data(id, content, 16);
    }
    object.write().unwrap()
}

pub(super) fn image(sections: &[Given<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = pe::Writer::new(true, 4096, 512, &mut bytes);
    writer.reserve_dos_header_and_stub();
    writer.reserve_nt_headers(object::pe::IMAGE_NUMBEROF_DIRECTORY_ENTRIES);
    writer.reserve_section_headers(u16::try_from(sections.len()).unwrap());
    let flags = object::pe::IMAGE_SCN_CNT_INITIALIZED_DATA | object::pe::IMAGE_SCN_MEM_READ;
    let mut offsets = Vec::new();
    for (name, content) in sections {
        let mut fixed = [0; 8];
        fixed[..name.len()].copy_from_slice(name.as_bytes());
        let len = u32::try_from(content.len()).unwrap();
        let range = writer.reserve_section(fixed, flags, len.max(1), len);
        offsets.push(range.file_offset);
    }
    writer.write_dos_header_and_stub().unwrap();
    writer.write_nt_headers(pe::NtHeaders {
        machine: object::pe::IMAGE_FILE_MACHINE_AMD64,
        time_date_stamp: 0,
        characteristics: object::pe::IMAGE_FILE_DLL,
        major_linker_version: 0,
        minor_linker_version: 0,
        address_of_entry_point: 0,
        image_base: 0x1_8000_0000,
        major_operating_system_version: 0,
        minor_operating_system_version: 0,
        major_image_version: 0,
        minor_image_version: 0,
        major_subsystem_version: 0,
        minor_subsystem_version: 0,
        subsystem: object::pe::IMAGE_SUBSYSTEM_WINDOWS_GUI,
        dll_characteristics: Default::default(),
        size_of_stack_reserve: 0,
        size_of_stack_commit: 0,
        size_of_heap_reserve: 0,
        size_of_heap_commit: 0,
    });
    writer.write_section_headers();
    for ((_, content), offset) in sections.iter().zip(offsets) {
        writer.write_section(offset, content);
    }
    bytes
}

pub(super) fn scanned_with(bytes: Vec<u8>, options: &ScanRequest) -> Result<Scan, Error> {
    scan(&super::REGISTRY, &Arc::new(Input::from_bytes("in", bytes)), options)
}

pub(super) fn scanned(bytes: Vec<u8>) -> Result<Scan, Error> {
    scanned_with(bytes, &ScanRequest::default())
}

pub(super) fn messages(scan: &Scan) -> Vec<String> {
    let line = |located: Located| located.finding.to_string();
    scan.findings().map(line).collect()
}

pub(super) fn entries(scan: &Scan) -> Vec<(String, String, Vec<u8>)> {
    let bundles = scan.bundles.iter();
    let entries = bundles.flat_map(|found| found.bundle.entries.iter().map(move |entry| (found, entry)));
    let shown = entries.map(|(found, entry)| {
        let Place { ofs, len } = entry.place.clone().unwrap();
        let region = scan.regions[found.region].kind.section().unwrap_or_default();
        let content = found.input.window(ofs, len).unwrap().to_vec();
        (region.to_string(), entry.id.clone().unwrap(), content)
    });
    shown.collect()
}

fn row(section: &str, id: &str, content: &[u8]) -> (String, String, Vec<u8>) {
    (section.into(), id.into(), content.to_vec())
}

#[test]
fn containers_in_every_object_format_are_found() {
    let one = packed(&[("own--a", b"A"), ("far--b", b"BB")]);
    let two = packed(&[("own--c", b"C")]);
    for form in FORMS {
        for padding in [0, 1, 5000] {
            let both = [one.clone(), vec![0; padding], two.clone(), vec![0; padding]].concat();
            let led = [vec![0; padding], two.clone()].concat();
            let sections: [Given<'_>; 3] = [(".packs", &both), (".point", &two), (".packs.with.a.long.name", &led)];
            let scan = scanned(object(form, &sections)).unwrap();
            let long = ".packs.with.a.long.name";
            let expected = [
                row(".packs", "own--a", b"A"),
                row(".packs", "far--b", b"BB"),
                row(".packs", "own--c", b"C"),
                row(long, "own--c", b"C"),
            ];
            assert_eq!(entries(&scan), expected, "{form:?}");
            assert_eq!(messages(&scan), Vec::<String>::new());
            let reported = scan
                .regions
                .iter()
                .any(|region| matches!(&region.kind, RegionKind::Pointer { name, .. } if name == ".point"));
            assert!(reported, "{form:?}");
        }
    }
}

#[test]
fn image_sections_end_with_their_memory() {
    let one = packed(&[("own--a", b"A")]);
    let two = packed(&[("own--b", b"B")]);
    let scan = scanned(image(&[(".packs", &one), (".only", &two), (".point", &one)])).unwrap();
    let expected = [row(".packs", "own--a", b"A"), row(".only", "own--b", b"B")];
    assert_eq!(entries(&scan), expected);
    assert_eq!(scan.regions[0].place.len, one.len() as u64);
    let scan = scanned(image(&[(".packs", b"")])).unwrap();
    assert_eq!(scan.external_code[0].section, ".packs");
}

#[test]
fn section_rule_applies_to_its_format_only() {
    let one = packed(&[("own--a", b"A")]);
    assert_eq!(
        entries(&scanned(object(FORMS[5], &[(".only", &one)])).unwrap()).len(),
        1
    );
    let error = scanned(object(FORMS[0], &[(".only", &one[1..])])).unwrap_err();
    let looked_for = ".packs, .packs.with.a.long.name, SPLIT:*, .only";
    assert_eq!(
        error.to_string(),
        format!(
            "in: not an offload bundle: an object file without bundles in any of the sections {looked_for}, and in other data that \
             programs load"
        )
    );
    assert_eq!(error.outcome(), Outcome::Negative);
}

#[test]
fn large_section_counts_use_first_section() {
    let mut object = Object::new(BinaryFormat::Elf, Architecture::PowerPc64, Endianness::Big);
    for number in 0..66_000 {
        object.add_section(Vec::new(), format!(".{number}").into_bytes(), SectionKind::Data);
    }
    let id = object.add_section(Vec::new(), b".packs".to_vec(), SectionKind::ReadOnlyData);
    object.append_section_data(id, &packed(&[("own--a", b"A")]), 1);
    let bytes = object.write().unwrap();
    assert_eq!((&bytes[60..62], &bytes[62..64]), (&[0, 0][..], &[0xff, 0xff][..]));
    assert_eq!(entries(&scanned(bytes).unwrap()), [row(".packs", "own--a", b"A")]);
}

#[test]
fn empty_and_padding_sections_have_no_bundles() {
    for content in [&b""[..], &[0; 9000]] {
        let error = scanned(object(FORMS[0], &[(".packs", content)])).unwrap_err();
        assert_eq!(error.code(), "not-a-bundle");
    }
}

#[test]
fn section_with_leading_junk_is_malformed() {
    let one = packed(&[("own--a", b"A")]);
    let content = b"%begin own--a\nno text is looked for here\n%end\n";
    for lead in [0, 3] {
        let content = [&vec![0; lead], &content[..]].concat();
        let bytes = object(FORMS[0], &[(".packs", &content), (".packs.with.a.long.name", &one)]);
        let scan = scanned(bytes).unwrap();
        assert_eq!(entries(&scan).len(), 1);
        let at = scan.regions[0].place.ofs + lead as u64;
        let message = format!("at byte {at:#x}: the section `.packs` starts with 46 bytes that are not a bundle");
        assert_eq!(messages(&scan), [message]);
        assert_eq!(scan.first_error().unwrap().outcome(), Outcome::Failed);
    }
}

#[test]
fn entry_sections_form_one_bundle() {
    let sections: [Given<'_>; 4] =
        [("SPLIT:own--a", b"\0"), ("SPLIT:far--b", b"BBB"), ("SPLIT:far--c", b"\0"), ("SPLIT:far--d", b"")];
    for form in FORMS {
        let scan = scanned(object(form, &sections)).unwrap();
        let expected = [
            row("SPLIT:*", "own--a", b"\0"),
            row("SPLIT:*", "far--b", b"BBB"),
            row("SPLIT:*", "far--c", b"\0"),
            row("SPLIT:*", "far--d", b""),
        ];
        assert_eq!(entries(&scan), expected, "{form:?}");
        assert_eq!(messages(&scan), Vec::<String>::new());
        assert_eq!((scan.bundles.len(), scan.bundles[0].form.name()), (1, "split"));
        assert_eq!(scan.bundles[0].stub(), Some(0));
    }
}

#[test]
fn entry_finding_names_its_section() {
    let sections: [Given<'_>; 3] = [("SPLIT:far--b", b"1"), ("SPLIT:far--B", b"2"), ("SPLIT:odd", b"")];
    let bytes = object(FORMS[0], &sections);
    let scan = scanned(bytes.clone()).unwrap();
    let at = |name: &[u8]| memchr::memmem::find(&bytes, name).unwrap() + 6;
    let mut expected = [
        (
            at(b"SPLIT:far--B"),
            "(sections[4]): \"far--B\" is the same ID as \"far--b\" of `sections[2]`",
        ),
        (
            at(b"SPLIT:odd"),
            "(sections[6]): \"odd\" is not a valid bundle entry ID: column 4: expected `-`, found the end",
        ),
    ];
    expected.sort();
    let expected: Vec<String> = expected
        .iter()
        .map(|(at, text)| format!("at byte {at:#x} {text}"))
        .collect();
    assert_eq!(messages(&scan), expected);
}

fn taking(folder: &Folder, input: &str, id: &str, scan: ScanRequest) -> UnbundleRequest {
    UnbundleRequest {
        scan,
        input: input.into(),
        wanted: vec![EntryRequest::new(id, folder.path("out"))],
        ..UnbundleRequest::default()
    }
}

#[test]
fn extracted_host_lacks_entry_sections() {
    let folder = Folder::new();
    let sections: [Given<'_>; 3] = [("SPLIT:own--a", b"\0"), ("SPLIT:far--b", b"BBB"), ("SPLIT:far--c", b"\0")];
    for form in FORMS {
        let input = folder.put("in", object(form, &sections));
        for (id, content) in [("far--b", &b"BBB"[..]), ("far--c", b"\0")] {
            let request = taking(&folder, &input, id, ScanRequest::default());
            written(|context| unbundle(&REGISTRY, &request, context)).done();
            assert_eq!(folder.get("out"), content);
        }
        let request = taking(&folder, &input, "own--a", ScanRequest::default());
        written(|context| unbundle(&REGISTRY, &request, context)).done();
        let host = folder.get("out");
        let host = object::File::parse(host.as_slice()).unwrap();
        let sections = host.sections().filter(|section| section.kind() == SectionKind::Data);
        let sections: Vec<_> = sections
            .map(|section| (section.name().unwrap().to_owned(), section.data().unwrap()))
            .collect();
        let expected = (0..3).map(|number| (format!(".other.section.{number}"), &b"nothing"[..]));
        assert_eq!(sections, expected.collect::<Vec<_>>(), "{form:?}");
        assert!(
            host.sections()
                .all(|section| !section.name().unwrap().starts_with("SPLIT:"))
        );
    }
    let named: [Given<'_>; 1] = [("SPLIT:own--a", b"HOST")];
    let input = folder.put("in", object(FORMS[0], &named));
    let request = taking(&folder, &input, "own--a", ScanRequest::default());
    written(|context| unbundle(&REGISTRY, &request, context)).done();
    assert_eq!(folder.get("out"), b"HOST");
}

#[test]
fn file_type_searches_its_own_form_only() {
    let one = packed(&[("own--a", b"A")]);
    let sections: [Given<'_>; 2] = [(".packs", &one), ("SPLIT:far--b", b"B")];
    let as_type = |name, own_form| ScanRequest {
        file_type: Some(file_type(name)),
        rules: ScanRules { own_form, unchecked: false },
        ..ScanRequest::default()
    };
    let bytes = object(FORMS[0], &sections);
    let both = scanned_with(bytes.clone(), &as_type("packed", false)).unwrap();
    assert_eq!(entries(&both).len(), 2);
    let own = scanned_with(bytes.clone(), &as_type("packed", true)).unwrap();
    assert_eq!(entries(&own), [row("SPLIT:*", "far--b", b"B")]);
    let error = scanned_with(bytes, &as_type("written", false)).unwrap_err();
    assert_eq!(error.to_string(), "in: not an offload bundle");
    let bare = scanned_with(one, &as_type("packed", true)).unwrap();
    assert_eq!(entries(&bare), [row("", "own--a", b"A")]);
}

fn contents(scan: &Scan) -> Vec<(String, u64, Vec<u8>)> {
    let contents = scan.bundles.iter().map(|found| {
        let region = &scan.regions[found.region];
        let place = *found.bundle.entries[0].place.as_ref().unwrap();
        let bytes = found.input.window(place.ofs, place.len).unwrap().into_vec();
        (region.kind.section().unwrap().to_owned(), found.bundle.start, bytes)
    });
    contents.collect()
}

#[test]
fn bundles_in_bitcode_globals_are_found() {
    let (one, two) = (packed(&[("a-b", b"one")]), packed(&[("a-b", b"two")]));
    let both = [one.as_slice(), &two].concat();
    let bytes = bitcode(&[(".packs", &both), (".data", &one), (".packs", &two)]);
    let scan = scanned(bytes.clone()).unwrap();
    let packs = |start: usize, content: &[u8]| (".packs".to_owned(), start as u64, content.to_vec());
    let expected = [packs(0, b"one"), packs(one.len(), b"two"), packs(0, b"two")];
    assert_eq!(contents(&scan), expected);
    for found in &scan.bundles {
        let place = found.apart.unwrap();
        assert!(found.start() == place.ofs && place.end() < bytes.len() as u64);
    }
    let members = [member("a.bc/", &bytes), member("b.bc/", &bitcode(&[(".data", b"no")]))];
    let scan = scanned(archive(&members)).unwrap();
    assert_eq!(contents(&scan), expected);
    let member = scan.bundles[0].member().unwrap();
    assert_eq!(member.name.to_string(), "a.bc");
}

#[test]
fn bitcode_without_globals_is_not_an_object() {
    let error = scanned_with(bitcode(&[(".data", b"no")]), &ScanRequest::default()).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

#[test]
fn section_junk_is_reported() {
    let scan = scanned(bitcode(&[(".packs", b"something else")])).unwrap();
    let messages = messages(&scan);
    assert!(messages[0].contains(".packs"), "{messages:?}");
}
