//! How the program was called: the tool and the release in its name.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// The limit of the Linux kernel.
const MAX_LINKS: usize = 40;

#[derive(Debug, Clone)]
pub(in crate::drop_ins) struct CommandLine {
    /// The first word, for messages.
    pub(in crate::drop_ins) program: String,
    /// By the name in the call.
    pub(in crate::drop_ins) tool: &'static str,
    pub(in crate::drop_ins) release: Option<u32>,
    pub(in crate::drop_ins) words: Vec<OsString>,
}

impl CommandLine {
    pub(in crate::drop_ins) fn name(&self) -> String {
        let name = Path::new(&self.program).file_name();
        name.map_or_else(|| self.program.clone(), |name| name.display().to_string())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Invocation {
    release: Option<u32>,
}

/// By program name with an optional release number, or by the first argument; links are followed for a number.
pub(in crate::drop_ins) fn command_line_of(words: &[OsString], name: &'static str) -> Option<CommandLine> {
    let (program, rest) = words.split_first()?;
    let command_line = |program: &OsStr, release, words: &[OsString]| CommandLine {
        program: program.display().to_string(),
        tool: name,
        release,
        words: words.to_vec(),
    };
    if let Some(called) = match_name(program, name) {
        let release = called.release.or_else(|| release_behind(program, name));
        return Some(command_line(program, release, rest));
    }
    let (first, rest) = rest.split_first()?;
    let called = match_name(first, name).filter(|_| Path::new(first).parent() == Some(Path::new("")))?;
    Some(command_line(first, called.release, rest))
}

fn match_name(program: &OsStr, name: &str) -> Option<Invocation> {
    let own = Path::new(program).file_name()?.to_str()?;
    let own = match own.split_at_checked(own.len().saturating_sub(".exe".len())) {
        Some((stem, extension)) if extension.eq_ignore_ascii_case(".exe") => stem,
        _ => own,
    };
    match own.strip_prefix(name)? {
        "" => Some(Invocation { release: None }),
        suffix => {
            let number = suffix.strip_prefix('-')?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            let release = number.parse().ok().filter(|_| is_number)?;
            Some(Invocation { release: Some(release) })
        }
    }
}

/// From the first linked file name that has one.
fn release_behind(program: &OsStr, name: &str) -> Option<u32> {
    let mut path = file_of(program)?;
    for _ in 0..MAX_LINKS {
        path = path.parent()?.join(fs::read_link(&path).ok()?);
        if let Some(Invocation { release: Some(release) }) = match_name(path.as_os_str(), name) {
            return Some(release);
        }
    }
    None
}

/// The system runs it for `program`.
fn file_of(program: &OsStr) -> Option<PathBuf> {
    let program = Path::new(program);
    if program.parent() != Some(Path::new("")) {
        return Some(program.to_path_buf());
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
}
