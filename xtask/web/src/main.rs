//! `cargo xtask web`: builds the browser page (program, JavaScript bindings, HTML), and tests it in a browser.

mod page;
mod program;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask web [--conformance] [--folder DIR] [--test] [--debug]
  writes target/web/index.html, one file that any host serves and that opens from a disk too
  --conformance  runs the conformance suite, and puts its page beside this one, with a link
  --folder DIR   writes it to DIR instead
  --test         tries the page in Chromium
  --debug        builds a larger page faster";

enum Stop {
    Lacks(String),
    Failed(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Self {
        Self::Failed(message)
    }
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let (message, code) = match run(&words) {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Stop::Lacks(message)) => (message, ExitCode::from(2)),
        Err(Stop::Failed(message)) => (message, ExitCode::FAILURE),
    };
    eprintln!("{message}");
    code
}

fn run(words: &[OsString]) -> Result<(), Stop> {
    let root = root();
    let (mut folder, mut suite, mut tried) = (root.join("target/web"), false, false);
    // The published profile.
    let mut profile = "small";
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--conformance") => suite = true,
            Some("--test") => tried = true,
            Some("--debug") => profile = "dev",
            Some("--folder") => folder = words.next().ok_or_else(|| USAGE.to_owned())?.into(),
            _ => return Err(Stop::Failed(USAGE.to_owned())),
        }
    }
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let program = program::build(&root, profile)?;
    let matrix = folder.join("conformance.html");
    if suite {
        let mut suite = cargo(&root);
        suite.args(["xtask", "conformance", "--html"]).arg(&matrix);
        // Tools may fail cases: the page shows the results.
        suite.status().map_err(|error| format!("cargo: {error}"))?;
    }
    let page = page::assemble(&root, &program, matrix.exists())?;
    let index = folder.join("index.html");
    std::fs::write(&index, &page).map_err(|error| format!("{}: {error}", index.display()))?;
    let kib = |len: usize| len.div_ceil(1024);
    println!(
        "{}: {} KiB, {} KiB compressed",
        index.display(),
        kib(page.len()),
        kib(page::gzip(page.as_bytes())?.len())
    );
    match tried {
        true => Ok(test(&root, &index)?),
        false => Ok(()),
    }
}

fn test(root: &Path, index: &Path) -> Result<(), String> {
    let mut tests = cargo(root);
    tests.args(["test", "--locked", "--package", "offload-bundle-web", "--test", "in_a_browser", "--", "--nocapture"]);
    succeed(tests.env("OFFLOAD_BUNDLE_PAGE", index))
}

/// Or its copy in `OFFLOAD_BUNDLE_ROOT`.
fn root() -> PathBuf {
    if let Some(copy) = std::env::var_os("OFFLOAD_BUNDLE_ROOT") {
        return PathBuf::from(copy);
    }
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap_or(Path::new("."))
        .to_path_buf()
}

fn cargo(root: &Path) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root);
    cargo
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{program}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{program}: {status}")),
    }
}
