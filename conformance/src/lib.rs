//! Real fixtures, what their makers read from them, and the programs that checks run.

pub mod case;
pub mod compressed;
pub mod embedded;
pub mod expectations;
pub mod manifest;
pub mod matrix;
pub mod program;
pub mod protocol;
pub mod releases;
pub mod report;
pub mod runner;
pub mod testee;
pub mod tools;
pub mod verdict;

use std::path::{Path, PathBuf};

/// The folder of the fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}
