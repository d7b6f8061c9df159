//! The program: its commands, their arguments, examples and exit codes.

use offload_bundle_core::options::{self as core, Completion};

use super::variable::Variable;
use crate::problem::Problems;
use crate::reading::{Entries, FromNode, Prose, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    pub struct Program as "a program" {
        pub name: String,
        pub about: String,
        pub doc: Prose,
        pub exit_codes: Spanned<Entries<ExitCode>>,
        /// Environment variables that it heeds.
        pub environment: Vec<Variable>,
        /// The command to offer where a file is given and a command is expected.
        pub file_command: Option<Spanned<String>>,
        /// Examples of the program's use.
        pub examples: Vec<Example>,
        /// Arguments that every command takes.
        pub arguments: Vec<Argument>,
        /// Arguments that several commands take, and name in their lists.
        pub shared_arguments: Vec<Argument>,
        pub commands: Spanned<Vec<Command>>,
    }
}

mapping! {
    /// What an exit code means.
    pub struct ExitCode by outcome: Spanned<String> as "an exit code" => for<'a> core::ExitCode<'a> {
        /// The number, 0 to 255.
        pub code: Spanned<u64>,
        /// When it is given.
        pub doc: String,
    }
}

mapping! {
    /// A command: it runs an operation of the library, or does what the program itself does, or has commands of its own.
    pub struct Command as "a command" {
        pub name: Spanned<String>,
        /// The operation of the library that it runs.
        pub runs: Option<Spanned<String>>,
        /// What the program itself does.
        pub does: Option<Spanned<String>>,
        pub about: String,
        pub doc: Prose,
        /// Whether it is rarely wanted: the short help only names it.
        pub rare: bool,
        /// Its arguments; positional ones in their order.
        pub arguments: Vec<CommandArgument>,
        pub examples: Vec<Example>,
        pub commands: Vec<Command>,
    }
}

mapping! {
    /// An argument of a command.
    pub struct Argument as "an argument" {
        /// Its name: after two dashes, unless it is positional.
        pub name: Spanned<String>,
        /// The field of the operation's request that it sets, with those that it is in before it and dots between them. What is
        /// given to the program itself is kept under the argument's name.
        pub sets: Option<Spanned<String>>,
        /// Its name of one letter.
        pub short: Option<Spanned<String>>,
        /// Whether it is told by its position instead of its name.
        pub positional: bool,
        /// What stands for its value in the help; nothing for a flag.
        pub value: Option<Spanned<String>>,
        /// Whether its name may be without a value, which counts as an empty one.
        pub value_optional: bool,
        /// Whether its value may be a negative number, which begins as an option does.
        pub negative: bool,
        /// What a shell completes its value with.
        pub completes: Option<Completion>,
        /// The values that it takes, where not the field decides.
        pub choices: Vec<Spanned<String>>,
        /// Whether all of its values count where there are several.
        pub repeats: bool,
        pub required: bool,
        /// The argument in whose absence this one is needed.
        pub required_unless: Option<Spanned<String>>,
        /// The argument beside which this one makes no sense.
        pub conflicts: Option<Spanned<String>>,
        /// The argument without which this one makes no sense.
        pub needs: Option<Spanned<String>>,
        /// The value it has if none is given.
        pub default: Option<Spanned<String>>,
        /// What happens if none is given, where that is no value.
        pub default_doc: Option<String>,
        /// The help: one line.
        pub help: Spanned<String>,
        /// More, for the long help.
        pub doc: Option<Prose>,
        /// Whether it is rarely wanted: the short help leaves it out.
        pub rare: bool,
    }
}

words! {
    for Completion as "what a shell completes the value with" {
        "files" => Completion::Files,
        "folders" => Completion::Folders,
    }
}

/// An argument in a command's list.
#[derive(Debug, Clone)]
pub enum CommandArgument {
    /// The name of one that several commands take.
    Shared(Spanned<String>),
    Own(Box<Argument>),
}

impl FromNode for CommandArgument {
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self> {
        match &node.value {
            Value::Text(name) => Some(Self::Shared(Spanned::new(node, name.clone()))),
            _ => Argument::from_node(node, problems).map(|argument| Self::Own(Box::new(argument))),
        }
    }
}

impl Command {
    /// The names of its arguments that are shared.
    pub fn shared_arguments(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.arguments.iter().filter_map(|argument| match argument {
            CommandArgument::Shared(name) => Some(name),
            CommandArgument::Own(_) => None,
        })
    }
}

impl Program {
    /// The arguments of `command`, with those that it only names.
    pub fn arguments_of<'p>(&'p self, command: &'p Command) -> impl Iterator<Item = &'p Argument> {
        command.arguments.iter().filter_map(|argument| match argument {
            CommandArgument::Own(argument) => Some(&**argument),
            CommandArgument::Shared(name) => self
                .shared_arguments
                .iter()
                .find(|shared| shared.name.value == name.value),
        })
    }
}

mapping! {
    /// An example of a command's use.
    pub struct Example as "an example" {
        /// The command line, each line but the last with a backslash at its end.
        pub run: Spanned<String>,
        pub doc: String,
    }
}
