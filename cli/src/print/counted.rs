//! Numbers with a noun in singular or plural.

pub(super) fn pluralize(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

const SHOWN: usize = 8;

pub(super) fn list_first(mut names: impl ExactSizeIterator<Item = String>) -> String {
    let mut listed = names.by_ref().take(SHOWN).collect::<Vec<_>>().join(", ");
    if let more @ 1.. = names.len() {
        listed.push_str(&format!(", and {more} more"));
    }
    listed
}
