//! README.md and docs/ show what compiles and runs: their library examples are programs of the repository, their command lines succeed, and
//! what they show as output is what is printed.

#[cfg(unix)]
#[cfg(unix)]
use crate::support::program::{offload_bundle, shell, told};
use std::fs;
use std::path::{Path, PathBuf};

/// The programs that the Rust blocks are taken from: the pages, and the programs in order.
const PROGRAMS: [(&str, &[&str]); 2] = [
    (
        "docs/reference/rust.md",
        &["library/examples/loader.rs", "library/examples/entry_sizes.rs"],
    ),
    ("docs/guides/write-a-loader.md", &["library/examples/in_memory.rs"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Paths below the root of the repository, and texts.
fn pages() -> Vec<(String, String)> {
    let root = root();
    // Tests of `codegen` check the page that needs changed schemas.
    let mut paths = Vec::new();
    for folder in ["docs", "docs/concepts", "docs/guides", "docs/internals", "docs/reference"] {
        for page in fs::read_dir(root.join(folder)).into_iter().flatten() {
            let page = page.unwrap();
            if page.path().is_file() && page.file_name() != "write-a-schema.md" {
                paths.push(format!("{folder}/{}", page.file_name().to_str().unwrap()));
            }
        }
    }
    paths.push("README.md".to_owned());
    paths.sort();
    let text = |path: String| {
        let text = fs::read_to_string(root.join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        (path, text)
    };
    paths.into_iter().map(text).collect()
}

/// The blocks of code of a page: what each is, and its text.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let mut parts = text.split("```");
    let mut blocks = Vec::new();
    while let (Some(_), Some(block)) = (parts.next(), parts.next()) {
        blocks.push(block.split_once('\n').unwrap());
    }
    blocks
}

#[test]
fn the_library_examples_are_those_that_compile() {
    for (path, text) in pages() {
        let shown: Vec<&str> = blocks(&text)
            .into_iter()
            .filter_map(|(language, block)| (language == "rust").then_some(block))
            .collect();
        let programs = PROGRAMS.iter().find(|(page, _)| *page == path);
        let programs = programs.map_or([].as_slice(), |(_, programs)| *programs);
        assert_eq!(shown.len(), programs.len(), "{path}");
        for (block, program) in shown.into_iter().zip(programs) {
            let compiled = fs::read_to_string(root().join(program)).expect("the example is there");
            // Tests call it too, so there it is not private.
            let compiled = compiled.replace("pub(crate) fn", "fn");
            assert!(
                compiled.contains(block),
                "make the example of {path} and {program} equal"
            );
        }
    }
}

/// What begins an output of [`script`].
#[cfg(unix)]
const MARK: &str = "====\n";

/// The commands of a page as one script: those of `sh` blocks, and those behind `$` of `console` blocks, each of which prints [`MARK`]
/// first. Commands of cargo are held against the repository instead.
#[cfg(unix)]
fn script(path: &str, blocks: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for (language, block) in blocks {
        match *language {
            "sh" => {
                for line in block.lines() {
                    match line.strip_prefix("cargo ") {
                        Some(words) => exists(path, words.split('#').next().unwrap_or_default().trim()),
                        None => script.extend([line, "\n"]),
                    }
                }
            }
            "console" => {
                for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
                    script.extend(["echo ", MARK, "{ ", command, "\n} 2>&1\n"]);
                }
                script.extend(["echo ", MARK]);
            }
            // Tests of the header in C compile its programs.
            "c" | "rust" | "text" => {}
            other => panic!("{path}: a block of {other:?} is not tested: use sh, console, rust, c or text"),
        }
    }
    script
}

/// Panics unless a command of cargo can be run in the repository.
#[cfg(unix)]
fn exists(path: &str, words: &str) {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let is_there = match verb {
        "test" => rest == "--workspace",
        "xtask" => {
            let verbs =
                ["xtask/src/main.rs", "xtask/verbs/src/main.rs"].map(|file| fs::read_to_string(root().join(file)));
            let word = format!("[\"{}\"", rest.split(' ').next().unwrap_or_default());
            verbs.iter().flatten().any(|text| text.contains(&word))
        }
        // The package as it is published.
        "install" if rest == "--locked offload-bundle-cli" => root().join("cli/src/main.rs").is_file(),
        "install" => rest
            .split_once("--path ")
            .is_some_and(|(_, folder)| root().join(folder).join("src/main.rs").is_file()),
        _ => false,
    };
    assert!(is_there, "{path}: cargo {words}");
}

/// The page with the outputs that were printed in the place of those that it shows.
#[cfg(unix)]
fn with_outputs(text: &str, printed: &str) -> String {
    let mut printed = printed.split(MARK).skip(1);
    let mut page = String::new();
    for (index, part) in text.split("```").enumerate() {
        if index > 0 {
            page.push_str("```");
        }
        let Some(block) = part.strip_prefix("console\n").filter(|_| index % 2 == 1) else {
            page.push_str(part);
            continue;
        };
        page.push_str("console\n");
        for command in block.lines().filter(|line| line.starts_with("$ ")) {
            page.extend([command, "\n", printed.next().unwrap_or_default()]);
        }
        // What lies between this block and the next one that shows an output.
        printed.next();
    }
    page
}

/// Runs the commands of each page one after the other, in a folder of its own with the fixtures that they name.
#[test]
#[cfg(unix)]
fn every_command_that_is_shown_succeeds_and_prints_what_is_shown() {
    let program = offload_bundle().parent().expect("the program is in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut commands = 0;
    for (page, text) in pages() {
        let folder = tempfile::tempdir().expect("a folder for the files");
        std::os::unix::fs::symlink(root().join("conformance"), folder.path().join("conformance"))
            .expect("the fixtures are shown");
        let script = script(&page, &blocks(&text));
        commands += script.matches("offload-bundle ").count();
        let output = shell(&format!("set -e\n{script}"))
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("HOME", folder.path())
            .output()
            .expect("there is a shell");
        assert!(output.status.success(), "{page}: {}", told(&output));
        let told = with_outputs(&text, &String::from_utf8_lossy(&output.stdout));
        if told != text && std::env::var_os("BLESS").is_some() {
            fs::write(root().join(&page), &told).unwrap_or_else(|error| panic!("{page}: {error}"));
        } else {
            assert_eq!(told, text, "{page} shows other outputs: make them anew with BLESS=1");
        }
    }
    assert!(commands > 20, "{commands} commands");
}
