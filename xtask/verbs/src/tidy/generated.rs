//! Generated files, and only these, contain the generator's mark.

use super::Finding;
use super::tree::Tree;
use crate::codegen::{BY_HAND, MARK};

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in tree.below("") {
        let marked = text.lines().take(3).any(|line| line.contains(MARK));
        match path.strip_prefix("generated/") {
            Some(inner) if !marked && !BY_HAND.contains(&inner) => {
                findings.push(Finding::whole(
                    path,
                    "lacks the generator's mark: only the generator writes files here",
                ));
            }
            Some(inner) if marked && BY_HAND.contains(&inner) => {
                findings.push(Finding::whole(path, "written by hand, and marked as generated"));
            }
            None if marked && path.ends_with(".rs") && !path.starts_with("xtask/") && !path.starts_with("codegen/") => {
                findings.push(Finding::whole(path, "marked as generated, but outside generated/"));
            }
            _ => {}
        }
    }
    findings
}
