//! The compilers and tools with which the C library is tried.

use std::path::Path;
use std::process::{Command, Stdio};

/// A compiler of C, and that of C++ which belongs to it.
pub struct Compilers {
    /// That of C.
    pub c: String,
    /// That of C++.
    pub cpp: String,
}

/// The releases of Clang that are looked for where there is none without a number; the newest that is there is taken.
const CLANGS: std::ops::Range<u32> = 14..40;

impl Compilers {
    /// GCC and Clang, where they are there.
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

    /// Whether both can build with the sanitizers.
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

/// Whether a program can be run.
pub fn is_there(program: &str) -> bool {
    let mut call = Command::new(program);
    let call = call.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    call.status().is_ok_and(|status| status.success())
}

/// Runs a program to its end; that it fails is an error.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}")),
    }
}

/// What a program prints, which is shown where it fails.
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
