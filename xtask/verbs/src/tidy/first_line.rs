//! The first line of each hand-written file says what it is for.

use super::Finding;
use super::tree::Tree;

/// Finds Rust files that do not begin with a module's documentation.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let silent = tree
        .hand_written()
        .filter(|(_, text)| !text.starts_with("//! ") || text.lines().next().is_none_or(|line| line.len() < 8));
    silent
        .map(|(path, _)| Finding::at(path, 0, "say what the file is for: `//! …`"))
        .collect()
}
