//! Files from values, and rejected values.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::plan::Content;
use crate::tree::{
    Alignment, Area, Attr, Binary, Case, Charset, Expression, Extent, Formula, Holds, Opt, Order, Record, Repeat, Rule,
    Shift, Source, Sum, Summed, Switch, Tree, Written,
};
use crate::write::*;

const fn number<'a>(name: &'a str, valid: &'a [Rule<'a>], written: &'a Written<'a>) -> Attr<'a> {
    Attr { valid, written, ..Attr::new(name, "", Holds::Unsigned(1, Order::Little)) }
}

const fn of(source: Source<'_>) -> Written<'_> {
    Written { source, ..Written::PLAIN }
}

const fn own(field: &str) -> Formula<'_> {
    Formula::new(Expression::Own(field), field)
}

const fn case(number: i128, record: usize) -> Case<'static> {
    Case { when: Some(Formula::new(Expression::Number(number), "")), holds: Holds::Record(record, &[], None) }
}

const ONE_MORE: Shift<'_> =
    Shift { plus: Expression::Number(1), minus: Expression::Number(0), text: "count(items) + 1" };
const TWO_BEFORE: Shift<'_> =
    Shift { plus: Expression::Number(0), minus: Expression::Number(2), text: "offset(image) - 2" };
const ONE_LESS: Expression<'_> = Expression::Binary(Binary::Minus, &Expression::Own("num"), &Expression::Number(1));
const BODY: Switch<'_> =
    Switch { on: own("version"), cases: &[case(1, 1), case(2, 3), Case { when: None, holds: Holds::Unknown("1, 2") }] };

/// Each item has an offset of an image or a name.
static TREE: Tree<'_> = Tree {
    records: &[
        Record::new(
            "head",
            &[
                Attr::new("mark", "", Holds::Fixed(b"HD")),
                number("version", &[Rule::Among(&[1, 2], "1, 2")], &of(Source::Case("body", 1))),
                number("all", &[Rule::Range(0, 200)], &of(Source::FileLen)),
                Attr::new("body", "", Holds::Switch(BODY)),
            ],
        ),
        Record::new(
            "full",
            &[
                number("num", &[], &of(Source::Count("items", Some(ONE_MORE)))),
                Attr {
                    repeat: Repeat::Count(Formula::new(ONE_LESS, "num - 1")),
                    limit: Some(3),
                    written: &Written { least: 1, ..Written::PLAIN },
                    ..Attr::new("items", "", Holds::Record(2, &[], None))
                },
            ],
        ),
        Record {
            name: "item",
            fields: &[
                number("len", &[], &of(Source::Size("text", None))),
                Attr {
                    limit: Some(9),
                    ..Attr::new("text", "", Holds::Text(Charset::Ascii, Extent::new(Some(own("len")))))
                },
                number("ofs", &[], &of(Source::Offset("image", Some(TWO_BEFORE)))),
                number("long_image", &[], &of(Source::Size("image", None))),
            ],
            instances: &[Attr {
                pos: Some(own("ofs")),
                written: &Written { alignment: Alignment::Option("step"), fill: b'.', area: Some(0), ..Written::PLAIN },
                ..Attr::new("image", "", Holds::Bytes(Extent::new(Some(own("long_image")))))
            }],
            ..Record::EMPTY
        },
        Record {
            name: "named",
            fields: &[
                number("level", &[Rule::Among(&[3, 5], "3, 5")], &of(Source::Given(3))),
                number("ofs_name", &[], &of(Source::Offset("name", None))),
            ],
            instances: &[Attr {
                pos: Some(own("ofs_name")),
                limit: Some(5),
                written: &Written { area: Some(1), ..Written::PLAIN },
                ..Attr::new(
                    "name",
                    "",
                    Holds::Text(Charset::Utf8, Extent { terminator: &[0], ..Extent::PLAIN }),
                )
            }],
            ..Record::EMPTY
        },
    ],
    areas: &[Area::Parts, Area::Strings],
    options: &[Opt { name: "step", range: (1, 16), default: 4 }],
    ..Tree::EMPTY
};

fn values(members: &[(&'static str, Value<'static>)]) -> Values<'static> {
    let mut values = Values::default();
    members.iter().for_each(|(name, value)| values.set(name, value.clone()));
    values
}

fn item(text: &'static str, image: Content<'static>) -> Values<'static> {
    values(&[("text", Value::Text(text.into())), ("image", Value::Content(image))])
}

fn full(items: Vec<Values<'static>>) -> Values<'static> {
    values(&[("body", Value::Case(1, values(&[("items", Value::List(items))])))])
}

fn named(level: u64, name: &'static str) -> Values<'static> {
    let body = values(&[("level", Value::Number(level)), ("name", Value::Text(name.into()))]);
    values(&[("body", Value::Case(2, body))])
}

fn written(values: &Values<'static>) -> Result<Vec<u8>, String> {
    let plan = TREE.plan(values).map_err(|error| error.to_string())?;
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
fn missing_values_are_written_as_minimum() {
    let least = TREE.least(TREE.records.first().unwrap());
    assert_eq!(written(&least), Ok(b"HD\x01\x09\x02\0\x06\0\0".to_vec()));
    // Missing values are empty or have their default.
    let nothing = values(&[("body", Value::Case(2, Values::default()))]);
    assert_eq!(written(&nothing), Ok(b"HD\x02\x07\x03\x06\0".to_vec()));
}

#[test]
fn unreadable_values_are_refused() {
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
        (far(256), "body.items[0].long_image: 256 does not fit its field"),
        (far(250), "body.items[1].ofs: 262 does not fit its field"),
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
            values(&[("body", Value::Case(9, Values::default()))]),
            "version: could not be read back: expected one of 1, 2",
        ),
        (
            values(&[("body", Value::Case(2, values(&[("items", Value::List(Vec::new()))])))]),
            "body.items: could not be read back: this version of the record lacks the field",
        ),
        (step(0), "step: expected 1 to 16, found 0"),
        (step(17), "step: expected 1 to 16, found 17"),
    ] {
        let found = written(&values).unwrap_err();
        assert!(found.starts_with(error), "{found}, not {error}");
    }
}

const MARKED: Formula<'_> = Formula::new(
    Expression::Binary(
        Binary::Unequal,
        &Expression::Binary(Binary::BitAnd, &Expression::Own("marks"), &Expression::Number(1)),
        &Expression::Number(0),
    ),
    "marks & 1 != 0",
);

static MARKED_TREE: Tree<'_> = Tree {
    records: &[Record::new(
        "file",
        &[
            number("marks", &[], &of(Source::Given(0))),
            Attr { condition: Some(MARKED), ..number("level", &[], &of(Source::Given(7))) },
            Attr {
                condition: Some(MARKED),
                ..Attr::new(
                    "name",
                    "",
                    Holds::Text(Charset::Utf8, Extent { terminator: &[0], ..Extent::PLAIN }),
                )
            },
            number("end", &[], &of(Source::Constant(9))),
        ],
    )],
    is_lazy: true,
    ..Tree::EMPTY
};

static DIGESTED_TREE: Tree<'_> = Tree {
    records: &[Record::new(
        "file",
        &[
            number("marks", &[], &of(Source::Given(0))),
            number("level", &[], &of(Source::Given(7))),
            Attr {
                condition: Some(MARKED),
                written: &of(Source::Sum(Sum::Md5, "marks", "level")),
                sum: Some(Summed { sum: Sum::Md5, from: "marks", to: "level" }),
                ..Attr::new(
                    "digest",
                    "",
                    Holds::Bytes(Extent::new(Some(Formula::new(Expression::Number(16), "16")))),
                )
            },
        ],
    )],
    is_lazy: true,
    ..Tree::EMPTY
};

#[test]
fn present_digest_is_computed() {
    let file = |marks| {
        let plan = DIGESTED_TREE.plan(&values(&[("marks", Value::Number(marks))]));
        plan.and_then(|plan| plan.to_bytes()).map_err(|error| error.to_string())
    };
    assert_eq!(file(2), Ok(b"\x02\x07".to_vec()));
    // Computed with Python's hashlib.
    assert_eq!(
        file(1),
        Ok(b"\x01\x07\x43\x30\xa3\x85\x09\x81\x8e\x57\x50\x01\xde\x4c\x28\x8a\xa3\x34".to_vec())
    );
}

#[test]
fn absent_fields_take_no_bytes() {
    let file = |given: &[(&'static str, Value<'static>)]| {
        let plan = MARKED_TREE.plan(&values(given)).map_err(|error| error.to_string())?;
        plan.to_bytes().map_err(|error| error.to_string())
    };
    let (marks, name) = (
        |marks| ("marks", Value::Number(marks)),
        ("name", Value::Text("ab".into())),
    );
    assert_eq!(file(&[]), Ok(b"\0\x09".to_vec()));
    assert_eq!(file(&[marks(3), name.clone()]), Ok(b"\x03\x07ab\0\x09".to_vec()));
    assert_eq!(
        file(&[marks(1), name.clone(), ("level", Value::Number(1))]),
        Ok(b"\x01\x01ab\0\x09".to_vec())
    );
    let wrong = |given: &[(&'static str, Value<'static>)]| file(given).unwrap_err();
    let absent = "name: could not be read back: the record lacks the field, as `marks & 1 != 0` is false";
    assert_eq!(wrong(&[marks(2), name]), absent);
    let needed = "name: could not be read back: the record needs the field, as `marks & 1 != 0` is true";
    assert_eq!(wrong(&[marks(1)]), needed);
}
