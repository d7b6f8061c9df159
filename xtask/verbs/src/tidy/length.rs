//! Hand-written files stay short enough to read at once.

use super::Finding;
use super::tree::Tree;

/// The most lines that a file may have.
const MOST: usize = 400;

/// Finds long files.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let counted = tree.hand_written().map(|(path, text)| (path, text.lines().count()));
    let long = counted.filter(|(_, lines)| *lines > MOST);
    long.map(|(path, lines)| Finding::whole(path, format!("{lines} lines, at most {MOST}: one concept a file")))
        .collect()
}
