//! The programs that tests need beside our own: whether they are installed, and whether they must be.

#![expect(clippy::disallowed_methods, reason = "tools are asked here")]

use std::path::Path;
use std::process::{Command, Output};

use crate::installed::is_installed;
use crate::recorded::{self, Tool};
use crate::skips::skip;

/// Set where no tool of LLVM may be missing. Unset, empty and `0` mean that tests which need one are skipped without it.
const LLVM: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";
/// The same for shells and readers of the manual.
const SHELLS: &str = "OFFLOAD_BUNDLE_REQUIRE_SHELLS";
/// The same for a browser that pages are looked at in.
const BROWSER: &str = "OFFLOAD_BUNDLE_REQUIRE_BROWSER";

/// Whether `tool` answers. Only where `OFFLOAD_BUNDLE_RECORD` is `off` no tool does, and what needs it is skipped.
pub fn present(tool: &str) -> bool {
    if !recorded::is_on() {
        skip(format_args!("{tool} is not asked"));
    }
    recorded::is_on()
}

/// Whether `tool`, which is LLVM's, is to be asked itself: what it does cannot be recorded. Only while answers are recorded or checked, because
/// it takes long. Says that what needs it is skipped if not; panics if tools of LLVM are required.
pub fn living(tool: &str) -> bool {
    if !recorded::ask_living() {
        skip("only `cargo xtask record` asks the tools themselves");
        return false;
    }
    is_there(tool, Some(LLVM))
}

/// Whether `tool`, which is asked itself each time, is installed. Says that what needs it is skipped if not; panics if tools of LLVM are
/// required.
pub fn needed(tool: &str) -> bool {
    is_there(tool, Some(LLVM))
}

/// Whether a shell or a reader of the manual is installed. Says that what needs it is skipped if not; panics if it is required.
pub fn shell_present(program: &str) -> bool {
    is_there(program, Some(SHELLS))
}

/// The same for a browser.
pub fn browser_present(program: &str) -> bool {
    is_there(program, Some(BROWSER))
}

/// The same for a tool that is never required, such as those that pack files.
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

/// What `tool` does in `folder`, as it is recorded.
pub fn run(folder: &Path, tool: &str, words: &[&str]) -> Output {
    Tool::new(tool).run(folder, words)
}

/// The same of a tool that is asked itself, always: what it does depends on the day.
pub fn ask(folder: &Path, tool: &str, words: &[&str]) -> Output {
    let output = Command::new(tool).current_dir(folder).args(words).output();
    output.unwrap_or_else(|error| panic!("{tool}: {error}"))
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
    fn a_tool_is_found_as_a_shell_finds_it() {
        assert!(is_installed("sh") && is_installed("/bin/sh"));
        assert!(!is_installed("no-such-tool"));
    }
}
