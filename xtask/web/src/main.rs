//! `cargo xtask web`: builds the page in a browser, and tries it in one. All that makes it is here: the program, what JavaScript calls it by,
//! and the page around both.

mod page;
mod program;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask web [--conformance] [--test]
  writes target/web/index.html, one file that any host serves and that opens from a disk too
  --conformance  runs the conformance suite, and puts its page beside this one, with a link
  --test         tries the page in Chromium";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[String]) -> Result<(), String> {
    if words
        .iter()
        .any(|word| !matches!(word.as_str(), "--conformance" | "--test"))
    {
        return Err(USAGE.to_owned());
    }
    let asked = |word: &str| words.iter().any(|given| given == word);
    let root = root();
    let folder = root.join("target/web");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = program::build(&root)?;
    let matrix = folder.join("conformance.html");
    if asked("--conformance") {
        let mut suite = cargo(&root);
        suite.args(["xtask", "conformance", "--html"]).arg(&matrix);
        // That a tool fails a case is what the page shows.
        suite.status().map_err(|error| format!("cargo: {error}"))?;
    }
    let page = page::assemble(&root, &program, matrix.exists())?;
    let index = folder.join("index.html");
    std::fs::write(&index, &page).map_err(|error| format!("{}: {error}", index.display()))?;
    let kib = |len: usize| len.div_ceil(1024);
    println!(
        "{}: {} KiB, {} KiB of them go over a network that compresses",
        index.display(),
        kib(page.len()),
        kib(page::gzip(page.as_bytes())?.len())
    );
    match asked("--test") {
        true => test(&root, &index),
        false => Ok(()),
    }
}

/// Runs the tests of the page.
fn test(root: &Path, index: &Path) -> Result<(), String> {
    let mut tests = cargo(root);
    tests.args(["test", "--locked", "--package", "offload-bundle-web", "--test", "in_a_browser", "--", "--nocapture"]);
    succeed(tests.env("OFFLOAD_BUNDLE_PAGE", index))
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."))
        .to_path_buf()
}

/// A call of cargo in the repository.
fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

/// Runs a program to its end; that it fails is an error.
fn succeed(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{program}: {status}")),
    }
}
