//! Rule: markers can be found, told apart, and told from content.

use crate::model::text::{Item, Part, PartKind, Spec};
use crate::problem::{Problems, quote};
use crate::spanned::Spanned;

/// Checks the parts of all markers, and the parameters that are in them.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let markers: Vec<&Spanned<Item>> = spec.entry.seq.iter().filter(|item| item.marker.is_some()).collect();
    for (index, item) in markers.iter().enumerate() {
        parts(spec, item, index == 0, index + 1 == markers.len(), problems);
        tail(spec, item, problems);
    }
    let line_break = markers.iter().find_map(|item| item.first_char());
    for item in &markers {
        if item.first_char().is_some_and(|first| Some(first) != line_break) {
            let hint = "begin each marker with the same line break";
            problems.add(*item, "the same first character in both markers", "another", hint);
        }
    }
    for parameter in &spec.parameters {
        let name = &parameter.id;
        let stands = |part: &Part| part.kind() == Some(PartKind::Parameter(name));
        if !markers.iter().any(|item| all(item).iter().any(|part| stands(part))) {
            let hint = format!("add `- parameter: {}` to the markers, or remove it", name.value);
            problems.add_missing(name, "a parameter that stands in a marker", quote(name), hint);
        }
        let example = &parameter.example;
        if line_break.is_some_and(|c| example.contains(c)) {
            let hint = "a parameter must not hold what a marker begins with";
            problems.add_word(example, "a value without a line break", hint);
        }
    }
    if let [start, end] = markers.as_slice() {
        let (first, second) = (
            with_examples(spec, &start.split().lead),
            with_examples(spec, &end.split().lead),
        );
        let found = if first == second {
            "the same parts"
        } else {
            "one that begins as the other does"
        };
        let known = [start, end]
            .iter()
            .all(|item| all(item).iter().all(|part| part.kind().is_some()));
        if known && (first.starts_with(&second) || second.starts_with(&first)) {
            let expected = "a marker that differs from the other before the field";
            problems.add(*end, expected, found, "the two could not be told apart");
        }
    }
}

/// The parts of a marker line.
fn all(item: &Item) -> &[Spanned<Part>] {
    item.marker.as_deref().unwrap_or_default()
}

/// The bytes of `parts` with the examples of the parameters.
fn with_examples(spec: &Spec, parts: &[PartKind<'_>]) -> String {
    let example = |name: &str| spec.parameters.iter().find(|parameter| parameter.id.value == name);
    let bytes = parts.iter().map(|part| match part {
        PartKind::Text(text) => *text,
        PartKind::Parameter(name) => example(name).map_or("", |parameter| parameter.example.as_str()),
        PartKind::Field(_) => "",
    });
    bytes.collect()
}

/// Each part by itself, and where it is.
fn parts(spec: &Spec, item: &Spanned<Item>, first: bool, last: bool, problems: &mut Problems) {
    let (parts, split) = (all(item), item.split());
    let mut fields = 0;
    let mut texts_after = 0;
    for (index, part) in parts.iter().enumerate() {
        match part.kind() {
            Some(PartKind::Field(name)) => {
                fields += 1;
                let known = [spec.field.id.as_str()];
                problems.one_of(&part.with(name.to_owned()), "a field of this schema", known);
            }
            Some(PartKind::Parameter(name)) => {
                let known = spec.parameters.iter().map(|parameter| &parameter.id);
                problems.one_of(&part.with(name.to_owned()), "a parameter of this schema", known);
            }
            Some(PartKind::Text(text)) => {
                texts_after += usize::from(fields > 0);
                // Without a field, the line break that comes again ends the marker.
                let in_lead = fields == 0 && (first || split.has_field);
                let mut rest = text.chars().skip(usize::from(index == 0));
                let again = in_lead && item.first_char().is_some_and(|first| rest.any(|c| c == first));
                if again || text.is_empty() {
                    let expected = "text that is not empty and does not repeat the first character of the marker";
                    let hint = "a marker that overlaps itself could begin inside content";
                    problems.add(part, expected, format!("{text:?}"), hint);
                }
            }
            None => {}
        }
        let ends = last && index + 1 == parts.len() && split.tail.len() == 1;
        if part.optional_at_end && !(ends && part.text.is_some()) {
            let expected = "`optional-at-end` only on the text that follows the field of the last marker";
            problems.add(part, expected, "it elsewhere", "remove it");
        }
    }
    if item.first_char().is_none() {
        let hint = "begin it with a line break";
        problems.add(item, "a marker that begins with text", "none", hint);
    }
    let no_tail = split.has_field && split.tail.is_empty();
    if fields > 1 || no_tail || (first && fields == 0) {
        let found = format!("{fields} fields, followed by {texts_after} texts");
        let hint = "the field says whose entry it is; the text after it says where it ends";
        problems.add_missing(item, "a marker with one field that text follows", found, hint);
    }
}

/// What is after the field.
fn tail(spec: &Spec, item: &Spanned<Item>, problems: &mut Problems) {
    let split = item.split();
    let tail = with_examples(spec, &split.tail);
    let first = tail.chars().next();
    if split.has_field && first.is_some_and(|first| tail.chars().skip(1).any(|c| c == first)) {
        let expected = "text after the field that does not repeat its first character";
        let hint = "with the last characters of a field it could end the line too early";
        problems.add(item, expected, format!("{tail:?}"), hint);
    }
}
