//! Every word for a kind of finding, so that one that is asked for can be checked.

use offload_bundle_core::error::Problem;
use offload_bundle_core::ids::IdGrammar;

use crate::code_fault::CodeFault;

/// The words for anomalies that have one of their own.
const CODES: &[&str] = &[
    "empty-beyond-end",
    "bad-id",
    "unknown-name",
    "unknown-target",
    "duplicate",
    "inside-frame",
    "overlap",
    "shared-section",
    "unreadable-member",
    "members-not-read",
    "nested-too-deep",
    "ignored",
    "unrecognised",
    "no-sections",
    "not-searched",
    "trailing",
    "conflict-across-members",
    "host-count",
    "wrong-machine",
    "wrong-processor",
    "wrong-feature",
    "unknown-version",
    "bad-elf",
    "elsewhere-missing",
    "bad-reference",
    "magic-inside",
    "unknown-content",
    "duplicate-key",
    "missing-text",
    "unknown-number",
    "other-release",
    "wrong-kind",
    "coverage",
];

/// Every word that [`crate::finding::Finding::code`] can give, with the rules of `ids`.
pub(crate) fn finding_codes(ids: &dyn IdGrammar) -> Vec<&'static str> {
    let mut codes = [CODES, CodeFault::CODES, Problem::CODES].concat();
    codes.extend(ids.composition_rules());
    codes.sort_unstable();
    codes.dedup();
    codes
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The words in the body of the function `code` of the source `text`.
    fn words(text: &'static str) -> BTreeSet<&'static str> {
        let (_, body) = text.split_once("pub fn code(&self)").unwrap();
        let body = body.split("\n    }\n").next().unwrap();
        body.split('"').skip(1).step_by(2).collect()
    }

    #[test]
    fn the_lists_of_words_hold_every_word() {
        let listed = |codes: &[&'static str]| -> BTreeSet<&'static str> { codes.iter().copied().collect() };
        assert_eq!(words(include_str!("finding.rs")), listed(CODES));
        assert_eq!(words(include_str!("code_fault.rs")), listed(CodeFault::CODES));
        assert_eq!(
            words(include_str!("../../core/src/error/problem.rs")),
            listed(Problem::CODES)
        );
    }
}
