//! What is taken from files, as people are shown it.

use offload_bundle::Shown;

/// Text from a file, such as an ID, as one line of harmless text.
pub(super) fn shown(text: &str) -> String {
    Shown::from(text).to_string()
}
