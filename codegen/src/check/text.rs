//! Checks of text schemas: names, the field, and ambiguous markers.

use offload_bundle_core::text::LINE_BREAK;

use crate::model::text::{Marker, Part, Spec};
use crate::problem::{Problems, quote};

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names(spec, problems);
    refusals(spec, problems);
    markers(spec, problems);
    parameters(spec, problems);
}

const TAKEN: &[&str] = &[
    "bytes", "end", "entries", "index", "line_end", "mark", "place", "plan", "read", "reader", "start", "table",
    "write",
];

fn names(spec: &Spec, problems: &mut Problems) {
    let parameters = spec.parameters.iter().map(|parameter| &parameter.id);
    let inner = parameters.chain([&spec.field.id, &spec.entry.content.id, &spec.outside.id]);
    for name in inner.clone().chain([&spec.meta.id]) {
        problems.identifier(name, TAKEN);
    }
    problems.unique("a name", inner);
}

fn refusals(spec: &Spec, problems: &mut Problems) {
    let refuse = &spec.field.refuse;
    for (index, refusal) in refuse.iter().enumerate() {
        let text = &refusal.text;
        let mut before = refuse.iter().take(index);
        if text.is_empty() || before.any(|known| known.text.value == text.value) {
            let expected = "text that is not empty and not refused already";
            problems.add_word(text, expected, "remove this item");
        }
    }
}

fn markers(spec: &Spec, problems: &mut Problems) {
    let field = spec.field.id.as_str();
    let markers = [&spec.entry.start, &spec.entry.end];
    for marker in markers {
        let mut parts = marker.parts();
        if parts.pop() != Some(Part::Value(field)) {
            let hint = "the field identifies the entry and ends with the line";
            problems.add_word(&marker.line, format!("a line that ends in `{{{field}}}`"), hint);
            continue;
        }
        if marker.line.contains(LINE_BREAK) {
            let hint = "line breaks around the marker are implied";
            problems.add_word(&marker.line, "one line", hint);
        }
        for part in parts {
            if let Part::Value(name) = part {
                let known = spec.parameters.iter().map(|parameter| &parameter.id);
                problems.one_of(&marker.line.with(name.to_owned()), "a parameter in this schema", known);
            }
        }
    }
    let [first, second] = markers.map(|marker| lead(spec, marker));
    if first.starts_with(&second) || second.starts_with(&first) {
        let expected = "a line that does not begin as the other does";
        problems.add_word(&spec.entry.end.line, expected, "both would be equal");
    }
}

fn parameters(spec: &Spec, problems: &mut Problems) {
    for parameter in &spec.parameters {
        let name = &parameter.id;
        let has = |marker: &Marker| marker.parts().contains(&Part::Value(name));
        if !has(&spec.entry.start) && !has(&spec.entry.end) {
            let hint = format!("put `{{{}}}` into a marker, or remove it", name.value);
            problems.add_missing(name, "a parameter that a marker has", quote(name), hint);
        }
        if parameter.example.contains(LINE_BREAK) {
            let hint = "a parameter must not hold what ends a marker";
            problems.add_word(&parameter.example, "a value without a line break", hint);
        }
    }
}

fn lead(spec: &Spec, marker: &Marker) -> String {
    let example = |name: &str| spec.parameters.iter().find(|parameter| parameter.id.value == name);
    let parts = marker.parts().into_iter().map(|part| match part {
        Part::Text(text) => text,
        Part::Value(name) => example(name).map_or("", |parameter| parameter.example.as_str()),
    });
    parts.collect()
}
