//! Knowledge flows one way: no files of a crate import each other in a circle, however long it is.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Finding;
use super::tree::Tree;

/// A file by its crate and the path of its module.
type Module = (String, Vec<String>);

/// Finds files that import each other in a circle; of those of one circle, the shortest way around from the first of them.
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
    let mut next: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().insert(to);
    }
    let mut told: BTreeSet<&String> = BTreeSet::new();
    let mut findings = Vec::new();
    for file in next.keys() {
        if told.contains(file) {
            continue;
        }
        let Some(circle) = way_around(&next, file) else {
            continue;
        };
        let way: Vec<&str> = circle.iter().skip(1).map(|file| file.as_str()).collect();
        findings.push(Finding::whole(
            file,
            format!(
                "it imports {}, which imports it: move what both need into a file of its own",
                way.join(", which imports ")
            ),
        ));
        told.extend(circle);
    }
    findings
}

/// The shortest way from `file` along imports back to it, `file` first.
fn way_around<'t>(next: &BTreeMap<&'t String, BTreeSet<&'t String>>, file: &'t String) -> Option<Vec<&'t String>> {
    let mut from: BTreeMap<&String, &String> = BTreeMap::new();
    let mut open = VecDeque::from([file]);
    while let Some(here) = open.pop_front() {
        for to in next.get(here).into_iter().flatten() {
            if *to == file {
                let mut way = vec![here];
                while let Some(before) = way.last().and_then(|last| from.get(last)) {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if !from.contains_key(to) {
                from.insert(to, here);
                open.push_back(to);
            }
        }
    }
    None
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
    fn a_longer_circle_is_told_once_with_its_way() {
        let file = |to: &str| format!("use crate::{to}::X;\n");
        let files = [
            ("x/src/a.rs", file("b")),
            ("x/src/b.rs", file("c")),
            ("x/src/c.rs", file("a")),
            ("x/src/d.rs", file("a")),
        ];
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        let text = "x/src/a.rs: it imports x/src/b.rs, which imports x/src/c.rs, which imports it: move what both need into a file of its own";
        assert_eq!(found(&files), [text]);
    }

    #[test]
    fn one_way_and_tests_and_other_crates_are_fine() {
        let a = ("x/src/a.rs", "use crate::b::B;\n");
        let b = ("x/src/b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
        assert!(found(&[a, b, ("y/src/b.rs", "use crate::a::A;\n")]).is_empty());
    }
}
