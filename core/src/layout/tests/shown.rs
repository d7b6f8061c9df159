//! A file that its layout does not fit is shown as far as it can be read.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::bytes::{Bytes, Encoding, Width};
use crate::describe::rows;
use crate::error::ReadError;
use crate::layout::*;
use crate::testing::readable;

/// A number of one byte.
const fn number(name: &'static str) -> Field<'static> {
    Field { name, holds: Holds::Number(Width::U8, &[(1, "one")], Valid::Any, Source::Given(0)) }
}

/// What one field gives.
const fn own(field: &'static str) -> Measure<'static> {
    Measure { expression: Expression::Own(field), text: field, blame: Some(field), limit: Some(9), least: 0 }
}

/// How many items there are and where; an item is text of the length that it gives, less one.
static LAYOUT: Layout<'static> = Layout {
    records: &[
        Record {
            name: "header",
            fields: &[number("ofs"), number("num"), number("len")],
            parts: &[Part {
                name: "items",
                offset: own("ofs"),
                holds: Holds::List("item", own("num")),
                placed: Placed::NEXT,
            }],
        },
        Record {
            name: "item",
            fields: &[
                number("kind"),
                number("len"),
                Field {
                    name: "text",
                    holds: Holds::Text(
                        Encoding::Ascii,
                        Measure {
                            expression: Expression::Minus(&Expression::Own("len"), &Expression::Number(1)),
                            text: "len - 1",
                            blame: None,
                            limit: None,
                            least: 0,
                        },
                    ),
                },
            ],
            parts: &[],
        },
    ],
    ..Layout::EMPTY
};

/// Paths and values of all that is shown.
fn shown(bytes: &[u8]) -> Result<Vec<[alloc::string::String; 2]>, ReadError> {
    let rows = rows(|describer| readable(&LAYOUT).tree.describe(Bytes::new(bytes), describer))?;
    Ok(rows.into_iter().map(|row| [row.path, row.value]).collect())
}

#[test]
fn lengths_are_computed_with_numbers_of_the_record() {
    let rows = shown(b"\x03\x02\x03\x01\x03ab\x00\x03cd").unwrap();
    let wanted = [
        ["ofs", "3"],
        ["num", "2"],
        ["len", "3"],
        ["items[0].kind", "1 (one)"],
        ["items[0].len", "3"],
        ["items[0].text", "\"ab\""],
        ["items[1].kind", "0"],
        ["items[1].len", "3"],
        ["items[1].text", "\"cd\""],
    ];
    assert_eq!(rows, wanted);
}

#[test]
fn nothing_behind_the_end_that_the_file_says_belongs_to_it() {
    let records = LAYOUT.records;
    let ending = readable(&Layout { records, len: Some("len"), ..Layout::EMPTY });
    // Two items of one letter; the third number says where the file ends.
    let shown = |file: &[u8]| {
        let mut rows = Vec::new();
        let read = ending.tree.describe(
            Bytes::new(file),
            &mut crate::describe::EachRow::to(&mut |row| rows.push(row)),
        );
        (
            rows.into_iter().filter(|row| row.error.is_some()).count(),
            read.is_err(),
        )
    };
    assert_eq!(shown(b"\x03\x00\x03behind"), (0, false));
    assert_eq!(shown(b"\x03\x01\x03\x01ab"), (1, false));
    assert_eq!(shown(b"\x03\x00\x04"), (0, true));
}

#[test]
fn what_cannot_be_read_is_shown_in_its_place() {
    let rows = shown(b"\x03\x09\x03\x01\x03\xffb\x00\x03c").unwrap();
    let tail: Vec<_> = rows.iter().skip(5).map(|[path, _]| path.as_str()).collect();
    assert_eq!(
        tail,
        ["items[0].text", "items[1].kind", "items[1].len", "items[1].record"]
    );
    // The length is less than nothing.
    let rows = shown(b"\x03\x01\x00\x01\x00").unwrap();
    let [path, value] = rows.last().unwrap();
    assert_eq!(path, "items[0].record");
    assert!(value.contains("len - 1"), "{value}");
    // The list would begin behind the file, and is not looked for beyond its limit.
    for file in [b"\x09\x01\x02", b"\x03\x0a\x02"] {
        assert_eq!(shown(file).unwrap().last().unwrap()[0], "items");
    }
    assert_eq!(shown(b"\x03").unwrap_err().path.to_string(), "num");
}

#[test]
fn item_over_its_limit_is_refused() {
    const TEXT: Holds<'static> = Holds::Text(Encoding::Utf8, own("len"));
    const LISTED: Layout<'static> = Layout {
        records: &[
            Record {
                name: "head",
                fields: &[number("num"), Field::new("items", Holds::List("item", own("num")))],
                parts: &[],
            },
            Record { name: "item", fields: &[number("len"), Field::new("text", TEXT)], parts: &[] },
        ],
        ..Layout::EMPTY
    };
    let layout = readable(&LISTED);
    let read = |file: &[u8]| rows(|describer| layout.tree.describe(Bytes::new(file), describer));
    assert_eq!(read(b"\x02\x00\x09nine more").unwrap().len(), 5);
    let error = read(b"\x02\x00\x0aten bytes!").unwrap_err();
    assert_eq!(
        (error.offset, error.path.to_string().as_str(), error.problem.code()),
        (2, "items[1].len", "over-limit")
    );
}
