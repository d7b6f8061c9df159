//! Hostile tables and files: whatever they are, reading ends soon, with an error that has a place.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::frame::{Frame, Slot};
use super::reading::Reading;
use super::value::{Item, Value};
use super::work::size;
use super::*;
use crate::budget::Budget;
use crate::bytes::{Bytes, length};
use crate::describe::{EachRow, Row, rows};
use crate::error::{Problem, ReadError};

const fn record(fields: &'static [Attr<'static>], instances: &'static [Attr<'static>]) -> Record<'static> {
    Record { name: "record", params: &[], endian: None, schema: 0, fields, instances }
}

const fn number(number: i128) -> Formula<'static> {
    Formula { of: Expression::Number(number), text: "number" }
}

const fn own(name: &'static str) -> Formula<'static> {
    Formula { of: Expression::Own(name), text: name }
}

const INNER: Holds<'static> = Holds::Record(1, &[], None);
const BYTE: Holds<'static> = Holds::Unsigned(1, Order::Little);

fn read(tree: &'static Tree<'static>, bytes: &[u8]) -> Result<Vec<Row>, ReadError> {
    rows(|describer| tree.describe(Bytes::new(bytes), describer))
}

/// The rows that are shown, and what is wrong then.
fn shown(tree: &'static Tree<'static>, bytes: Bytes<'_>) -> (Vec<Row>, Option<ReadError>) {
    let mut rows = Vec::new();
    let error = tree.describe(bytes, &mut EachRow::to(&mut |row| rows.push(row))).err();
    (rows, error)
}

fn code(tree: &'static Tree<'static>, bytes: &[u8]) -> &'static str {
    read(tree, bytes).unwrap_err().problem.code()
}

#[test]
fn a_record_that_holds_itself_ends_at_a_depth() {
    static TREE: Tree<'static> = Tree {
        records: &[
            record(&[Attr { name: "outer", holds: INNER, ..Attr::PLAIN }], &[]),
            record(&[Attr { name: "inner", holds: INNER, ..Attr::PLAIN }], &[]),
        ],
        enums: &[],
    };
    let error = read(&TREE, &[]).unwrap_err();
    assert!(error.to_string().contains("inner.inner.inner"), "{error}");
    assert_eq!(error.problem.code(), "too-deep");
    // The same of instances, of which each is read when it is shown.
    static SHOWN: Tree<'static> = Tree { records: &[record(&[], &[OUTER]), record(&[], &[OUTER])], enums: &[] };
    const OUTER: Attr<'static> =
        Attr { name: "again", place: Place { pos: Some(number(0)), stream: None }, holds: INNER, ..Attr::PLAIN };
    let rows = read(&SHOWN, &[1]).unwrap();
    let error = rows.last().and_then(|row| row.error.as_ref()).unwrap();
    assert_eq!(error.problem.code(), "too-deep");
}

#[test]
fn what_was_read_is_shown_however_deep_the_error_is() {
    const MORE: Formula<'static> = Formula {
        of: Expression::Binary(Binary::Unequal, &Expression::Own("byte"), &Expression::Number(0)),
        text: "more",
    };
    const FIELDS: &[Attr<'static>] = &[
        Attr { name: "byte", holds: BYTE, ..Attr::PLAIN },
        Attr { name: "inner", condition: Some(MORE), holds: Holds::Record(0, &[], None), ..Attr::PLAIN },
    ];
    static TREE: Tree<'static> = Tree { records: &[record(FIELDS, &[])], enums: &[] };
    let (rows, error) = shown(&TREE, Bytes::new(&[1; 40]));
    assert_eq!((rows.len(), error.unwrap().problem.code()), (40, "truncated"));
    // The same of instances that fail one after the other: each is as deep as the first.
    const DEEP: Attr<'static> = Attr { name: "deep", holds: Holds::Value(own("nothing")), ..Attr::PLAIN };
    static FAILING: Tree<'static> = Tree { records: &[record(&[], &[DEEP; 200])], enums: &[] };
    let (rows, error) = shown(&FAILING, Bytes::new(&[]));
    assert_eq!((rows.len(), error), (200, None));
    assert!(
        rows.iter()
            .all(|row| row.error.as_ref().unwrap().problem.code() == "unexpected")
    );
}

#[test]
fn very_many_items_without_bytes_are_too_much_work() {
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[Attr { name: "many", holds: INNER, repeat: Repeat::Times(number(1 << 62)), ..Attr::PLAIN }],
                &[],
            ),
            record(&[], &[]),
        ],
        enums: &[],
    };
    assert_eq!(code(&TREE, &[0; 8]), "over-budget");
    static NONE: Tree<'static> = Tree {
        records: &[record(
            &[Attr {
                name: "none",
                holds: Holds::Switch(Switch { on: number(1), cases: &[] }),
                repeat: Repeat::ToEnd,
                ..Attr::PLAIN
            }],
            &[],
        )],
        enums: &[],
    };
    assert_eq!(code(&NONE, &[0; 8]), "over-budget");
}

const PACKED: Extent<'static> = Extent { process: Some(Process::Zlib), ..Extent::TO_END };

#[test]
fn bytes_that_hold_far_more_are_refused() {
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[Attr { name: "packed", holds: Holds::Record(1, &[], Some(PACKED)), ..Attr::PLAIN }],
                &[],
            ),
            record(
                &[Attr { name: "twice", holds: Holds::Bytes(PACKED), ..Attr::PLAIN }],
                &[],
            ),
        ],
        enums: &[],
    };
    let packed = |bytes: &[u8]| miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9);
    let twice = |len: usize| packed(&packed(&alloc::vec![0; len]));
    let shown = read(&TREE, &twice(60_000)).unwrap();
    assert_eq!(shown[0].value, "60000 bytes");
    assert!(twice(1 << 24).len() < 200);
    assert_eq!(code(&TREE, &twice(1 << 24)), "more-than-allowed");
    assert_eq!(code(&TREE, b"no stream"), "corrupt");
}

#[test]
fn a_stream_that_is_unpacked_again_and_again_costs_each_time() {
    const AGAIN: Attr<'static> = Attr {
        name: "again",
        place: Place { pos: Some(number(0)), stream: None },
        holds: Holds::Bytes(PACKED),
        ..Attr::PLAIN
    };
    static TREE: Tree<'static> = Tree { records: &[record(&[], &[AGAIN; 200])], enums: &[] };
    let mut packed = miniz_oxide::deflate::compress_to_vec_zlib(&alloc::vec![0; 60_000], 9);
    let most = Budget::tree(length(&packed)).left();
    for is_sound in [true, false] {
        if !is_sound {
            *packed.last_mut().unwrap() ^= 1;
        }
        let (rows, error) = shown(&TREE, Bytes::new(&packed));
        let whole = |row: &&Row| match &row.error {
            None => true,
            Some(error) => matches!(error.problem, Problem::Corrupt { after: 60_000, .. }),
        };
        let times = rows.iter().filter(whole).count();
        assert!(
            times > 1 && length(&packed) < 100 && 60_000 * u64::try_from(times).unwrap() <= most,
            "{times}"
        );
        assert_eq!(error.unwrap().problem.code(), "over-budget");
    }
    // It is told what is wrong with it, and not how much was made ready for it.
    let (rows, _) = shown(&TREE, Bytes::new(&packed[..packed.len() - 8]));
    let found = rows[0].error.as_ref().map(|error| error.problem.clone());
    assert!(
        matches!(found, Some(Problem::Corrupt { after: 1..=60_000, .. })),
        "{found:?}"
    );
}

#[test]
fn what_is_kept_is_in_proportion_to_the_file() {
    const WIDE: &[Attr<'static>] = &[Attr { name: "value", holds: Holds::Value(number(1)), ..Attr::PLAIN }; 40];
    const TWICE: Expression<'static> =
        Expression::Binary(Binary::Plus, &Expression::Own("text"), &Expression::Own("text"));
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[Attr { name: "many", holds: INNER, repeat: Repeat::Times(number(1 << 62)), ..Attr::PLAIN }],
                &[],
            ),
            record(&[], WIDE),
        ],
        enums: &[],
    };
    static TEXTS: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr { name: "text", holds: Holds::Text(Charset::Ascii, Extent::TO_END), ..Attr::PLAIN },
                Attr {
                    name: "many",
                    holds: Holds::Value(Formula { of: TWICE, text: "text + text" }),
                    repeat: Repeat::Times(number(1 << 62)),
                    ..Attr::PLAIN
                },
            ],
            &[],
        )],
        enums: &[],
    };
    for tree in [&TREE, &TEXTS] {
        for len in [0, 10_000] {
            let file = alloc::vec![b'a'; len];
            let mut reading = Reading::new(tree, Bytes::new(&file));
            let root = reading.open(&tree.records[0], None, Vec::new(), 0).unwrap();
            assert_eq!(reading.fill(root).unwrap_err().problem.code(), "over-budget");
            let of_frame = |frame: &Frame<'_>| size::<Frame<'_>>(1) + size::<Slot<'_>>(frame.slots.capacity());
            let frames: u64 = reading.frames.iter().map(of_frame).sum();
            let items = reading.lists.iter().flatten();
            let texts = items.map(|item| match &item.value {
                Value::Text(text) => length(text.as_str().as_bytes()),
                _ => 0,
            });
            let items: usize = reading.lists.iter().map(Vec::capacity).sum();
            let kept = frames + texts.sum::<u64>() + size::<Item<'_>>(items);
            let most = Budget::tree(u64::try_from(len).unwrap()).left();
            assert!(kept > most / 4 && kept <= most, "{kept} of {most}");
        }
    }
}

#[test]
fn what_is_shown_again_and_again_costs_each_time() {
    const COPIES: &[Attr<'static>] = &[Attr { name: "copy", holds: Holds::Value(own("list")), ..Attr::PLAIN }; 500];
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[Attr { name: "list", holds: BYTE, repeat: Repeat::ToEnd, ..Attr::PLAIN }],
            COPIES,
        )],
        enums: &[],
    };
    let (rows, error) = shown(&TREE, Bytes::new(&[0; 1000]));
    assert!(rows.len() > 1000 && rows.len() < 100_000, "{}", rows.len());
    let error = error.unwrap();
    assert_eq!(
        (error.problem.code(), error.path.to_string().as_str()),
        ("over-budget", "copy")
    );
}

#[test]
fn errors_in_what_was_unpacked_are_where_that_is() {
    const TEXT: Extent<'static> = Extent { size: Some(number(1)), to_end: false, ..Extent::TO_END };
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[
                    Attr { name: "byte", holds: BYTE, ..Attr::PLAIN },
                    Attr { name: "packed", holds: Holds::Record(1, &[], Some(PACKED)), ..Attr::PLAIN },
                ],
                &[],
            ),
            record(
                &[
                    Attr { name: "number", holds: BYTE, ..Attr::PLAIN },
                    Attr { name: "text", holds: Holds::Text(Charset::Ascii, TEXT), ..Attr::PLAIN },
                ],
                &[],
            ),
        ],
        enums: &[],
    };
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&[1, 0xff], 9);
    let file = [&[0][..], &packed].concat();
    // The file is behind 7 bytes of another.
    let (_, error) = shown(&TREE, Bytes::new(&file).at_origin(7));
    let error = error.unwrap();
    assert_eq!((error.offset, error.path.to_string().as_str()), (8, "packed.text"));
}

#[test]
fn bits_that_are_left_are_forgotten_when_something_else_is_read() {
    const fn bits(count: u8, order: Order) -> Attr<'static> {
        Attr { name: "bits", holds: Holds::Bits(count, order), ..Attr::PLAIN }
    }
    const AT: Place<'static> = Place { pos: Some(number(3)), stream: None };
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[
                bits(9, Order::Little),
                Attr { name: "byte", holds: BYTE, ..Attr::PLAIN },
                bits(7, Order::Little),
                bits(9, Order::Big),
            ],
            &[Attr { place: AT, ..bits(7, Order::Little) }],
        )],
        enums: &[],
    };
    let rows = read(&TREE, &[0xff, 0xff, 0, 1, 0xff, 0xff]).unwrap();
    let numbers: Vec<u64> = rows.iter().filter_map(|row| row.number).collect();
    assert_eq!(numbers, [511, 0, 1, 511, 1]);
}

#[test]
fn a_value_that_an_instance_may_not_have_is_wrong() {
    const AT: Place<'static> = Place { pos: Some(number(0)), stream: None };
    const MOST: Attr<'static> =
        Attr { name: "most", place: AT, holds: BYTE, valid: &[Rule::Most(number(4))], ..Attr::PLAIN };
    const NAMED: Attr<'static> =
        Attr { name: "named", place: AT, holds: BYTE, names: Some(0), valid: &[Rule::Named], ..Attr::PLAIN };
    const COMPUTED: Attr<'static> =
        Attr { name: "computed", holds: Holds::Value(own("most")), valid: &[Rule::Equal(number(4))], ..Attr::PLAIN };
    static TREE: Tree<'static> = Tree {
        records: &[record(&[], &[MOST, NAMED, COMPUTED])],
        enums: &[Enum { name: "known", values: &[(4, "four")] }],
    };
    for (byte, wrong) in [(4, 0), (5, 3)] {
        let rows = read(&TREE, &[byte]).unwrap();
        let found: Vec<_> = rows.iter().filter_map(|row| row.error.as_ref()).collect();
        assert!(
            found.len() == wrong && found.iter().all(|error| error.problem.code() == "unexpected"),
            "{rows:?}"
        );
    }
}

#[test]
fn what_depends_on_itself_or_on_what_comes_later_is_wrong() {
    const fn value(name: &'static str, of: &'static str) -> Attr<'static> {
        Attr { name, holds: Holds::Value(own(of)), ..Attr::PLAIN }
    }
    static TREE: Tree<'static> =
        Tree { records: &[record(&[], &[value("a", "b"), value("b", "a"), value("c", "d")])], enums: &[] };
    let rows = read(&TREE, &[]).unwrap();
    let errors: Vec<_> = rows
        .iter()
        .map(|row| row.error.as_ref().unwrap().problem.to_string())
        .collect();
    assert_eq!(errors.len(), 3);
    assert!(
        errors[0].contains("depends on itself") && errors[2].contains("nothing of that name"),
        "{errors:?}"
    );
    static LATER: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr {
                    name: "first",
                    holds: Holds::Bytes(Extent { size: Some(own("second")), to_end: false, ..Extent::TO_END }),
                    ..Attr::PLAIN
                },
                Attr { name: "second", holds: BYTE, ..Attr::PLAIN },
            ],
            &[],
        )],
        enums: &[],
    };
    let error = read(&LATER, &[1, 2]).unwrap_err();
    assert_eq!(
        (error.path.to_string().as_str(), error.problem.code()),
        ("first", "unexpected")
    );
}

#[test]
fn results_that_do_not_fit_are_errors() {
    const LARGE: Expression<'static> = Expression::Number(i128::MAX);
    for (binary, right) in [
        (Binary::Plus, 1),
        (Binary::Times, 2),
        (Binary::ShiftLeft, 1),
        (Binary::ShiftRight, 127),
        (Binary::ShiftLeft, -1),
    ] {
        let tree: &'static Tree<'static> = {
            let right = alloc::boxed::Box::leak(alloc::boxed::Box::new(Expression::Number(right)));
            let of = Expression::Binary(binary, &LARGE, right);
            let holds = Holds::Value(Formula { of, text: "large" });
            let fields = alloc::vec![Attr { name: "a", holds, ..Attr::PLAIN }].leak();
            let records = alloc::vec![record(&[], fields)].leak();
            alloc::boxed::Box::leak(alloc::boxed::Box::new(Tree { records, enums: &[] }))
        };
        let rows = read(tree, &[]).unwrap();
        let error = rows[0].error.clone().unwrap();
        assert_eq!(error.problem, Problem::Overflow { expression: "large" }, "{binary:?}");
    }
}

#[test]
fn bytes_that_are_not_looked_at_need_not_be_there() {
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr { name: "len", holds: BYTE, ..Attr::PLAIN },
                Attr {
                    name: "body",
                    holds: Holds::Bytes(Extent { size: Some(own("len")), to_end: false, ..Extent::TO_END }),
                    ..Attr::PLAIN
                },
            ],
            &[],
        )],
        enums: &[],
    };
    let seen = rows(|describer| TREE.describe(Bytes::windowed(&[200], 201), describer)).unwrap();
    assert_eq!(
        (seen[1].offset, seen[1].len, seen[1].value.as_str()),
        (1, 200, "200 bytes")
    );
    assert_eq!(code(&TREE, &[200, 1]), "truncated");
}
