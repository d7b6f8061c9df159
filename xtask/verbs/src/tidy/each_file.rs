//! Hand-written files have documentation, at most 500 lines, and a specific name.

use super::Finding;
use super::tree::Tree;

pub fn first_line(tree: &Tree) -> Vec<Finding> {
    let silent = tree
        .hand_written()
        .filter(|(_, text)| !text.starts_with("//! ") || text.lines().next().is_none_or(|line| line.len() < 8));
    silent
        .map(|(path, _)| Finding::at(path, 0, "say what the file is for: `//! …`"))
        .collect()
}

const MOST: usize = 500;

pub fn length(tree: &Tree) -> Vec<Finding> {
    let counted = tree.hand_written().map(|(path, text)| (path, text.lines().count()));
    let long = counted.filter(|(_, lines)| *lines > MOST);
    long.map(|(path, lines)| Finding::whole(path, format!("{lines} lines, at most {MOST}: one concept a file")))
        .collect()
}

const EMPTY: [&str; 9] = ["utils", "util", "helpers", "helper", "manager", "data", "common", "misc", "stuff"];

/// Finds files and folders with such names.
pub fn names(tree: &Tree) -> Vec<Finding> {
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
