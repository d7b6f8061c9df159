//! Sections of object files.

use offload_bundle_core::placement as core;

use super::{HOST, have_names};
use crate::problem::Problems;
use crate::reading::{Maybe, Must, OneOrMore, Trimmed, gives, is_not_empty, names, number, outside, table, words};
use crate::yaml::Node;

pub(super) const CONTAINERS: &str = "a section with containers";

table! {
    for<'a> core::SectionRule<'a> as "a section" {
        name = "id" => gives("the name of a section");
        title, doc: Trimmed;
        formats = "in": Must => is_not_empty("at least one form of object files", "without one no file has such a section");
        pattern = flatten: core::SectionPattern<'a>;
        types;
        holds = flatten: core::Holds<'a>;
        linked_into: Maybe;
        shown_by => outside(HOST);
    } beside { doc_ref: OneOrMore<String> }
}

// An exact name, or a prefix.
table! {
    for<'a> core::SectionPattern<'a> {
        name;
        prefix: Maybe;
    } is |_map, _reader| match name {
        Some(name) => Self::Is(name),
        None => Self::StartsWith(prefix),
    }
}

table! {
    for<'a> core::SectionType as "the type of sections in a form of object files" {
        format = "in", number;
    }
}

table! {
    for<'a> core::SectionFlags as "the flags of sections in a form of object files" {
        format = "in", flags = "number";
    }
}

table! {
    for<'a> core::EntryRule<'a> {
        file_type: Maybe => names("the name of a file type");
        host: Maybe => is_not_empty("at least one byte", "an empty section would look like empty content");
        flags;
    }
}

words! {
    for core::ObjectFormat as "a form of object files" {
        "elf" => core::ObjectFormat::Elf,
        "coff" => core::ObjectFormat::Coff,
        "mach-o" => core::ObjectFormat::MachO,
        "wasm" => core::ObjectFormat::Wasm,
        "xcoff" => core::ObjectFormat::Xcoff,
        "llvm-bitcode" => core::ObjectFormat::Bitcode,
    }
}

words! {
    enum Kind as "what a section can hold" {
        Containers = "containers",
        Pointer = "pointer",
        Reference = "reference",
        Other = "other",
        Entry = "entry",
    }
}

// The content, with the keys for that content.
table! {
    for<'a> core::Holds<'a> {
        holds, reference, wrappers;
        entry = flatten: core::EntryRule<'a>;
    } is |_map, _reader| match holds {
        Kind::Containers => Self::Containers,
        Kind::Pointer => Self::Pointer(wrappers),
        Kind::Reference => Self::Reference(Option::unwrap_or_default(reference)),
        Kind::Other => Self::Other,
        Kind::Entry => Self::Entry(entry),
    }
}

pub(super) fn check(list: &Node, problems: &mut Problems) {
    have_names(list, problems);
    let sections = list.items();
    for (index, section) in sections.iter().enumerate() {
        let before = sections.get(..index).unwrap_or_default();
        pattern(section, before, problems);
        types(section, before, problems);
        holds(section, problems);
        let containers = |other: &&Node| other.text("holds").is_some_and(|holds| holds.value == "containers");
        if let Some(id) = Some(section).filter(containers).and_then(|section| section.get("id")) {
            gives(CONTAINERS)(id, problems);
        }
        if let Some(name) = section.text("linked-into") {
            let others = sections
                .iter()
                .filter(|other| !std::ptr::eq(*other, section))
                .filter(containers);
            let others: Vec<_> = others.filter_map(|other| other.text("id")).collect();
            if !containers(&section) {
                let expected = "`linked-into` only on a section of containers";
                problems.add(&name, expected, "it here", "remove it");
            }
            problems.one_of(&name, "another section with containers", &others);
        }
    }
}

fn pattern(section: &Node, before: &[Node], problems: &mut Problems) {
    let word = match (section.text("name"), section.text("prefix")) {
        (Some(word), None) | (None, Some(word)) => word,
        (name, _) => {
            let found = if name.is_some() { "both" } else { "neither" };
            let hint = "`name` is the whole name, `prefix` the beginning of several";
            problems.add(section, "either `name` or `prefix`", found, hint);
            return;
        }
    };
    if word.is_empty() {
        problems.add_word(&word, "text that is not empty", "every section would count");
    } else if before.iter().any(|other| meet(other, section)) {
        let hint = "another item speaks of the same sections: remove one";
        problems.add_word(&word, "sections that no other item speaks of", hint);
    }
}

fn meet(one: &Node, other: &Node) -> bool {
    let said = |section: &Node| (section.text("name"), section.text("prefix"));
    let names = match (said(one), said(other)) {
        ((Some(one), _), (Some(other), _)) => one.value == other.value,
        ((Some(name), _), (_, Some(prefix))) | ((_, Some(prefix)), (Some(name), _)) => name.starts_with(&*prefix.value),
        ((_, Some(one)), (_, Some(other))) => one.starts_with(&*other.value) || other.starts_with(&*one.value),
        _ => false,
    };
    names && other.list("in").iter().any(|format| has_form(one, format))
}

fn has_form(section: &Node, format: &Node) -> bool {
    section.list("in").iter().any(|known| known.value == format.value)
}

fn types(section: &Node, before: &[Node], problems: &mut Problems) {
    for (index, known) in section.list("types").iter().enumerate() {
        let earlier = section.list("types").iter().take(index);
        let mut earlier = earlier.chain(before.iter().flat_map(|other| other.list("types")));
        let (Some(format), Some(number)) = (known.get("in"), known.get("number")) else {
            continue;
        };
        if !has_form(section, format) {
            let expected = "a form of object files that have such a section";
            problems.add(format, expected, "another", "add it to `in`, or remove it here");
        } else if known.text("in").is_none_or(|format| format.value != "elf") {
            let expected = "an object format with section types";
            problems.add(format, expected, "another", "write `elf`");
        } else if earlier.any(|other| other.get("number").and_then(self::number) == self::number(number)) {
            let hint = "remove one";
            problems.add(number, "every type of sections once", "it twice", hint);
        }
    }
}

fn holds(section: &Node, problems: &mut Problems) {
    let holds = section.text("holds").map_or(String::new(), |holds| holds.value);
    let one = ("one", "remove it");
    for (key, of, needed_of, only, (found, hint)) in [
        (
            "file-type",
            "entry",
            "an entry",
            "a section that holds an entry has one",
            one,
        ),
        (
            "host",
            "entry",
            "an entry",
            "a section that holds an entry has one",
            one,
        ),
        ("reference", "reference", "one", "a section that holds one has it", one),
        (
            "flags",
            "entry",
            "",
            "a section that holds an entry is ever written",
            ("some", "remove them"),
        ),
        (
            "wrappers",
            "pointer",
            "",
            "only sections of pointers have wrappers",
            ("some", "remove them"),
        ),
    ] {
        let said = if key == "flags" {
            section.list(key).first()
        } else {
            section.get(key)
        };
        match said {
            None if holds == of && !needed_of.is_empty() => {
                let expected = format!("the key `{key}` in a section that holds {needed_of}");
                problems.add(section, expected, "no such key", format!("add `{key}:`"));
            }
            Some(place) if holds != of => problems.add(place, format!("no `{key}`: only {only}"), found, hint),
            _ => {}
        }
    }
    for (index, flags) in section.list("flags").iter().enumerate() {
        let Some(format) = flags.get("in") else { continue };
        let mut before = section.list("flags").iter().take(index);
        if !has_form(section, format) {
            let expected = "a form of object files that have such a section";
            problems.add(format, expected, "another", "add it to `in`, or remove it here");
        } else if before.any(|before| before.get("in").is_some_and(|before| before.value == format.value)) {
            problems.add(format, "every form of object files once", "it twice", "remove one");
        }
    }
    if let Some(name) = section.text("name").filter(|_| holds == "entry") {
        problems.add_word(&name, "a prefix, for the ID to follow", "write `prefix`");
    }
}
