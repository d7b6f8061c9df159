//! Checks dependencies between crates, and that every dependency has a reason.

use super::Finding;
use super::tree::Tree;

/// Inside the workspace, bottom up.
const ARROWS: [(&str, &[&str]); 15] = [
    ("core", &[]),
    ("codegen", &[CORE]),
    ("generated/formats", &[CORE]),
    ("library", &[CORE, FORMATS]),
    ("rewrite", &[CORE, LIBRARY]),
    ("cli/words", &[CORE, LIBRARY, REWRITE]),
    ("generated/cli", &[CORE, LIBRARY, WORDS]),
    (
        "cli",
        &[CORE, FORMATS, LIBRARY, REWRITE, DEFINITIONS, CLOSED_STREAMS, WORDS],
    ),
    ("cli/closed_streams", &[]),
    ("bindings/c", &[LIBRARY]),
    ("xtask", &[]),
    ("xtask/verbs", &["offload-bundle-codegen"]),
    (
        "xtask/programs",
        &[CORE, FORMATS, LIBRARY, "offload-bundle-codegen", "offload-bundle-conformance", "offload-bundle-one-world"],
    ),
    ("conformance", &[CORE, FORMATS, LIBRARY]),
    ("testing", &[]),
];
const CORE: &str = "offload-bundle-core";
const FORMATS: &str = "offload-bundle-formats";
const LIBRARY: &str = "offload-bundle";
const REWRITE: &str = "offload-bundle-rewrite";
const CLOSED_STREAMS: &str = "offload-bundle-closed-streams";
const WORDS: &str = "offload-bundle-cli-words";
const DEFINITIONS: &str = "offload-bundle-cli-definitions";

/// Verbs that write generated code must compile without it.
const OPTIONS: [(&str, &[&str]); 1] = [("xtask/verbs", &[CORE, FORMATS, DEFINITIONS])];

const CRATES: [&str; 16] = [
    CORE,
    FORMATS,
    LIBRARY,
    REWRITE,
    DEFINITIONS,
    CLOSED_STREAMS,
    WORDS,
    "offload-bundle-c",
    "offload-bundle-cli",
    "offload-bundle-codegen",
    "offload-bundle-conformance",
    "offload-bundle-one-world",
    "offload-bundle-testing",
    "xtask",
    "xtask-programs",
    "xtask-verbs",
];

/// For its users' sake.
const WITHOUT: [(&str, &[&str]); 7] = [
    ("core", &["clap", "indexmap", "indicatif", "serde", "serde_json"]),
    (
        "generated/formats",
        &["clap", "indexmap", "indicatif", "serde", "serde_json"],
    ),
    ("library", &["clap", "clap_lex", "indicatif"]),
    ("rewrite", &["clap", "clap_lex", "indicatif"]),
    ("bindings/c", &["clap", "indicatif"]),
    ("cli/words", &["clap", "indicatif"]),
    ("generated/cli", &["clap", "indicatif"]),
];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (folder, allowed) in ARROWS {
        let path = format!("{folder}/Cargo.toml");
        let without = WITHOUT
            .iter()
            .find(|(user, _)| *user == folder)
            .map_or(&[][..], |(_, names)| names);
        let lines: Vec<&str> = tree.texts.get(&path).map_or(Vec::new(), |text| text.lines().collect());
        let options = OPTIONS.iter().filter(|(user, _)| *user == folder);
        let options: Vec<&str> = options.flat_map(|(_, names)| *names).copied().collect();
        for (index, name) in section(tree, &path, "dependencies") {
            let is_option = lines.get(index).is_some_and(|line| line.contains("optional = true"));
            let is_allowed = allowed.contains(&name) || is_option && options.contains(&name);
            if (CRATES.contains(&name) && !is_allowed) || without.contains(&name) {
                findings.push(Finding::at(&path, index, format!("{folder} must not use {name}")));
            }
        }
    }
    let root = "Cargo.toml";
    let lines: Vec<&str> = tree.texts.get(root).map_or(Vec::new(), |text| text.lines().collect());
    for (index, name) in section(tree, root, "workspace.dependencies") {
        let above = index.checked_sub(1).and_then(|above| lines.get(above));
        if !CRATES.contains(&name) && !above.is_some_and(|line| line.starts_with('#')) {
            findings.push(Finding::at(
                root,
                index,
                format!("say in a comment above it why {name} is needed"),
            ));
        }
    }
    findings
}

fn section<'a>(tree: &'a Tree, path: &str, wanted: &str) -> Vec<(usize, &'a str)> {
    let mut inside = false;
    let mut names = Vec::new();
    for (index, line) in tree.texts.get(path).map_or("", String::as_str).lines().enumerate() {
        if line.starts_with('[') {
            inside = line.trim_matches(['[', ']']) == wanted;
        } else if let (true, Some(name)) = (inside && !line.starts_with('#'), line.split(['=', '.', ' ']).next()) {
            names.extend((!name.is_empty()).then_some((index, name)));
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backward_and_unexplained_dependencies_are_found() {
        let tree = Tree::from_texts(&[
            (
                "Cargo.toml",
                "[workspace.dependencies]\n# Because.\nserde = \"1\"\nother = \"1\"\n",
            ),
            (
                "core/Cargo.toml",
                "[dependencies]\noffload-bundle.workspace = true\nserde_json = \"1\"\n",
            ),
            (
                "xtask/verbs/Cargo.toml",
                "[dependencies]\noffload-bundle-core = { optional = true }\noffload-bundle-formats.workspace = true\noffload-bundle = { optional = true }\n",
            ),
        ]);
        let places: Vec<_> = check(&tree)
            .into_iter()
            .map(|finding| (finding.path, finding.line))
            .collect();
        assert_eq!(
            places,
            [
                ("core/Cargo.toml".to_owned(), 2),
                ("core/Cargo.toml".to_owned(), 3),
                ("xtask/verbs/Cargo.toml".to_owned(), 3),
                ("xtask/verbs/Cargo.toml".to_owned(), 4),
                ("Cargo.toml".to_owned(), 4)
            ]
        );
    }
}
