//! IDs as one line.

/// The ID as one line: control characters are escaped.
pub(super) fn printable(id: &str) -> String {
    if id.chars().any(char::is_control) {
        id.escape_debug().to_string()
    } else {
        id.into()
    }
}
