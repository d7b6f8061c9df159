//! `cargo xtask wheel`: builds the wheel, installs it in an environment without Rust, and runs its tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::environment::{environment, run};
use super::systems::System;
use crate::dist::licences::{self, Linked};
use crate::files;

/// The minor version of Python 3.
const OLDEST: u32 = 11;
/// Builds wheels and checks their types.
pub const MATURIN: &str = "maturin==1.16.0";
const MYPY: &str = "mypy==2.4.1";
/// Links for old glibc releases and other systems.
pub const ZIG: &str = "ziglang==0.17.1";

const PACKAGE: &str = "offload-bundle-python";
const CRATE: &str = "bindings/python";
/// Named in `pyproject.toml`.
const LICENCES: &str = "licences";
const USAGE: &str = "usage: cargo xtask wheel [--target TRIPLE… | --test [--debug]]";

#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Debug,
    Release,
    For(&'static System),
}

pub fn wheel(words: &[&str]) -> Result<(), String> {
    let (kinds, test) = match words {
        [] => (vec![Kind::Release], false),
        ["--test"] => (vec![Kind::Release], true),
        ["--test", "--debug"] => (vec![Kind::Debug], true),
        ["--target", triples @ ..] if !triples.is_empty() => {
            let systems = triples.iter().map(|triple| System::named(triple).map(Kind::For));
            (systems.collect::<Result<_, _>>()?, false)
        }
        _ => return Err(USAGE.to_owned()),
    };
    let root = files::root();
    let work = root.join("target/python");
    for kind in kinds {
        let packages: &[&str] = if matches!(kind, Kind::Debug) {
            &[MATURIN]
        } else {
            &[MATURIN, ZIG]
        };
        let tools = work.join("tools");
        environment(Path::new("python3"), &tools, packages)?;
        let programs = tools.join("bin");
        let mut maturin = Command::new(programs.join("maturin"));
        maturin.arg("build");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(programs.clone()).chain(std::env::split_paths(&path));
        maturin.env("PATH", std::env::join_paths(path).map_err(|error| error.to_string())?);
        if let Kind::For(system) = kind {
            run(Command::new("rustup")
                .args(["--quiet", "target", "add", system.triple])
                .current_dir(&root))?;
        }
        let wheel = build(&root, &work, &programs, kind, &mut maturin)?;
        println!("{}", wheel.display());
        if test {
            check(&root, &work, &wheel)?;
        }
    }
    Ok(())
}

/// Zig's folder in the environment of these programs.
pub fn zig(programs: &Path) -> Result<PathBuf, String> {
    let mut python = Command::new(programs.join("python"));
    let output = python
        .args(["-c", "import ziglang; print(ziglang.__path__[0])"])
        .output();
    let output = output.map_err(|error| format!("python: {error}"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

/// Builds a wheel of the sources at `root` with `maturin build`.
pub fn build(root: &Path, work: &Path, programs: &Path, kind: Kind, maturin: &mut Command) -> Result<PathBuf, String> {
    let wheels = work.join("wheels").join(match kind {
        Kind::Debug => "debug",
        Kind::Release => "release",
        Kind::For(system) => system.triple,
    });
    // Removes wheels of earlier runs.
    let _ = std::fs::remove_dir_all(&wheels);
    state_licences(root, programs, kind)?;
    maturin.args(["--locked", "--quiet", "--out"]).arg(&wheels);
    maturin.arg("--manifest-path").arg(root.join(CRATE).join("Cargo.toml"));
    match kind {
        Kind::Debug => {
            maturin.args(["--compatibility", "linux"]);
        }
        Kind::Release => {
            maturin.args(["--release", "--strip", "--zig", "--compatibility", "manylinux2014"]);
        }
        Kind::For(system) => {
            maturin.args(["--release", "--strip"]);
            system.tell(maturin, programs, work)?;
        }
    }
    run(maturin.current_dir(root))?;
    only(&wheels)
}

/// For the project and linked packages.
fn state_licences(root: &Path, programs: &Path, kind: Kind) -> Result<(), String> {
    let (triple, c_library) = match kind {
        // A debug wheel stays on this machine.
        Kind::Debug => return Ok(()),
        Kind::Release => ("all", None),
        Kind::For(system) => (system.triple, system.c_library),
    };
    let linked = Linked { package: PACKAGE, triple, c_library };
    let mut texts = BTreeMap::new();
    for name in crate::dist::LICENCES {
        texts.insert(name.to_owned(), files::read(&root.join(name))?);
    }
    for (name, file) in licences::files(root, &linked, &zig(programs)?)? {
        texts.insert(name, String::from_utf8_lossy(&file.bytes).into_owned());
    }
    let folder = root.join(CRATE).join(LICENCES);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for other in files::below(&folder)?.iter().filter(|name| !texts.contains_key(*name)) {
        std::fs::remove_file(folder.join(other)).map_err(|error| format!("{other}: {error}"))?;
    }
    for (name, text) in &texts {
        files::write_if_different(&folder.join(name), text)?;
    }
    Ok(())
}

fn check(root: &Path, work: &Path, wheel: &Path) -> Result<(), String> {
    let tests = root.join("bindings/python/tests");
    let wheel = wheel.to_string_lossy();
    // A folder without the module's sources and Rust.
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

/// By minor version: `python3`, others on the `PATH`, and paths in `OFFLOAD_BUNDLE_PYTHONS`.
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
        true => Err(format!("testing the wheel needs Python 3.{OLDEST} or later")),
        false => Ok(found),
    }
}

fn only(folder: &Path) -> Result<PathBuf, String> {
    match files::below(folder)?.as_slice() {
        [name] => Ok(folder.join(name)),
        names => Err(format!("expected one wheel, found {}", names.len())),
    }
}
