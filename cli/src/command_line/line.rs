//! A command line that is wrong, beside the tables of the program: which command it names, and what that takes.

use std::ffi::OsString;
use std::path::Path;

use offload_bundle_core::options::{Argument, Command, Program, Retired};

/// The name by which a program is called that `name` calls, whatever folder it is in; `otherwise` where that is no name.
pub(super) fn program_name(name: Option<&OsString>, otherwise: &str) -> String {
    let file = name.and_then(|name| Path::new(name).file_name());
    let file = file.map(|file| file.to_string_lossy()).unwrap_or_default();
    match file.strip_suffix(".exe").unwrap_or(&file) {
        "" => otherwise.to_owned(),
        name => name.to_owned(),
    }
}

/// The words of a command line of a program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line<'l> {
    /// The program's tables.
    pub(super) program: &'l Program<'l>,
    /// The name that it is called by.
    pub(super) called: &'l str,
    /// The words, the first of which calls it.
    pub(super) words: &'l [OsString],
}

impl<'l> Line<'l> {
    /// The commands that the words name, the innermost last.
    fn commands(&self) -> Vec<&'l Command<'l>> {
        let mut known = self.program.commands;
        let mut found = Vec::new();
        for word in self.words.iter().skip(1) {
            if let Some(command) = known.iter().find(|command| word == command.name) {
                known = command.commands;
                found.push(command);
            }
        }
        found
    }

    /// What the innermost command has commands of its own for; those of the program, if no command is named.
    pub(super) fn known_commands(&self) -> &'l [Command<'l>] {
        self.commands()
            .last()
            .map_or(self.program.commands, |command| command.commands)
    }

    /// What the innermost command takes.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &'l Argument<'l>> {
        let own = self.commands().last().map_or(&[][..], |command| command.arguments);
        own.iter().chain(self.program.arguments)
    }

    /// The names of the commands, such as `target compat`; that of the program, if none is named.
    pub(super) fn command(&self) -> String {
        let names: Vec<&str> = self.commands().iter().map(|command| command.name).collect();
        match names.as_slice() {
            [] => self.called.to_owned(),
            names => names.join(" "),
        }
    }

    /// How to read the help of the innermost command.
    pub(super) fn help(&self) -> String {
        let names = self.commands().into_iter().map(|command| command.name);
        let words: Vec<&str> = [self.called].into_iter().chain(names).collect();
        format!("`{} --help`", words.join(" "))
    }

    /// The option or value among the words that the innermost command does not support, if there is one.
    pub(super) fn retired(&self) -> Option<&'l Retired<'l>> {
        let words = self.words.iter().filter_map(|word| word.to_str());
        let words: Vec<&str> = words.take_while(|word| *word != "--").collect();
        let line = format!(" {} ", words.join(" ").replace('=', " "));
        let mut retired = self.commands().last()?.retired.iter();
        retired.find(|retired| line.contains(&format!(" {} ", retired.words)))
    }

    /// Whether the option is among the words.
    pub(super) fn has(&self, option: &Argument<'_>) -> bool {
        let long = format!("--{}", option.name);
        let short = option.short.map(|letter| format!("-{letter}"));
        let words = self.words.iter().filter_map(|word| word.to_str());
        let mut words = words.take_while(|word| *word != "--");
        words.any(|word| {
            let value = word.strip_prefix(&long);
            value.is_some_and(|value| value.is_empty() || value.starts_with('='))
                || short.as_ref().is_some_and(|short| word.starts_with(short))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::commands::PROGRAM;

    #[test]
    fn a_program_has_the_name_that_it_is_called_by() {
        for (word, name) in [("ob", "ob"), ("/usr/bin/ob", "ob"), ("ob.exe", "ob"), ("", "paint"), ("..", "paint")] {
            assert_eq!(program_name(Some(&word.into()), "paint"), name, "{word}");
        }
        assert_eq!(program_name(None, "paint"), "paint");
    }

    #[test]
    fn words_name_commands_and_options() {
        let words =
            ["brush", "--color", "never", "frame", "choose", "red", "--whom=x", "--", "--thin"].map(OsString::from);
        let line = Line { program: &PROGRAM, called: "brush", words: &words };
        assert_eq!(line.help(), "`brush frame choose --help`");
        assert_eq!(line.command(), "frame choose");
        let given: Vec<&str> = line
            .arguments()
            .filter(|argument| line.has(argument))
            .map(|argument| argument.name)
            .collect();
        assert_eq!(given, ["whom"]);
    }
}
