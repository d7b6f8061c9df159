//! The command line of the program itself: its commands and their arguments.

use super::drop_in::Variable;
use super::exit_code::ExitCode;

/// A program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Program<'a> {
    /// The name of the program.
    pub name: &'a str,
    /// The summary, in one line.
    pub about: &'a str,
    /// The description: one line per paragraph, with empty lines between them.
    pub doc: &'a str,
    /// The exit codes.
    pub exit_codes: &'a [ExitCode<'a>],
    /// The environment variables that it reads.
    pub environment: &'a [Variable<'a>],
    /// The command to suggest if a file is given in place of a command; empty for none.
    pub file_command: &'a str,
    /// Examples of its use.
    pub examples: &'a [Example<'a>],
    /// The arguments of every command.
    pub arguments: &'a [Argument<'a>],
    /// The commands.
    pub commands: &'a [Command<'a>],
}

/// A command. It either does something, or has subcommands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Command<'a> {
    /// The name, such as `list`.
    pub name: &'a str,
    /// The summary, in one line.
    pub about: &'a str,
    /// The description: one line per paragraph, with empty lines between them.
    pub doc: &'a str,
    /// The arguments; positional ones in order.
    pub arguments: &'a [Argument<'a>],
    /// Options and values that are not supported.
    pub retired: &'a [Retired<'a>],
    /// Examples of its use.
    pub examples: &'a [Example<'a>],
    /// The subcommands.
    pub commands: &'a [Command<'a>],
}

/// An argument of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Argument<'a> {
    /// The name. It follows two dashes, unless the argument is positional.
    pub name: &'a str,
    /// The name of one letter, which follows one dash.
    pub short: Option<char>,
    /// Whether the argument is known by its position, rather than by its name.
    pub positional: bool,
    /// The placeholder of the value in the help; empty for a flag, which has no value.
    pub value: &'a str,
    /// Whether the value may be omitted, which means an empty one.
    pub value_optional: bool,
    /// Whether the value may be a negative number, which begins like an option.
    pub negative: bool,
    /// What a shell completes the value with.
    pub completes: Completion,
    /// The possible values; empty if they are not listed.
    pub choices: &'a [&'a str],
    /// Whether it can be repeated, and all values count.
    pub repeats: bool,
    /// Whether it is required.
    pub required: bool,
    /// The argument without which this one is required; empty for none.
    pub required_unless: &'a str,
    /// The argument that this one conflicts with; empty for none.
    pub conflicts: &'a str,
    /// The argument that this one requires; empty for none.
    pub needs: &'a str,
    /// The default value; empty for none.
    pub default: &'a str,
    /// What happens without it, if that is not a value; empty for none.
    pub default_doc: &'a str,
    /// The help, in one line.
    pub help: &'a str,
    /// The additional text of the long help: one line per paragraph, with empty lines between them; empty for none.
    pub doc: &'a str,
    /// Whether it is rarely used, so that the short help omits it.
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

/// An option or value that a command does not support, although users may expect it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Retired<'a> {
    /// The words on the command line, such as `--name` or `--name VALUE`.
    pub words: &'a str,
    /// What is not supported.
    pub message: &'a str,
    /// What to use instead.
    pub hint: &'a str,
}

/// An example of the use of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Example<'a> {
    /// The command line. Each line but the last ends with a backslash.
    pub run: &'a str,
    /// What the example does.
    pub doc: &'a str,
}

impl Command<'_> {
    /// An empty command.
    pub const DEFAULT: Self =
        Self { name: "", about: "", doc: "", arguments: &[], retired: &[], examples: &[], commands: &[] };
}

impl Argument<'_> {
    /// An empty flag.
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

    /// Returns whether it is a flag, which has no value.
    #[must_use]
    pub const fn is_flag(&self) -> bool {
        self.value.is_empty()
    }

    /// Returns the argument as in the usage: `--name VALUE`, `--name[=VALUE]`, `--name` or `VALUE`.
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
