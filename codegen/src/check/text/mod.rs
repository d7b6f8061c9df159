//! What is wrong with text schemas: names, the field, and the sequence of an entry; markers have a file of their own.

mod markers;

use crate::model::text::Spec;
use crate::problem::{Problems, quote};

/// Every breach of every rule.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names(spec, problems);
    fields(spec, problems);
    entry(spec, problems);
    markers::check(spec, problems);
}

/// Names that generated code needs for itself.
const TAKEN: &[&str] =
    &["bytes", "entries", "index", "line_end", "mark", "place", "plan", "read", "reader", "table", "write"];

/// Checks the names of the format and of everything in it.
fn names(spec: &Spec, problems: &mut Problems) {
    let parameters = spec.parameters.iter().map(|parameter| &parameter.id);
    let items = spec.entry.seq.iter().map(|item| &item.id);
    let inner = parameters
        .chain([&spec.field.id])
        .chain(items)
        .chain([&spec.outside.id]);
    for name in inner.clone().chain([&spec.meta.id]) {
        problems.identifier(name, TAKEN);
    }
    problems.unique("a name", inner);
}

/// Checks `field` and `next-bundle`.
fn fields(spec: &Spec, problems: &mut Problems) {
    let field = &spec.field;
    if !["UTF-8", "ASCII"].contains(&field.encoding.as_str()) {
        problems.add_word(&field.encoding, "`UTF-8` or `ASCII`", "no other encoding is supported");
    }
    for (index, refusal) in field.refuse.iter().enumerate() {
        let text = &refusal.text;
        let before = field
            .refuse
            .iter()
            .take(index)
            .any(|known| known.text.value == text.value);
        if text.is_empty() || before {
            let expected = "text that is not empty and not refused already";
            problems.add_word(text, expected, "remove this item");
        }
    }
    let wanted = format!("again({})", field.id.value);
    if let Some(next) = spec.next_bundle.as_ref().filter(|next| next.value != wanted) {
        let hint = "leave `next-bundle` out if a file holds one bundle only";
        problems.add_word(next, quote(&wanted), hint);
    }
}

/// Checks the sequence of an entry.
fn entry(spec: &Spec, problems: &mut Problems) {
    let items = &spec.entry.seq;
    for item in items.iter() {
        if item.marker.is_some() == item.content {
            let found = if item.content { "both" } else { "neither" };
            let hint = "an item of an entry is a marker line or the content between two of them";
            problems.add(item, "either `marker:` or `content: true`", found, hint);
        }
        for part in item.marker.iter().flatten() {
            if part.kind().is_none() {
                let said = [&part.text, &part.parameter, &part.field].into_iter().flatten().count();
                let hint = "write one item for each part of the line";
                let expected = "one of `text`, `parameter`, `field`";
                problems.add(part, expected, format!("{said} of them"), hint);
            }
        }
    }
    let shape: Vec<bool> = items.iter().map(|item| item.content).collect();
    if !shape.is_empty() && shape != [false, true, false] {
        let words = shape.iter().map(|content| if *content { "content" } else { "marker" });
        let found = words.collect::<Vec<_>>().join(", ");
        let hint = "other shapes of text entries are not supported";
        problems.add_missing(items, "marker, content, marker", found, hint);
    }
}
