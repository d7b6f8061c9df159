//! Images that linked programs register, by records in memory. What is read of a record lies within it.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};
use offload_bundle_core::placement as core;

use crate::problem::Problems;
use crate::reading::{
    Maybe, Must, OneOrMore, Read, ReadEntry, Reader, Rows, Several, Trimmed, is_not_empty, mapping, names, number,
    table,
};
use crate::yaml::Node;

/// How many bytes the addresses of something and of its end take.
const RANGE: u64 = 16;
/// What is wrong with what is empty.
const NOTHING: &str = "nothing would be found";

mapping! {
    struct Images<'a> as "images of linked programs" => lies_within {
        pub id: &'a str as table,
        pub title: &'a str as (Trimmed),
        pub doc: &'a str as (Trimmed),
        pub _doc_ref: OneOrMore<String>,
        /// The sections that they lie in.
        pub sections: &'a [&'a str] as (Must) => lie_in_sections,
        pub kind: Kinds<'a> as table,
        pub format: Format<'a> as table,
        pub target: Target<'a> as table,
        /// What else has a text, and where its address is.
        pub texts: &'a [(&'a str, u64)] as (Rows),
        pub kernels: Kernels<'a> as table,
        pub records: &'a [core::ImageRecord] as (Must) => is_not_empty("at least one layout of records", NOTHING),
        /// What an image begins with that is compressed.
        pub packed: &'a [u8] as (Must) => is_not_empty("at least one byte", NOTHING),
        /// Which images are archives with code for one device each.
        pub devices: core::DeviceMembers<'a> as (Maybe),
        pub properties: Properties<'a> as table,
    }
}

mapping! {
    /// Who registers an image.
    struct Kinds<'a> as "who registers images" {
        /// Where the byte is.
        pub at: u64,
        pub words: &'a [core::ImageKind<'a>] as (Must) => is_not_empty("at least one offload kind", NOTHING),
    }
}

mapping! {
    /// What an image is.
    struct Format<'a> as "the format of images" {
        pub id: &'a str as table,
        pub doc: &'a str as table,
        /// Where the byte is.
        pub at: u64,
        pub words: &'a [NumberWord<'a>] as (Must),
    }
}

mapping! {
    /// The target of an image.
    struct Target<'a> as "the target of images" {
        pub id: &'a str as table,
        /// Where the address of its name is.
        pub at: u64,
    }
}

mapping! {
    /// A number that is counted.
    struct Kernels<'a> as "a number of images" {
        pub id: &'a str as table,
        pub doc: &'a str as table,
    }
}

mapping! {
    /// How properties are kept, and which are told.
    struct Properties<'a> as "the properties of images" {
        pub layout: core::PropertyLayout as keys,
        pub told: &'a [core::Requirement<'a>] as table,
    }
}

table! {
    for<'a> core::ImageKind<'a> as "one who registers images" {
        number, kind, entry;
    }
}

table! {
    for<'a> NumberWord<'a> as "a format of images" {
        number, word = "id", releases = default, suffix = default, begins = default;
        meaning = "doc": Trimmed;
    }
}

table! {
    for<'a> core::ImageRecord as "a layout of records" {
        version, size, start, entries, properties;
    }
}

table! {
    for<'a> core::DeviceMembers<'a> as "archives of code for devices" {
        targets: Several;
        begins = "member" => is_not_empty("text that is not empty", "every member would be code for a device");
    }
}

table! {
    for<'a> core::PropertyLayout {
        set, size, value, len;
    }
}

table! {
    for<'a> core::Requirement<'a> as "a property that is shown" {
        name = "id", set, property;
        words: Rows;
    }
}

impl<'a> ReadEntry<'a> for (u64, &'a str) {
    fn read_entry(word: &'a str, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some((Read::read(node, reader)?, word))
    }
}

impl<'a> Read<'a> for core::ImageRule<'a> {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        let images: Images<'a> = Read::read(node, reader)?;
        let Images { id, title, doc, sections, kind, format, target, texts, kernels, .. } = images;
        let attribute = |name, meaning, max, words| NumberAttribute { name, meaning, max, words, flags: false };
        let format_word = attribute(format.id, format.doc.trim(), u8::MAX.into(), format.words);
        let kernels = attribute(kernels.id, kernels.doc.trim(), u64::MAX, &[]);
        Some(Self {
            name: id,
            title,
            doc,
            sections,
            kind: kind.at,
            kinds: kind.words,
            format: format.at,
            target: target.at,
            texts,
            records: images.records,
            packed: images.packed,
            devices: images.devices,
            properties: images.properties.layout,
            requirements: images.properties.told,
            attributes: AttributeTable {
                numbers: reader.arena.list([format_word, kernels]),
                id: IdSource { kind: "", triple: target.id, target: "" },
            },
        })
    }
}

fn lie_in_sections(node: &Node, problems: &mut Problems) {
    names("the name of a section")(node, problems);
    is_not_empty("at least one section", NOTHING)(node, problems);
}

/// What is read of records and properties lies within them, and no version has two records.
fn lies_within(images: &Node, problems: &mut Problems) {
    let records = images.list("records");
    let size = |record: &Node| record.get("size").and_then(number).unwrap_or(0);
    for (index, record) in records.iter().enumerate() {
        for key in ["start", "entries", "properties"] {
            within(record.get(key), RANGE, size(record), problems);
        }
        let version = record.get("version");
        let is_same = |other: &Node| other.get("version").and_then(number) == version.and_then(number);
        if let Some(version) = version.filter(|_| records.iter().take(index).any(is_same)) {
            problems.add(version, "every version once", "it twice", "remove one of the two");
        }
    }
    let smallest = records.iter().map(size).min().unwrap_or(0);
    let inner = |key: &str, of: &str| images.get(key).and_then(|inner| inner.get(of));
    within(inner("kind", "at"), 1, smallest, problems);
    within(inner("format", "at"), 1, smallest, problems);
    within(inner("target", "at"), 8, smallest, problems);
    for (_, at) in images.entries("texts") {
        within(Some(at), 8, smallest, problems);
    }
    let property = inner("properties", "size").and_then(number).unwrap_or(0);
    within(inner("properties", "value"), 8, property, problems);
    within(inner("properties", "len"), 8, property, problems);
    within(inner("properties", "set"), 0, u16::MAX.into(), problems);
}

/// `len` bytes at `at` are to lie within `size`.
fn within(at: Option<&Node>, len: u64, size: u64, problems: &mut Problems) {
    let Some((node, at)) = at.and_then(|node| Some((node, number(node)?))) else {
        return;
    };
    if at.checked_add(len).is_none_or(|end| end > size) {
        let expected = format!("a place whose {len} bytes lie within {size}");
        problems.add(node, expected, at.to_string(), "count in bytes from the start");
    }
}
