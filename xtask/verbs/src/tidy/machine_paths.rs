//! No file contains a path of a developer's machine.

use super::Finding;
use super::tree::Tree;

/// Split so that this file does not contain them.
const BEGINNINGS: [(&str, &str); 4] = [("/ho", "me/"), ("/ro", "ot/"), ("/wo", "rk/"), ("/tm", "p/")];

/// Files that search for such paths, or use a standard folder.
const ALLOWED: [(&str, &str); 1] = [("xtask/verbs/src/fixtures.rs", "looks for them in what compilers make")];

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
