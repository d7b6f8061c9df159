//! `cargo xtask c`: header, ABI, installation and tests of the C library.

pub mod abi;
pub mod build;
#[cfg(feature = "c-header")]
mod header;
pub mod install;
#[cfg(any(test, feature = "c-header"))]
mod pointers;
mod readme;
mod toolchain;
mod trial;

use std::path::Path;

use crate::files;

const CRATE: &str = "bindings/c";
const HEADER: &str = "bindings/c/include/offload_bundle.h";
pub const ABI: &str = "bindings/c/abi.txt";
const USAGE: &str = "usage: cargo xtask c [--check | --prefix DIR | --test [--debug]]";

pub fn run(words: &[&str]) -> Result<(), String> {
    let root = files::root();
    match words {
        [] => write(&root),
        ["--check"] => check(&root),
        ["--prefix", prefix] => install::install(&root, &build::build(&root, true)?, Path::new(prefix)),
        ["--test"] => test(&root, true),
        ["--test", "--debug"] => test(&root, false),
        _ => Err(USAGE.to_owned()),
    }
}

/// cbindgen is an optional dependency.
#[cfg(feature = "c-header")]
fn header(root: &Path) -> Result<String, String> {
    header::of_crate(&root.join(CRATE))
}

#[cfg(not(feature = "c-header"))]
fn header(root: &Path) -> Result<String, String> {
    let path = root.join(HEADER);
    Err(format!(
        "{} is made by `cargo xtask c`, which compiles what makes it",
        path.display()
    ))
}

fn write(root: &Path) -> Result<(), String> {
    let header = header(root)?;
    files::write_if_different(&root.join(HEADER), &header)?;
    files::write_if_different(&root.join(ABI), &abi::of_header(&header))?;
    Ok(())
}

fn check(root: &Path) -> Result<(), String> {
    let header = header(root)?;
    for (path, text) in [(HEADER, &header), (ABI, &abi::of_header(&header))] {
        if files::read(&root.join(path)).ok().as_ref() != Some(text) {
            return Err(format!("{path} is stale: run `cargo xtask c`"));
        }
    }
    Ok(())
}

/// Installs below `target/` and moves. Missing tools are reported, or an error if `OFFLOAD_BUNDLE_REQUIRE_C` is set.
fn test(root: &Path, release: bool) -> Result<(), String> {
    let work = root.join("target/c");
    let (installed, moved) = (work.join("installed"), work.join("moved"));
    for folder in [&installed, &moved] {
        // Removes files of an earlier run.
        let _ = std::fs::remove_dir_all(folder);
    }
    install::install(root, &build::build(root, release)?, &installed)?;
    std::fs::rename(&installed, &moved).map_err(|error| format!("{}: {error}", moved.display()))?;
    let mut skipped = trial::try_out(root, &moved, &work)?;
    skipped.sort();
    skipped.dedup();
    for what in &skipped {
        eprintln!("skipped: {what}");
    }
    match skipped.is_empty() || std::env::var_os("OFFLOAD_BUNDLE_REQUIRE_C").is_none() {
        true => Ok(()),
        false => Err("OFFLOAD_BUNDLE_REQUIRE_C is set, so no test may be skipped".to_owned()),
    }
}
