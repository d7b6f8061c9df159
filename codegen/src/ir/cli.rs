//! The command line, resolved.

use crate::vocabulary::{Field, Operation};

/// The command line.
#[derive(Debug, Clone)]
pub struct Cli {
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
    /// The tools it can stand in for.
    pub drop_ins: Vec<DropIn>,
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

/// A tool that the program can stand in for.
#[derive(Debug, Clone)]
pub struct DropIn {
    /// Its name.
    pub name: String,
    /// One line on it.
    pub about: String,
    /// More on that.
    pub long: String,
    /// First words of its help.
    pub overview: String,
    /// What it answers when asked for its version.
    pub version: String,
    /// Exit codes: outcome, number, meaning.
    pub exit_codes: Vec<(String, u8, String)>,
    /// The file type that can only be taken apart.
    pub archive_type: String,
    /// The style of IDs that is written unless another is asked for.
    pub default_style: String,
    /// Styles whose releases do not check that entries can stand side by side.
    pub unchecked_styles: Vec<String>,
    /// Its options.
    pub options: Vec<ToolOption>,
    /// Environment variables: name, field, doc.
    pub environment: Vec<(String, String, String)>,
    /// Styles, each with the versions of the compressed format that it writes.
    pub compressed_versions: Vec<(String, Vec<u64>)>,
    /// Kinds, each with those that serve it too.
    pub compatible_kinds: Vec<(String, Vec<String>)>,
    /// What it says of mistakes in its command line, by name.
    pub option_texts: Vec<(String, String)>,
    /// What else it says, by name.
    pub texts: Vec<(String, String)>,
    /// Deliberate differences: name, theirs, ours.
    pub differences: Vec<(String, String, String)>,
}

/// An option of a tool.
#[derive(Debug, Clone)]
pub struct ToolOption {
    /// Its name, without dashes.
    pub name: String,
    /// What it takes, a word of the vocabulary.
    pub takes: String,
    /// What it does at once, a word of the vocabulary.
    pub does: Option<String>,
    /// The field it sets.
    pub sets: Option<String>,
    /// In which helps it is shown, a word of the vocabulary.
    pub shown: String,
    /// The heading it stands under.
    pub category: String,
    /// Whether the command line is wrong without it.
    pub required: bool,
    /// What stands for its value in the help.
    pub value: String,
    /// The help.
    pub help: String,
}
