//! Compilers and tools for testing the C library.

use std::path::Path;
use std::process::{Command, Stdio};

pub struct Compilers {
    pub c: String,
    pub cpp: String,
}

/// Searched without a plain `clang`, newest first.
const CLANGS: std::ops::Range<u32> = 14..40;

impl Compilers {
    pub fn find() -> Vec<Self> {
        let pair = |c: &str, cpp: &str| Self { c: c.to_owned(), cpp: cpp.to_owned() };
        let named = [pair("gcc", "g++"), pair("clang", "clang++")];
        let numbered = CLANGS
            .rev()
            .map(|release| pair(&format!("clang-{release}"), &format!("clang++-{release}")));
        let mut found: Vec<Self> = Vec::new();
        for compilers in named.into_iter().chain(numbered) {
            let is_known = |known: &Self| {
                compilers.c.starts_with(&known.c) || compilers.c.split('-').next() == known.c.split('-').next()
            };
            if !found.iter().any(is_known) && is_there(&compilers.c) && is_there(&compilers.cpp) {
                found.push(compilers);
            }
        }
        found
    }

    pub fn has_sanitizers(&self, folder: &Path) -> bool {
        [(&self.c, "probe.c"), (&self.cpp, "probe.cpp")]
            .into_iter()
            .all(|(compiler, name)| {
                let source = folder.join(name);
                let mut compile = Command::new(compiler);
                compile
                    .arg("-fsanitize=address,undefined")
                    .arg(&source)
                    .arg("-o")
                    .arg(folder.join("probe"));
                std::fs::write(&source, "int main(void) { return 0; }\n").is_ok() && capture(&mut compile).is_ok()
            })
    }
}

pub fn is_there(program: &str) -> bool {
    let mut call = Command::new(program);
    let call = call.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    call.status().is_ok_and(|status| status.success())
}

pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}")),
    }
}

/// The output of a program; printed if it fails.
pub fn capture(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!(
            "{said}{}\n{command:?}: {}",
            String::from_utf8_lossy(&output.stderr),
            output.status
        )),
    }
}
