//! ELF files without a table of sections, or without their names: segments show what the program loads.

// Numbers here are small.
#![allow(clippy::arithmetic_side_effects)]

use super::objects::{messages, scanned};
use super::packed::packed;
use crate::scan::Scan;

const PT_LOAD: u32 = 1;
const PT_NOTE: u32 = 4;

/// An ELF file of 64 bits, or of 32, with these segments one after the other, each of this kind and so much longer than its content.
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

fn places(scan: &Scan) -> Vec<(&str, Option<u64>)> {
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
fn segments_are_searched_where_there_are_no_sections() {
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
            places(&scan),
            [("segment 2", Some(4)), ("segment 2", Some(second))],
            "{wide} {big}"
        );
        assert_eq!(messages(&scan), Vec::<String>::new());
    }
}

#[test]
fn segments_count_where_sections_have_no_names() {
    let one = packed(&[("own--a", b"A")]);
    let mut bytes = program(true, false, &[(PT_LOAD, &one, 0)]);
    let at = bytes.len() as u64;
    bytes.extend([0; 64]);
    bytes[40..48].copy_from_slice(&at.to_le_bytes());
    bytes[58..60].copy_from_slice(&64_u16.to_le_bytes());
    bytes[60..62].copy_from_slice(&1_u16.to_le_bytes());
    assert_eq!(places(&scanned(bytes).unwrap()), [("segment 0", Some(0))]);
}

#[test]
fn a_segment_that_is_not_in_the_file_is_told() {
    let one = packed(&[("own--a", b"A")]);
    let bytes = program(true, false, &[(PT_LOAD, &one, 0), (PT_LOAD, b"more", 1 << 40)]);
    let scan = scanned(bytes.clone()).unwrap();
    assert_eq!(places(&scan), [("segment 0", Some(0))]);
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
fn a_program_that_holds_nothing_is_no_bundle() {
    let code: &[(u32, &[u8], u64)] = &[(PT_LOAD, b"code", 0)];
    for segments in [&[], code] {
        let error = scanned(program(true, false, segments)).unwrap_err();
        assert_eq!(error.code(), "not-a-bundle");
    }
}
