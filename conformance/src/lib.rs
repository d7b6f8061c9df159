//! Real fixtures, what their makers read from them, and the programs that checks run.

pub mod bless;
pub mod case;
pub mod command_line;
pub mod compressed;
pub mod embedded;
pub mod expectations;
pub mod findings;
pub mod journal;
pub mod json_schema;
pub mod manifest;
pub mod matrix;
mod part;
pub mod program;
pub mod progress;
pub mod protocol;
pub mod releases;
pub mod report;
pub mod requirements;
pub mod runner;
pub mod testee;
pub mod tools;
pub mod verdict;

use std::path::{Path, PathBuf};

/// The folder of the fixtures.
pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}
