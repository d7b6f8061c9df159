//! Values are written as a layout says, and what could not be read back is refused.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::bytes::{Encoding, Width};
use crate::layout::*;
use crate::plan::{Area, Content};

const fn number<'a>(name: &'a str, valid: Valid<'a>, source: Source<'a>) -> Field<'a> {
    Field { name, holds: Holds::Number(Width::U8, &[], valid, source) }
}

const fn field<'a>(name: &'a str, holds: Holds<'a>) -> Field<'a> {
    Field { name, holds }
}

const fn own(field: &str, limit: Option<u64>) -> Measure<'_> {
    Measure { expression: Expression::Own(field), text: field, blame: Some(field), limit, least: 0 }
}

const fn part<'a>(name: &'a str, ofs: &'a str, holds: Holds<'a>, placed: Placed<'a>) -> Part<'a> {
    Part { name, offset: own(ofs, None), holds, placed }
}

/// One more than there are items.
const ONE_MORE: Shift<'_> =
    Shift { plus: Expression::Number(1), minus: Expression::Number(0), text: "count(items) + 1" };
/// Two bytes before an image.
const TWO_BEFORE: Shift<'_> =
    Shift { plus: Expression::Number(0), minus: Expression::Number(2), text: "offset(image) - 2" };
const ITEMS: Measure<'_> = Measure {
    expression: Expression::Minus(&Expression::Own("num"), &Expression::Number(1)),
    text: "num - 1",
    blame: Some("num"),
    limit: Some(3),
    least: 1,
};

/// A head with items, each of which points at an image, or with a name in a string table.
static LAYOUT: Layout<'_> = Layout {
    records: &[
        Record {
            name: "head",
            fields: &[
                field("mark", Holds::Magic(b"HD")),
                number("version", Valid::OneOf(&[1, 2], "1, 2"), Source::Case("body", 1)),
                number("all", Valid::Range(0, 200), Source::FileLen),
                field(
                    "body",
                    Holds::Switch(Switch { on: "version", cases: &[(1, "full"), (2, "named")], known: "1, 2" }),
                ),
            ],
            parts: &[],
        },
        Record {
            name: "full",
            fields: &[
                number("num", Valid::Any, Source::Count("items", Some(ONE_MORE))),
                field("items", Holds::List("item", ITEMS)),
            ],
            parts: &[],
        },
        Record {
            name: "item",
            fields: &[
                number("len", Valid::Any, Source::Size("text", None)),
                field("text", Holds::Text(Encoding::Ascii, own("len", Some(9)))),
                number("ofs", Valid::Any, Source::Offset("image", Some(TWO_BEFORE))),
                number("long_image", Valid::Any, Source::Size("image", None)),
            ],
            parts: &[part(
                "image",
                "ofs",
                Holds::Bytes(own("long_image", None)),
                Placed { alignment: Alignment::Option("step"), fill: b'.', area: Some(0) },
            )],
        },
        Record {
            name: "named",
            fields: &[
                number("level", Valid::OneOf(&[3, 5], "3, 5"), Source::Given(3)),
                number("ofs_name", Valid::Any, Source::Offset("name", None)),
            ],
            parts: &[part(
                "name",
                "ofs_name",
                Holds::Terminated(Encoding::Utf8, 5),
                Placed { area: Some(1), ..Placed::NEXT },
            )],
        },
    ],
    areas: &[Area::Parts, Area::Strings],
    options: &[Opt { name: "step", range: (1, 16), default: 4 }],
    ..Layout::EMPTY
};

fn of(members: &[(&'static str, Value<'static>)]) -> Values<'static> {
    let mut values = Values::default();
    members.iter().for_each(|(name, value)| values.set(name, value.clone()));
    values
}

fn item(text: &'static str, image: Content<'static>) -> Values<'static> {
    of(&[("text", Value::Text(text.into())), ("image", Value::Content(image))])
}

fn full(items: Vec<Values<'static>>) -> Values<'static> {
    of(&[("body", Value::Case(1, of(&[("items", Value::List(items))])))])
}

fn named(level: u64, name: &'static str) -> Values<'static> {
    let body = of(&[("level", Value::Number(level)), ("name", Value::Text(name.into()))]);
    of(&[("body", Value::Case(2, body))])
}

/// The file, or what is wrong.
fn written(values: &Values<'static>) -> Result<Vec<u8>, String> {
    let plan = LAYOUT.plan(values).map_err(|error| error.to_string())?;
    plan.to_bytes().map_err(|error| error.to_string())
}

#[test]
fn counts_lengths_offsets_and_gaps_are_computed() {
    let image = |bytes: &'static [u8]| Content::from(bytes);
    let two = full(Vec::from([item("ab", image(b"X")), item("", image(b"YYY"))]));
    let file = b"HD\x01\x18\x03\x02ab\x0e\x01\0\x12\x03...X...YYY\0";
    assert_eq!(written(&two), Ok(file.to_vec()));
    let mut close = two;
    close.set("step", Value::Number(1));
    assert_eq!(
        written(&close),
        Ok(b"HD\x01\x12\x03\x02ab\x0b\x01\0\x0c\x03XYYY\0".to_vec())
    );
    assert_eq!(written(&named(5, "ab")), Ok(b"HD\x02\x0a\x05\x07\0ab\0".to_vec()));
}

#[test]
fn the_least_is_written_where_nothing_is_said() {
    let least = LAYOUT.least(LAYOUT.records.first().unwrap());
    assert_eq!(written(&least), Ok(b"HD\x01\x09\x02\0\x06\0\0".to_vec()));
    // What the caller says nothing of is empty, or has its default.
    let nothing = of(&[("body", Value::Case(2, Values::default()))]);
    assert_eq!(written(&nothing), Ok(b"HD\x02\x07\x03\x06\0".to_vec()));
}

#[test]
fn what_could_not_be_read_back_is_refused() {
    let far = |len| {
        full(Vec::from([
            item("", Content::External(len)),
            item("", Content::default()),
        ]))
    };
    let step = |step| {
        let mut values = named(3, "");
        values.set("step", Value::Number(step));
        values
    };
    let many = full((0..4).map(|_| item("", Content::default())).collect());
    let wrong = |text| full(Vec::from([item(text, Content::default())]));
    for (values, error) in [
        (many, "body.items: expected 0 to 3, found 4"),
        (wrong("ten letters"), "body.items[0].text: expected 0 to 9, found 11"),
        (wrong("é"), "body.items[0].text: could not be read back: expected ASCII"),
        (far(256), "body.items[0].long_image: expected at most 255"),
        (far(250), "body.items[1].ofs: expected at most 255"),
        (far(200), "all: expected 0 to 200"),
        (
            named(4, ""),
            "body.level: could not be read back: expected one of 3, 5, found 4",
        ),
        (named(3, "six of"), "body.name: expected 0 to 5, found 6"),
        (
            named(3, "a\0b"),
            "body.name: could not be read back: the text has a NUL",
        ),
        (
            of(&[("body", Value::Case(9, Values::default()))]),
            "version: could not be read back: expected one of 1, 2",
        ),
        (
            of(&[("body", Value::Case(2, of(&[("items", Value::List(Vec::new()))])))]),
            "body.items: could not be read back: the record has no such field in this version",
        ),
        (step(0), "step: expected 1 to 16, found 0"),
        (step(17), "step: expected 1 to 16, found 17"),
    ] {
        let found = written(&values).unwrap_err();
        assert!(found.starts_with(error), "{found}, not {error}");
    }
}
