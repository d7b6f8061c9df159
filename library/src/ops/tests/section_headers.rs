//! Sections whose headers say that they are none, have no bytes, or have those of another.

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

use super::objects::{FORMS, SECTIONS, messages, object, scanned_with};
use super::packed::packed;
use crate::input::Input;
use crate::object::sections;
use crate::request::ScanRequest;

/// The object with the four bytes at `skip` in the header of the section `.packs` changed.
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
fn a_section_that_is_marked_as_none_is_none() {
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
fn a_section_is_known_by_its_type_whatever_it_is_called() {
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
fn a_section_of_uninitialised_data_has_no_bytes_whatever_else_its_header_says() {
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
fn bytes_that_two_sections_claim_are_looked_at_once() {
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
            messages.iter().any(|line| line.contains("over those of another")),
            "{messages:?}"
        );
        assert!(scan.bundles.len() <= 1 && scan.unsound().is_some(), "{messages:?}");
    }
}

/// A linker or a tool for objects has compressed the section as a whole: the report says what to do, and no compressed bytes pass for code.
#[test]
fn a_compressed_section_is_told_with_what_to_do() {
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
