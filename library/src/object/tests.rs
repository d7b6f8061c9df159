//! Edits of sections keep all other content; the crate `object` reads the results. A damaged host either gets no
//! section, or the added section can be found and removed again.

use std::sync::Arc;

use object::write::{Object, StandardSection, Symbol, SymbolSection};
use object::{
    Architecture, BinaryFormat, Endianness, Object as _, ObjectSection as _, ObjectSymbol as _, SectionKind,
    SymbolFlags, SymbolKind, SymbolScope,
};
use offload_bundle_core::placement::{EntryRule, Holds, ObjectFormat, SectionPattern, SectionRule};
use proptest::prelude::*;

use super::{NewSection, SectionContent, sections, with_sections, without_sections};
use crate::input::{Input, InputPiece};

/// The sections that the tests add and remove.
static RULE: SectionRule<'static> = SectionRule {
    name: "added",
    title: "added",
    doc: "Added.",
    formats: &[ObjectFormat::Elf, ObjectFormat::Coff],
    pattern: SectionPattern::StartsWith("ADDED:"),
    types: &[],
    holds: Holds::Entry(EntryRule { file_type: "x", host: b"\0", flags: &[] }),
    linked_into: "",
    shown_by: None,
};

const FORMS: [(BinaryFormat, Architecture, Endianness); 7] = [
    (BinaryFormat::Elf, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Elf, Architecture::I386, Endianness::Little),
    (BinaryFormat::Elf, Architecture::PowerPc64, Endianness::Big),
    (BinaryFormat::Elf, Architecture::PowerPc, Endianness::Big),
    (BinaryFormat::Coff, Architecture::X86_64, Endianness::Little),
    (BinaryFormat::Coff, Architecture::I386, Endianness::Little),
    (BinaryFormat::Coff, Architecture::Aarch64, Endianness::Little),
];

fn object(form: (BinaryFormat, Architecture, Endianness), sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut object = Object::new(form.0, form.1, form.2);
    object.section_id(StandardSection::Text);
    for (number, (name, content)) in sections.iter().enumerate() {
        let id = object.add_section(Vec::new(), name.clone().into_bytes(), SectionKind::Data);
        let value = object.append_section_data(id, content, 4);
        object.add_symbol(Symbol {
            name: format!("{name}_of_{number}").into_bytes(),
            value,
            size: 1,
            kind: SymbolKind::Data,
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(id),
            flags: SymbolFlags::None,
        });
    }
    object.write().unwrap()
}

fn input(bytes: &[u8]) -> Arc<Input> {
    Arc::new(Input::from_bytes("in", bytes.to_vec()))
}

fn bytes(input: &Input) -> Vec<u8> {
    input.window(0, input.len()).unwrap().into_vec()
}

/// Adds sections with these names and contents.
fn with(object: &[u8], sections: &[(&str, &[u8])]) -> Vec<u8> {
    let new = sections.iter().map(|(name, content)| NewSection {
        name: name.as_bytes().to_vec(),
        flags: 0x8000_0000,
        content: vec![InputPiece::Bytes(content.to_vec())],
    });
    let (made, places) = with_sections(&input(object), new.collect(), false).unwrap();
    for ((_, content), place) in sections.iter().zip(places) {
        assert_eq!(*made.window(place.ofs, place.len).unwrap(), **content);
    }
    bytes(&made)
}

fn without(object: &[u8]) -> Vec<u8> {
    bytes(&without_sections(&input(object), &RULE).unwrap())
}

/// The names and contents of sections that linkers keep, and the names, sections and values of symbols.
type Facts = (Vec<(String, Vec<u8>)>, Vec<(String, Option<String>, u64)>);

fn facts(bytes: &[u8]) -> Facts {
    let file = object::File::parse(bytes).unwrap();
    let kept = file.sections().filter(|section| {
        let name = section.name().unwrap();
        section.kind() != SectionKind::Metadata && !name.is_empty() && !name.starts_with("ADDED:")
    });
    let sections = kept.map(|section| (section.name().unwrap().to_owned(), section.data().unwrap().to_vec()));
    let symbols = file.symbols().map(|symbol| {
        let section = symbol
            .section_index()
            .map(|index| file.section_by_index(index).unwrap());
        let section = section.map(|section| section.name().unwrap().to_owned());
        (symbol.name().unwrap().to_owned(), section, symbol.address())
    });
    (sections.collect(), symbols.collect())
}

fn added(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let file = object::File::parse(bytes).unwrap();
    let sections = file
        .sections()
        .filter(|section| section.name().unwrap().starts_with("ADDED:"));
    sections
        .map(|section| (section.name().unwrap().to_owned(), section.data().unwrap().to_vec()))
        .collect()
}

fn any_sections() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let name = prop_oneof![Just(".text.a"), Just(".data"), Just(".a.section.with.a.long.name"), Just("name")];
    let section = (name, proptest::collection::vec(any::<u8>(), 0..40));
    let section = section.prop_map(|(name, content)| (name.to_owned(), content));
    proptest::collection::vec(section, 0..8)
}

proptest! {
    #[test]
    fn added_sections_keep_the_rest(
        form in proptest::sample::select(FORMS.to_vec()),
        sections in any_sections(),
        contents in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 1..5),
        short in any::<bool>(),
    ) {
        let before = object(form, &sections);
        let names: Vec<String> = (0..contents.len())
            .map(|number| if short { format!("ADDED:{number}") } else { format!("ADDED:the-section-number-{number}") })
            .collect();
        let new: Vec<(&str, &[u8])> = names.iter().map(String::as_str).zip(contents.iter().map(Vec::as_slice)).collect();
        let fat = with(&before, &new);
        prop_assert_eq!(facts(&fat), facts(&before));
        let expected: Vec<(String, Vec<u8>)> = names.iter().cloned().zip(contents.iter().cloned()).collect();
        prop_assert_eq!(added(&fat), expected);
        let after = without(&fat);
        prop_assert_eq!(facts(&after), facts(&before));
        prop_assert_eq!(added(&after), Vec::new());
        if form.0 == BinaryFormat::Coff {
            prop_assert!(after == before, "other bytes");
        }
        // Repetition changes nothing.
        prop_assert!(with(&after, &new) == with(&without(&with(&after, &new)), &new), "other bytes");
    }

    /// Section numbers of later sections follow.
    #[test]
    fn removed_sections_keep_the_rest(
        form in proptest::sample::select(FORMS.to_vec()),
        before in any_sections(),
        after in any_sections(),
    ) {
        let mut object = Object::new(form.0, form.1, form.2);
        let put = |object: &mut Object<'_>, sections: &[(String, Vec<u8>)], stem: &str| {
            for (number, (name, content)) in sections.iter().enumerate() {
                let id = object.add_section(Vec::new(), name.clone().into_bytes(), SectionKind::Data);
                let value = object.append_section_data(id, content, 4);
                let name = format!("{stem}{number}").into_bytes();
                let (kind, scope, section) = (SymbolKind::Data, SymbolScope::Linkage, SymbolSection::Section(id));
                object.add_symbol(Symbol { name, value, size: 1, kind, scope, weak: false, section, flags: SymbolFlags::None });
            }
        };
        put(&mut object, &before, "before");
        let id = object.add_section(Vec::new(), b"ADDED:between-the-others".to_vec(), SectionKind::Data);
        object.append_section_data(id, b"between", 1);
        put(&mut object, &after, "after");
        let between = object.write().unwrap();
        let stripped = without(&between);
        prop_assert_eq!(added(&stripped), Vec::new());
        prop_assert_eq!(facts(&stripped), facts(&between));
    }

    /// Damage is an error, and takes little time.
    #[test]
    fn damage_is_an_error_or_harmless(
        form in proptest::sample::select(FORMS.to_vec()),
        at in any::<proptest::sample::Index>(),
        value in prop_oneof![Just(0_u8), Just(0x7f), Just(0x80), Just(0xff), any::<u8>()],
        len in 1..9_usize,
        cut in any::<proptest::sample::Index>(),
    ) {
        let content = (".data".to_owned(), vec![1; 9]);
        let fat = with(&object(form, &[content.clone(), content]), &[("ADDED:one", b"1"), ("ADDED:a-second-one", b"2")]);
        let mut damaged = fat.clone();
        let at = at.index(fat.len());
        for byte in damaged.iter_mut().skip(at).take(len) {
            *byte = value;
        }
        let cut = &fat[..cut.index(fat.len())];
        let most = u64::try_from(fat.len()).unwrap().saturating_mul(4);
        for bytes in [damaged.as_slice(), cut] {
            let result = without_sections(&input(bytes), &RULE);
            if let Ok(made) = result {
                prop_assert!(made.len() <= most, "{} bytes", made.len());
            }
            let new = NewSection { name: b"ADDED:x".to_vec(), flags: 0, content: Vec::new() };
            if let Ok((made, _)) = with_sections(&input(bytes), vec![new], true) {
                prop_assert!(made.len() <= most, "{} bytes", made.len());
            }
        }
    }
}

/// The error of a removal from `bytes`.
fn refused(bytes: &[u8]) -> String {
    without_sections(&input(bytes), &RULE).unwrap_err().to_string()
}

#[test]
fn elf_bounds_error_names_its_field() {
    let object = object(FORMS[0], &[(".data".to_owned(), vec![1; 9])]);
    let fat = with(&object, &[("ADDED:one", b"1")]);
    let table = usize::try_from(u64::from_le_bytes(fat[0x28..0x30].try_into().unwrap())).unwrap();
    let cases: [(usize, &[u8], &str); 7] = [
        (0x28, &[0xff; 8], "e_shoff"),
        (0x3a, &[1, 0], "e_shentsize"),
        (0x3c, &[0xff, 0xfe], "e_shnum"),
        (0x3e, &[0xfe, 0xfe], "e_shstrndx"),
        (table + 64, &[0xff; 4], "sections[1].sh_name"),
        (table + 64 + 0x18, &[0xff; 8], "sections[1].sh_offset"),
        (table + 64 + 0x20, &[0xff; 8], "sections[1].sh_size"),
    ];
    each_names_its_field(&fat, &cases);
    for len in [5, 0x10, 0x28, 0x3f, table, fat.len() - 1] {
        assert!(refused(&fat[..len]).starts_with("in: at byte 0x"), "{len}");
    }
}

/// Sets each value in `fat`, and expects the field name in the error.
fn each_names_its_field(fat: &[u8], cases: &[(usize, &[u8], &str)]) {
    for (at, value, field) in cases {
        let mut damaged = fat.to_vec();
        damaged[*at..][..value.len()].copy_from_slice(value);
        let error = refused(&damaged);
        assert!(
            error.starts_with("in: at byte 0x") && error.contains(field),
            "{field}: {error}"
        );
    }
}

#[test]
fn coff_bounds_error_names_its_field() {
    let object = object(FORMS[4], &[(".data".to_owned(), vec![1; 9])]);
    let fat = with(&object, &[("ADDED:the-first-one", b"1")]);
    let (symbols, table) = (8, 20);
    let cases: [(usize, &[u8], &str); 4] = [
        (2, &[0xff, 0xfe], "number_of_sections"),
        (symbols, &[0xff; 4], "pointer_to_symbol_table"),
        (table + 40 + 16, &[0xff; 4], "sections[1].size_of_raw_data"),
        (table + 40 + 20, &[0xff; 4], "sections[1].pointer_to_raw_data"),
    ];
    each_names_its_field(&fat, &cases);
}

#[test]
fn too_many_coff_sections_are_an_error() {
    let mut object = object(FORMS[4], &[]);
    let count = u16::from_le_bytes([object[2], object[3]]);
    let more = 0xfeff - usize::from(count);
    let (start, rest) = object.split_at_mut(20);
    start[2..4].copy_from_slice(&0xfeff_u16.to_le_bytes());
    let shift = u32::try_from(more * 40).unwrap();
    let symbols = u32::from_le_bytes(start[8..12].try_into().unwrap());
    start[8..12].copy_from_slice(&(symbols + shift).to_le_bytes());
    let (headers, data) = rest.split_at(usize::from(count) * 40);
    let many = [start, headers, &vec![0; more * 40], data].concat();
    let new = NewSection { name: b"ADDED:x".to_vec(), flags: 0, content: Vec::new() };
    let error = with_sections(&input(&many), vec![new], false).unwrap_err().to_string();
    assert!(
        error.contains("number_of_sections") && error.contains("65279"),
        "{error}"
    );
}

#[test]
fn file_without_sections_gets_some() {
    for form in &FORMS[..4] {
        let mut bytes = object(*form, &[]);
        let wide = bytes[4] == 2;
        let header = if wide { 64 } else { 52 };
        bytes.truncate(header);
        let (table, counts) = if wide {
            (0x28..0x30, 0x3c..0x40)
        } else {
            (0x20..0x24, 0x30..0x34)
        };
        bytes[table].fill(0);
        bytes[counts].fill(0);
        let fat = with(&bytes, &[("ADDED:one", b"1")]);
        assert_eq!(added(&fat), [("ADDED:one".to_owned(), b"1".to_vec())], "{form:?}");
        assert_eq!(added(&without(&fat)), []);
    }
}

#[test]
fn empty_coff_section_may_have_any_offset() {
    let form = (BinaryFormat::Coff, Architecture::X86_64, Endianness::Little);
    let mut file = Object::new(form.0, form.1, form.2);
    file.add_section(Vec::new(), b"ADDED:x".to_vec(), SectionKind::Data);
    let mut bytes = file.write().unwrap();
    let header = bytes.windows(8).position(|name| name == b"ADDED:x\0").unwrap();
    // The offset of its bytes is 20 bytes into a section header.
    for (byte, value) in bytes.iter_mut().skip(header).skip(20).zip([0, 0x87, 0, 0]) {
        *byte = value;
    }
    let found = super::sections(&input(&bytes), std::slice::from_ref(&RULE))
        .unwrap()
        .unwrap();
    let [section] = found.known.as_slice() else {
        panic!("{found:?}")
    };
    let SectionContent::Bytes(Ok(place)) = &section.content else {
        panic!("{found:?}")
    };
    assert_eq!((place.ofs, place.len), (bytes.len().try_into().unwrap(), 0));
}

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

/// Adds a section to `host` and removes it again; false if refused.
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
fn damaged_host_is_refused_or_keeps_sections() {
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

/// Some tools write a zero length for the strings of a COFF object; the length field itself has four bytes.
#[test]
fn coff_strings_may_declare_zero_length() {
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

/// Linkers refuse an object with a symbol outside of the strings or sections, so it gets no sections.
#[test]
fn symbols_without_target_are_refused() {
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
