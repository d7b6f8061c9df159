//! Rule: an entry is a marker, the content, and a marker.

use crate::model::text::Spec;
use crate::problem::Problems;

/// Checks the sequence of an entry.
pub fn check(spec: &Spec, problems: &mut Problems) {
    for item in &spec.items {
        if item.marker.is_some() == item.content {
            problems.add(
                &item.at,
                "either `marker:` or `content: true`",
                if item.content { "both" } else { "neither" },
                "an item of an entry is a marker line or the content between two of them",
            );
        }
    }
    let shape: Vec<bool> = spec.items.iter().map(|item| item.content).collect();
    if !shape.is_empty() && shape != [false, true, false] {
        let words: Vec<&str> = shape
            .iter()
            .map(|content| if *content { "content" } else { "marker" })
            .collect();
        let at = spec.at.get("entry").and_then(|entry| entry.get("seq"));
        problems.add(
            at.unwrap_or(&spec.at),
            "marker, content, marker",
            words.join(", "),
            "other shapes of text entries are not supported",
        );
    }
}
