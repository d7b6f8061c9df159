//! Consecutive containers.

use std::sync::Arc;

use offload_bundle_core::container::{Container, NewEntry, PlanOptions};
use offload_bundle_core::faces::{ContainerId, ContainerTable, TableContainer};
use offload_bundle_core::plan::Piece;
use offload_bundle_core::registry::Registry;
use offload_bundle_core::severity::Severity;
use offload_bundle_core::testing::readable;
use offload_bundle_core::tree::{
    Attr, Charset, Expression, Extent, Formula, Holds, Order, Record, Repeat, Source, Sum, Summed, Tree, Written,
};
use proptest::prelude::*;

use super::formats::packed;
use super::objects::{messages, scanned};
use super::{REGISTRY, file_type};
use crate::input::Input;
use crate::ops;
use crate::report::{Outcome, Verdict, VerifiedFile};
use crate::request::{ScanRequest, VerifyRequest};
use crate::scan::{Scan, scan};

fn as_type(name: &str) -> ScanRequest {
    ScanRequest { file_type: Some(file_type(name)), ..ScanRequest::default() }
}

fn starts(scan: &Scan) -> Vec<u64> {
    scan.bundles.iter().map(|found| found.bundle.start).collect()
}

#[test]
fn container_within_content_is_not_found() {
    let inner = packed(&[("own--a", b"inner")]);
    let outer = packed(&[("own--a", &inner), ("far--b", b"x")]);
    let scan = scanned(outer).unwrap();
    assert_eq!(starts(&scan), [0]);
    assert!(messages(&scan).is_empty());
}

#[test]
fn junk_is_reported() {
    let mut bytes = packed(&[("own--a", b"A")]);
    let end = bytes.len();
    bytes.extend_from_slice(b"\0\0junk PACK");
    let scan = scanned(bytes).unwrap();
    assert_eq!(starts(&scan), [0]);
    assert_eq!(
        messages(&scan),
        [format!("at byte {end:#x}: 11 bytes after the bundle are not a bundle")]
    );
}

#[test]
fn damaged_container_keeps_earlier_containers() {
    let mut bytes = packed(&[("own--a", b"A")]);
    let end = bytes.len() as u64;
    bytes.extend_from_slice(b"PACK\x05");
    let scan = scanned(bytes).unwrap();
    assert_eq!(starts(&scan), [0]);
    assert_eq!(scan.unread[0].start, end);
    assert_eq!(
        scan.first_error().unwrap().to_string(),
        format!(
            "in: at byte {:#x} (count): the file ends too early: the field needs 8 bytes, but 1 is left",
            end + 4
        )
    );
}

#[test]
fn windows_grow_until_the_records_fit() {
    let ids: Vec<_> = (0..20_000).map(|number| format!("far--{number}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (id.as_str(), &b""[..])).collect();
    let scan = scanned(packed(&entries)).unwrap();
    assert_eq!(scan.bundles[0].bundle.entries.len(), 20_000);
    assert!(messages(&scan).is_empty());
}

#[test]
fn text_markers_are_found_late_in_file() {
    let mut bytes = vec![b'.'; 300_000];
    bytes.extend_from_slice(b"\n%begin own--a\nxyz\n%end\n");
    let found = scanned(bytes.clone()).unwrap();
    assert_eq!(found.bundles[0].bundle.entries.len(), 1);
    let input = Arc::new(Input::from_bytes("in", bytes));
    let error = scan(&REGISTRY, &input, &as_type("packed")).unwrap_err();
    assert_eq!(error.to_string().as_str(), "in: not an offload bundle");
    assert_eq!(error.outcome(), Outcome::Negative);
}

#[test]
fn unsupported_forms_have_their_own_error() {
    let error = scanned(b"OBJECT".to_vec()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in: an object file of a form that is not read: not supported as file type \"packed\": only ELF and COFF object files are supported"
    );
    assert_eq!(error.outcome(), Outcome::Failed);
    let input = Arc::new(Input::from_bytes("in", b"PACK".to_vec()));
    let error = scan(&REGISTRY, &input, &as_type("archive")).unwrap_err();
    assert_eq!(error.code(), "not-an-archive");
    let error = scanned(Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "in: not an offload bundle: the file is empty");
}

#[test]
fn unsound_container_is_reported_with_location() {
    let mut bytes = packed(&[("own--a", b"AAAA"), ("far--b", b"BBBB"), ("own--A", b"C")]);
    bytes[12] = 3; // The first content now lies within the records,
    let second = u64::from(bytes[42 + 8]); // and the third begins in the second.
    assert_eq!(second, 4);
    bytes[72] = bytes[42] + 1;
    bytes.pop();
    let scan = scanned(bytes).unwrap();
    assert_eq!(
        messages(&scan),
        [
            "at byte 0xc (entries[0].ofs): the content starts at byte 0x3, inside the header, which ends at 0x66",
            "at byte 0x48 (entries[2].ofs): the content starts at byte 0x6b and overlaps `entries[1]`, which ends at 0x6e",
            "at byte 0x60 (entries[2]): \"own--A\" is the same ID as \"own--a\" of `entries[0]`",
        ]
    );
    assert_eq!(scan.first_error().unwrap().code(), "duplicate");
    assert_eq!(scan.unsound().unwrap().code(), "inside-frame");
}

#[test]
fn odd_ids_are_reported_by_severity() {
    let cases = [
        ("", Severity::Error, "the bundle entry ID is empty"),
        (
            "own--\n",
            Severity::Error,
            "the bundle entry ID \"own--\\n\" contains control characters",
        ),
        (
            "odd",
            Severity::Warning,
            "\"odd\" is not a valid bundle entry ID: column 4: expected `-`, found the end",
        ),
        (
            "zzz--a",
            Severity::Note,
            "unknown name in the bundle entry ID \"zzz--a\": unknown kind \"zzz\"",
        ),
    ];
    for (id, severity, message) in cases {
        let scan = scanned(packed(&[(id, b"x")])).unwrap();
        assert_eq!(messages(&scan), [format!("at byte 0x24 (entries[0]): {message}")]);
        let found = scan.findings().next().unwrap().finding.severity();
        assert_eq!(found, severity, "{id}");
        let is_error = severity == Severity::Error;
        assert_eq!(
            (scan.first_error().is_some(), scan.unsound().is_some()),
            (is_error, is_error),
            "{id}"
        );
    }
    // Two entries with the same text are duplicates, even if the text is not an ID.
    let twice = scanned(packed(&[("zzz--a", b"x"), ("zzz--a", b"y")])).unwrap();
    assert_eq!(twice.first_error().unwrap().code(), "duplicate");
}

proptest! {
    #[test]
    fn padded_and_adjacent_containers_are_found(parts in proptest::collection::vec((proptest::collection::vec(any::<u8>(), 1..300), 0..5000_usize), 1..20)) {
        let mut bytes = Vec::new();
        let mut expected = Vec::new();
        for (content, padding) in &parts {
            expected.push(bytes.len() as u64);
            bytes.extend(packed(&[("own--a", content), ("far--b", b"!")]));
            bytes.extend(vec![0; *padding]);
        }
        let scan = scanned(bytes).unwrap();
        prop_assert_eq!(starts(&scan), expected);
        prop_assert!(messages(&scan).is_empty());
    }

    #[test]
    fn scan_never_panics(damage in proptest::collection::vec((0..200_usize, any::<u8>()), 0..8), cut in 0..200_usize) {
        let mut bytes = packed(&[("own--a", b"AAAA"), ("far--b", b"BBBB")]);
        bytes.extend(packed(&[("own--a", b"AAAA"), ("far--b+x", b"BBBB")]));
        for (at, byte) in damage {
            if let Some(place) = bytes.get_mut(at) {
                *place = byte;
            }
        }
        bytes.truncate(cut);
        let _ = scanned(bytes).map(|scan| messages(&scan));
    }
}

#[test]
fn magic_at_start_precedes_magic_in_content() {
    let bytes = [packed(&[("own--a", b"")]), b"%begin x\n%end\n".to_vec()].concat();
    let reversed: [&'static dyn Container; 2] = [&super::formats::Written, &super::formats::Packed];
    let found = offload_bundle_core::registry::recognise(&reversed, &bytes).unwrap();
    assert_eq!(found.name(), "packed");
}

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
    sum: Some(Summed { sum: Sum::Crc32, from: "mark", to: "items" }),
    ..number("crc", &of(Source::Sum(Sum::Crc32, "mark", "items")))
};

const DIGEST: Attr<'static> = Attr {
    sum: Some(Summed { sum: Sum::Sha256, from: "mark", to: "items" }),
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

/// Leaked, because formats are static.
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
    // An uncovered byte.
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
    // From Python's hashlib.
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
fn possible_checksum_field_leaves_verdict_undecided() {
    let (without, no_sums) = format(&UNJUDGED);
    let found = verified(&no_sums, file(without));
    assert_eq!(
        (told(&found)[0].0.as_str(), found.summary.verdict),
        ("unchecked", Some(Verdict::Undecided))
    );
}

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
