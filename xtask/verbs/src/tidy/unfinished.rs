//! Nothing is left for later in code: no notes to oneself, no holes, no tests that are switched off.

use super::Finding;
use super::tree::Tree;

/// Marks of unfinished work, in two halves, so that this file does not hold them.
const MARKS: [(&str, &str); 6] =
    [("TO", "DO"), ("FIX", "ME"), ("XX", "X"), ("unimplemented", "!"), ("todo", "!("), ("#[ign", "ore")];

/// Finds such marks in code, templates, schemas and scripts.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.below("").filter(|(path, _)| is_code(path)) {
        for (index, line) in text.lines().enumerate() {
            let mark = MARKS
                .iter()
                .map(|(a, b)| format!("{a}{b}"))
                .find(|mark| line.contains(mark));
            findings
                .extend(mark.map(|mark| Finding::at(path, index, format!("{mark}: finish it, or say it in an issue"))));
        }
    }
    findings
}

fn is_code(path: &str) -> bool {
    !path.starts_with("conformance/fixtures/")
        && [".rs", ".tera", ".ksy", ".yaml", ".js", ".py", ".toml", ".ci/run"]
            .iter()
            .any(|end| path.ends_with(end))
}
