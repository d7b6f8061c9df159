//! Real tools, where they are installed. Absent ones are said to be skipped, or fail if they are required.

use std::path::Path;
use std::process::{Command, Output};

/// If set to `1`, an absent tool is a failure.
const REQUIRED: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";

/// Whether `tool` can be run. If not, says so; panics if tools are required.
pub fn present(tool: &str) -> bool {
    if Command::new(tool)
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
    {
        return true;
    }
    assert!(
        std::env::var(REQUIRED).as_deref() != Ok("1"),
        "{tool} is not installed, and {REQUIRED}=1 requires it"
    );
    eprintln!("skipped: {tool} is not installed");
    false
}

/// Runs `tool` in `folder`.
pub fn run(folder: &Path, tool: &str, words: &[&str]) -> Output {
    Command::new(tool)
        .current_dir(folder)
        .args(words)
        .output()
        .expect("the tool is present")
}
