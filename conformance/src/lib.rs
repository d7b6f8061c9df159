//! Real fixtures, what their makers read from them, and the programs that checks run.

pub mod compressed;
pub mod manifest;
pub mod program;
pub mod releases;
pub mod tools;

use std::path::{Path, PathBuf};

/// The folder of the fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}
