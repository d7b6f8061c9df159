//! Kinds of files by their first bytes.

use offload_bundle_core::placement as core;

use super::have_names;
use crate::problem::Problems;
use crate::reading::{Maybe, Must, Perhaps, Trimmed, is_not_empty, mapping, number, outside, table, words};
use crate::spanned::Spanned;
use crate::yaml::Node;

/// Bytes of a file to inspect.
const HEAD: u64 = 512;
/// For the machine number, in bytes.
const WIDEST: u64 = 8;

pub const MARKED: &str = "the `id` of a format that begins with fixed bytes";

mapping! {
    pub struct Content<'a> as "a content" {
        pub kind: core::ContentKind<'a> as flatten,
        pub format: Option<Spanned<String>> => outside(MARKED),
    }
}

table! {
    for<'a> core::ContentKind<'a> {
        name = "id", object, machine, section_table, archive, package, code_object, code;
        sign = flatten: core::ContentSign<'a>;
        doc: Trimmed;
        advice: Perhaps<Trimmed>;
    }
}

words! {
    for core::ContentSign<'static> as "what a content is known as" {
        "empty" => core::ContentSign::Empty,
        "text" => core::ContentSign::Text,
    }
}

// Exactly one sign.
table! {
    for<'a> core::ContentSign<'a> => is_known_by_one_thing {
        begins: Maybe => is_not_empty("bytes that it begins with", "a content is recognised by them");
        at: Maybe => is_within_head;
        known_as, shorter_than;
    } is |_map, _reader| match (known_as, shorter_than) {
        (Some(known), _) => known,
        (None, Some(len)) => Self::ShorterThan(len),
        (None, None) => Self::Bytes { at, bytes: begins },
    }
}

fn is_known_by_one_thing(content: &Node, problems: &mut Problems) {
    let said = ["begins", "format", "known-as", "shorter-than"]
        .into_iter()
        .filter(|key| content.get(key).is_some());
    let (id, expected) = (
        content.get("id").unwrap_or(content),
        "exactly one key: `begins`, `format`, `known-as` or `shorter-than`",
    );
    match said.count() {
        0 => problems.add_missing(id, expected, "none", "a content is recognised by it"),
        1 => {}
        _ => problems.add(id, expected, "several", "leave the others out"),
    }
}

table! {
    for<'a> core::MachineField<'a> as "the number of a machine" {
        at, pointer => is_within_head;
        width => is_width;
        big_endian;
        names: Must => is_not_empty("at least one machine", "a number without a machine has no meaning");
    }
}

table! {
    for<'a> core::SectionTable<'a> as "a section table" {
        at, table, record, count => is_within_head;
        bytes: Must => is_not_empty("the bytes that tell the layout", "a file with others declares no length");
        kind, empty, place;
    }
}

table! {
    for<'a> (u64, &'a str) as "a machine" {
        number, name;
    } is |_map, _reader| (number, name)
}

table! {
    for<'a> core::CodeObjectDoc<'a> as "a code object" {
        doc, advice: Trimmed;
    }
}

words! {
    for core::PackageForm as "a form of packages" {
        "zip" => core::PackageForm::Zip,
        "tar" => core::PackageForm::Tar,
        "cpio" => core::PackageForm::Cpio,
        "rpm" => core::PackageForm::Rpm,
        "deb" => core::PackageForm::Deb,
        "gzip" => core::PackageForm::Gzip,
        "bz2" => core::PackageForm::Bzip2,
        "xz" => core::PackageForm::Xz,
        "zstd" => core::PackageForm::Zstd,
    }
}

fn is_within_head(node: &Node, problems: &mut Problems) {
    if let Some(place) = number(node).filter(|place| *place >= HEAD) {
        let expected = format!("a place within the first {HEAD} bytes");
        problems.add(node, expected, place.to_string(), "no more of a file is looked at");
    }
}

fn is_width(node: &Node, problems: &mut Problems) {
    if let Some(width) = number(node).filter(|width| !(1..=WIDEST).contains(width)) {
        let hint = "say how many bytes the number has";
        problems.add(node, format!("1 to {WIDEST} bytes"), width.to_string(), hint);
    }
}

pub(super) fn check(list: &Node, problems: &mut Problems) {
    have_names(list, problems);
    let bytes = |content: &Node| -> Vec<u64> { content.list("begins").iter().filter_map(number).collect() };
    let at = |content: &Node| content.get("at").and_then(number).unwrap_or(0);
    for (index, content) in list.items().iter().enumerate() {
        let hides = |other: &&Node| {
            let (begins, other_begins) = (bytes(content), bytes(other));
            at(other) == at(content) && !other_begins.is_empty() && begins.starts_with(&other_begins)
        };
        let hidden = content.get("begins").zip(list.items().iter().take(index).find(hides));
        if let Some((begins, other)) = hidden {
            let found = format!(
                "what `{}` begins with",
                other.text("id").map_or(String::new(), |id| id.value)
            );
            problems.add(begins, "a beginning of its own", found, "put the longer one first");
        }
    }
}
