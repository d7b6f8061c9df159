//! Examples in README.md and docs/ are tested: library examples are programs of the repository, commands succeed with the printed output,
//! and cargo commands name existing packages, tests and verbs.

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_testing::pages::{Needs, Page};
use offload_bundle_testing::tools;

use crate::support::program::offload_bundle;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn rust_blocks_are_parts_of_examples() {
    let examples = fs::read_dir(root().join("library/examples")).unwrap();
    // Tests call functions of the examples, so there they are not private.
    let examples: Vec<String> = examples
        .map(|example| {
            fs::read_to_string(example.unwrap().path())
                .unwrap()
                .replace("pub(crate) fn", "fn")
        })
        .collect();
    let pages = Page::all();
    let blocks = pages
        .iter()
        .flat_map(|page| page.blocks("rust").into_iter().map(move |block| (&page.path, block)));
    let mut count = 0;
    for (path, block) in blocks {
        count += 1;
        assert!(
            examples.iter().any(|example| example.contains(block)),
            "{path}: no example has\n{block}"
        );
    }
    assert!(count > 2, "{count} blocks");
}

#[test]
fn front_page_shows_a_part_of_a_schema() {
    let page = Page::read("README.md");
    let schema = fs::read_to_string(root().join("schemas/binary_bundle.ksy")).unwrap();
    let shown = page.blocks("yaml");
    assert!(
        shown.len() == 1 && shown.iter().all(|block| schema.contains(block)),
        "{shown:?}"
    );
    assert!(page.text.lines().count() <= 120);
}

#[test]
fn contents_list_every_page() {
    let contents = Page::read("docs/README.md").text;
    for page in Page::all() {
        if let Some(path) = page.path.strip_prefix("docs/").filter(|path| path.contains('/')) {
            assert!(
                contents.contains(&format!("({path})")),
                "docs/README.md has no link to {path}"
            );
        }
    }
}

#[test]
#[cfg(unix)]
fn commands_of_pages_print_what_is_shown() {
    let program = offload_bundle().parent().expect("the program is in a folder");
    let mut commands = 0;
    for page in Page::all().into_iter().filter(|page| !page.changes_checkout()) {
        if page.commands().iter().any(|command| command.starts_with("cc ")) && !tools::needed("cc") {
            continue;
        }
        let folder = tempfile::tempdir().expect("a folder for the files");
        Page::link_folders(folder.path());
        commands += page
            .commands()
            .iter()
            .filter(|command| command.contains("offload-bundle "))
            .count();
        page.run(&[Needs::Shell, Needs::Tool], Page::shell(folder.path(), &[program]));
    }
    assert!(commands > 60, "{commands} commands");
}

#[test]
#[cfg(unix)]
fn comparison_shows_what_llvm_prints() {
    if !["clang-offload-bundler-22", "llvm-offload-binary-22", "llvm-objdump-22"]
        .iter()
        .all(|tool| tools::living(tool))
    {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder for the files");
    Page::link_folders(folder.path());
    Page::read("docs/concepts/comparison.md").run(&[Needs::Llvm, Needs::Shell], Page::shell(folder.path(), &[]));
}

#[test]
fn cargo_commands_name_what_exists() {
    let others =
        ["bindings/c", "bindings/python", "bindings/web", "conformance", "fuzz", "library", "rewrite", "schemas"];
    let mut pages = Page::all();
    pages.extend(others.map(|folder| Page::read(&format!("{folder}/README.md"))));
    let mut count = 0;
    // A copy of the repository runs the others.
    for page in pages.into_iter().filter(|page| !page.changes_checkout()) {
        for command in page.commands().iter().filter(|command| command.starts_with("cargo ")) {
            count += 1;
            if let Err(unknown) = check_cargo(command) {
                panic!("{}: {command}: no {unknown}", page.path);
            }
        }
    }
    assert!(count > 40, "{count} commands");
}

/// The folders of packages by their names.
fn packages() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        if let Ok(text) = fs::read_to_string(folder.join("Cargo.toml"))
            && let Some(name) = text.lines().find_map(|line| line.strip_prefix("name = \""))
        {
            found.push((name.trim_end_matches('"').to_owned(), folder.clone()));
        }
        let entries = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        let skipped = ["target", ".git", "src", "tests", "fixtures", "cases"];
        folders.extend(entries.filter(|path| path.is_dir() && !skipped.iter().any(|name| path.ends_with(name))));
    }
    found
}

/// Says which package, test, example or verb of `cargo xtask` a command names that does not exist.
fn check_cargo(command: &str) -> Result<(), String> {
    let words: Vec<&str> = command
        .split(' ')
        .skip(1)
        .filter(|word| !word.starts_with('+'))
        .collect();
    let value = |names: [&str; 2]| {
        let at = words.iter().position(|word| names.contains(word))?;
        words.get(at + 1).copied()
    };
    let (verb, rest) = words.split_first().ok_or("verb")?;
    match *verb {
        "xtask" => {
            let word = format!("[\"{}\"", rest.first().copied().unwrap_or("codegen"));
            let sources = ["xtask/src/main.rs", "xtask/verbs/src/main.rs"];
            let known = sources
                .iter()
                .any(|file| fs::read_to_string(root().join(file)).unwrap().contains(&word));
            return if known || rest.first() == Some(&"VERB") {
                Ok(())
            } else {
                Err(format!("verb {word}"))
            };
        }
        "install" => {
            let folder = value(["--path", "--path"]).unwrap_or("cli");
            let other = rest.iter().any(|word| word.starts_with("cargo-"));
            return if other || root().join(folder).join("src/main.rs").is_file() {
                Ok(())
            } else {
                Err(format!("program in {folder}"))
            };
        }
        "add" | "bench" | "build" | "clippy" | "doc" | "fmt" | "fuzz" | "miri" | "mutants" | "run" | "test" => {}
        other => return Err(format!("command {other}")),
    }
    let Some(package) = value(["-p", "--package"]).filter(|name| *name != "CRATE" && *name != "X") else {
        return Ok(());
    };
    let packages = packages();
    let (_, folder) = packages
        .iter()
        .find(|(name, _)| name == package)
        .ok_or_else(|| format!("package {package}"))?;
    for (option, sub) in [("--test", "tests"), ("--example", "examples")] {
        if let Some(name) = value([option, option]).filter(|name| *name != "NAME") {
            let places = [format!("{sub}/{name}.rs"), format!("{sub}/{name}/main.rs")];
            if !places.iter().any(|place| folder.join(place).is_file()) {
                return Err(format!("{sub}/{name} in {package}"));
            }
        }
    }
    Ok(())
}

#[test]
fn unknown_names_in_cargo_commands_are_found() {
    for wrong in
        ["cargo xtask no-such", "cargo test -p no-such", "cargo test -p offload-bundle --test no-such", "cargo no-such"]
    {
        assert!(check_cargo(wrong).is_err(), "{wrong}");
    }
    for right in [
        "cargo xtask tidy",
        "cargo test -p offload-bundle-cli --test commands x",
        "cargo run --package offload-bundle --example loader",
    ] {
        assert_eq!(check_cargo(right), Ok(()), "{right}");
    }
}
