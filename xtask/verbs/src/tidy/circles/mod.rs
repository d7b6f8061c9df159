//! Knowledge flows one way: no files of a crate import each other in a circle, however long it is.

mod code;
mod modules;
mod paths;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Finding;
use super::tree::Tree;
use modules::Modules;

/// Finds files that import each other in a circle; of those of one circle, the shortest way around from the first of them.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let modules = Modules::read(tree);
    let mut next: BTreeMap<&String, BTreeSet<&String>> = BTreeMap::new();
    for (from, to) in modules.arrows() {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&Tree::from_texts(files))
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

    /// The two files of a circle are found, however one of them names the other.
    #[test]
    fn circles_are_seen_through_modules_and_in_the_midst_of_code() {
        let a = ("x/src/n/a.rs", "use super::B;\npub struct A;\n");
        let circle =
            "x/src/n/a.rs: it imports x/src/n/b.rs, which imports it: move what both need into a file of its own";
        let shared = "mod a;\nmod b;\n#[cfg(test)]\nmod tests;\npub use a::A;\npub use b::B;\n";
        let all = "mod a;\nmod b;\npub use a::*;\npub use b::*;\n";
        for above in [shared, all] {
            for b in [
                "use super::A;\npub struct B(A);\n",
                "use super::super::n::A as Other;\npub struct B(Other);\n",
                "pub struct B(crate::n::A);\n",
                "pub struct B(super::a::A);\n",
                "use crate::n;\npub struct B(n::A);\n",
                "use super::a;\npub fn B() { a::A }\n",
                "#[cfg(test)]\nuse std::fmt;\nuse super::A;\npub struct B(A);\n",
            ] {
                assert_eq!(
                    found(&[a, ("x/src/n/b.rs", b), ("x/src/n/mod.rs", above)]),
                    [circle],
                    "{above}{b}"
                );
            }
        }
    }

    #[test]
    fn a_module_is_no_circle_for_what_it_hands_on_or_calls() {
        let above = "mod a;\nmod b;\npub use a::A;\npub use b::B;\npub struct C;\nfn d() { a::e() }\n";
        let a = "use super::{B, C};\npub struct A;\n// super::d\npub fn e() { \"super::d()\" }\n";
        let b = "use super::C;\npub struct B;\n";
        let files = [("x/src/n/a.rs", a), ("x/src/n/b.rs", b), ("x/src/n/mod.rs", above)];
        assert!(found(&files).is_empty());
        let used = above.replace("d() {", "d(_: A) {");
        let files = [("x/src/n/a.rs", a), ("x/src/n/b.rs", b), ("x/src/n/mod.rs", used.as_str())];
        assert!(!found(&files).is_empty());
    }
}
