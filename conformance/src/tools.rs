//! Finds the programs of testees.

use std::path::PathBuf;
use std::process::Command;

/// Finds the program `name`: through its `variable` or next to this program if it has a variable, then in `PATH`.
///
/// # Errors
///
/// Returns an error if it is not installed.
pub fn program(name: &str, variable: Option<&str>) -> Result<PathBuf, String> {
    let said = variable.and_then(std::env::var_os).map(PathBuf::from);
    if let Some(path) = said.filter(|path| !path.as_os_str().is_empty()) {
        if !path.is_file() {
            return Err(format!("{} does not exist", path.display()));
        }
        // It runs in another folder, and some programs depend on the name of the link.
        return Ok(std::path::absolute(&path).unwrap_or(path));
    }
    let beside = std::env::current_exe().ok().map(|ours| ours.with_file_name(name));
    match beside.filter(|path| variable.is_some() && path.is_file()) {
        Some(path) => Ok(path),
        None if is_installed(name) => Ok(PathBuf::from(name)),
        None => Err(format!("{name} is not installed")),
    }
}

fn is_installed(tool: &str) -> bool {
    let answer = Command::new("sh").args(["-c", "command -v \"$0\"", tool]).output();
    answer.is_ok_and(|output| output.status.success())
}
