//! Views of plain and other records.

use std::boxed::Box;
use std::string::ToString;
use std::vec::Vec;

use super::{List, View};
use crate::bytes::{Bytes, Place};
use crate::error::{Problem, ReadError};
use crate::tree::{
    Attr, Case, Charset, Expression, Extent, Fixed, Formula, Holds, Order, Record, Repeat, Switch, Tree, give_spots,
};

const U1: Holds<'static> = Holds::Unsigned(1, Order::Little);
const U2: Holds<'static> = Holds::Unsigned(2, Order::Big);

const fn own(name: &'static str) -> Formula<'static> {
    Formula::new(Expression::Own(name), name)
}

const fn text(size: Formula<'static>) -> Holds<'static> {
    Holds::Text(Charset::Utf8, Extent::new(Some(size)))
}

const PAIR: Record<'static> =
    Record { fields: &[Attr::new("a", "", U1), Attr::new("b", "", U2)], ..Record::new("pair", &[]) };

static NAMED: &[Attr<'static>] = &[
    Attr::new("len_one", "", U1),
    Attr::new("one", "", text(own("len_one"))),
    Attr::new("len_two", "", U1),
    Attr::new("two", "", text(own("len_two"))),
    Attr::new("last", "", U2),
];

static TREE: Tree<'static> = Tree {
    records: &[
        Record {
            fields: &[
                Attr::new("magic", "", Holds::Fixed(b"M")),
                Attr::new("num", "", U1),
                Attr::new("ofs", "", U1),
                Attr::new(
                    "body",
                    "",
                    Holds::Switch(Switch {
                        on: own("num"),
                        cases: &[
                            Case {
                                when: Some(Formula::new(Expression::Number(2), "2")),
                                holds: Holds::Record(2, &[], None),
                            },
                            Case { when: None, holds: Holds::Unknown("2") },
                        ],
                    }),
                ),
            ],
            instances: &[
                Attr {
                    pos: Some(own("ofs")),
                    repeat: Repeat::Count(own("num")),
                    limit: Some(9),
                    ..Attr::new("pairs", "", Holds::Record(1, &[], None))
                },
                Attr { pos: Some(own("ofs")), limit: Some(1), ..Attr::new("note", "", text(own("num"))) },
                Attr {
                    pos: Some(own("ofs")),
                    repeat: Repeat::Count(own("num")),
                    limit: Some(1),
                    ..Attr::new("few", "", Holds::Record(1, &[], None))
                },
            ],
            ..Record::new("file", &[])
        },
        PAIR,
        Record { fields: NAMED, ..Record::new("named", &[]) },
    ],
    is_lazy: true,
    ..Tree::EMPTY
};

const FILE: &[u8] = b"M\x02\x0b\x01x\x02yz\x12\x34.\x05\0\x06\x07\0\x08";

fn spotted() -> &'static Tree<'static> {
    let records = TREE.records.iter().map(|record| {
        let (mut fields, mut instances) = (record.fields.to_vec(), record.instances.to_vec());
        give_spots(&mut fields, &mut instances);
        Record { fixed: Fixed::of(&fields, None), fields: fields.leak(), instances: instances.leak(), ..*record }
    });
    Box::leak(Box::new(Tree { records: records.collect::<Vec<_>>().leak(), ..TREE }))
}

fn both_ways(bytes: &[u8], check: impl Fn(View<'_>)) {
    for tree in [&TREE, spotted()] {
        check(View::read(tree, Bytes::new(bytes).at_origin(100)).unwrap());
    }
}

fn list<'a>(view: View<'a>, name: &str) -> Result<List<'a, View<'a>>, ReadError> {
    view.list(view.slot(name))
}

#[test]
fn fields_after_texts_are_found() {
    both_ways(FILE, |file| {
        let body: View<'_> = file.record(file.slot("body")).unwrap();
        let text = |name| body.text(body.slot(name));
        assert_eq!((text("one"), text("two"), text("three")), (Ok("x"), Ok("yz"), Ok("")));
        assert_eq!(
            (body.number::<u16>(4), body.number::<u8>(2), body.number::<u32>(9)),
            (0x1234, 2, 0)
        );
        assert_eq!(
            (body.frame(), body.place(3)),
            (Place { ofs: 3, len: 7 }, Ok(Place { ofs: 6, len: 2 }))
        );
        assert!(body.has("two") && !body.has("three"));
        assert_eq!(
            (body.text_at(1, body.after(1), 1), body.text_at(1, 999, 1)),
            (Ok("x"), Ok("x"))
        );
        assert_eq!(
            (body.slice_at(3, 6, 2), body.slice_at(3, 999, 2)),
            (Ok(&b"yz"[..]), Ok(&b"yz"[..]))
        );
    });
}

#[test]
fn fixed_length_items_are_read_directly() {
    both_ways(FILE, |file| {
        let pairs = list(file, "pairs").unwrap();
        let second = pairs.get(1).unwrap().unwrap();
        assert_eq!((pairs.len(), second.frame().ofs), (2, 14));
        assert_eq!(
            (u8::from_le_bytes(second.array(0)), u16::from_be_bytes(second.array(1))),
            (7, 8)
        );
        assert_eq!(pairs.get(2).map(|found| found.is_none()), Ok(true));
        let all = pairs.iter().map(|pair| pair.unwrap().number::<u16>(1));
        assert_eq!(all.collect::<Vec<_>>(), [6, 8]);
    });
}

#[test]
fn errors_have_the_place_of_the_item() {
    both_ways(&FILE[..16], |file| {
        let pairs = list(file, "pairs").unwrap();
        let error = pairs.get(1).unwrap_err();
        assert_eq!((error.offset, error.path.to_string().as_str()), (115, "pairs[1].b"));
        assert_eq!(pairs.iter().filter(|pair| pair.is_err()).count(), 1);
    });
}

#[test]
fn list_outside_file_blames_number() {
    let mut outside = FILE.to_vec();
    outside[2] = 200;
    both_ways(&outside, |file| {
        let error = list(file, "pairs").unwrap_err();
        assert_eq!((error.offset, error.path.to_string().as_str()), (102, "ofs"));
        assert!(matches!(error.problem, Problem::OutOfBounds { ofs: 200, .. }));
    });
}

#[test]
fn parts_over_their_limit_blame_the_number() {
    both_ways(FILE, |file| {
        let few = list(file, "few").unwrap_err();
        for error in [few, file.place(file.slot("note")).unwrap_err()] {
            assert_eq!((error.offset, error.path.to_string().as_str()), (101, "num"));
            assert_eq!(&error.problem, &Problem::OverLimit { found: 2, limit: 1 });
        }
    });
}

#[test]
fn unknown_versions_are_refused() {
    let mut other = FILE.to_vec();
    other[1] = 3;
    for tree in [&TREE, spotted()] {
        let error = View::read(tree, Bytes::new(&other)).unwrap_err();
        assert_eq!(error.path.to_string(), "num");
        assert_eq!(&error.problem, &Problem::UnknownValue { found: 3, known: "2" });
    }
}
