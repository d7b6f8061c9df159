//! Rule: every section has one name or one beginning of names, no two speak of the same one, and what it holds is said in full.

use crate::ir::placement::ObjectFormat;
use crate::model::placement::Spec;
use crate::model::sections::Section;
use crate::model::text::Word;
use crate::problem::Problems;

/// What a section can hold.
pub const HOLDS: &[&str] = &["containers", "pointer", "reference", "entry"];
/// The word for sections that hold one code object each.
const ENTRY: &str = "entry";

/// Checks `sections`.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for (index, section) in spec.sections.iter().enumerate() {
        formats(section, problems);
        pattern(section, spec.sections.get(..index).unwrap_or_default(), problems);
        holds(spec, section, problems);
    }
}

fn formats(section: &Section, problems: &mut Problems) {
    let words: Vec<&str> = ObjectFormat::WORDS.iter().map(|(word, _)| *word).collect();
    if section.formats.is_empty() {
        let at = section.at.get("in").unwrap_or(&section.at);
        let hint = "without one no file has such a section";
        problems.add(at, format!("at least one of {}", words.join(", ")), "none", hint);
    }
    for format in &section.formats {
        if !format.text.is_empty() && !words.contains(&format.text.as_str()) {
            let hint = "these are the forms of object files whose sections are known";
            problems.add(
                &format.at,
                format!("one of {}", words.join(", ")),
                format.at.describe(),
                hint,
            );
        }
    }
}

fn pattern(section: &Section, before: &[Section], problems: &mut Problems) {
    let word = match (&section.name, &section.prefix) {
        (Some(word), None) | (None, Some(word)) => word,
        (name, _) => {
            let found = if name.is_some() { "both" } else { "neither" };
            let hint = "`name` is the whole name, `prefix` the beginning of several";
            problems.add(&section.at, "either `name` or `prefix`", found, hint);
            return;
        }
    };
    if word.text.is_empty() {
        problems.add(
            &word.at,
            "text that is not empty",
            word.at.describe(),
            "every section would count",
        );
    } else if before.iter().any(|other| meet(other, section)) {
        let hint = "another item speaks of the same sections: remove one of the two";
        problems.add(
            &word.at,
            "sections that no other item speaks of",
            word.at.describe(),
            hint,
        );
    }
}

/// Whether there is a section that both speak of.
fn meet(one: &Section, other: &Section) -> bool {
    let format = |word: &Word| one.formats.iter().any(|known| known.text == word.text);
    let names = match ((&one.name, &one.prefix), (&other.name, &other.prefix)) {
        ((Some(one), _), (Some(other), _)) => one.text == other.text,
        ((Some(name), _), (_, Some(prefix))) | ((_, Some(prefix)), (Some(name), _)) => {
            name.text.starts_with(&prefix.text)
        }
        ((_, Some(one)), (_, Some(other))) => one.text.starts_with(&other.text) || other.text.starts_with(&one.text),
        _ => false,
    };
    names && other.formats.iter().any(format)
}

fn holds(spec: &Spec, section: &Section, problems: &mut Problems) {
    let holds = &section.holds;
    if !holds.text.is_empty() && !HOLDS.contains(&holds.text.as_str()) {
        let hint = "these are the things that a section can hold";
        problems.add(
            &holds.at,
            format!("one of {}", HOLDS.join(", ")),
            holds.at.describe(),
            hint,
        );
        return;
    }
    let is_entry = holds.text == ENTRY;
    for (key, given) in [("file-type", section.file_type.is_some()), ("host", section.host.is_some())] {
        if is_entry && !given {
            let expected = format!("the key `{key}` in a section that holds an {ENTRY}");
            problems.add(&section.at, expected, "no such key", format!("add `{key}:`"));
        }
        if !is_entry && given {
            let at = section.at.get(key).unwrap_or(&section.at);
            let expected = format!("no `{key}`: only a section that holds an {ENTRY} has one");
            problems.add(at, expected, at.describe(), "remove it");
        }
    }
    if is_entry && let Some(name) = &section.name {
        let hint = "write `prefix`";
        problems.add(&name.at, "a prefix, for the ID to follow", name.at.describe(), hint);
    }
    if let Some(wanted) = &section.file_type {
        let names: Vec<&str> = spec.file_types.iter().map(|known| known.id.text.as_str()).collect();
        if !wanted.text.is_empty() && !names.contains(&wanted.text.as_str()) {
            let hint = format!("those are: {}", names.join(", "));
            problems.add(&wanted.at, "the name of a file type", wanted.at.describe(), hint);
        }
    }
    if let Some(host) = section.host.as_ref().filter(|host| host.content.is_empty()) {
        let at = host.at.get("content").unwrap_or(&host.at);
        let hint = "an empty section could not be told from an empty content";
        problems.add(at, "at least one byte", "none", hint);
    }
}
