//! Unsafe code is limited to one file per binding and per fuzz crate. Lints cannot be that precise for crates with exported symbols.

use super::Finding;
use super::tree::Tree;

const FILES: [&str; 3] = ["bindings/c/src/foreign.rs", "bindings/python/src/entry.rs", "fuzz/src/c_header/foreign.rs"];

/// Split so that this file does not contain them.
const BEGINNINGS: [(&str, &str); 4] = [("unsa", "fe {"), ("unsa", "fe impl"), ("unsa", "fe fn"), ("unsa", "fe extern")];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let beginnings = BEGINNINGS.map(|(a, b)| format!("{a}{b}"));
    let mut findings = Vec::new();
    for (path, text) in tree.hand_written().filter(|(path, _)| !FILES.contains(path)) {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (index, _) in lines.filter(|(_, line)| beginnings.iter().any(|beginning| line.contains(beginning))) {
            let text = format!("unsafe code: it belongs into {}", FILES[0]);
            findings.push(Finding::at(path, index, text));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsafe_code_elsewhere_is_found() {
        let [block, ..] = BEGINNINGS.map(|(a, b)| format!("{a}{b}"));
        let text = format!(
            "#[{}(no_mangle)]\n// {block} in a comment\nlet a = {block} b }};\n",
            "unsafe"
        );
        let tree = Tree::from_texts(&[(FILES[0], &text), ("bindings/c/src/other.rs", &text)]);
        let places: Vec<_> = check(&tree)
            .into_iter()
            .map(|finding| (finding.path, finding.line))
            .collect();
        assert_eq!(places, [("bindings/c/src/other.rs".to_owned(), 3)]);
    }
}
