//! The command line of the program itself: its commands, and what each of them takes.

use super::drop_in::Variable;
use super::exit_code::ExitCode;

/// A program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Program<'a> {
    /// The word that it is called by.
    pub name: &'a str,
    /// One line on what it does.
    pub about: &'a str,
    /// More on that, a paragraph a line, with empty lines between them.
    pub doc: &'a str,
    /// What its exit codes mean.
    pub exit_codes: &'a [ExitCode<'a>],
    /// The environment variables that it heeds.
    pub environment: &'a [Variable<'a>],
    /// The command to offer where a file is given and a command is expected; empty for none.
    pub file_command: &'a str,
    /// Examples of its use.
    pub examples: &'a [Example<'a>],
    /// What every command takes.
    pub arguments: &'a [Argument<'a>],
    /// Its commands.
    pub commands: &'a [Command<'a>],
}

/// A command: it does something, or it has commands of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Command<'a> {
    /// The word that calls it, such as `list`.
    pub name: &'a str,
    /// One line on what it does.
    pub about: &'a str,
    /// More on that, a paragraph a line, with empty lines between them.
    pub doc: &'a str,
    /// Whether it is rarely wanted, so that the short help only names it.
    pub rare: bool,
    /// What it takes; positional arguments in their order.
    pub arguments: &'a [Argument<'a>],
    /// Examples of its use.
    pub examples: &'a [Example<'a>],
    /// Its own commands.
    pub commands: &'a [Command<'a>],
}

/// An argument of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Argument<'a> {
    /// Its name: after two dashes, unless it is positional.
    pub name: &'a str,
    /// Its name of one letter, after one dash.
    pub short: Option<char>,
    /// Whether its position tells what it is, rather than its name.
    pub positional: bool,
    /// What stands for its value in the help; empty for a flag, which has none.
    pub value: &'a str,
    /// Whether its name may be without a value. That counts as an empty one.
    pub value_optional: bool,
    /// Whether its value may be a negative number, which begins as an option does.
    pub negative: bool,
    /// What a shell completes its value with.
    pub completes: Completion,
    /// The values that it takes; empty where others decide.
    pub choices: &'a [&'a str],
    /// Whether all of its values count where there are several, rather than the one.
    pub repeats: bool,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// The argument in whose absence this one is required; empty for none.
    pub required_unless: &'a str,
    /// The argument beside which this one makes no sense; empty for none.
    pub conflicts: &'a str,
    /// The argument without which this one makes no sense; empty for none.
    pub needs: &'a str,
    /// Its value where none is given; empty for none.
    pub default: &'a str,
    /// What happens where none is given, if that is no value; empty where nothing is to be said.
    pub default_doc: &'a str,
    /// The help: one line.
    pub help: &'a str,
    /// More, for the long help, a paragraph a line, with empty lines between them; empty where nothing is to be added.
    pub doc: &'a str,
    /// Whether it is rarely wanted, so that the short help leaves it out.
    pub rare: bool,
}

/// What a shell completes a value with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Completion {
    /// Nothing, or the choices.
    #[default]
    Nothing,
    /// Paths of files.
    Files,
    /// Paths of folders.
    Folders,
}

/// An example of a command's use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Example<'a> {
    /// The command line: each line but the last ends with a backslash.
    pub run: &'a str,
    /// What it does.
    pub doc: &'a str,
}

impl Command<'_> {
    /// A command of which nothing is said yet.
    pub const DEFAULT: Self =
        Self { name: "", about: "", doc: "", rare: false, arguments: &[], examples: &[], commands: &[] };
}

impl Argument<'_> {
    /// A flag of which nothing is said yet.
    pub const DEFAULT: Self = Self {
        name: "",
        short: None,
        positional: false,
        value: "",
        value_optional: false,
        negative: false,
        completes: Completion::Nothing,
        choices: &[],
        repeats: false,
        required: false,
        required_unless: "",
        conflicts: "",
        needs: "",
        default: "",
        default_doc: "",
        help: "",
        doc: "",
        rare: false,
    };

    /// Whether it is a flag, which has no value.
    #[must_use]
    pub const fn is_flag(&self) -> bool {
        self.value.is_empty()
    }

    /// What stands for it in the usage: `--name VALUE`, `--name[=VALUE]`, `--name` or `VALUE`.
    #[must_use]
    pub fn spelling(&self) -> alloc::string::String {
        match (self.positional, self.value) {
            (true, value) => value.into(),
            (false, "") => alloc::format!("--{}", self.name),
            (false, value) if self.value_optional => alloc::format!("--{}[={value}]", self.name),
            (false, value) => alloc::format!("--{} {value}", self.name),
        }
    }
}
