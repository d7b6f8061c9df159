//! The real tools: whether they are installed, and whether they must be.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Set where no tool of LLVM may be missing. Unset, empty and `0` mean that tests which need one are skipped without it.
const LLVM: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";
/// The same for shells and readers of the manual.
const SHELLS: &str = "OFFLOAD_BUNDLE_REQUIRE_SHELLS";
/// The same for a browser that pages are looked at in.
const BROWSER: &str = "OFFLOAD_BUNDLE_REQUIRE_BROWSER";

/// Whether `tool`, which is LLVM's, is installed, found as a shell finds it. Says that what needs it is skipped if not; panics if tools
/// of LLVM are required.
pub fn present(tool: &str) -> bool {
    found(tool, Some(LLVM))
}

/// The same for a shell or a reader of the manual.
pub fn shell_present(program: &str) -> bool {
    found(program, Some(SHELLS))
}

/// The same for a browser.
pub fn browser_present(program: &str) -> bool {
    found(program, Some(BROWSER))
}

/// The same for a tool that is never required, such as those that pack files.
pub fn optional(tool: &str) -> bool {
    found(tool, None)
}

/// Where the program `name` is, if it is there: as a shell finds it; where there is a `variable` for it, where that says, or beside this
/// program. Says that `testee`, which needs it, is skipped if it is not there.
pub fn program(testee: &str, name: &str, variable: Option<&str>) -> Option<PathBuf> {
    let said = variable.and_then(std::env::var_os).map(PathBuf::from);
    if let Some(path) = said.filter(|path| !path.as_os_str().is_empty()) {
        let found = path.is_file();
        if !found {
            eprintln!("skipped: {testee}: {} is not there", path.display());
        }
        // It runs in another folder. A link is not followed: some programs go by the name that they are called by.
        return found.then(|| std::path::absolute(&path).unwrap_or(path));
    }
    let beside = std::env::current_exe().ok().map(|ours| ours.with_file_name(name));
    match beside.filter(|path| variable.is_some() && path.is_file()) {
        Some(path) => Some(path),
        None if is_installed(name) => Some(PathBuf::from(name)),
        None => {
            match name == testee {
                true => eprintln!("skipped: {name} is not installed"),
                false => eprintln!("skipped: {testee}: {name} is not installed"),
            }
            None
        }
    }
}

fn is_installed(tool: &str) -> bool {
    let answer = Command::new("sh").args(["-c", "command -v \"$0\"", tool]).output();
    answer.is_ok_and(|output| output.status.success())
}

fn found(tool: &str, required_by: Option<&str>) -> bool {
    if is_installed(tool) {
        return true;
    }
    if let Some(variable) = required_by {
        let required = std::env::var_os(variable).is_some_and(|value| means_yes(&value.to_string_lossy()));
        assert!(!required, "{tool} is not installed, and {variable} is set");
    }
    eprintln!("skipped: {tool} is not installed");
    false
}

/// Runs `tool`, which is present, in `folder`.
pub fn run(folder: &Path, tool: &str, words: &[&str]) -> Output {
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
        assert!(optional("sh") && optional("/bin/sh"));
        assert!(!optional("no-such-tool"));
    }
}
