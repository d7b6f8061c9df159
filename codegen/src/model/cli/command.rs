//! The program: its commands, their arguments, examples and exit codes.

use crate::reading::{Entries, Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    pub struct Program as "a program" {
        pub name: String,
        /// One line on what it does.
        pub about: String,
        /// More on that.
        pub doc: Prose,
        /// What its exit codes mean.
        pub exit_codes: Spanned<Entries<ExitCode>>,
        /// Arguments that every command takes.
        pub arguments: Vec<Argument>,
        pub commands: Spanned<Vec<Command>>,
    }
}

mapping! {
    /// What an exit code means.
    pub struct ExitCode by outcome: Spanned<String> as "an exit code" {
        /// The number, 0 to 255.
        pub code: Spanned<u64>,
        /// When it is given.
        pub doc: String,
    }
}

mapping! {
    /// A command: it runs an operation, or it has commands of its own.
    pub struct Command as "a command" {
        pub name: Spanned<String>,
        /// The operation it runs.
        pub runs: Option<Spanned<String>>,
        /// One line on what it does.
        pub about: String,
        /// More on that.
        pub doc: Prose,
        /// Its arguments; positional ones in their order.
        pub arguments: Vec<Argument>,
        /// What it prints where JSON is asked for.
        pub json: Option<Json>,
        /// Examples of its use.
        pub examples: Vec<Example>,
        /// Its own commands.
        pub commands: Vec<Command>,
    }
}

mapping! {
    /// An argument of a command.
    pub struct Argument as "an argument" {
        /// Its name: after two dashes, unless it is positional.
        pub name: Spanned<String>,
        /// The field of the operation's request that it sets.
        pub sets: Spanned<String>,
        /// Its name of one letter.
        pub short: Option<Spanned<String>>,
        /// Whether it is told by its position instead of its name.
        pub positional: bool,
        /// What stands for its value in the help.
        pub value: Option<Spanned<String>>,
        /// Whether its name may stand without a value.
        pub value_optional: bool,
        /// Whether the command needs it.
        pub required: bool,
        /// The argument in whose absence this one is needed.
        pub required_unless: Option<Spanned<String>>,
        /// The argument without which this one makes no sense.
        pub needs: Option<Spanned<String>>,
        /// The value it has if none is given.
        pub default: Option<Spanned<String>>,
        /// What happens if none is given, where that is no value.
        pub default_doc: Option<String>,
        pub help: String,
    }
}

mapping! {
    /// The form of a JSON document.
    pub struct Json as "a JSON form" {
        /// What stands at the outermost level, and when.
        pub doc: Prose,
        /// Each key with what its value means. Before a key stand the keys of what it is in, with a dot behind each; lists in
        /// between do not count. `*` stands for any keys.
        pub keys: Spanned<Entries<(Spanned<String>, Prose)>>,
    }
}

mapping! {
    /// An example of a command's use.
    pub struct Example as "an example" {
        /// The command line.
        pub run: String,
        /// What it does.
        pub doc: String,
    }
}
