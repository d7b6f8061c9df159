//! The real tools: whether they are installed, and whether they must be.

use std::path::Path;
use std::process::{Command, Output};

/// Set where no tool of LLVM may be missing. Unset, empty and `0` mean that tests which need one are skipped without it.
const REQUIRED: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";

/// Whether `tool` is installed, found as a shell finds it. Says that what needs it is skipped if not; panics if tools are required.
pub fn present(tool: &str) -> bool {
    let answer = Command::new(tool).arg("--version").output();
    if answer.is_ok_and(|output| output.status.success()) {
        return true;
    }
    assert!(!is_required(), "{tool} is not installed, and {REQUIRED} is set");
    eprintln!("skipped: {tool} is not installed");
    false
}

/// Runs `tool`, which is present, in `folder`.
pub fn run(folder: &Path, tool: &str, words: &[&str]) -> Output {
    let output = Command::new(tool).current_dir(folder).args(words).output();
    output.unwrap_or_else(|error| panic!("{tool}: {error}"))
}

fn is_required() -> bool {
    std::env::var_os(REQUIRED).is_some_and(|value| means_yes(&value.to_string_lossy()))
}

/// Whether a variable of this value turns something on.
fn means_yes(value: &str) -> bool {
    !matches!(value, "" | "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_variable_and_0_require_nothing() {
        for (value, yes) in [("", false), ("0", false), ("1", true), ("yes", true)] {
            assert_eq!(means_yes(value), yes, "{value:?}");
        }
    }

    #[test]
    fn a_tool_is_found_by_what_it_answers() {
        assert!(present("rustc"));
    }
}
