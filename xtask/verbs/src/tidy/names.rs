//! Modules are named by the concept they hold.

use super::Finding;
use super::tree::Tree;

/// Names that say nothing.
const EMPTY: [&str; 9] = ["utils", "util", "helpers", "helper", "manager", "data", "common", "misc", "stuff"];

/// Finds files and folders with such names.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let rust = tree.hand_written().map(|(path, _)| path);
    let empty = rust.filter(|path| {
        path.trim_end_matches(".rs")
            .split('/')
            .any(|part| EMPTY.contains(&part))
    });
    empty
        .map(|path| Finding::whole(path, "name the module by what it holds"))
        .collect()
}
