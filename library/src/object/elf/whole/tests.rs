//! Tests of the whole-file ELF reader.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};

use super::*;

/// The faults of the file, and the targets in its metadata.
fn looked_at(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    looked_at_for(&MACHINE, bytes)
}

const MACHINE: Machine<'_> = Machine {
    number: 62,
    name: "one",
    architectures: &[],
    types: &[],
    metadata: &[offload_bundle_core::ids::tables::MetadataNote {
        name: "ONE",
        number: 7,
        target: "for",
        version: "is",
        kernels: "of",
        symbol: "by",
    }],
    kernel_symbol: "",
    kernel_sections: &[],
    debug_sections: &[],
    loose_sections: false,
    loaded_when_launched: false,
    bare: None,
    descriptor: None,
    loaders: &[],
};

fn looked_at_for(machine: &'static Machine<'static>, bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    let len = u64::try_from(bytes.len()).unwrap();
    let (mut elf, mut looks) = WholeElf::begin(len, bytes, |_| Some(machine)).unwrap();
    let mut count = 0;
    loop {
        let Some(look) = looks.pop() else {
            looks = elf.go_on();
            if looks.is_empty() {
                break;
            }
            continue;
        };
        let (look, rest) = look.split();
        looks.extend(rest);
        let range = usize::try_from(look.ofs).unwrap()..usize::try_from(look.ofs + look.len).unwrap();
        looks.extend(elf.seen(look, &bytes[range]));
        count += 1;
        assert!(count < 1000, "it goes on");
    }
    let faults = elf.faults().to_report().into_iter();
    let faults = faults.map(|fault| format!("{:#x} {}: {}", fault.ofs, fault.path, fault.fault));
    let targets = elf.targets().iter().map(|(_, _, target)| target.clone());
    (faults.collect(), targets.collect())
}

/// A stored note with 4-byte alignment.
fn note(name: &str, kind: u32, content: &[u8], padded_to: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let name = [name.as_bytes(), b"\0"].concat();
    for number in [name.len(), content.len(), kind as usize] {
        bytes.extend(u32::try_from(number).unwrap().to_le_bytes());
    }
    bytes.extend(name);
    bytes.resize(bytes.len().next_multiple_of(padded_to), 0);
    bytes.extend(content);
    bytes.resize(bytes.len().next_multiple_of(padded_to), 0);
    bytes
}

/// An object with these notes in a section, after `others` more sections.
fn object(notes: &[u8], others: usize) -> Vec<u8> {
    let mut made = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    for number in 0..others {
        let id = made.add_section(
            Vec::new(),
            format!(".d{number}").into_bytes(),
            SectionKind::ReadOnlyData,
        );
        made.append_section_data(id, b"1", 1);
    }
    let id = made.add_section(Vec::new(), b".note".to_vec(), SectionKind::Note);
    made.append_section_data(id, notes, 4);
    made.write().unwrap()
}

#[test]
fn notes_are_read_across_all_pieces() {
    let long = vec![b'x'; 100_000];
    // Three more entries: a text of 100,000 bytes, then the target.
    let mut metadata = b"\x82\xa1a\xdb\0\x01\x86\xa0".to_vec();
    metadata.extend(&long);
    metadata.extend(b"\xa3for\xa4here");
    let notes = [
        note("OTHER", 7, b"\x82 not MessagePack", 4),
        note("ONE", 8, &long, 4),
        note("ONE", 7, &metadata, 4),
        note("ONE", 7, b"\x81\xa3for\xa2it", 4),
        vec![0; 24],
    ];
    let (faults, targets) = looked_at(&object(&notes.concat(), 0));
    assert_eq!((faults, targets), (vec![], vec!["here".to_string(), "it".into()]));
}

#[test]
fn notes_in_segment_are_read_once() {
    let notes = ["aa", "bb", "cc"].map(|target| note("ONE", 7, &[b"\x81\xa3for\xa2", target.as_bytes()].concat(), 4));
    let len = notes[0].len();
    let mut bytes = object(&notes.concat(), 0);
    let word =
        |bytes: &[u8], at: usize| usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap();
    let section = word(&bytes, 40) + 64;
    let start = word(&bytes, section + 24);
    let mut set = |at: usize, number: usize| bytes[at..at + 8].copy_from_slice(&(number as u64).to_le_bytes());
    // The section has the last note, the segments all and the note between.
    set(section + 24, start + 2 * len);
    set(section + 32, len);
    let segments = bytes.len();
    for (ofs, len) in [(start, 3 * len), (start + len, len)] {
        bytes.extend([4_u32.to_le_bytes(), 4_u32.to_le_bytes()].concat());
        let words = [ofs, 0, 0, len, len, 4].map(|word| (word as u64).to_le_bytes());
        bytes.extend(words.concat());
    }
    bytes[32..40].copy_from_slice(&(segments as u64).to_le_bytes());
    bytes[54..58].copy_from_slice(&[56, 0, 2, 0]);
    let (faults, mut targets) = looked_at(&bytes);
    targets.sort();
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(targets, ["aa", "bb", "bb", "cc"].map(String::from).to_vec());
}

#[test]
fn unreadable_notes_are_reported() {
    let sound = note("ONE", 7, b"\x81\xa3for\xa2it", 4);
    let with = |at: usize, byte: u8| {
        let mut notes = sound.clone();
        notes[at] = byte;
        let (faults, _) = looked_at(&object(&notes, 0));
        let [fault] = faults.try_into().unwrap();
        let (_, fault) = fault
            .split_once(' ')
            .map(|(at, rest)| (at.to_string(), rest.to_string()))
            .unwrap();
        fault
    };
    let note = "a note of the code object is invalid: ";
    assert_eq!(
        with(0, 200),
        format!("sections[1].n_namesz: {note}it has 200 bytes, but 12 are left in the notes")
    );
    assert_eq!(
        with(4, 200),
        format!("sections[1].n_descsz: {note}it has 200 bytes, but 8 are left in the notes")
    );
    assert_eq!(
        with(16, 0x82),
        format!("sections[1]: {note}expected MessagePack, found the end of the bytes inside a value")
    );
    assert_eq!(
        with(16, 0xc1),
        format!("sections[1]: {note}expected MessagePack, found the invalid first byte 0xc1")
    );
    assert_eq!(
        with(16, 0x91),
        format!("sections[1]: {note}expected a MessagePack map, found another value")
    );
}

#[test]
fn long_table_is_read_to_its_end() {
    let mut bytes = object(b"", 2000);
    assert_eq!(looked_at(&bytes).0, Vec::<String>::new());
    let sections = u64::from_le_bytes(bytes[40..48].try_into().unwrap());
    let at = usize::try_from(sections).unwrap() + 64 * 1999;
    // Its offset is past the end; then inside the section before it.
    bytes[at + 24..][..8].copy_from_slice(&(1_u64 << 40).to_le_bytes());
    let (faults, _) = looked_at(&bytes);
    assert!(
        matches!(&*faults, [fault] if fault.contains("sections[1999].sh_offset: points past the end of the code object")),
        "{faults:?}"
    );
    let before = bytes[at - 64 + 24..][..8].to_vec();
    bytes[at + 24..][..8].copy_from_slice(&before);
    let (faults, _) = looked_at(&bytes);
    assert!(
        matches!(&*faults, [fault] if fault.contains("sections[1999].sh_offset: starts at") && fault.contains("overlaps `sections[1998]`")),
        "{faults:?}"
    );
}

#[test]
fn machine_specific_sections_may_share_bytes() {
    const LOOSE: Machine<'_> = Machine { loose_sections: true, ..MACHINE };
    let mut bytes = object(b"", 2);
    let sections = usize::try_from(u64::from_le_bytes(bytes[40..48].try_into().unwrap())).unwrap();
    let first = bytes[sections + 64 + 24..][..8].to_vec();
    bytes[sections + 128 + 24..][..8].copy_from_slice(&first);
    assert_eq!(looked_at_for(&LOOSE, &bytes).0.len(), 1);
    bytes[sections + 128 + 4..][..4].copy_from_slice(&0x7000_007c_u32.to_le_bytes());
    assert_eq!(looked_at(&bytes).0.len(), 1);
    assert_eq!(looked_at_for(&LOOSE, &bytes).0, Vec::<String>::new());
    bytes[sections + 128 + 32..][..8].copy_from_slice(&u64::from(u32::MAX).to_le_bytes());
    assert_eq!(looked_at(&bytes).0.len(), 1);
    assert_eq!(looked_at_for(&LOOSE, &bytes).0, Vec::<String>::new());
}

#[test]
fn first_faults_are_listed_rest_is_counted() {
    let mut bytes = object(b"", 100);
    let sections = usize::try_from(u64::from_le_bytes(bytes[40..48].try_into().unwrap())).unwrap();
    for number in 1..=100 {
        bytes[sections + 64 * number + 40..][..4].copy_from_slice(&[0xff; 4]);
    }
    let (faults, _) = looked_at(&bytes);
    assert_eq!(faults.len(), 9);
    assert!(faults[8].ends_with("has 92 more faults"), "{faults:?}");
}
