//! Programs that tests need: whether they are installed or required.

#![expect(clippy::disallowed_methods, reason = "runs tools")]

use std::path::Path;
use std::process::{Command, Output};

use crate::installed::is_installed;
use crate::recorded::{self, Tool};
use crate::skips::skip;

/// Unset, empty and `0` skip tests instead of failing.
const LLVM: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";
/// For shells and manual viewers.
const SHELLS: &str = "OFFLOAD_BUNDLE_REQUIRE_SHELLS";
/// For a browser.
const BROWSER: &str = "OFFLOAD_BUNDLE_REQUIRE_BROWSER";

/// Whether `tool` answers: always, unless `OFFLOAD_BUNDLE_RECORD` is `off`.
pub fn present(tool: &str) -> bool {
    if !recorded::is_on() {
        skip(format_args!("{tool} is not asked"));
    }
    recorded::is_on()
}

/// Whether the LLVM tool `tool` can run itself, for results that cannot be recorded. True only while answers are recorded or checked,
/// because it is slow. Otherwise reports a skip, or panics if LLVM's tools are required.
pub fn living(tool: &str) -> bool {
    if !recorded::ask_living() {
        skip("only `cargo xtask record` asks the tools themselves");
        return false;
    }
    is_there(tool, Some(LLVM))
}

/// Whether `tool`, which always runs itself, is installed. Otherwise reports a skip, or panics if LLVM's tools are required.
pub fn needed(tool: &str) -> bool {
    is_there(tool, Some(LLVM))
}

/// Whether a shell or manual viewer is installed. Otherwise reports a skip, or panics if it is required.
pub fn shell_present(program: &str) -> bool {
    is_there(program, Some(SHELLS))
}

/// The same for a browser.
pub fn browser_present(program: &str) -> bool {
    is_there(program, Some(BROWSER))
}

/// The same for an optional tool, such as an archiver.
pub fn optional(tool: &str) -> bool {
    is_there(tool, None)
}

fn is_there(tool: &str, required_by: Option<&str>) -> bool {
    if is_installed(tool) {
        return true;
    }
    if let Some(variable) = required_by {
        let required = std::env::var_os(variable).is_some_and(|value| means_yes(&value.to_string_lossy()));
        assert!(!required, "{tool} is not installed, and {variable} is set");
    }
    skip(format_args!("{tool} is not installed"));
    false
}

/// The recorded result of `tool` in `folder`.
pub fn run(folder: &Path, tool: &str, words: &[&str]) -> Output {
    Tool::new(tool).run(folder, words)
}

/// The result of a real run of `tool`, which is never recorded.
pub fn ask(folder: &Path, tool: &str, words: &[&str]) -> Output {
    let output = Command::new(tool).current_dir(folder).args(words).output();
    output.unwrap_or_else(|error| panic!("{tool}: {error}"))
}

fn means_yes(value: &str) -> bool {
    !matches!(value, "" | "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_variable_requires_no_tool() {
        for (value, yes) in [("", false), ("0", false), ("1", true), ("yes", true)] {
            assert_eq!(means_yes(value), yes, "{value:?}");
        }
    }

    #[test]
    fn tool_is_found_as_by_shell() {
        assert!(is_installed("sh") && is_installed("/bin/sh"));
        assert!(!is_installed("no-such-tool"));
    }
}
