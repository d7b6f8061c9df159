//! Each Rust file is a module or named by another file; the compiler ignores others.

use std::path::Path;

use super::Finding;
use super::tree::Tree;

const ROOTS: [&str; 3] = ["main", "lib", "build"];
const TARGETS: [&str; 5] = ["tests", "examples", "benches", "bin", "fuzz_targets"];

pub fn check(tree: &Tree) -> Vec<Finding> {
    let left_out = tree.hand_written().filter(|(path, _)| !is_compiled(tree, path));
    left_out
        .map(|(path, _)| {
            Finding::whole(
                path,
                "no module declares it: add `mod …;` to the file above it, or remove it",
            )
        })
        .collect()
}

fn is_compiled(tree: &Tree, path: &str) -> bool {
    let file = Path::new(path);
    let (Some(stem), Some(folder)) = (file.file_stem(), file.parent()) else {
        return true;
    };
    // A module in a folder has the folder's name.
    let (stem, folder) = match (stem.to_str(), folder.file_name(), folder.parent()) {
        (Some("mod"), Some(name), Some(above)) => (name, above),
        _ => (stem, folder),
    };
    let (Some(stem), Some(folder)) = (stem.to_str(), folder.to_str()) else {
        return true;
    };
    let is_target = Path::new(folder)
        .file_name()
        .is_some_and(|name| TARGETS.iter().any(|target| name == *target));
    let module = format!("mod {stem};");
    let above = ["/mod.rs", "/main.rs", "/lib.rs", ".rs"].map(|end| format!("{folder}{end}"));
    let declared = |above: &String| tree.texts.get(above).is_some_and(|text| text.contains(&module));
    let name = format!("/{stem}.rs");
    let named = || {
        tree.texts
            .iter()
            .any(|(other, text)| other != path && text.contains(&name))
    };
    ROOTS.contains(&stem) || is_target || above.iter().any(declared) || named()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undeclared_file_is_found() {
        let texts = [
            ("cli/src/main.rs", "mod print;"),
            ("cli/src/print/mod.rs", "mod list;\nmod text;"),
            ("cli/src/print/list.rs", ""),
            ("cli/src/print/lost.rs", ""),
            ("cli/tests/outputs/main.rs", "mod names;"),
            ("cli/tests/outputs/lost/mod.rs", ""),
            ("cli/tests/alone.rs", "copies tests/proof/named.rs"),
            ("cli/tests/proof/named.rs", ""),
        ];
        let tree = Tree::from_texts(&texts);
        let found: Vec<String> = check(&tree).into_iter().map(|finding| finding.path).collect();
        assert_eq!(found, ["cli/src/print/lost.rs", "cli/tests/outputs/lost/mod.rs"]);
    }
}
