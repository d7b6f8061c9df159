//! The command line, resolved.

use offload_bundle_core::options as core;

use crate::vocabulary::{Field, Operation};

/// The command line.
#[derive(Debug, Clone)]
pub struct Cli<'a> {
    /// The schema it comes from.
    pub source: String,
    /// The program's name.
    pub name: String,
    /// One line on what it does.
    pub about: String,
    /// More on that.
    pub long: String,
    /// What its exit codes mean.
    pub exit_codes: Vec<(u8, String)>,
    /// Arguments of every command.
    pub arguments: Vec<Argument>,
    /// Its commands.
    pub commands: Vec<Command>,
    /// The tools whose place it takes.
    pub drop_ins: Vec<DropIn<'a>>,
}

/// A command.
#[derive(Debug, Clone)]
pub struct Command {
    /// The names from the program's on, its own last.
    pub path: Vec<String>,
    /// One line on what it does.
    pub about: String,
    /// More on that.
    pub long: String,
    /// The operation it runs; none where it has commands of its own.
    pub operation: Option<Operation>,
    /// Its arguments.
    pub arguments: Vec<Argument>,
    /// What it prints where JSON is asked for; none where it runs nothing.
    pub json: Option<Json>,
    /// Examples: command line and what it does.
    pub examples: Vec<(String, String)>,
    /// Its own commands.
    pub commands: Vec<Command>,
}

/// The form of a JSON document.
#[derive(Debug, Clone)]
pub struct Json {
    /// What stands at the outermost level, and when.
    pub doc: String,
    /// Keys with those they are in, and what their values mean.
    pub keys: Vec<(String, String)>,
}

/// An argument of a command.
#[derive(Debug, Clone)]
pub struct Argument {
    /// Its name after two dashes; none where its position tells.
    pub name: Option<String>,
    /// Its name of one letter.
    pub short: Option<char>,
    /// The field it sets.
    pub field: Field,
    /// What stands for its value in the help.
    pub value: Option<String>,
    /// Whether its name may stand without a value, for the usual one.
    pub value_optional: bool,
    /// Whether the command needs it.
    pub required: bool,
    /// The value it has if none is given.
    pub default: Option<String>,
    /// The field of the argument without which this one makes no sense.
    pub needs: Option<String>,
    /// The field of the argument in whose absence this one is needed.
    pub required_unless: Option<String>,
    /// What the help says of that.
    pub default_doc: Option<String>,
    /// The help.
    pub help: String,
}

/// A tool whose place the program takes.
#[derive(Debug, Clone)]
pub struct DropIn<'a> {
    /// All that is said of it.
    pub table: core::DropIn<'a>,
    /// For each option of the table the field that holds what is given for it; none for one that does something at once.
    pub fields: Vec<Option<String>>,
    /// The names of its exit codes, in the order of the table.
    pub outcomes: Vec<String>,
}
