//! How a tool is called: by its name, or as the first word of a command line.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The words of a command line.
#[derive(Debug, Clone)]
pub(in crate::drop_ins) struct CommandLine {
    /// How the program was called: the first word, as it is shown.
    pub(in crate::drop_ins) program: String,
    /// What it was given.
    pub(in crate::drop_ins) words: Vec<OsString>,
}

impl CommandLine {
    fn new(program: &OsStr, words: &[OsString]) -> Self {
        Self { program: program.display().to_string(), words: words.to_vec() }
    }

    /// The program's own name: the last part of how it was called.
    pub(in crate::drop_ins) fn name(&self) -> String {
        let name = Path::new(&self.program).file_name();
        name.map_or_else(|| self.program.clone(), |name| name.display().to_string())
    }
}

/// The words for the tool `name`, if they call it: by its own name, with or without a release number behind it, or as the first
/// word after the program.
pub(in crate::drop_ins) fn command_line_of(words: &[OsString], name: &str) -> Option<CommandLine> {
    let (program, rest) = words.split_first()?;
    let called = CommandLine::new(program, rest);
    let own = called.name();
    if let Some(suffix) = own.strip_suffix(".exe").unwrap_or(&own).strip_prefix(name) {
        let release = suffix.strip_prefix('-');
        if suffix.is_empty() || release.is_some_and(|release| release.parse::<u32>().is_ok()) {
            return Some(called);
        }
    }
    let (first, rest) = rest.split_first().filter(|(first, _)| *first == name)?;
    Some(CommandLine::new(first, rest))
}
