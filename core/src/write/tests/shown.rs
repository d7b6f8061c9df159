//! Files that contradict their layout are described up to the error.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::bytes::Bytes;
use crate::describe::rows;
use crate::error::ReadError;
use crate::testing::readable;
use crate::tree::{Attr, Binary, Charset, Enum, Expression, Extent, Formula, Holds, Order, Record, Repeat, Tree};

const fn number(name: &'static str) -> Attr<'static> {
    Attr { names: Some(0), ..Attr::new(name, "", Holds::Unsigned(1, Order::Little)) }
}

const fn own(field: &'static str) -> Formula<'static> {
    Formula::new(Expression::Own(field), field)
}

const fn items(pos: Option<Formula<'static>>) -> Attr<'static> {
    let list = Attr::new("items", "", Holds::Record(1, &[], None));
    Attr { pos, repeat: Repeat::Count(own("num")), limit: Some(9), ..list }
}

const NAMES: &[Enum<'_>] = &[Enum { name: "kind", values: &[(1, "one")] }];
const ONE_LESS: Expression<'_> = Expression::Binary(Binary::Minus, &Expression::Own("len"), &Expression::Number(1));

/// An item follows its length plus one.
static TREE: Tree<'static> = Tree {
    records: &[
        Record {
            name: "header",
            fields: &[number("ofs"), number("num"), number("len")],
            instances: &[items(Some(own("ofs")))],
            ..Record::EMPTY
        },
        Record::new(
            "item",
            &[
                number("kind"),
                number("len"),
                Attr::new(
                    "text",
                    "",
                    Holds::Text(Charset::Ascii, Extent::new(Some(Formula::new(ONE_LESS, "len - 1")))),
                ),
            ],
        ),
    ],
    enums: NAMES,
    ..Tree::EMPTY
};

fn shown(bytes: &[u8]) -> Result<Vec<[alloc::string::String; 2]>, ReadError> {
    let rows = rows(|describer| readable(&TREE).describe(Bytes::new(bytes), describer))?;
    Ok(rows.into_iter().map(|row| [row.path, row.value]).collect())
}

#[test]
fn lengths_use_record_numbers() {
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
fn bytes_past_declared_end_are_ignored() {
    let ending = readable(&Tree { len: Some("len"), ..TREE });
    // Two items of one letter; the third number is the length of the file.
    let shown = |file: &[u8]| {
        let mut rows = Vec::new();
        let read = ending.describe(
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
fn unreadable_item_is_shown_in_place() {
    let rows = shown(b"\x03\x09\x03\x01\x03\xffb\x00\x03c").unwrap();
    let tail: Vec<_> = rows.iter().skip(5).map(|[path, _]| path.as_str()).collect();
    assert_eq!(
        tail,
        ["items[0].text", "items[1].kind", "items[1].len", "items[1].record"]
    );
    // The length is negative.
    let rows = shown(b"\x03\x01\x00\x01\x00").unwrap();
    let [path, value] = rows.last().unwrap();
    assert_eq!(path, "items[0].record");
    assert!(value.contains("len - 1"), "{value}");
    // The list would begin past the end of the file, or exceeds its limit.
    for file in [b"\x09\x01\x02", b"\x03\x0a\x02"] {
        assert_eq!(shown(file).unwrap().last().unwrap()[0], "items");
    }
    assert_eq!(shown(b"\x03").unwrap_err().path.to_string(), "num");
}

#[test]
fn item_over_its_limit_is_refused() {
    const TEXT: Attr<'static> =
        Attr { limit: Some(9), ..Attr::new("text", "", Holds::Text(Charset::Utf8, Extent::new(Some(own("len"))))) };
    const LISTED: Tree<'static> = Tree {
        records: &[Record::new("head", &[number("num"), items(None)]), Record::new("item", &[number("len"), TEXT])],
        enums: NAMES,
        ..Tree::EMPTY
    };
    let read = |file: &[u8]| rows(|describer| readable(&LISTED).describe(Bytes::new(file), describer));
    assert_eq!(read(b"\x02\x00\x09nine more").unwrap().len(), 5);
    let error = read(b"\x02\x00\x0aten bytes!").unwrap_err();
    assert_eq!(
        (error.offset, error.path.to_string().as_str(), error.problem.code()),
        (2, "items[1].len", "over-limit")
    );
}
