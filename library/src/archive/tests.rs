//! The crates `object` and `ar` read written archives: members, names, symbols and offsets. Archives by `ar` are read
//! here.

use std::io::Read;

use object::read::archive::ArchiveFile;
use offload_bundle_core::bytes::Place;
use proptest::prelude::*;

use super::members::Members;
use super::write::{NewMember, Symbols, archive};
use crate::input::Input;
use crate::output::OutputPart;

fn member<'a>(name: &str, input: &'a Input, place: Place, symbols: &[&str]) -> NewMember<'a> {
    let names = symbols
        .iter()
        .flat_map(|name| [name.as_bytes(), b"\0"].concat())
        .collect();
    let symbols = Symbols::Known { count: symbols.len() as u64, names };
    NewMember { name: name.into(), input, place, symbols }
}

/// The bytes of the parts. `content` is the input of ranges.
fn joined(parts: &[OutputPart<'_>], content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        match part {
            OutputPart::Bytes(part) => bytes.extend_from_slice(part),
            OutputPart::Range { place, .. } => {
                let range = content.iter().skip(place.ofs.try_into().unwrap());
                bytes.extend(range.take(place.len.try_into().unwrap()));
            }
            _ => panic!("no archive has another part"),
        }
    }
    bytes
}

fn symbols(archive: &ArchiveFile<'_>, bytes: &[u8]) -> Vec<(String, String)> {
    let Some(all) = archive.symbols().unwrap() else {
        return Vec::new();
    };
    let found = all.map(|symbol| {
        let symbol = symbol.unwrap();
        let member = archive.member(symbol.offset()).unwrap();
        assert!(member.file_range().0 <= bytes.len() as u64);
        let text = |name: &[u8]| String::from_utf8(name.to_vec()).unwrap();
        (text(symbol.name()), text(member.name()))
    });
    found.collect()
}

#[test]
fn odd_and_even_members_match_their_symbols() {
    let content = b"oddcontents of more bytes";
    let input = Input::from_bytes("input", content.to_vec());
    let place = |ofs, len| Place { ofs, len };
    let long = "a-name-that-no-header-has-room-for.o";
    for first in 0..4_u8 {
        let members = [
            member("first.o", &input, place(0, first.into()), &["one", "two"]),
            member(long, &input, place(3, 9), &[]),
            member("a/b.o", &input, place(12, 3), &["three"]),
            member(long, &input, place(15, 8), &["four"]),
        ];
        let bytes = joined(&archive(&members).unwrap(), content);
        assert_eq!(bytes.len() % 2, 0);
        let read = ArchiveFile::parse(&*bytes).unwrap();
        let found: Vec<_> = read
            .members()
            .map(|found| {
                let found = found.unwrap();
                (
                    String::from_utf8(found.name().to_vec()).unwrap(),
                    found.data(&*bytes).unwrap().to_vec(),
                )
            })
            .collect();
        let wanted = [
            ("first.o", &content[..first.into()]),
            (long, &content[3..12]),
            ("a/b.o", &content[12..15]),
            (long, &content[15..23]),
        ];
        assert_eq!(found, wanted.map(|(name, bytes)| (name.to_owned(), bytes.to_vec())));
        let wanted = [("one", "first.o"), ("two", "first.o"), ("three", "a/b.o"), ("four", long)];
        assert_eq!(
            symbols(&read, &bytes),
            wanted.map(|(name, member)| (name.to_owned(), member.to_owned()))
        );
    }
}

/// A header fits 15 bytes and a slash; a name of 16 bytes goes to the list.
#[test]
fn name_that_fits_stays_in_header() {
    let input = Input::from_bytes("input", b"content".to_vec());
    let place = Place { ofs: 0, len: 7 };
    for (name, in_header, longer) in [
        ("of-14-letters.", "of-14-letters./ ", false),
        ("of-15-letters.o", "of-15-letters.o/", false),
        ("of-16-letters.ob", "/0              ", true),
        ("a/b", "/0              ", true),
        // These would have another meaning in a header.
        ("#1", "/0              ", true),
        ("ARFILENAMES", "/0              ", true),
    ] {
        let bytes = joined(&archive(&[member(name, &input, place, &[])]).unwrap(), b"content");
        // Some old tools require a name in every symbol table: it has a number, three bytes and padding.
        assert_eq!(&bytes[56..58], b"8 ");
        let header = bytes.len() - 8 - 60;
        assert_eq!(&bytes[header..header + 16], in_header.as_bytes(), "{name}");
        let list = format!("{:<48}", "//");
        let has_list = bytes.windows(48).any(|part| part == list.as_bytes());
        assert_eq!(has_list, longer, "{name}");
        let read = ArchiveFile::parse(&*bytes).unwrap();
        let found: Vec<_> = read.members().map(|found| found.unwrap().name().to_vec()).collect();
        assert_eq!(found, [name.as_bytes()]);
    }
}

#[test]
fn symbol_table_needs_all_symbols() {
    let input = Input::from_bytes("input", b"content".to_vec());
    let place = Place { ofs: 0, len: 7 };
    let with = |symbols| {
        let members =
            [member("a.o", &input, place, &["one"]), NewMember { name: b"b".to_vec(), input: &input, place, symbols }];
        let bytes = joined(&archive(&members).unwrap(), b"content");
        let read = ArchiveFile::parse(&*bytes).unwrap();
        assert_eq!(read.members().count(), 2);
        symbols_len(&read)
    };
    assert_eq!(with(Symbols::None), Some(1));
    assert_eq!(with(Symbols::Known { count: 1, names: b"two\0".to_vec() }), Some(2));
    assert_eq!(with(Symbols::Unknown), None);
}

fn symbols_len(archive: &ArchiveFile<'_>) -> Option<usize> {
    archive.symbols().unwrap().map(Iterator::count)
}

#[test]
fn members_past_four_gibibytes_have_wide_numbers() {
    let input = Input::from_bytes("input", Vec::new());
    let large = Place { ofs: 0, len: u64::from(u32::MAX) };
    let last = Place { ofs: 0, len: 1 };
    let members = [member("large.o", &input, large, &["x"]), member("last.o", &input, last, &["y"])];
    let parts = archive(&members).unwrap();
    let Some(OutputPart::Bytes(head)) = parts.first() else {
        panic!("it begins with bytes")
    };
    assert!(head[8..].starts_with(b"/SYM64/ "));
    let content = &head[68..];
    let number = |at: usize| u64::from_be_bytes(content[at..at + 8].try_into().unwrap());
    let first = number(8);
    assert_eq!((number(0), number(16)), (2, first + 60 + u64::from(u32::MAX) + 1));
    assert_eq!(&content[24..28], b"x\0y\0");
    let member = &head[usize::try_from(first).unwrap()..];
    assert!(member.starts_with(b"large.o/ "));
}

#[test]
fn wrapped_bitcode_keeps_its_symbols() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/kinds");
    for (name, expected) in [("bitcode.22.bc", "one\0"), ("bitcode-wrapper.22.bc", "_one\0")] {
        let input = Input::from_bytes(name, std::fs::read(fixtures.join(name)).unwrap());
        let found = super::write::symbols_of(&input, input.full_range()).unwrap();
        let names = expected.as_bytes().to_vec();
        assert_eq!(found, Symbols::Known { count: 1, names }, "{name}");
    }
}

fn members() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let name = proptest::string::string_regex("[a-z][a-zA-Z0-9_.+ -]{0,30}[a-z]").unwrap();
    prop::collection::vec((name, prop::collection::vec(any::<u8>(), 0..40)), 1..6)
}

proptest! {
    #[test]
    fn written_archive_is_read_by_ar(wanted in members()) {
        let content: Vec<u8> = wanted.iter().flat_map(|(_, bytes)| bytes.clone()).collect();
        let input = Input::from_bytes("input", content.clone());
        let mut ofs = 0;
        let new: Vec<_> = wanted
            .iter()
            .map(|(name, bytes)| {
                let place = Place { ofs, len: bytes.len() as u64 };
                ofs = place.end();
                NewMember { symbols: Symbols::None, ..member(name, &input, place, &[]) }
            })
            .collect();
        let bytes = joined(&archive(&new).unwrap(), &content);
        let mut read = ar::Archive::new(&*bytes);
        let mut found = Vec::new();
        while let Some(entry) = read.next_entry() {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            found.push((String::from_utf8(entry.header().identifier().to_vec()).unwrap(), bytes));
        }
        prop_assert_eq!(found, wanted);
    }

    #[test]
    fn archive_written_by_ar_is_read(wanted in members(), bsd in any::<bool>()) {
        let mut bytes = Vec::new();
        if bsd {
            let mut builder = ar::Builder::new(&mut bytes);
            for (name, content) in &wanted {
                let header = ar::Header::new(name.clone().into_bytes(), content.len() as u64);
                builder.append(&header, &**content).unwrap();
            }
        } else {
            let names = wanted.iter().map(|(name, _)| name.clone().into_bytes()).collect();
            let mut builder = ar::GnuBuilder::new(&mut bytes, names);
            for (name, content) in &wanted {
                let header = ar::Header::new(name.clone().into_bytes(), content.len() as u64);
                builder.append(&header, &**content).unwrap();
            }
        }
        let input = Input::from_bytes("archive", bytes.clone());
        let mut members = Members::open(&input).unwrap().unwrap();
        let mut found = Vec::new();
        while let Some(member) = members.next().unwrap() {
            let member = member.unwrap();
            let content = member.content.unwrap();
            let range = usize::try_from(content.ofs).unwrap()..usize::try_from(content.end()).unwrap();
            found.push((String::from_utf8(member.name).unwrap(), bytes[range].to_vec()));
        }
        prop_assert_eq!(found, wanted);
    }
}
