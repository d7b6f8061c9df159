//! What is taken from files, as people are shown it.

use offload_bundle::Shown;

/// Fills a cell of a table that has nothing to say.
pub(super) const NOTHING: &str = "-";

/// Text from a file, where there is some.
pub(super) fn show_or_dash(text: Option<&str>) -> String {
    text.map_or_else(|| NOTHING.into(), show)
}

/// Text from a file, such as an ID, as one line of harmless text.
pub(super) fn show(text: &str) -> String {
    Shown::from(text).to_string()
}
