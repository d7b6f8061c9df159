//! A hand-written valid file, and the report for each kind of mistake in it.

use alloc::string::String;

use super::find_misplaced;
use crate::testing::readable;
use crate::tree::{
    Alignment, Area, Attr, Charset, Expression, Extent, Formula, Holds, Order, Record, Repeat, Source, Tree, Written,
};

const fn own(field: &str) -> Formula<'_> {
    Formula::new(Expression::Own(field), field)
}

const fn number(name: &str) -> Attr<'_> {
    Attr::new(name, "", Holds::Unsigned(1, Order::Little))
}

const fn part<'a>(name: &'a str, offset: &'a str, holds: Holds<'a>, written: &'a Written<'a>) -> Attr<'a> {
    Attr { pos: Some(own(offset)), written, ..Attr::new(name, "", holds) }
}

/// Notes have offsets of an image and a text.
static TREE: Tree<'_> = Tree {
    records: &[
        Record {
            name: "head",
            fields: &[
                number("all"),
                Attr { written: &Written { source: Source::Constant(7), ..Written::PLAIN }, ..number("always") },
                number("num"),
                number("where_notes"),
            ],
            instances: &[Attr {
                repeat: Repeat::Count(own("num")),
                ..part("notes", "where_notes", Holds::Record(1, &[], None), &NOTES)
            }],
            ..Record::EMPTY
        },
        Record {
            name: "note",
            fields: &[number("where_image"), number("long_image"), number("where_name")],
            instances: &[
                part(
                    "image",
                    "where_image",
                    Holds::Bytes(Extent::new(Some(own("long_image")))),
                    &IMAGE,
                ),
                Attr {
                    limit: Some(9),
                    ..part(
                        "name",
                        "where_name",
                        Holds::Text(Charset::Utf8, Extent { terminator: &[0], ..Extent::PLAIN }),
                        &NAME,
                    )
                },
            ],
            ..Record::EMPTY
        },
    ],
    len: Some("all"),
    areas: &[Area::Parts, Area::Strings],
    align_end: 4,
    ..Tree::EMPTY
};

const NOTES: Written<'_> = Written { alignment: Alignment::To(5), fill: b'-', ..Written::PLAIN };
const IMAGE: Written<'_> =
    Written { alignment: Alignment::Option("step"), fill: b'.', area: Some(0), ..Written::PLAIN };
const NAME: Written<'_> = Written { area: Some(1), ..Written::PLAIN };

/// The head; three notes from 5; their images at 15, 18 and 21; the string table from 21; a zero.
const SOUND: &[u8] = b"\x24\x07\x03\x05-\x0f\x02\x1f\x12\x01\x1b\x15\x00\x16.AB.C..\0blue\0hundred\0\0";

fn found(file: &[u8], step: u64) -> String {
    find_misplaced(file, readable(&TREE), &[("step", step)])
        .err()
        .unwrap_or_default()
}

fn changed(at: usize, bytes: &[u8]) -> String {
    let behind = SOUND[at..].get(bytes.len()..).unwrap_or_default();
    let file = [&SOUND[..at], bytes, behind].concat();
    found(&file, 3)
}

#[test]
fn valid_file_has_no_findings() {
    assert_eq!(found(SOUND, 3), "");
}

#[test]
fn wrong_numbers_are_found() {
    assert_eq!(changed(0, b"\x23"), "all is 35, not 36");
    assert_eq!(changed(1, b"\x08"), "always is 8, not 7");
    assert_eq!(
        changed(2, b"\x02"),
        "notes[0].image is at byte 15, not 12: a multiple of 3 from 11 on"
    );
    assert_eq!(
        changed(6, b"\x01"),
        "the gap before notes[1].image holds [66, 46], not bytes 46"
    );
    assert_eq!(changed(9, b"\xff"), "notes[1].image has 255 bytes, and 18 are left");
}

#[test]
fn misplaced_parts_are_found() {
    assert_eq!(
        changed(3, b"\x04"),
        "notes is at byte 4, not 5: a multiple of 5 from 4 on"
    );
    assert_eq!(
        changed(8, b"\x0f"),
        "notes[1].image is at byte 15, not 18: a multiple of 3 from 17 on"
    );
    // As if parts were written last to first.
    assert_eq!(
        changed(5, b"\x12\x01\x1f\x0f\x02"),
        "notes[0].image is at byte 18, not 15: a multiple of 3 from 14 on"
    );
    // As if without alignment, or with another.
    assert!(found(SOUND, 1).starts_with("notes[0].image is at byte 15, not 14"));
    assert!(found(SOUND, 6).starts_with("notes[0].image is at byte 15, not 18"));
}

#[test]
fn wrong_gap_bytes_are_found() {
    assert_eq!(changed(4, b"."), "the gap before notes holds [46], not bytes 45");
    assert_eq!(
        changed(17, b"\0"),
        "the gap before notes[1].image holds [0], not bytes 46"
    );
    assert_eq!(
        changed(35, b"."),
        "the gap before the end of the file holds [46], not bytes 0"
    );
}

#[test]
fn unaligned_or_late_end_is_found() {
    let short = [b"\x23", &SOUND[1..35]].concat();
    assert_eq!(
        found(&short, 3),
        "the end of the file is at byte 35, not 36: a multiple of 4 from 35 on"
    );
    let long = [b"\x28", &SOUND[1..], b"\0\0\0\0"].concat();
    assert_eq!(
        found(&long, 3),
        "the end of the file is at byte 40, not 36: a multiple of 4 from 35 on"
    );
}

#[test]
fn reordered_areas_are_found() {
    let table_first = b"\x24\x07\x03\x05-\x1e\x03\x18\x21\x00\x14\x21\x00\x0f\0blue\0hundred\0..ABC\0\0\0";
    assert_eq!(
        found(table_first, 3),
        "notes[0].image is at byte 30, not 15: a multiple of 3 from 14 on"
    );
}

#[test]
fn string_tables_unlike_llvm_are_found() {
    // No NUL at the start; no NUL after the last text; a text at a wrong offset.
    assert_eq!(
        changed(21, b"."),
        "the string table at byte 21 does not begin with a NUL"
    );
    assert_eq!(changed(34, b"sx"), "no NUL from byte 31 on");
    assert_eq!(changed(13, b"\x17"), "a text of the string table is at byte 23, not 22");
    // `hundred` before `blue`.
    let unsorted = [&SOUND[..7], b"\x1a\x12\x01\x16\x15\x00\x1e", &SOUND[14..21], b"\0hundred\0blue\0\0"].concat();
    assert_eq!(found(&unsorted, 3), "the text at byte 30 is out of order");
    // `red` a second time.
    let twice = [b"\x28", &SOUND[1..7], b"\x23", &SOUND[8..35], b"red\0\0"].concat();
    assert_eq!(found(&twice, 3), "the text at byte 35 is out of order");
}
