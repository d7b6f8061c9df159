//! The command line of the program: commands and arguments.

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
    /// The description: one line per paragraph, separated by empty lines.
    pub doc: &'a str,
    /// The exit codes.
    pub exit_codes: &'a [ExitCode<'a>],
    /// The environment variables.
    pub environment: &'a [Variable<'a>],
    /// The command to suggest if the first word is a file; may be empty.
    pub file_command: &'a str,
    /// Examples of its use.
    pub examples: &'a [Example<'a>],
    /// The arguments that every command accepts.
    pub arguments: &'a [Argument<'a>],
    /// The commands.
    pub commands: &'a [Command<'a>],
}

/// A command, with an action or subcommands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Command<'a> {
    /// The name, such as `list`.
    pub name: &'a str,
    /// The summary, in one line.
    pub about: &'a str,
    /// The description: one line per paragraph, separated by empty lines.
    pub doc: &'a str,
    /// The arguments; positional ones in order.
    pub arguments: &'a [Argument<'a>],
    /// Unsupported options and values.
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
    /// The one-letter name, after one dash.
    pub short: Option<char>,
    /// Whether the argument is positional.
    pub positional: bool,
    /// The placeholder of the value in the help; empty for a flag.
    pub value: &'a str,
    /// Whether the value may be omitted, as an empty value.
    pub value_optional: bool,
    /// Whether the value may be a negative number, which looks like an option.
    pub negative: bool,
    /// The shell completion of the value.
    pub completes: Completion,
    /// The possible values; empty if any value is possible.
    pub choices: &'a [&'a str],
    /// Whether it can be repeated, with all values in effect.
    pub repeats: bool,
    /// Whether it is required.
    pub required: bool,
    /// The argument that makes this one optional; may be empty.
    pub required_unless: &'a str,
    /// The argument that this one conflicts with; may be empty.
    pub conflicts: &'a str,
    /// The argument that this one requires; may be empty.
    pub needs: &'a str,
    /// The default value; may be empty.
    pub default: &'a str,
    /// The default behaviour, if it is not a value; may be empty.
    pub default_doc: &'a str,
    /// The help, on one line.
    pub help: &'a str,
    /// The additional long help: one line per paragraph, separated by empty lines; may be empty.
    pub doc: &'a str,
    /// Whether the short help omits it, because it is rarely used.
    pub rare: bool,
}

/// The shell completion of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub enum Completion {
    /// No completion, or the choices.
    #[default]
    Nothing,
    /// Paths of files.
    Files,
    /// Paths of folders.
    Folders,
}

/// An unsupported option or value that users may expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Retired<'a> {
    /// The words on the command line, such as `--name` or `--name VALUE`.
    pub words: &'a str,
    /// The unsupported function.
    pub message: &'a str,
    /// The alternative.
    pub hint: &'a str,
}

/// An example of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct Example<'a> {
    /// The command line. Each line except the last ends with a backslash.
    pub run: &'a str,
    /// The effect.
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

    /// Returns whether it is a flag, without a value.
    #[must_use]
    pub const fn is_flag(&self) -> bool {
        self.value.is_empty()
    }

    /// Returns the argument in usage notation: `--name VALUE`, `--name[=VALUE]`, `--name` or `VALUE`.
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
