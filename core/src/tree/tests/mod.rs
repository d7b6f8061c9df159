//! Small tables and files.

mod limits;

use alloc::string::ToString;
use alloc::vec::Vec;

use super::*;
use crate::bytes::Bytes;
use crate::describe::{EachRow, Row, rows};
use crate::error::{Problem, ReadError};

const fn record(fields: &'static [Attr<'static>], instances: &'static [Attr<'static>]) -> Record<'static> {
    Record { name: "record", fields, instances, ..Record::EMPTY }
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

fn shown(tree: &'static Tree<'static>, bytes: Bytes<'_>) -> (Vec<Row>, Option<ReadError>) {
    let mut rows = Vec::new();
    let error = tree.describe(bytes, &mut EachRow::to(&mut |row| rows.push(row))).err();
    (rows, error)
}

fn code(tree: &'static Tree<'static>, bytes: &[u8]) -> &'static str {
    read(tree, bytes).unwrap_err().problem.code()
}

const PACKED: Extent<'static> = Extent { is_zlib: true, ..Extent::TO_END };

#[test]
fn unpacked_errors_point_at_packed_bytes() {
    const TEXT: Extent<'static> = Extent { size: Some(number(1)), ..Extent::PLAIN };
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
        ..Tree::EMPTY
    };
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(&[1, 0xff], 9);
    let file = [&[0][..], &packed].concat();
    // The file starts at offset 7 of the input.
    let (_, error) = shown(&TREE, Bytes::new(&file).at_origin(7));
    let error = error.unwrap();
    assert_eq!((error.offset, error.path.to_string().as_str()), (8, "packed.text"));
}

#[test]
fn remaining_bits_are_discarded_by_reads() {
    const fn bits(count: u8, order: Order) -> Attr<'static> {
        Attr { name: "bits", holds: Holds::Bits(count, order), ..Attr::PLAIN }
    }
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[
                bits(9, Order::Little),
                Attr { name: "byte", holds: BYTE, ..Attr::PLAIN },
                bits(7, Order::Little),
                bits(9, Order::Big),
            ],
            &[Attr { pos: Some(number(3)), ..bits(7, Order::Little) }],
        )],
        ..Tree::EMPTY
    };
    let rows = read(&TREE, &[0xff, 0xff, 0, 1, 0xff, 0xff]).unwrap();
    let numbers: Vec<u64> = rows.iter().filter_map(|row| row.number).collect();
    assert_eq!(numbers, [511, 0, 1, 255, 1]);
}

#[test]
fn invalid_instance_value_fails() {
    const AT: Option<Formula<'static>> = Some(number(0));
    const MOST: Attr<'static> =
        Attr { name: "most", pos: AT, holds: BYTE, valid: &[Rule::Most(number(4))], ..Attr::PLAIN };
    const NAMED: Attr<'static> =
        Attr { name: "named", pos: AT, holds: BYTE, names: Some(0), valid: &[Rule::InEnum], ..Attr::PLAIN };
    const COMPUTED: Attr<'static> =
        Attr { name: "computed", holds: Holds::Value(own("most")), valid: &[Rule::Equal(number(4))], ..Attr::PLAIN };
    static TREE: Tree<'static> = Tree {
        records: &[record(&[], &[MOST, NAMED, COMPUTED])],
        enums: &[Enum { name: "known", values: &[(4, "four")] }],
        ..Tree::EMPTY
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
fn list_of_absent_items_ends() {
    const LATE: Expression<'static> = Expression::Binary(Binary::AtLeast, &Expression::Index, &Expression::Number(2));
    const KNOWN: Case<'static> = Case { when: Some(number(1)), holds: BYTE };
    const MANY: Attr<'static> = Attr {
        name: "many",
        holds: Holds::Switch(Switch { on: own("kind"), cases: &[KNOWN] }),
        repeat: Repeat::Until(Formula { of: LATE, text: "_index >= 2" }),
        ..Attr::PLAIN
    };
    static TREE: Tree<'static> =
        Tree { records: &[record(&[Attr { name: "kind", holds: BYTE, ..Attr::PLAIN }, MANY], &[])], ..Tree::EMPTY };
    for (kind, count) in [(1, 4), (2, 1)] {
        assert_eq!(read(&TREE, &[kind, 7, 8, 9, 10]).unwrap().len(), count);
    }
}

#[test]
fn nan_equals_no_number() {
    const NAN: Expression<'static> = Expression::Float(f64::NAN.to_bits());
    const ONE: [Expression<'static>; 3] = [Expression::Number(1), Expression::Float(1_f64.to_bits()), NAN];
    const fn compared(
        binary: Binary,
        left: &'static Expression<'static>,
        right: &'static Expression<'static>,
    ) -> Attr<'static> {
        let of = Expression::Binary(binary, left, right);
        Attr { name: "flag", holds: Holds::Value(Formula { of, text: "compared" }), ..Attr::PLAIN }
    }
    const fn both(one: &'static Expression<'static>) -> [Attr<'static>; 4] {
        let [less, unequal] = [Binary::Less, Binary::Unequal];
        [
            compared(less, &NAN, one),
            compared(less, one, &NAN),
            compared(unequal, &NAN, one),
            compared(unequal, one, &NAN),
        ]
    }
    static TREES: [Tree<'static>; 3] = [
        Tree { records: &[record(&[], &both(&ONE[0]))], ..Tree::EMPTY },
        Tree { records: &[record(&[], &both(&ONE[1]))], ..Tree::EMPTY },
        Tree { records: &[record(&[], &both(&ONE[2]))], ..Tree::EMPTY },
    ];
    for tree in &TREES {
        let rows = read(tree, &[]).unwrap();
        let values: Vec<&str> = rows.iter().map(|row| row.value.as_str()).collect();
        assert_eq!(values, ["false", "false", "true", "true"]);
    }
}

#[test]
fn circular_or_forward_dependency_fails() {
    const fn value(name: &'static str, of: &'static str) -> Attr<'static> {
        Attr { name, holds: Holds::Value(own(of)), ..Attr::PLAIN }
    }
    static TREE: Tree<'static> =
        Tree { records: &[record(&[], &[value("a", "b"), value("b", "a"), value("c", "d")])], ..Tree::EMPTY };
    let rows = read(&TREE, &[]).unwrap();
    let errors: Vec<_> = rows
        .iter()
        .map(|row| row.error.as_ref().unwrap().problem.to_string())
        .collect();
    assert_eq!(errors.len(), 3);
    assert!(
        errors[0].contains("depends on itself") && errors[2].contains("no member with this name"),
        "{errors:?}"
    );
    static LATER: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr {
                    name: "first",
                    holds: Holds::Bytes(Extent { size: Some(own("second")), ..Extent::PLAIN }),
                    ..Attr::PLAIN
                },
                Attr { name: "second", holds: BYTE, ..Attr::PLAIN },
            ],
            &[],
        )],
        ..Tree::EMPTY
    };
    let error = read(&LATER, &[1, 2]).unwrap_err();
    assert_eq!(
        (error.path.to_string().as_str(), error.problem.code()),
        ("first", "unexpected")
    );
}

#[test]
fn overflowing_results_fail() {
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
            alloc::boxed::Box::leak(alloc::boxed::Box::new(Tree { records, ..Tree::EMPTY }))
        };
        let rows = read(tree, &[]).unwrap();
        let error = rows[0].error.clone().unwrap();
        assert_eq!(error.problem, Problem::Overflow { expression: "large" }, "{binary:?}");
    }
}

#[test]
fn opaque_bytes_may_exceed_window() {
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr { name: "len", holds: BYTE, ..Attr::PLAIN },
                Attr {
                    name: "body",
                    holds: Holds::Bytes(Extent { size: Some(own("len")), ..Extent::PLAIN }),
                    ..Attr::PLAIN
                },
            ],
            &[],
        )],
        ..Tree::EMPTY
    };
    let seen = rows(|describer| TREE.describe(Bytes::windowed(&[200], 201), describer)).unwrap();
    assert_eq!(
        (seen[1].offset, seen[1].len, seen[1].value.as_str()),
        (1, 200, "200 bytes")
    );
    assert_eq!(code(&TREE, &[200, 1]), "truncated");
}
