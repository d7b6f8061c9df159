//! IDs in a message.

use std::collections::BTreeSet;

/// At most this many IDs are shown.
const SHOWN: usize = 12;

/// IDs for people, each once: quoted, so that one with a strange character still makes one line; very many are counted only.
pub(crate) fn listed(ids: &[String]) -> String {
    let mut seen = BTreeSet::new();
    let once: Vec<&String> = ids.iter().filter(|id| seen.insert(*id)).collect();
    let shown = if once.len() > SHOWN.saturating_add(1) {
        SHOWN
    } else {
        once.len()
    };
    let mut text = once
        .iter()
        .take(shown)
        .map(|id| format!("{id:?}"))
        .collect::<Vec<_>>()
        .join(", ");
    if shown < once.len() {
        text.push_str(&format!(", and {} others", once.len().saturating_sub(shown)));
    }
    text
}
