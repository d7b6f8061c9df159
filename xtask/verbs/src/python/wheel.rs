//! `cargo xtask wheel`: builds the wheel, installs it where there is no Rust, and runs its tests there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::environment::{environment, run};
use crate::files;

/// The oldest minor version of Python 3 that can load the module.
const OLDEST: u32 = 11;
/// What builds wheels, and what tells whether their types are right.
const MATURIN: &str = "maturin==1.16.0";
const MYPY: &str = "mypy==2.4.1";
/// What links for old releases of glibc, so that the wheel runs on them, and for other systems.
pub const ZIG: &str = "ziglang==0.17.1";

/// Runs the verb.
pub fn wheel(words: &[&str]) -> Result<(), String> {
    let (release, test) = match words {
        [] => (true, false),
        ["--test"] => (true, true),
        ["--test", "--debug"] => (false, true),
        _ => return Err("usage: cargo xtask wheel [--test [--debug]]".to_owned()),
    };
    let root = files::root();
    let work = work(&root);
    let tools = tools(&work, release)?;
    let wheel = build(&root, &work, release, &mut Command::new(tools.join("maturin")))?;
    println!("{}", wheel.display());
    match test {
        true => check(&root, &work, &wheel),
        false => Ok(()),
    }
}

/// Where wheels are built and tried.
fn work(root: &Path) -> PathBuf {
    root.join("target/python")
}

/// Installs what builds the wheel of a release; what calls it.
pub fn builder_of_releases(root: &Path) -> Result<Command, String> {
    tools(&work(root), true).map(|tools| Command::new(tools.join("maturin")))
}

/// Builds the wheel of a release by such a call.
pub fn build_release(root: &Path, maturin: &mut Command) -> Result<PathBuf, String> {
    build(root, &work(root), true, maturin)
}

/// Installs what builds the wheel; the folder of its programs.
fn tools(work: &Path, release: bool) -> Result<PathBuf, String> {
    let packages: &[&str] = if release { &[MATURIN, ZIG] } else { &[MATURIN] };
    let tools = work.join("tools");
    environment(Path::new("python3"), &tools, packages)?;
    Ok(tools.join("bin"))
}

/// Builds the wheel with a call of maturin.
fn build(root: &Path, work: &Path, release: bool, maturin: &mut Command) -> Result<PathBuf, String> {
    let wheels = work.join(if release { "wheels" } else { "debug" });
    // What an earlier run has left is not what is tested.
    let _ = std::fs::remove_dir_all(&wheels);
    maturin.args(["build", "--locked", "--quiet", "--out"]).arg(&wheels);
    maturin
        .arg("--manifest-path")
        .arg(root.join("bindings/python/Cargo.toml"));
    match release {
        // The oldest glibc that Rust itself supports.
        true => maturin.args(["--release", "--strip", "--zig", "--compatibility", "manylinux2014"]),
        false => maturin.args(["--compatibility", "linux"]),
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(work.join("tools/bin")).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(path).map_err(|error| error.to_string())?;
    run(maturin.env("PATH", path).current_dir(root))?;
    only(&wheels)
}

/// Installs the wheel for each interpreter at hand, in an environment without Rust, and runs the tests there.
fn check(root: &Path, work: &Path, wheel: &Path) -> Result<(), String> {
    let tests = root.join("bindings/python/tests");
    let wheel = wheel.to_string_lossy();
    // A folder where neither the sources of the module nor Rust are found.
    let empty = work.join("empty");
    std::fs::create_dir_all(&empty).map_err(|error| error.to_string())?;
    let mut last = None;
    for (version, interpreter) in interpreters()? {
        eprintln!("Python 3.{version}");
        let fresh = work.join(format!("fresh-3.{version}"));
        let _ = std::fs::remove_dir_all(&fresh);
        let python = environment(&interpreter, &fresh, &[&wheel])?;
        let mut tests_there = Command::new(&python);
        tests_there.args(["-I", "-W", "error", "-m", "unittest", "discover", "--top-level-directory"]);
        tests_there.arg(&tests).arg("--start-directory").arg(&tests);
        tests_there
            .current_dir(&empty)
            .env("PATH", "/usr/bin:/bin")
            .env("OFFLOAD_BUNDLE_ROOT", root);
        run(&mut tests_there)?;
        last = Some((interpreter, fresh));
    }
    let Some((interpreter, fresh)) = last else {
        return Ok(());
    };
    let python = environment(&interpreter, &fresh, &[MYPY])?;
    for checked in [vec![tests.into_os_string()], vec!["--package".into(), "offload_bundle".into()]] {
        let mut mypy = Command::new(&python);
        mypy.args(["-m", "mypy", "--strict", "--cache-dir"])
            .arg(work.join("mypy"));
        run(mypy.args(checked).current_dir(&empty))?;
    }
    Ok(())
}

/// The interpreters that can load the module, each with its minor version: `python3`, the others of the search path, and those in the
/// variable `OFFLOAD_BUNDLE_PYTHONS`, which has paths as `PATH` has.
fn interpreters() -> Result<BTreeMap<u32, PathBuf>, String> {
    let named = (OLDEST..OLDEST + 20).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let listed = std::env::var_os("OFFLOAD_BUNDLE_PYTHONS").unwrap_or_default();
    let mut found = BTreeMap::new();
    for interpreter in named.chain(["python3".into()]).chain(std::env::split_paths(&listed)) {
        let output = Command::new(&interpreter)
            .args(["-c", "import sys; print(sys.version_info.minor)"])
            .output();
        let minor = output.ok().filter(|output| output.status.success());
        let minor = minor.and_then(|output| String::from_utf8_lossy(&output.stdout).trim().parse().ok());
        if let Some(minor) = minor.filter(|minor| *minor >= OLDEST) {
            found.entry(minor).or_insert(interpreter);
        }
    }
    match found.is_empty() {
        true => Err(format!("there is no Python from 3.{OLDEST} on to try the wheel with")),
        false => Ok(found),
    }
}

/// The file in a folder that has one.
fn only(folder: &Path) -> Result<PathBuf, String> {
    match files::below(folder)?.as_slice() {
        [name] => Ok(folder.join(name)),
        names => Err(format!("expected one wheel, found {}", names.len())),
    }
}
