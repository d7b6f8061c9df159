//! Modules of a folder, with everything below them, must not form circles.

use std::collections::{BTreeMap, BTreeSet};

use super::{Arrows, circles, way_around};
use crate::tidy::Finding;

/// Modules that still form circles. The list may only shrink.
pub const LEFT: [&str; 6] = [
    "conformance/src/protocol",
    "conformance/src/testee",
    "core/src/container",
    "core/src/text",
    "xtask/verbs/src/dist",
    "xtask/verbs/src/python",
];

/// Finds circles, except among modules in `left`, and modules in `left` without a circle. `arrows` are imports between files.
pub fn check(left: &[&str], arrows: &BTreeSet<(&String, &String)>) -> Vec<Finding> {
    let mut why: BTreeMap<(String, String), (&String, &String)> = BTreeMap::new();
    for (from, to) in arrows {
        if let Some(modules) = apart(from, to) {
            why.entry(modules).or_insert((from, to));
        }
    }
    let mut next: Arrows<'_, String> = BTreeMap::new();
    for (from, to) in why.keys() {
        next.entry(from).or_default().insert(to);
    }
    let mut findings = Vec::new();
    for circle in circles(&next) {
        if circle.iter().all(|module| left.contains(&module.as_str())) {
            continue;
        }
        let ways = circle.iter().zip(circle.iter().skip(1).chain(circle.first()));
        let ways = ways.filter_map(|(from, to)| why.get(&((*from).clone(), (*to).clone())));
        let ways: Vec<String> = ways.map(|(from, to)| format!("{from} imports {to}")).collect();
        let text = format!("this module is in a circle: {}", ways.join("; "));
        findings.push(Finding::whole(circle[0], text));
    }
    let is_in_a_circle = |module: &&str| {
        let known = next.keys().find(|known| known.as_str() == *module);
        known.is_some_and(|known| way_around(&next, known).is_some())
    };
    let gone = left.iter().filter(|module| !is_in_a_circle(module));
    findings.extend(
        gone.map(|module| Finding::whole(module, "this module is in no circle any more: take it off the list")),
    );
    findings
}

/// `None` if one contains the other.
fn apart(from: &str, to: &str) -> Option<(String, String)> {
    let (from, to) = (segments(from)?, segments(to)?);
    let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let module = |segments: &[&str]| Some(segments.get(..=shared)?.join("/"));
    Some((module(&from)?, module(&to)?))
}

/// With its crate.
fn segments(path: &str) -> Option<Vec<&str>> {
    let mut segments: Vec<&str> = path.strip_suffix(".rs")?.split('/').collect();
    segments.pop_if(|last| ["mod", "lib", "main"].contains(last));
    Some(segments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(left: &[&str], arrows: &[(&str, &str)]) -> Vec<String> {
        let arrows: Vec<(String, String)> = arrows.iter().map(|(from, to)| ((*from).into(), (*to).into())).collect();
        let arrows = arrows.iter().map(|(from, to)| (from, to)).collect();
        check(left, &arrows).iter().map(ToString::to_string).collect()
    }

    const CIRCLE: [(&str, &str); 3] =
        [("x/src/a/b.rs", "x/src/c.rs"), ("x/src/c/d/e.rs", "x/src/f/mod.rs"), ("x/src/f/g.rs", "x/src/a.rs")];

    #[test]
    fn module_circle_without_file_circle_is_found() {
        let text = "x/src/a: this module is in a circle: x/src/a/b.rs imports x/src/c.rs; x/src/c/d/e.rs imports x/src/f/mod.rs; x/src/f/g.rs imports x/src/a.rs";
        assert_eq!(found(&[], &CIRCLE), [text]);
    }

    #[test]
    fn imports_of_parents_are_accepted() {
        assert!(found(&[], &CIRCLE[..2]).is_empty());
        let above = [("x/src/a/b.rs", "x/src/a/mod.rs"), ("x/src/a.rs", "x/src/a/b.rs")];
        assert!(found(&[], &above).is_empty());
    }

    #[test]
    fn list_hides_only_its_modules() {
        let all = ["x/src/a", "x/src/c", "x/src/f"];
        assert!(found(&all, &CIRCLE).is_empty());
        assert_eq!(found(&all[..2], &CIRCLE).len(), 1);
        let gone = "x/src/h: this module is in no circle any more: take it off the list";
        assert_eq!(found(&[&all[..], &["x/src/h"]].concat(), &CIRCLE), [gone]);
    }
}
