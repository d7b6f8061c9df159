//! The command line, resolved: its tables beside the schema that they are from, and what generated code adds to them.

use offload_bundle_core::options as core;

use crate::model::cli as model;

#[derive(Debug, Clone)]
pub struct Cli<'a> {
    pub source: &'a str,
    /// Its exit codes, with the names of what they stand for.
    pub exit_codes: model::ExitCodes<'a>,
    /// All that is said of the program's own commands.
    pub program: core::Program<'a>,
    /// The arguments in it that several commands take.
    pub shared: &'a [core::Argument<'a>],
    /// What every command takes, as fields.
    pub globals: Vec<Fill<'a>>,
    /// The commands that do something.
    pub requests: Vec<Request<'a>>,
    /// The tools whose place it takes.
    pub drop_ins: Vec<DropIn<'a>>,
}

/// What a command asks for.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The names from the program's on, the command's own last.
    pub path: Vec<&'a str>,
    /// The name of what is done.
    pub name: &'a str,
    /// Whether the program itself does it, rather than an operation of the library.
    pub by_program: bool,
    pub fills: Vec<Fill<'a>>,
}

/// A field that an argument fills.
#[derive(Debug, Clone)]
pub struct Fill<'a> {
    /// The name of the argument.
    pub argument: &'a str,
    /// What is said of it in a line.
    pub help: &'a str,
    /// The field, with those that it is in before it and dots between them.
    pub field: String,
    pub holds: Holds,
}

/// How much a field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Whether a flag is given.
    Flag,
    /// A value that is always given.
    Value,
    /// A value, perhaps.
    Perhaps,
    /// All values.
    All,
}

/// A tool whose place the program takes.
#[derive(Debug, Clone)]
pub struct DropIn<'a> {
    pub spec: &'a model::DropIn<'a>,
    pub table: core::DropIn<'a>,
    /// For each option of the table the field that holds what is given for it; none for one that does something at once.
    pub fields: Vec<Option<String>>,
}
