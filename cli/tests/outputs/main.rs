//! File names, and existing files at the paths of outputs.

// Failing tests and their shared functions panic.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(clippy::arithmetic_side_effects, clippy::cast_possible_truncation)]
#![cfg(unix)]

mod changing_inputs;
#[cfg(target_os = "linux")]
mod closed_streams;
mod devices;
#[cfg(target_os = "linux")]
mod injected;
mod lines;
mod links;
mod names;
mod places;
mod races;
#[cfg(target_os = "linux")]
mod room;
#[cfg(target_os = "linux")]
mod signals;
mod streams;
#[path = "../support/mod.rs"]
mod support;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::program::{run, told};

/// The ID of the code object in the tests' bundles.
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx90a";
const CODE: &[u8] = b"BC\xc0\xde, which begins bitcode";

fn scene() -> tempfile::TempDir {
    scene_of(CODE)
}

fn scene_of(code: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("host"), "").unwrap();
    fs::write(folder.path().join("code"), code).unwrap();
    let device = format!("{DEVICE}=code");
    let ids = ["host-x86_64-unknown-linux-gnu-=host", &device];
    done(
        folder.path(),
        &[&["bundle", "-t", "bc", "-o", "bundle"][..], &ids].concat(),
    );
    done(folder.path(), &["compress", "-o", "ccob", "bundle"]);
    folder
}

fn done<W: AsRef<std::ffi::OsStr>>(folder: &Path, words: &[W]) -> Output {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    output
}

fn failed<W: AsRef<std::ffi::OsStr>>(folder: &Path, words: &[W]) -> (String, Option<i32>) {
    let output = run(folder, words);
    assert_ne!(output.status.code(), Some(0), "{}", told(&output));
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

fn listed(folder: &Path) -> Vec<OsString> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    names.sort();
    names
}

fn joined(words: &[&std::ffi::OsStr]) -> OsString {
    words.iter().copied().collect()
}

fn below(folder: &tempfile::TempDir, name: impl AsRef<Path>) -> PathBuf {
    folder.path().join(name)
}
