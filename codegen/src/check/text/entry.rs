//! Rule: an entry is a marker, the content, and a marker, and a part of a marker is one thing.

use crate::model::text::Spec;
use crate::problem::Problems;

/// Checks the sequence of an entry.
pub(super) fn check(spec: &Spec, problems: &mut Problems) {
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
                problems.add(
                    part,
                    "one of `text`, `parameter`, `field`",
                    format!("{said} of them"),
                    hint,
                );
            }
        }
    }
    let shape: Vec<bool> = items.iter().map(|item| item.content).collect();
    if !shape.is_empty() && shape != [false, true, false] {
        let words = shape.iter().map(|content| if *content { "content" } else { "marker" });
        let found = words.collect::<Vec<_>>().join(", ");
        problems.add_missing(
            items,
            "marker, content, marker",
            found,
            "other shapes of text entries are not supported",
        );
    }
}
