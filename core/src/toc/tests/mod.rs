//! An artificial big-endian format, with hand-written files.

mod reading;
mod wrong;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::bytes::{Bytes, Place};
use crate::container::Container;
use crate::describe::{Row, rows};
use crate::ids::TINY;
use crate::toc_container::TocContainer;
use crate::tree::{Attr, Holds, Order, Record, Tree};
use crate::walked::Packing;

const fn field(name: &'static str, len: u8) -> Attr<'static> {
    Attr::new(name, "A number.", Holds::Unsigned(len, Order::Big))
}

static TREE: Tree<'static> = Tree {
    records: &[
        Record::new(
            "shelf",
            &[Attr::new("magic", "Begins a shelf.", Holds::Fixed(b"SHELF")), field("index", 2)],
        ),
        Record::new("pile", &[field("many", 1)]),
        Record::new("roll", &[field("age", 1), field("thick", 2)]),
    ],
    ..Tree::EMPTY
};

static TABLE: TocTable<'static> = TocTable {
    name: "shelf",
    title: "shelf",
    at: "index",
    least: 8,
    columns: &[
        column(Role::Version, None, "edition", Each::Value),
        column(Role::Note, None, "owner", Each::Value),
        column(Role::Note, None, "genre", Each::Value),
        column(Role::Target, None, "readers", Each::Item),
        column(Role::Row, None, "books", Each::Key),
        column(Role::Entry, Some(4), "", Each::Key),
        column(Role::Note, Some(5), "ink", Each::Value),
        column(Role::Ordinal, Some(5), "place", Each::Value),
        column(Role::Unpacked, Some(5), "words", Each::Value),
        column(Role::Scheme, None, "kept", Each::Value),
        column(Role::Content, None, "sheets", Each::Item),
        column(Role::Offset, Some(10), "from", Each::Value),
        column(Role::Size, Some(10), "long", Each::Value),
        column(Role::FramesOffset, None, "rolls", Each::Value),
        column(Role::FramesSize, None, "length", Each::Value),
    ],
    version: 2,
    listed: "flat",
    frames: FramesTable {
        word: "rolled",
        head: "pile",
        count: "many",
        limit: 5,
        packing: Packing::Zstd,
        frame: "roll",
        size: "thick",
    },
    id: TocId { kind: "home", triple: "gro" },
};

const fn column(role: Role, within: Option<usize>, key: &'static str, each: Each) -> Column<'static> {
    Column::new(role, within, key, each, "A value.")
}

const SHELF: TocReader = TocReader { tree: &TREE, table: &TABLE, grammar: &TINY };

#[derive(Clone)]
enum Said {
    Number(u8),
    Text(String),
    List(Vec<Said>),
    Map(Vec<(Said, Said)>),
    Raw(Vec<u8>),
}

use Said::{List, Map, Number, Raw};

fn text(text: &str) -> Said {
    Said::Text(text.into())
}

fn map<const N: usize>(items: [(&str, Said); N]) -> Said {
    Map(items.map(|(key, value)| (text(key), value)).into())
}

impl Said {
    fn bytes(&self) -> Vec<u8> {
        let headed = |head: u8, len: usize, items: Vec<Vec<u8>>| {
            [vec![head], u16::try_from(len).unwrap().to_be_bytes().into(), items.concat()].concat()
        };
        match self {
            Self::Number(number) => vec![*number],
            Self::Text(text) => headed(0xda, text.len(), vec![text.as_bytes().into()]),
            List(items) => headed(0xdc, items.len(), items.iter().map(Self::bytes).collect()),
            Map(items) => {
                let both = items.iter().map(|(key, value)| [key.bytes(), value.bytes()].concat());
                headed(0xde, items.len(), both.collect())
            }
            Raw(bytes) => bytes.clone(),
        }
    }
}

/// `front` begins at byte 7.
fn file(front: &[u8], table: &Said) -> Vec<u8> {
    let at = u16::try_from(front.len().saturating_add(7)).unwrap().to_be_bytes();
    [b"SHELF", &at[..], front, &table.bytes()].concat()
}

fn entry(place: u8, words: u8) -> Said {
    map([("ink", text("red")), ("place", Number(place)), ("words", Number(words))])
}

fn sheet(from: u8, long: u8) -> Said {
    map([("from", Number(from)), ("long", Number(long))])
}

/// The second also has a content for another reader.
fn books() -> Said {
    let second = map([("c1", entry(1, 3)), ("c2", entry(2, 4))]);
    map([("one", map([("c1", entry(0, 2))])), ("two", second)])
}

fn readers() -> (Said, Said) {
    (text("readers"), List(vec![text("c1"), text("c2")]))
}

fn edition() -> (Said, Said) {
    (text("edition"), Number(2))
}

const SHEETS: &[u8] = b"aabbbcccc";

fn sheets() -> (Said, Said) {
    (text("sheets"), List(vec![sheet(7, 2), sheet(9, 3), sheet(12, 4)]))
}

fn flat() -> Vec<(Said, Said)> {
    vec![edition(), (text("owner"), text("me")), readers(), (text("books"), books()), sheets()]
}

const ROLLS: &[u8] = b"\x03w\0\x01aw\0\x02bbw\0\x03ccc";

fn rolled(from: u8, len: u8) -> Vec<(Said, Said)> {
    let range = [(text("rolls"), Number(from)), (text("length"), Number(len))];
    let head = [edition(), readers(), (text("books"), books()), (text("kept"), text("rolled"))];
    head.into_iter().chain(range).collect()
}

fn all_rolled() -> Vec<(Said, Said)> {
    rolled(7, u8::try_from(ROLLS.len()).unwrap())
}

fn with(mut table: Vec<(Said, Said)>, key: &str, value: Said) -> Vec<(Said, Said)> {
    let is_it = |known: &Said| matches!(known, Said::Text(text) if text == key);
    match table.iter_mut().find(|(known, _)| is_it(known)) {
        Some((_, known)) => *known = value,
        None => table.push((text(key), value)),
    }
    table
}

fn without(mut table: Vec<(Said, Said)>, key: &str) -> Vec<(Said, Said)> {
    table.retain(|(known, _)| !matches!(known, Said::Text(text) if text == key));
    table
}

fn read_at(start: u64, bytes: &[u8]) -> Toc {
    let mut view = |place: Place| {
        let [from, to] = [place.ofs, place.end()].map(|ofs| usize::try_from(ofs).unwrap());
        Ok::<_, ()>(Cow::Borrowed(&bytes[from..to]))
    };
    SHELF.read(start, bytes.len().try_into().unwrap(), &mut view).unwrap()
}

fn read(front: &[u8], table: Vec<(Said, Said)>) -> Toc {
    read_at(0, &file(front, &Map(table)))
}

/// In the file, its faults, and its entries.
fn said(toc: &Toc) -> Vec<String> {
    let (mut said, rows): (Vec<String>, Vec<TocRow>) = (Vec::new(), toc.rows().collect());
    said.extend(
        toc.error
            .iter()
            .chain(&toc.faults)
            .map(|error| format!("{}: {}", error.path, error.problem)),
    );
    for row in rows.iter().filter(|_| toc.error.is_none()) {
        for entry in &row.bundle.entries {
            let errors = entry.place.as_ref().err().into_iter().chain(entry.id.as_ref().err());
            said.extend(errors.map(|error| format!("{}: {}", error.path, error.problem)));
        }
        said.extend(
            row.other_sizes
                .iter()
                .map(|(_, error)| format!("{}: {}", error.path, error.problem)),
        );
    }
    said
}

fn found(toc: &Toc) -> Vec<(String, Vec<(String, Place)>)> {
    let rows = toc.rows().map(|row| {
        let entries = row.bundle.entries.iter();
        let entries = entries.map(|entry| (entry.id.clone().unwrap(), entry.place.clone().unwrap()));
        (String::from_utf8(row.name.clone()).unwrap(), entries.collect())
    });
    rows.collect()
}

fn place(ofs: u64, len: u64) -> Place {
    Place { ofs, len }
}
