//! Numbers with the word for as many.

/// The number with the word for as many.
pub(super) fn pluralize(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}
