//! Hostile tables and files: time, memory and output stay linear.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::super::frame::{Frame, Slot};
use super::super::reading::Reading;
use super::super::value::{Item, Value};
use super::super::work::size;
use super::super::*;
use super::{BYTE, INNER, PACKED, code, number, own, read, record, shown};
use crate::budget::Budget;
use crate::bytes::{Bytes, length};
use crate::describe::Row;
use crate::error::Problem;

#[test]
fn recursive_record_stops_at_depth_limit() {
    static TREE: Tree<'static> = Tree {
        records: &[
            record(&[Attr { name: "outer", holds: INNER, ..Attr::PLAIN }], &[]),
            record(&[Attr { name: "inner", holds: INNER, ..Attr::PLAIN }], &[]),
        ],
        ..Tree::EMPTY
    };
    let error = read(&TREE, &[]).unwrap_err();
    assert!(error.to_string().contains("inner.inner.inner"), "{error}");
    assert_eq!(error.problem.code(), "too-deep");
    // The same for instances, which are read when shown.
    static SHOWN: Tree<'static> = Tree { records: &[record(&[], &[OUTER]), record(&[], &[OUTER])], ..Tree::EMPTY };
    const OUTER: Attr<'static> = Attr { name: "again", pos: Some(number(0)), holds: INNER, ..Attr::PLAIN };
    let rows = read(&SHOWN, &[1]).unwrap();
    let error = rows.last().and_then(|row| row.error.as_ref()).unwrap();
    assert_eq!(error.problem.code(), "too-deep");
}

#[test]
fn deep_error_shows_earlier_fields() {
    const MORE: Formula<'static> = Formula {
        of: Expression::Binary(Binary::Unequal, &Expression::Own("byte"), &Expression::Number(0)),
        text: "more",
    };
    const FIELDS: &[Attr<'static>] = &[
        Attr { name: "byte", holds: BYTE, ..Attr::PLAIN },
        Attr { name: "inner", condition: Some(MORE), holds: Holds::Record(0, &[], None), ..Attr::PLAIN },
    ];
    static TREE: Tree<'static> = Tree { records: &[record(FIELDS, &[])], ..Tree::EMPTY };
    let (rows, error) = shown(&TREE, Bytes::new(&[1; 40]));
    assert_eq!((rows.len(), error.unwrap().problem.code()), (40, "truncated"));
    // The same for consecutive failing instances at the same depth.
    const DEEP: Attr<'static> = Attr { name: "deep", holds: Holds::Value(own("nothing")), ..Attr::PLAIN };
    static FAILING: Tree<'static> = Tree { records: &[record(&[], &[DEEP; 200])], ..Tree::EMPTY };
    let (rows, error) = shown(&FAILING, Bytes::new(&[]));
    assert_eq!((rows.len(), error), (200, None));
    assert!(
        rows.iter()
            .all(|row| row.error.as_ref().unwrap().problem.code() == "unexpected")
    );
}

#[test]
fn many_empty_items_exceed_budget() {
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[Attr { name: "many", holds: INNER, repeat: Repeat::Count(number(1 << 62)), ..Attr::PLAIN }],
                &[],
            ),
            record(&[], &[]),
        ],
        ..Tree::EMPTY
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
        ..Tree::EMPTY
    };
    assert_eq!(code(&NONE, &[0; 8]), "over-budget");
}

#[test]
fn expanding_streams_are_refused() {
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
        ..Tree::EMPTY
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
#[cfg_attr(miri, ignore = "it unpacks very much")]
fn repeated_unpacking_costs_each_time() {
    const AGAIN: Attr<'static> =
        Attr { name: "again", pos: Some(number(0)), holds: Holds::Bytes(PACKED), ..Attr::PLAIN };
    static TREE: Tree<'static> = Tree { records: &[record(&[], &[AGAIN; 200])], ..Tree::EMPTY };
    let mut packed = miniz_oxide::deflate::compress_to_vec_zlib(&alloc::vec![0; 60_000], 9);
    let most = Budget::tree(length(&packed)).remaining();
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
    // The error does not depend on the amount of reserved memory.
    let (rows, _) = shown(&TREE, Bytes::new(&packed[..packed.len() - 8]));
    let found = rows[0].error.as_ref().map(|error| error.problem.clone());
    assert!(
        matches!(found, Some(Problem::Corrupt { after: 1..=60_000, .. })),
        "{found:?}"
    );
}

#[test]
fn memory_is_proportional_to_file() {
    const WIDE: &[Attr<'static>] = &[Attr { name: "value", holds: Holds::Value(number(1)), ..Attr::PLAIN }; 40];
    const TWICE: Expression<'static> =
        Expression::Binary(Binary::Plus, &Expression::Own("text"), &Expression::Own("text"));
    static TREE: Tree<'static> = Tree {
        records: &[
            record(
                &[Attr { name: "many", holds: INNER, repeat: Repeat::Count(number(1 << 62)), ..Attr::PLAIN }],
                &[],
            ),
            record(&[], WIDE),
        ],
        ..Tree::EMPTY
    };
    static TEXTS: Tree<'static> = Tree {
        records: &[record(
            &[
                Attr { name: "text", holds: Holds::Text(Charset::Ascii, Extent::TO_END), ..Attr::PLAIN },
                Attr {
                    name: "many",
                    holds: Holds::Value(Formula { of: TWICE, text: "text + text" }),
                    repeat: Repeat::Count(number(1 << 62)),
                    ..Attr::PLAIN
                },
            ],
            &[],
        )],
        ..Tree::EMPTY
    };
    for tree in [&TREE, &TEXTS] {
        for len in [0, 10_000] {
            let file = alloc::vec![b'a'; len];
            let mut reading = Reading::new(tree, crate::tree::file_bytes::FileBytes(Bytes::new(&file)));
            let root = reading.open(tree.root().unwrap(), None, Vec::new(), 0).unwrap();
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
            let most = Budget::tree(u64::try_from(len).unwrap()).remaining();
            assert!(kept > most / 4 && kept <= most, "{kept} of {most}");
        }
    }
}

#[test]
fn repeated_output_costs_each_time() {
    const COPIES: &[Attr<'static>] = &[Attr { name: "copy", holds: Holds::Value(own("list")), ..Attr::PLAIN }; 500];
    static TREE: Tree<'static> = Tree {
        records: &[record(
            &[Attr { name: "list", holds: BYTE, repeat: Repeat::ToEnd, ..Attr::PLAIN }],
            COPIES,
        )],
        ..Tree::EMPTY
    };
    let (rows, error) = shown(&TREE, Bytes::new(&[0; 1000]));
    assert!(rows.len() > 1000 && rows.len() < 100_000, "{}", rows.len());
    let error = error.unwrap();
    assert_eq!(
        (error.problem.code(), error.path.to_string().as_str()),
        ("over-budget", "copy")
    );
}
