//! No path of the machine that somebody works on.

use super::Finding;
use super::tree::Tree;

/// Beginnings of such paths, in two halves, so that this file does not hold them.
const BEGINNINGS: [(&str, &str); 4] = [("/ho", "me/"), ("/ro", "ot/"), ("/wo", "rk/"), ("/tm", "p/")];

/// Files that speak of such paths because they look for them, or use a folder that every machine has.
const ALLOWED: [(&str, &str); 1] = [("xtask/verbs/src/fixtures.rs", "looks for them in what compilers make")];

/// Finds such paths.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree
        .below("")
        .filter(|(path, _)| !ALLOWED.iter().any(|(allowed, _)| allowed == path))
    {
        for (index, line) in text.lines().enumerate() {
            for beginning in BEGINNINGS
                .iter()
                .map(|(a, b)| format!("{a}{b}"))
                .filter(|beginning| line.contains(beginning))
            {
                findings.push(Finding::at(path, index, format!("a path of one machine: {beginning}…")));
            }
        }
    }
    findings
}
