//! Rule: markers can be found, told apart, and told from content.

use crate::model::text::{Item, PartKind, Spec};
use crate::problem::Problems;
use crate::yaml::Node;

/// Checks the parts of all markers, and the parameters that stand in them.
pub fn check(spec: &Spec, problems: &mut Problems) {
    let markers: Vec<&Item> = spec.items.iter().filter(|item| item.marker.is_some()).collect();
    for (index, item) in markers.iter().enumerate() {
        parts(spec, item, index + 1 == markers.len(), problems);
    }
    let line_break = markers.iter().find_map(|item| first_char(item));
    for item in &markers {
        if first_char(item).is_some_and(|first| Some(first) != line_break) {
            problems.add(
                &item.at,
                "the same first character in both markers",
                "another",
                "begin each marker with the same line break",
            );
        }
    }
    for parameter in &spec.parameters {
        let name = &parameter.id.text;
        let used = |item: &&Item| {
            lead(item)
                .iter()
                .any(|part| **part == PartKind::Parameter(name.clone()))
        };
        if !markers.iter().all(used) {
            problems.add(
                &parameter.id.at,
                "a parameter that stands before the field in every marker",
                format!("`{name}`"),
                format!("add `- parameter: {name}` to the markers, or remove it"),
            );
        }
        let example = &parameter.example;
        if line_break.is_some_and(|c| example.text.contains(c)) {
            let hint = "a parameter must not hold what a marker begins with";
            problems.add(&example.at, "a value without a line break", example.at.describe(), hint);
        }
    }
    if let [start, end] = markers.as_slice()
        && lead(start) == lead(end)
    {
        problems.add(
            &end.at,
            "a marker that differs from the other before the field",
            "the same parts",
            "the two could not be told apart",
        );
    }
}

fn text_of(kind: Option<&PartKind>) -> Option<&str> {
    match kind {
        Some(PartKind::Text(text)) => Some(text),
        _ => None,
    }
}

/// The parts before the field.
fn lead(item: &Item) -> Vec<&PartKind> {
    let parts = item.marker.as_deref().unwrap_or_default();
    let kinds = parts.iter().filter_map(|part| part.kind.as_ref());
    kinds.take_while(|kind| !matches!(kind, PartKind::Field(_))).collect()
}

fn first_char(item: &Item) -> Option<char> {
    match lead(item).first() {
        Some(PartKind::Text(text)) => text.chars().next(),
        _ => None,
    }
}

fn parts(spec: &Spec, item: &Item, last: bool, problems: &mut Problems) {
    let parts = item.marker.as_deref().unwrap_or_default();
    let mut fields = 0;
    let mut texts_after = 0;
    for (index, part) in parts.iter().enumerate() {
        match &part.kind {
            Some(PartKind::Field(name)) => {
                fields += 1;
                known(&part.at, name, &[&spec.field.id.text], "a field", problems);
            }
            Some(PartKind::Parameter(name)) => {
                let names: Vec<&str> = spec.parameters.iter().map(|p| p.id.text.as_str()).collect();
                known(&part.at, name, &names, "a parameter", problems);
                if fields > 0 {
                    let hint = "move it before the field";
                    problems.add(
                        &part.at,
                        "text after the field",
                        format!("the parameter `{name}`"),
                        hint,
                    );
                }
            }
            Some(PartKind::Text(text)) => {
                texts_after += usize::from(fields > 0);
                let again = first_char(item).is_some_and(|c| {
                    if index == 0 {
                        text.chars().skip(1).any(|d| c == d)
                    } else {
                        fields == 0 && text.contains(c)
                    }
                });
                if again || text.is_empty() {
                    problems.add(
                        &part.at,
                        "text that is not empty and does not repeat the first character of the marker",
                        format!("{text:?}"),
                        "a marker that overlaps itself could begin inside content",
                    );
                }
            }
            None => {}
        }
        if part.optional_at_end && !(last && index + 1 == parts.len() && texts_after == 1) {
            problems.add(
                &part.at,
                "`optional-at-end` only on the text that follows the field of the last marker",
                "it elsewhere",
                "remove it",
            );
        }
    }
    let after = parts
        .iter()
        .skip_while(|part| !matches!(part.kind, Some(PartKind::Field(_))));
    let close: String = after.filter_map(|part| text_of(part.kind.as_ref())).collect();
    if close
        .chars()
        .next()
        .is_some_and(|first| close.chars().skip(1).any(|c| c == first))
    {
        problems.add(
            &item.at,
            "text after the field that does not repeat its first character",
            format!("{close:?}"),
            "with the last characters of a field it could end the line too early",
        );
    }
    if first_char(item).is_none() {
        problems.add(
            &item.at,
            "a marker that begins with text",
            "none",
            "begin it with a line break",
        );
    }
    if fields != 1 || texts_after == 0 {
        problems.add(
            &item.at,
            "a marker with one field that text follows",
            format!("{fields} fields, followed by {texts_after} texts"),
            "the field says whose entry it is; the text after it says where it ends",
        );
    }
}

fn known(at: &Node, name: &str, names: &[&str], what: &str, problems: &mut Problems) {
    if !names.contains(&name) {
        let hint = format!("known here: {}", names.join(", "));
        problems.add(at, format!("{what} of this schema"), format!("`{name}`"), hint);
    }
}
