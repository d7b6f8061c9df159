//! Knowledge flows one way: no two files of a crate import each other.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::tree::Tree;

/// A file by its crate and the path of its module.
type Module = (String, Vec<String>);

/// Finds pairs of files that import each other.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let texts = tree.texts.iter();
    let files: BTreeMap<Module, &String> = texts
        .clone()
        .filter_map(|(path, _)| Some((module(path)?, path)))
        .collect();
    let mut arrows: BTreeSet<(&String, &String)> = BTreeSet::new();
    for (path, text) in texts {
        let Some((root, own)) = module(path) else { continue };
        for import in imports(text) {
            let Some(target) = absolute(&own, &import) else {
                continue;
            };
            let prefixes = (0..=target.len()).rev().filter_map(|length| target.get(..length));
            let mut owners = prefixes.filter_map(|prefix| files.get(&(root.clone(), prefix.to_vec())));
            arrows.extend(
                owners
                    .next()
                    .filter(|owner| **owner != path)
                    .map(|owner| (path, *owner)),
            );
        }
    }
    let circles = arrows
        .iter()
        .filter(|(from, to)| from < to && arrows.contains(&(*to, *from)));
    let finding = |(from, to): &(&String, &String)| {
        Finding::whole(
            from,
            format!("it imports {to}, which imports it: move what both need into a file of its own"),
        )
    };
    circles.map(finding).collect()
}

/// The module of a source file.
fn module(path: &str) -> Option<Module> {
    let (root, file) = path.strip_suffix(".rs")?.split_once("/src/")?;
    let mut segments: Vec<String> = file.split('/').map(str::to_owned).collect();
    if segments
        .last()
        .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
    {
        segments.pop();
    }
    Some((root.to_owned(), segments))
}

/// The paths that a file imports, but for its tests.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find("use ") {
        let (before, after) = rest.split_at(at);
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let statement = after.split(';').next().unwrap_or_default();
        if line.is_empty() || line.starts_with("pub") {
            expand("", statement.trim_start_matches("use "), &mut found);
        }
        rest = &after[4..];
    }
    found
}

/// Adds the paths of an import, each in full.
fn expand(prefix: &str, import: &str, found: &mut Vec<String>) {
    let import = import.trim();
    let Some((base, list)) = import.split_once('{') else {
        let path = import.split(" as ").next().unwrap_or_default();
        return found.extend((!path.is_empty()).then(|| format!("{prefix}{path}")));
    };
    let list = list.strip_suffix('}').unwrap_or(list);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&format!("{prefix}{base}"), &list[start..at], found);
                start = at + 1;
            }
            _ => {}
        }
    }
    expand(&format!("{prefix}{base}"), &list[start..], found);
}

/// The path from the root of the crate, where it may be one of this crate.
fn absolute(own: &[String], import: &str) -> Option<Vec<String>> {
    let mut segments = import.split("::").map(str::to_owned).peekable();
    let mut base = own.to_vec();
    match segments.peek()?.as_str() {
        "crate" => base.clear(),
        "self" => {}
        "super" => {
            while segments.next_if(|segment| segment == "super").is_some() {
                base.pop();
            }
            return Some(base.into_iter().chain(segments).collect());
        }
        // A module below this one, or another crate, which no file here has the name of.
        _ => return Some(base.into_iter().chain(segments).collect()),
    }
    Some(base.into_iter().chain(segments.skip(1)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let texts = files
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        check(&Tree { texts, ..Tree::default() })
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn two_files_that_import_each_other_are_found() {
        let a = ("x/src/a.rs", "use std::fmt;\nuse crate::{b::{self, B}, c::C};\n");
        let b = ("x/src/b/mod.rs", "pub use super::a::A;\n");
        let text =
            "x/src/a.rs: it imports x/src/b/mod.rs, which imports it: move what both need into a file of its own";
        assert_eq!(found(&[a, b, ("x/src/c.rs", "")]), [text]);
    }

    #[test]
    fn one_way_and_tests_and_other_crates_are_fine() {
        let a = ("x/src/a.rs", "use crate::b::B;\n");
        let b = ("x/src/b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
        assert!(found(&[a, b, ("y/src/b.rs", "use crate::a::A;\n")]).is_empty());
    }
}
