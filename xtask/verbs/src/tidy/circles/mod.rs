//! Files of a crate, and modules of a folder, must not import each other in circles of any length.

mod code;
mod modules;
mod paths;
mod rooms;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Finding;
use super::tree::Tree;
use modules::Modules;

type Arrows<'t, Name> = BTreeMap<&'t Name, BTreeSet<&'t Name>>;

/// Finds circles, each by its shortest path from its first member.
pub fn check(tree: &Tree) -> Vec<Finding> {
    let modules = Modules::read(tree);
    let mut findings = check_files(&modules);
    findings.extend(rooms::check(&rooms::LEFT, &modules.without_tests().arrows()));
    findings
}

fn check_files(modules: &Modules<'_>) -> Vec<Finding> {
    let mut next: Arrows<'_, String> = BTreeMap::new();
    for (from, to) in modules.arrows() {
        next.entry(from).or_default().insert(to);
    }
    let mut findings = Vec::new();
    for circle in circles(&next) {
        let way: Vec<&str> = circle.iter().skip(1).map(|file| file.as_str()).collect();
        findings.push(Finding::whole(
            circle[0],
            format!(
                "it imports {}, which imports it: move what both need into a file of its own",
                way.join(", which imports ")
            ),
        ));
    }
    findings
}

/// By the shortest way around from the first name that is in no circle before.
fn circles<'t, Name: Ord>(next: &Arrows<'t, Name>) -> Vec<Vec<&'t Name>> {
    let mut told: BTreeSet<&Name> = BTreeSet::new();
    let mut circles = Vec::new();
    for name in next.keys() {
        if !told.contains(name)
            && let Some(circle) = way_around(next, name)
        {
            told.extend(&circle);
            circles.push(circle);
        }
    }
    circles
}

/// Along imports.
fn way_around<'t, Name: Ord>(next: &Arrows<'t, Name>, start: &'t Name) -> Option<Vec<&'t Name>> {
    let mut from: BTreeMap<&Name, &Name> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(here) = open.pop_front() {
        for to in next.get(here).into_iter().flatten() {
            if *to == start {
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
        check_files(&Modules::read(&Tree::from_texts(files)))
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn circle_of_two_files_is_found() {
        let a = ("x/src/a.rs", "use std::fmt;\nuse crate::{b::{self, B}, c::C};\n");
        let b = ("x/src/b/mod.rs", "pub use super::a::A;\n");
        let text =
            "x/src/a.rs: it imports x/src/b/mod.rs, which imports it: move what both need into a file of its own";
        assert_eq!(found(&[a, b, ("x/src/c.rs", "")]), [text]);
    }

    #[test]
    fn longer_circle_is_reported_once() {
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
    fn acyclic_imports_are_accepted() {
        let a = ("x/src/a.rs", "use crate::b::B;\n");
        let b = ("x/src/b.rs", "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n");
        assert!(found(&[a, b, ("y/src/b.rs", "use crate::a::A;\n")]).is_empty());
    }

    #[test]
    fn circles_through_modules_and_paths_are_found() {
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
    fn reexports_and_calls_are_no_circle() {
        let above = "mod a;\nmod b;\npub use a::A;\npub use b::B;\npub struct C;\nfn d() { a::e() }\n";
        let a = "use super::{B, C};\npub struct A;\n// super::d\npub fn e() { \"super::d()\" }\n";
        let b = "use super::C;\npub struct B;\n";
        let files = [("x/src/n/a.rs", a), ("x/src/n/b.rs", b), ("x/src/n/mod.rs", above)];
        assert!(found(&files).is_empty());
        let used = above.replace("d() {", "d(_: A) {");
        let files = [("x/src/n/a.rs", a), ("x/src/n/b.rs", b), ("x/src/n/mod.rs", used.as_str())];
        assert!(!found(&files).is_empty());
    }

    /// Whether the modules `a` and `b` form a circle without a circle of files.
    fn found_in_modules(b: &str, above: &str) -> bool {
        let files = [
            ("x/src/a/c.rs", "use crate::b::d::D;\n"),
            ("x/src/a/e.rs", "pub struct E;\n"),
            ("x/src/a/mod.rs", "mod c;\nmod e;\npub use e::E;\n"),
            ("x/src/b/d.rs", "pub struct D;\n"),
            ("x/src/b/f.rs", "use crate::a::E;\n"),
            ("x/src/b/mod.rs", b),
            ("x/src/lib.rs", above),
        ];
        assert!(found(&files).is_empty());
        let tree = Tree::from_texts(&files);
        !rooms::check(&[], &Modules::read(&tree).without_tests().arrows()).is_empty()
    }

    #[test]
    fn module_circles_are_found_except_tests() {
        assert!(found_in_modules("mod d;\nmod f;\n", "mod a;\nmod b;\n"));
        assert!(!found_in_modules("mod d;\n#[cfg(test)]\nmod f;\n", "mod a;\nmod b;\n"));
        assert!(!found_in_modules("mod d;\nmod f;\n", "#[cfg(test)]\nmod a;\nmod b;\n"));
    }
}
