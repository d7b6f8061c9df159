//! How a tool is called: by its name, or as the first word of a command line.

use std::path::Path;

/// The words of a command line.
#[derive(Debug, Clone)]
pub(in crate::drop_ins) struct CommandLine {
    /// How the program was called: the first word.
    pub(in crate::drop_ins) program: String,
    /// What it was given.
    pub(in crate::drop_ins) words: Vec<String>,
}

impl CommandLine {
    /// The program's own name: the last part of how it was called.
    pub(in crate::drop_ins) fn name(&self) -> String {
        Path::new(&self.program)
            .file_name()
            .map_or_else(|| self.program.clone(), |name| name.to_string_lossy().into_owned())
    }
}

/// The words for the tool `name`, if they call it: by its own name, with or without a release number behind it, or as the first
/// word after the program.
pub(in crate::drop_ins) fn command_line_of(words: &[String], name: &str) -> Option<CommandLine> {
    let (program, rest) = words.split_first()?;
    let called = CommandLine { program: program.clone(), words: rest.to_vec() };
    let own = called.name();
    if let Some(suffix) = own.strip_suffix(".exe").unwrap_or(&own).strip_prefix(name) {
        let release = suffix.strip_prefix('-');
        if suffix.is_empty() || release.is_some_and(|release| release.parse::<u32>().is_ok()) {
            return Some(called);
        }
    }
    let (first, rest) = rest.split_first().filter(|(first, _)| *first == name)?;
    Some(CommandLine { program: first.clone(), words: rest.to_vec() })
}
