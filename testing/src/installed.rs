//! Whether a program is installed.

#![expect(clippy::disallowed_methods, reason = "runs a shell")]

use std::process::Command;

/// Whether the shell finds `program`.
pub fn is_installed(program: &str) -> bool {
    let answer = Command::new("sh").args(["-c", "command -v \"$0\"", program]).output();
    answer.is_ok_and(|output| output.status.success())
}
