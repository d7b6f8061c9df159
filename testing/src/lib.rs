//! Shared by the tests of several crates: fixtures, real tools, and their recorded answers.

pub mod again;
pub mod browser;
pub mod compressed;
pub mod crowded;
mod installed;
pub mod kpack;
pub mod manifest;
pub mod pages;
pub mod recorded;
pub mod releases;
mod running;
mod skips;
pub mod tools;

use std::path::{Path, PathBuf};

pub use skips::skip;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A new folder for files without special requirements, in memory if possible.
pub fn scratch() -> TempDir {
    let in_memory = tempfile::Builder::new().tempdir_in("/dev/shm");
    in_memory
        .or_else(|_| tempfile::tempdir())
        .unwrap_or_else(|error| panic!("a temporary folder: {error}"))
}

/// The folder of the fixtures.
pub fn fixtures() -> PathBuf {
    root().join("conformance/fixtures")
}
