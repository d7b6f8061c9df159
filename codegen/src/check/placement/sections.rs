//! Rule: every section has one name or one beginning of names, no two speak of the same one, and what it holds is said in full.

use offload_bundle_core::placement::ObjectFormat;

use crate::model::placement::{Holds, Section, Spec};
use crate::problem::Problems;
use crate::spanned::{Span, Spanned};

/// Checks `sections`.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    for (index, section) in spec.sections.iter().enumerate() {
        if section.formats.is_empty() {
            let hint = "without one no file has such a section";
            problems.add_missing(&section.formats, "at least one form of object files", "none", hint);
        }
        let before = spec.sections.get(..index).unwrap_or_default();
        pattern(section, before, problems);
        types(section, before, problems);
        holds(spec, section, problems);
        moved(section, problems);
        if let Some(name) = section.reference.as_ref().and_then(|reference| reference.of.as_ref()) {
            let others = spec.sections.iter().filter(|other| other.holds == Holds::Containers);
            problems.one_of(name, "a section with containers", others.map(|other| &other.id));
        }
        if let Some(name) = &section.linked_into {
            let others = spec.sections.iter().filter(|other| other.id.value != section.id.value);
            let others = others.filter(|other| other.holds == Holds::Containers);
            problems.one_of(name, "another section with containers", others.map(|other| &other.id));
            if section.holds != Holds::Containers {
                problems.add(
                    name,
                    "`linked-into` only where a section holds containers",
                    "it here",
                    "remove it",
                );
            }
        }
    }
}

fn pattern(section: &Spanned<Section>, before: &[Spanned<Section>], problems: &mut Problems) {
    let word = match (&section.name, &section.prefix) {
        (Some(word), None) | (None, Some(word)) => word,
        (name, _) => {
            let found = if name.is_some() { "both" } else { "neither" };
            let hint = "`name` is the whole name, `prefix` the beginning of several";
            problems.add(section, "either `name` or `prefix`", found, hint);
            return;
        }
    };
    if word.is_empty() {
        problems.add_word(word, "text that is not empty", "every section would count");
    } else if before.iter().any(|other| meet(other, section)) {
        let hint = "another item speaks of the same sections: remove one of the two";
        problems.add_word(word, "sections that no other item speaks of", hint);
    }
}

/// Whether there is a section that both speak of.
fn meet(one: &Section, other: &Section) -> bool {
    let names = match ((&one.name, &one.prefix), (&other.name, &other.prefix)) {
        ((Some(one), _), (Some(other), _)) => one.value == other.value,
        ((Some(name), _), (_, Some(prefix))) | ((_, Some(prefix)), (Some(name), _)) => name.starts_with(&**prefix),
        ((_, Some(one)), (_, Some(other))) => one.starts_with(&**other) || other.starts_with(&**one),
        _ => false,
    };
    names && other.formats.iter().any(|format| one.formats.contains(format))
}

fn types(section: &Section, before: &[Spanned<Section>], problems: &mut Problems) {
    for (index, known) in section.types.iter().enumerate() {
        let earlier = section.types.iter().take(index);
        let mut earlier = earlier.chain(before.iter().flat_map(|other| &other.types));
        if !section.formats.contains(&known.format) {
            let expected = "a form of object files that have such a section";
            problems.add(&known.format, expected, "another", "add it to `in`, or remove it here");
        } else if *known.format != ObjectFormat::Elf {
            let expected = "a form of object files whose sections have types";
            problems.add(&known.format, expected, "another", "write `elf`");
        } else if earlier.any(|other| *other.number == *known.number) {
            let hint = "remove one of the two";
            problems.add(&known.number, "every type of sections once", "it twice", hint);
        }
    }
}

fn holds(spec: &Spec, section: &Spanned<Section>, problems: &mut Problems) {
    let is_entry = section.holds == Holds::Entry;
    let keys: [(&str, Option<&Span>); 2] = [
        ("file-type", section.file_type.as_ref().map(|name| &name.span)),
        ("host", section.host.as_ref().map(|host| &host.span)),
    ];
    for (key, said) in keys {
        match said {
            None if is_entry => {
                let expected = format!("the key `{key}` in a section that holds an entry");
                problems.add(section, expected, "no such key", format!("add `{key}:`"));
            }
            Some(place) if !is_entry => {
                let expected = format!("no `{key}`: only a section that holds an entry has one");
                problems.add(place, expected, "one", "remove it");
            }
            _ => {}
        }
    }
    if let Some(flags) = section.flags.first().filter(|_| !is_entry) {
        let expected = "no `flags`: only a section that holds an entry is ever written";
        problems.add(flags, expected, "some", "remove them");
    }
    for (index, flags) in section.flags.iter().enumerate() {
        let before = section.flags.iter().take(index);
        if !section.formats.contains(&flags.format) {
            let hint = "add it to `in`, or remove it here";
            problems.add(
                &flags.format,
                "a form of object files that have such a section",
                "another",
                hint,
            );
        } else if before.into_iter().any(|before| *before.format == *flags.format) {
            problems.add(
                &flags.format,
                "every form of object files once",
                "it twice",
                "remove one",
            );
        }
    }
    if let Some(name) = section.name.as_ref().filter(|_| is_entry) {
        problems.add_word(name, "a prefix, for the ID to follow", "write `prefix`");
    }
    if let Some(wanted) = &section.file_type {
        let known = spec.file_types.iter().map(|known| &known.id);
        problems.one_of(wanted, "the name of a file type", known);
    }
    if let Some(host) = section.host.as_ref().filter(|host| host.is_empty()) {
        let hint = "an empty section could not be told from an empty content";
        problems.add_missing(host, "at least one byte", "none", hint);
    }
}

/// What is said of code that was moved out of the file.
fn moved(section: &Spanned<Section>, problems: &mut Problems) {
    match (&section.reference, section.holds == Holds::Reference) {
        (None, true) => {
            let expected = "the key `reference` in a section that holds one";
            problems.add(section, expected, "no such key", "add `reference:`");
        }
        (Some(reference), false) => {
            let expected = "no `reference`: only a section that holds one has it";
            problems.add(reference, expected, "one", "remove it");
        }
        _ => {}
    }
    if let Some(reference) = &section.reference {
        for word in [&reference.paths, &reference.name, &reference.target] {
            if word.is_empty() {
                problems.add_word(word, "text that is not empty", "write the text that the files have");
            }
        }
        if *reference.at_most == 0 {
            problems.add(
                &reference.at_most,
                "at least one byte",
                "0",
                "say how much loaders read",
            );
        }
    }
    if let Some(reference) = &section.reference
        && let Some(archive) = &reference.archive
        && (archive.matches('*').count() != 1 || !archive.contains(reference.target.as_str()))
    {
        let hint = "archives of other names and targets go to other files";
        problems.add_word(archive, "one `*` and the placeholder of `target`", hint);
    }
    let Some(wrappers) = &section.wrappers else { return };
    if section.holds != Holds::Pointer {
        let expected = "no `wrappers`: only a section of pointers has them";
        problems.add(wrappers, expected, "some", "remove them");
    }
    if wrappers.moved.is_empty() {
        problems.add_missing(&wrappers.moved, "at least one byte", "none", "every record would count");
    } else if usize::try_from(*wrappers.size).is_ok_and(|size| size < wrappers.moved.len()) {
        problems.add(
            &wrappers.size,
            "room for the bytes of `moved`",
            "less",
            "a record begins with them",
        );
    }
    if let Some(table) = wrappers.table.as_ref().filter(|table| ***table == 0) {
        problems.add(
            table,
            "at least one byte",
            "0",
            "say how much loaders read, or leave it out",
        );
    }
    if let Some(unit) = &wrappers.unit
        && unit.checked_add(4).is_none_or(|end| end > *wrappers.size)
    {
        let hint = "the number of a unit takes so many";
        problems.add(unit, "four bytes within the record", "less", hint);
    }
    if let Some(embedded) = &wrappers.embedded
        && embedded.len() != wrappers.moved.len()
    {
        let hint = "one is written in place of the other";
        problems.add(embedded, "as many bytes as in `moved`", "others", hint);
    }
    let pointer_end = wrappers.pointer.checked_add(8);
    if pointer_end.is_none_or(|end| end > *wrappers.size) {
        problems.add(
            &wrappers.pointer,
            "eight bytes within the record",
            "less",
            "an address takes so many",
        );
    }
}
