//! Hosts that are damaged: either nothing is added to them, or what is added can be found and taken out again.

use std::sync::Arc;

use offload_bundle_core::placement::{EntryRule, Holds, ObjectFormat, SectionPattern, SectionRule};

use super::{NewSection, SectionContent, sections, with_sections, without_sections};
use crate::input::{Input, InputPiece};

static RULES: [SectionRule<'static>; 1] = [SectionRule {
    name: "added",
    title: "added",
    doc: "Added.",
    formats: &[ObjectFormat::Elf, ObjectFormat::Coff],
    pattern: SectionPattern::StartsWith("ADDED:"),
    types: &[],
    holds: Holds::Entry(EntryRule { file_type: "x", host: b"\0", flags: &[] }),
    linked_into: "",
    shown_by: None,
}];

/// Small objects by clang.
const HOSTS: [&str; 3] = ["elf.22.o", "elf-32-be.22.o", "coff-arm.22.obj"];

fn host(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/kinds");
    std::fs::read(path.join(name)).unwrap()
}

/// Adds a section to `host`; false if that is refused. What is added is found where it is said to be, and the host comes out again.
fn adds(host: &[u8]) -> Result<bool, String> {
    let input = Arc::new(Input::from_bytes("host", host.to_vec()));
    let content = vec![InputPiece::Bytes(b"content".to_vec())];
    let new = NewSection { name: b"ADDED:one-with-a-long-name".to_vec(), flags: 0x8000_0000, content };
    let Ok((fat, places)) = with_sections(&input, vec![new.clone()], false) else {
        return Ok(false);
    };
    let fat = Arc::new(fat);
    let found = sections(&fat, &RULES).map_err(|error| format!("what is written is refused: {error}"))?;
    let found = found.unwrap_or_default();
    let added: Vec<_> = found.known.iter().filter(|section| section.name == new.name).collect();
    match added.as_slice() {
        [section] => match &section.content {
            SectionContent::Bytes(Ok(place)) if *fat.window(place.ofs, place.len).unwrap() == *b"content" => {
                assert_eq!(places, [*place]);
            }
            other => return Err(format!("another content: {other:?}")),
        },
        others => return Err(format!("found {} times", others.len())),
    }
    let again = without_sections(&fat, &RULES[0]).map_err(|error| format!("the host is lost: {error}"))?;
    match sections(&again, &RULES) {
        Ok(Some(left)) if left.known.is_empty() => Ok(true),
        other => Err(format!(
            "left: {:?}",
            other.map(|left| left.map(|left| left.known.len()))
        )),
    }
}

#[test]
fn what_is_added_to_a_damaged_host_can_be_found_or_nothing_is_added() {
    let (mut added, mut refused) = (0, 0);
    for name in HOSTS {
        let whole = host(name);
        assert_eq!(adds(&whole), Ok(true), "{name}");
        for at in 0..whole.len() {
            for value in [0, 0xff, whole[at] ^ 1] {
                let mut damaged = whole.clone();
                damaged[at] = value;
                match adds(&damaged) {
                    Ok(true) => added += 1,
                    Ok(false) => refused += 1,
                    Err(why) => panic!("{name}: byte {at:#x} is {value:#x}: {why}"),
                }
            }
        }
    }
    assert!(added > 100 && refused > 100, "{added} {refused}");
}

/// Some tools write that the strings of a COFF object have no bytes; their length itself has four.
#[test]
fn strings_of_no_length_are_as_long_as_their_length() {
    // It has neither symbols nor strings.
    let mut whole = host("coff-arm64x.22.obj");
    let end = u8::try_from(whole.len()).unwrap();
    whole[..2].copy_from_slice(&[0x64, 0x86]);
    whole[8] = end;
    for len in 0..=4 {
        let host = [&whole[..], &[len, 0, 0, 0]].concat();
        assert_eq!(adds(&host), Ok(true), "{len}");
    }
}

/// Where a symbol's name or its section cannot be, nothing is written: linkers refuse such an object.
#[test]
fn symbols_that_lead_nowhere_are_refused() {
    let elf = host("elf.22.o");
    let big = host("elf-be.22.o");
    let coff = host("coff-arm.22.obj");
    let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let first = word(&coff, 8);
    for (host, at, value) in [
        (&coff, first, &[0, 0, 0, 0, 0xff, 0xff, 0, 0][..]),
        (&coff, first + 12, &[0x70, 0x70]),
        (&coff, first + 17, &[0xff]),
    ] {
        let mut damaged = host.clone();
        damaged[at..at + value.len()].copy_from_slice(value);
        assert_eq!(adds(&damaged), Ok(false), "{at:#x}");
    }
    for bytes in [elf, big] {
        let file = object::File::parse(bytes.as_slice()).unwrap();
        let table = object::Object::section_by_name(&file, ".symtab").unwrap();
        let (start, len) = object::ObjectSection::file_range(&table).unwrap();
        let last = usize::try_from(start + len).unwrap() - 24;
        for (at, value) in [(last, &[0x70; 4][..]), (last + 6, &[0x70; 2])] {
            let mut damaged = bytes.clone();
            damaged[at..at + value.len()].copy_from_slice(value);
            assert_eq!(adds(&damaged), Ok(false), "{at:#x}");
        }
    }
}
