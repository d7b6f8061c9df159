//! View of the dispatch: for each command a function that makes the operation's request of the matches, or goes on to its own
//! commands.

use serde::Serialize;

use super::commands::name;
use super::spell::{doc, ident, string};
use crate::ir::cli::{Argument, Cli, Command};
use crate::view::rust::camel;
use crate::vocabulary::{Field, Holds, Home, Operation};

/// All of it.
#[derive(Debug, Serialize)]
pub(super) struct Dispatch {
    source: String,
    /// How the fields of the session are taken from the matches.
    session: Vec<Line>,
    /// The commands right below the program.
    commands: Vec<Choice>,
    functions: Vec<Function>,
}

#[derive(Debug, Serialize)]
struct Choice {
    /// The command's name, as a Rust string.
    command: String,
    function: String,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    doc: String,
    /// Whether it runs an operation; else it goes on to `commands`.
    runs: bool,
    /// The operation's function in the runtime.
    operation: String,
    /// The request's type in the runtime.
    request: String,
    /// Whether the matches are looked at.
    looks: bool,
    fields: Vec<Line>,
    commands: Vec<Choice>,
}

#[derive(Debug, Serialize)]
struct Line {
    field: String,
    value: String,
}

pub(super) fn view(cli: &Cli) -> Dispatch {
    let mut functions = Vec::new();
    cli.commands
        .iter()
        .for_each(|command| function(command, &mut functions));
    Dispatch {
        source: cli.source.clone(),
        session: cli.arguments.iter().map(|argument| line(&argument.field)).collect(),
        commands: cli.commands.iter().map(choice).collect(),
        functions,
    }
}

fn choice(command: &Command) -> Choice {
    Choice { command: string(command.path.last().map_or("", String::as_str)), function: name(command) }
}

fn function(command: &Command, functions: &mut Vec<Function>) {
    let (operation, request) = command.operation.map(|o| paths(&o)).unwrap_or_default();
    let fields: Vec<Line> = command
        .operation
        .iter()
        .flat_map(|operation| operation.fields)
        .map(|field| match set_by(field, &command.arguments) {
            true => line(field),
            false => absent(field),
        })
        .collect();
    functions.push(Function {
        name: name(command),
        doc: doc("///", &format!("`{}`", command.path.join(" "))),
        runs: command.operation.is_some(),
        operation,
        request,
        looks: !command.commands.is_empty() || !command.arguments.is_empty(),
        fields,
        commands: command.commands.iter().map(choice).collect(),
    });
    command.commands.iter().for_each(|inner| function(inner, functions));
}

fn set_by(field: &Field, arguments: &[Argument]) -> bool {
    arguments.iter().any(|argument| argument.field.name == field.name)
}

/// The operation's function and the type of its request. A dash parts a group of operations that share a request from the
/// variant of it.
fn paths(operation: &Operation) -> (String, String) {
    let home = match operation.home {
        Home::Runtime => "commands",
        Home::Definitions => "values",
    };
    let (group, variant) = match operation.name.split_once('-') {
        Some((group, variant)) => (group, format!("::{}", camel(variant))),
        None => (operation.name, String::new()),
    };
    (
        format!("{home}::{}", ident(group)),
        format!("{home}::{}Request{variant}", camel(group)),
    )
}

/// The field taken from the matches.
fn line(field: &Field) -> Line {
    let id = string(field.name);
    let value = match field.holds {
        Holds::Flag => format!("matches.get_flag({id})"),
        Holds::Text | Holds::Style => format!("values::one(matches, {id})?"),
        Holds::FileType => format!("values::one(matches, {id})?"),
        Holds::Shell => format!("values::one(matches, {id})?"),
        holds if holds.collects() => format!("values::all(matches, {id})"),
        Holds::Limit => format!("values::limit(matches, {id})"),
        _ => format!("matches.get_one({id}).cloned()"),
    };
    Line { field: field.name.to_owned(), value }
}

/// The field where no argument sets it.
fn absent(field: &Field) -> Line {
    let value = match field.holds {
        Holds::Flag => "false",
        holds if holds.collects() => "Vec::new()",
        Holds::Limit => "u64::MAX",
        _ => "None",
    };
    Line { field: field.name.to_owned(), value: value.to_owned() }
}
