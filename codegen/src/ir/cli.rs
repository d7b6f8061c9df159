//! The command line, resolved: its tables, and what generated code adds to them.

use offload_bundle_core::options as core;

/// The command line.
#[derive(Debug, Clone)]
pub struct Cli<'a> {
    /// The schema it comes from.
    pub source: String,
    /// All that is said of the program's own commands.
    pub program: core::Program<'a>,
    /// The arguments in it that several commands take.
    pub shared: &'a [core::Argument<'a>],
    /// The names of its exit codes, in the order of the table.
    pub outcomes: Vec<String>,
    /// What every command takes, as fields.
    pub globals: Vec<Fill>,
    /// The commands that do something.
    pub requests: Vec<Request>,
    /// The tools whose place it takes.
    pub drop_ins: Vec<DropIn<'a>>,
}

/// What a command asks for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The names from the program's on, the command's own last.
    pub path: Vec<String>,
    /// The name of what is done.
    pub name: String,
    /// Whether the program itself does it, rather than an operation of the library.
    pub by_program: bool,
    /// What its arguments fill.
    pub fills: Vec<Fill>,
}

/// A field that an argument fills.
#[derive(Debug, Clone)]
pub struct Fill {
    /// The argument's name.
    pub argument: String,
    /// Its help.
    pub help: String,
    /// The field, with those that it is in before it and dots between them.
    pub field: String,
    /// How much it holds.
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
    /// All that is said of it.
    pub table: core::DropIn<'a>,
    /// For each option of the table the field that holds what is given for it; none for one that does something at once.
    pub fields: Vec<Option<String>>,
    /// The names of its exit codes, in the order of the table.
    pub outcomes: Vec<String>,
    /// Where the program deliberately differs from it.
    pub differences: Vec<Difference>,
}

/// A deliberate difference from a tool.
#[derive(Debug, Clone)]
pub struct Difference {
    /// Its name.
    pub id: String,
    /// What the tool does.
    pub theirs: String,
    /// What the program does.
    pub ours: String,
}
