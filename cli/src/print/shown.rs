//! Escapes text from files.

use offload_bundle::Escaped;

pub(super) const NOTHING: &str = "-";

pub(super) fn show_or_dash(text: Option<&str>) -> String {
    text.map_or_else(|| NOTHING.into(), show)
}

/// Escapes text from a file to one harmless line.
pub(super) fn show(text: &str) -> String {
    Escaped::from(text).to_string()
}
