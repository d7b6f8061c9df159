//! Images that linked programs register.

use offload_bundle_core::attributes::{AttributeTable, IdSource, NumberAttribute, NumberWord};
use offload_bundle_core::placement as core;

use crate::problem::Problems;
use crate::reading::{
    Maybe, Must, OneOrMore, Read, ReadEntry, Reader, Rows, Several, Trimmed, is_not_empty, names, number, table,
};
use crate::spanned::Spanned;
use crate::yaml::Node;

/// The length of a start and end address.
const RANGE: u64 = 16;
const NOTHING: &str = "nothing would be found";

table! {
    for<'a> core::ImageRule<'a> as "images of linked programs" => lies_within {
        name = "id", kind, format, target, kernels, properties;
        title, doc: Trimmed;
        sections: Must => lie_in_sections;
        texts, raw: Rows;
        records: Must => is_not_empty("at least one layout of records", NOTHING);
        packed: Must => is_not_empty("at least one byte", NOTHING);
        devices: Maybe;
    } beside { doc_ref: OneOrMore<String> } is |_map, reader| {
        let ((kind, kinds), (format, formats), (triple, target)) = (kind, format, target);
        let (properties, requirements) = properties;
        let numbers = reader.arena.list([formats, kernels]);
        let attributes = AttributeTable { numbers, id: IdSource { kind: "", triple, target: "" } };
        Self {
            name, title, doc, sections, kind, kinds, format, target, texts, raw, records, packed, devices, properties, requirements,
            attributes,
        }
    }
}

// The offset and the values of the runtime byte.
table! {
    for<'a> (u64, &'a [core::ImageKind<'a>]) as "who registers images" {
        at;
        words: Must => is_not_empty("at least one offload kind", NOTHING);
    } is |_map, _reader| (at, words)
}

// The offset and the words of the format byte.
table! {
    for<'a> (u64, NumberAttribute<'a>) as "the format of images" {
        id, at;
        doc: Trimmed;
        words: Must;
    } is |_map, _reader| (at, NumberAttribute { name: id, meaning: doc, max: u8::MAX.into(), words, flags: false })
}

// The name of the target attribute, and the offset of its address.
table! {
    for<'a> (&'a str, u64) as "the target of images" {
        id, at;
    } is |_map, _reader| (id, at)
}

// The number of kernels.
table! {
    for<'a> NumberAttribute<'a> as "a number of images" {
        id;
        doc: Trimmed;
    } is |_map, _reader| Self { name: id, meaning: doc, max: u64::MAX, words: &[], flags: false }
}

// The layout of properties, and the reported requirements.
table! {
    for<'a> (core::PropertyLayout, &'a [core::Requirement<'a>]) as "the properties of images" {
        layout = flatten: core::PropertyLayout;
        told;
    } is |_map, _reader| (layout, told)
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
    fn read_entry(word: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        Some((Read::read(node, reader)?, reader.arena.text(word)))
    }
}

fn lie_in_sections(node: &Node, problems: &mut Problems) {
    names("the name of a section")(node, problems);
    is_not_empty("at least one section", NOTHING)(node, problems);
}

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
            problems.add(version, "every version once", "it twice", "remove one");
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

fn within(at: Option<&Node>, len: u64, size: u64, problems: &mut Problems) {
    let Some((node, at)) = at.and_then(|node| Some((node, number(node)?))) else {
        return;
    };
    if at.checked_add(len).is_none_or(|end| end > size) {
        let expected = format!("an offset with {len} bytes before {size}");
        problems.add(node, expected, at.to_string(), "count in bytes from the start");
    }
}
