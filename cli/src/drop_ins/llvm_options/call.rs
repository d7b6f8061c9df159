//! How a tool is called: by its name, or as the first word of a command line; and which release of it that name asks for.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

/// How many links are followed before they are taken for a circle, as the kernel does.
const MAX_LINKS: usize = 40;

/// The words of a command line.
#[derive(Debug, Clone)]
pub(in crate::drop_ins) struct CommandLine {
    /// How the program was called: the first word, as it is shown.
    pub(in crate::drop_ins) program: String,
    /// The tool that this calls, by the one of its names that is used.
    pub(in crate::drop_ins) tool: &'static str,
    /// The release that it is called by.
    pub(in crate::drop_ins) release: Option<u32>,
    /// What it was given.
    pub(in crate::drop_ins) words: Vec<OsString>,
}

impl CommandLine {
    /// The program's own name: the last part of how it was called.
    pub(in crate::drop_ins) fn name(&self) -> String {
        let name = Path::new(&self.program).file_name();
        name.map_or_else(|| self.program.clone(), |name| name.display().to_string())
    }
}

/// How a name calls a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Called {
    /// The release behind the name.
    release: Option<u32>,
}

/// The words for the tool `name`, if they call it: by its own name, with or without a release number behind it, or as the first
/// word after the program. A name without a number, by which a link is called, asks for the release of the file that the link points at,
/// and so on.
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

/// How the last part of the path `program` calls the tool `name`, if it does.
fn match_name(program: &OsStr, name: &str) -> Option<Called> {
    let own = Path::new(program).file_name()?.to_str()?;
    let own = match own.split_at_checked(own.len().saturating_sub(".exe".len())) {
        Some((stem, extension)) if extension.eq_ignore_ascii_case(".exe") => stem,
        _ => own,
    };
    match own.strip_prefix(name)? {
        "" => Some(Called { release: None }),
        suffix => {
            let number = suffix.strip_prefix('-')?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            let release = number.parse().ok().filter(|_| is_number)?;
            Some(Called { release: Some(release) })
        }
    }
}

/// The release in the name of the first file behind the link `program` that has one.
fn release_behind(program: &OsStr, name: &str) -> Option<u32> {
    let mut path = file_of(program)?;
    for _ in 0..MAX_LINKS {
        path = path.parent()?.join(fs::read_link(&path).ok()?);
        if let Some(Called { release: Some(release) }) = match_name(path.as_os_str(), name) {
            return Some(release);
        }
    }
    None
}

/// The file that was run when the system was asked for `program`: a path is that of the file, any other word is looked up.
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
