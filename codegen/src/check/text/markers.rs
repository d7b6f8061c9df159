//! Rule: markers can be found, told apart, and told from content.

use crate::model::text::{Item, Part, PartKind, Spec};
use crate::names::one_of;
use crate::problem::{Problems, quoted};
use crate::spanned::Spanned;

/// Checks the parts of all markers, and the parameters that stand in them.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    let markers: Vec<&Spanned<Item>> = spec.entry.seq.iter().filter(|item| item.marker.is_some()).collect();
    for (index, item) in markers.iter().enumerate() {
        parts(spec, item, index + 1 == markers.len(), problems);
        close(item, problems);
    }
    let line_break = markers.iter().find_map(|item| first_char(item));
    for item in &markers {
        if first_char(item).is_some_and(|first| Some(first) != line_break) {
            let hint = "begin each marker with the same line break";
            problems.add(*item, "the same first character in both markers", "another", hint);
        }
    }
    for parameter in &spec.parameters {
        let name = &parameter.id;
        let used = |item: &&Spanned<Item>| lead(item).contains(&PartKind::Parameter(name));
        if !markers.iter().all(used) {
            let expected = "a parameter that stands before the field in every marker";
            let hint = format!("add `- parameter: {}` to the markers, or remove it", name.value);
            problems.add_missing(name, expected, quoted(name), hint);
        }
        let example = &parameter.example;
        if line_break.is_some_and(|c| example.contains(c)) {
            let hint = "a parameter must not hold what a marker begins with";
            problems.add_word(example, "a value without a line break", hint);
        }
    }
    if let [start, end] = markers.as_slice()
        && lead(start) == lead(end)
    {
        let expected = "a marker that differs from the other before the field";
        problems.add(*end, expected, "the same parts", "the two could not be told apart");
    }
}

/// The parts of a marker line.
fn all(item: &Item) -> &[Spanned<Part>] {
    item.marker.as_deref().unwrap_or_default()
}

/// The parts before the field.
fn lead(item: &Item) -> Vec<PartKind<'_>> {
    let kinds = all(item).iter().filter_map(|part| part.kind());
    kinds.take_while(|kind| !matches!(kind, PartKind::Field(_))).collect()
}

fn first_char(item: &Item) -> Option<char> {
    match all(item).first()?.kind()? {
        PartKind::Text(text) => text.chars().next(),
        _ => None,
    }
}

/// Each part by itself, and where it stands.
fn parts(spec: &Spec, item: &Spanned<Item>, last: bool, problems: &mut Problems) {
    let parts = all(item);
    let mut fields = 0;
    let mut texts_after = 0;
    for (index, part) in parts.iter().enumerate() {
        match part.kind() {
            Some(PartKind::Field(name)) => {
                fields += 1;
                one_of(
                    &part.with(name.to_owned()),
                    "a field of this schema",
                    [spec.field.id.as_str()],
                    problems,
                );
            }
            Some(PartKind::Parameter(name)) => {
                let known = spec.parameters.iter().map(|parameter| &parameter.id);
                one_of(
                    &part.with(name.to_owned()),
                    "a parameter of this schema",
                    known,
                    problems,
                );
                if fields > 0 {
                    let found = format!("the parameter `{name}`");
                    problems.add(part, "text after the field", found, "move it before the field");
                }
            }
            Some(PartKind::Text(text)) => {
                texts_after += usize::from(fields > 0);
                let mut rest = text.chars().skip(usize::from(index == 0));
                let again = fields == 0 && first_char(item).is_some_and(|first| rest.any(|c| c == first));
                if again || text.is_empty() {
                    let expected = "text that is not empty and does not repeat the first character of the marker";
                    let hint = "a marker that overlaps itself could begin inside content";
                    problems.add(part, expected, format!("{text:?}"), hint);
                }
            }
            None => {}
        }
        if part.optional_at_end && !(last && index + 1 == parts.len() && texts_after == 1) {
            let expected = "`optional-at-end` only on the text that follows the field of the last marker";
            problems.add(part, expected, "it elsewhere", "remove it");
        }
    }
    if first_char(item).is_none() {
        problems.add(
            item,
            "a marker that begins with text",
            "none",
            "begin it with a line break",
        );
    }
    if fields != 1 || texts_after == 0 {
        let found = format!("{fields} fields, followed by {texts_after} texts");
        let hint = "the field says whose entry it is; the text after it says where it ends";
        problems.add_missing(item, "a marker with one field that text follows", found, hint);
    }
}

/// The text after the field.
fn close(item: &Spanned<Item>, problems: &mut Problems) {
    let after = all(item).iter().filter_map(|part| part.kind());
    let after = after.skip_while(|kind| !matches!(kind, PartKind::Field(_)));
    let text = |kind| {
        if let PartKind::Text(text) = kind {
            Some(text)
        } else {
            None
        }
    };
    let close: String = after.filter_map(text).collect();
    let first = close.chars().next();
    if first.is_some_and(|first| close.chars().skip(1).any(|c| c == first)) {
        let expected = "text after the field that does not repeat its first character";
        let hint = "with the last characters of a field it could end the line too early";
        problems.add(item, expected, format!("{close:?}"), hint);
    }
}
