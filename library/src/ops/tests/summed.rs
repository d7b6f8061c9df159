//! A made-up container with a checksum, and one with a field that only looks like a checksum.

use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::faces::{ContainerId, ContainerTable, TableContainer};
use offload_bundle_core::plan::Piece;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::testing::readable;
use offload_bundle_core::tree::{
    Attr, Charset, Expression, Extent, Formula, Holds, Order, Record, Repeat, Source, Sum, SumOf, Summed, Tree, Written,
};

use super::REGISTRY;
use crate::input::Input;
use crate::ops;
use crate::report::{Verdict, VerifiedFile};
use crate::request::VerifyRequest;

const fn number(name: &'static str, written: &'static Written<'static>) -> Attr<'static> {
    Attr { written, ..Attr::new(name, "", Holds::Unsigned(4, Order::Little)) }
}

const fn of(source: Source<'static>) -> Written<'static> {
    Written { source, ..Written::PLAIN }
}

const fn own(field: &'static str) -> Formula<'static> {
    Formula::new(Expression::Own(field), field)
}

const MARK: Attr<'static> = Attr::new("mark", "", Holds::Fixed(b"SUMS"));
const COUNT: Attr<'static> = number("num_items", &of(Source::Count("items", None)));
const ITEMS: Attr<'static> =
    Attr { repeat: Repeat::Count(own("num_items")), ..Attr::new("items", "", Holds::Record(1, &[], None)) };
const ITEM: Record<'static> = Record {
    name: "item",
    fields: &[
        number("ofs_code", &of(Source::Offset("code", None))),
        number("len_code", &of(Source::Size("code", None))),
        number("len_name", &of(Source::Size("name", None))),
        Attr::new(
            "name",
            "",
            Holds::Text(Charset::Utf8, Extent::new(Some(own("len_name")))),
        ),
    ],
    instances: &[Attr {
        pos: Some(own("ofs_code")),
        ..Attr::new("code", "", Holds::Bytes(Extent::new(Some(own("len_code")))))
    }],
    ..Record::EMPTY
};
const CRC: Attr<'static> = Attr {
    sum: Some(Summed { sum: Sum::Crc32, of: SumOf::Stored, up: 0, from: "mark", to: "items" }),
    ..number("crc", &of(Source::Sum(Sum::Crc32, "mark", "items")))
};

const DIGEST: Attr<'static> = Attr {
    sum: Some(Summed { sum: Sum::Sha256, of: SumOf::Stored, up: 0, from: "mark", to: "items" }),
    written: &of(Source::Sum(Sum::Sha256, "mark", "items")),
    ..Attr::new(
        "digest",
        "",
        Holds::Bytes(Extent::new(Some(Formula::new(Expression::Number(32), "32")))),
    )
};

const fn tree(records: &'static [Record<'static>]) -> Tree<'static> {
    Tree { records, ..Tree::EMPTY }
}

static SUMMED: Tree<'static> = tree(&[Record::new("head", &[MARK, COUNT, ITEMS, CRC]), ITEM]);
static DIGESTED: Tree<'static> = tree(&[Record::new("head", &[MARK, COUNT, ITEMS, DIGEST]), ITEM]);
static UNJUDGED: Tree<'static> =
    tree(&[Record::new("head", &[MARK, COUNT, ITEMS, number("crc", &Written::PLAIN)]), ITEM]);

static TABLE: ContainerTable<'static> = ContainerTable {
    name: "summed",
    title: "summed",
    aliases: &[],
    switch: None,
    versions: &[],
    default_version: None,
    entries: "items",
    content: "code",
    id: ContainerId::Field("name"),
    alignment: None,
    padding: None,
};

/// The container of this table, and formats with it alone.
fn format(tree: &Tree<'static>) -> (&'static TableContainer, Registry) {
    let tree = readable(tree);
    let container = Box::leak(Box::new(TableContainer { tree, table: &TABLE, grammar: None }));
    let only: &'static dyn Container = container;
    (
        container,
        Registry { containers: Box::leak(Box::new([only])), ..REGISTRY },
    )
}

const CODE: &[u8] = b"the code";

/// A container with one entry, as the writer lays it out.
fn file(container: &TableContainer) -> Vec<u8> {
    let entry = NewEntry::new("own--h", CODE.len() as u64);
    let plan = container.plan(&[entry], PlanOptions::default()).unwrap();
    let pieces = plan.pieces.iter().map(|piece| match piece {
        Piece::Bytes(bytes) => bytes.to_vec(),
        Piece::Fill { fill, len } => vec![*fill; usize::try_from(*len).unwrap()],
        Piece::Content { .. } => CODE.to_vec(),
    });
    pieces.collect::<Vec<_>>().concat()
}

fn verified(registry: &Registry, bytes: Vec<u8>) -> VerifiedFile {
    let request = VerifyRequest { inputs: vec![Input::from_bytes("file", bytes).into()], ..VerifyRequest::default() };
    ops::verify(registry, &request).unwrap().files.remove(0)
}

fn told(file: &VerifiedFile) -> Vec<(String, String, u64)> {
    let lines = file.findings.iter();
    let lines = lines.filter(|finding| finding.severity != offload_bundle_core::severity::Severity::Note);
    lines
        .map(|line| (line.code.to_string(), line.path.clone(), line.offset.0))
        .collect()
}

#[test]
fn written_sum_covers_every_byte_before_it() {
    let (with_sum, sums) = format(&SUMMED);
    let bytes = file(with_sum);
    let at = bytes.len() - CODE.len() - 4;
    assert_eq!(bytes[at..at + 4], crc32(&bytes[..at]).to_le_bytes());
    assert_eq!(told(&verified(&sums, bytes)), []);
}

#[test]
fn wrong_sum_is_not_sound() {
    let (with_sum, sums) = format(&SUMMED);
    let bytes = file(with_sum);
    let at = bytes.len() - CODE.len() - 4;
    // A letter of the ID, and the stored number itself.
    for changed in [at - 1, at] {
        let mut bytes = bytes.clone();
        bytes[changed] ^= 1;
        let found = verified(&sums, bytes);
        let expected = ("wrong-sum".to_owned(), "crc".to_owned(), at as u64);
        assert_eq!(
            (told(&found), found.summary.verdict),
            (vec![expected], Some(Verdict::NotSound))
        );
    }
    // What it does not cover.
    let mut bytes = bytes;
    *bytes.last_mut().unwrap() ^= 1;
    assert_eq!(told(&verified(&sums, bytes)), []);
}

#[test]
fn wrong_digest_is_not_sound() {
    let (with_digest, digests) = format(&DIGESTED);
    let bytes = file(with_digest);
    let at = bytes.len() - CODE.len() - 32;
    let digest = bytes[at..at + 32].iter().map(|byte| format!("{byte:02x}"));
    // As Python's hashlib computes it.
    let expected = "ce3584da2059226d8751a835342e88a2985a7652306202425bbad82774945b98";
    assert_eq!(digest.collect::<String>(), expected);
    assert_eq!(told(&verified(&digests, bytes.clone())), []);
    // A letter of the ID, and the first and the last byte of the digest.
    for changed in [at - 1, at, at + 31] {
        let mut bytes = bytes.clone();
        bytes[changed] ^= 1;
        let found = verified(&digests, bytes);
        let expected = ("wrong-sum".to_owned(), "digest".to_owned(), at as u64);
        assert_eq!(
            (told(&found), found.summary.verdict),
            (vec![expected], Some(Verdict::NotSound))
        );
    }
}

#[test]
fn field_that_looks_like_sum_leaves_it_open() {
    let (without, no_sums) = format(&UNJUDGED);
    let found = verified(&no_sums, file(without));
    assert_eq!(
        (told(&found)[0].0.as_str(), found.summary.verdict),
        ("unchecked", Some(Verdict::Undecided))
    );
}

/// The polynomial division, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| {
        if crc & 1 == 1 {
            (crc >> 1) ^ 0xedb8_8320
        } else {
            crc >> 1
        }
    };
    !bytes
        .iter()
        .fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}
