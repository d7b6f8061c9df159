//! IDs from their parts.

use alloc::format;
use alloc::string::String;

use super::tables::Grammar;

impl Grammar<'_> {
    /// Returns the ID of a kind, triple and target ID, each unchanged. Missing fields of the triple become empty
    /// fields. The result need not follow the grammar.
    pub fn entry_id(&self, kind: &str, triple: &str, target: &str) -> String {
        entry_id(self.roles.triple.len(), kind, triple, target)
    }
}

fn entry_id(fields: usize, kind: &str, triple: &str, target: &str) -> String {
    let written = triple.matches('-').count().saturating_add(1);
    let missing = "-".repeat(fields.saturating_sub(written));
    format!("{kind}-{triple}{missing}-{target}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_triple_is_padded() {
        let id = |triple| entry_id(4, "kind", triple, "chip:mode+");
        assert_eq!(id("a-b-c"), "kind-a-b-c--chip:mode+");
        assert_eq!(id("a-b-c-d"), "kind-a-b-c-d-chip:mode+");
        assert_eq!(id("a-b-c-d-e"), "kind-a-b-c-d-e-chip:mode+");
        assert_eq!(id(""), "kind-----chip:mode+");
    }
}
