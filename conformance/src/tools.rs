//! Where the programs are that testees run.

use std::path::PathBuf;
use std::process::Command;

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
