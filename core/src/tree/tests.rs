//! Hostile tables and files: whatever they are, reading ends soon, with an error that has a place.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;
use crate::bytes::Bytes;
use crate::describe::{Row, rows};
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
    assert_eq!(error.problem.code(), "unexpected");
    // The same of instances, of which each is read when it is shown.
    static SHOWN: Tree<'static> = Tree { records: &[record(&[], &[OUTER]), record(&[], &[OUTER])], enums: &[] };
    const OUTER: Attr<'static> =
        Attr { name: "again", place: Place { pos: Some(number(0)), stream: None }, holds: INNER, ..Attr::PLAIN };
    let rows = read(&SHOWN, &[1]).unwrap();
    let error = rows.last().and_then(|row| row.error.as_ref()).unwrap();
    assert_eq!(error.problem.code(), "unexpected");
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

#[test]
fn bytes_that_hold_far_more_are_refused() {
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[Attr {
                name: "packed",
                holds: Holds::Bytes(Extent { process: Some(Process::Zlib), ..Extent::TO_END }),
                ..Attr::PLAIN
            }],
            &[],
        )],
        enums: &[],
    };
    let packed = |len: usize| miniz_oxide::deflate::compress_to_vec_zlib(&alloc::vec![0; len], 9);
    let shown = read(&TREE, &packed(60_000)).unwrap();
    assert_eq!(shown[0].value, "60000 bytes");
    assert_eq!(code(&TREE, &packed(1 << 24)), "more-than-allowed");
    assert_eq!(code(&TREE, b"no stream"), "corrupt");
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
