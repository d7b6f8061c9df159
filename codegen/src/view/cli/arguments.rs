//! View of the arguments: for each command that runs something a type with what was given, and a function that takes it from the matches.

use serde::Serialize;

use super::commands::{name, value_type};
use super::spell::{doc, string};
use crate::ir::cli::{Argument, Cli, Command};
use crate::names::camel;
use crate::vocabulary::{Field, ValueType};

/// All of it.
#[derive(Debug, Serialize)]
pub(super) struct Arguments {
    source: String,
    /// What every command takes.
    globals: Vec<Member>,
    /// The commands right below the program.
    commands: Vec<Choice>,
    /// The commands that have commands of their own.
    groups: Vec<Group>,
    /// The commands that run something.
    functions: Vec<Function>,
}

#[derive(Debug, Serialize)]
struct Choice {
    /// The command's name, as a Rust string.
    command: String,
    /// What is called with its matches.
    call: String,
}

#[derive(Debug, Serialize)]
struct Group {
    name: String,
    doc: String,
    commands: Vec<Choice>,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    /// The command line up to the arguments.
    path: String,
    variant: String,
    /// Whether any member is a flag.
    has_flags: bool,
    members: Vec<Member>,
}

#[derive(Debug, Serialize)]
struct Member {
    docs: String,
    name: String,
    of_type: String,
    value: String,
}

pub(super) fn view(cli: &Cli<'_>) -> Arguments {
    let mut view = Arguments {
        source: cli.source.clone(),
        globals: cli
            .arguments
            .iter()
            .map(|argument| member(&argument.field, Some(argument)))
            .collect(),
        commands: cli.commands.iter().map(choice).collect(),
        groups: Vec::new(),
        functions: Vec::new(),
    };
    cli.commands.iter().for_each(|command| add(command, &mut view));
    view
}

fn choice(command: &Command) -> Choice {
    let name = name(command);
    Choice {
        command: string(command.path.last().map_or("", String::as_str)),
        call: match command.operation {
            Some(_) => format!("{name}(matches).map(Arguments::{})", camel(&name)),
            None => format!("{name}(matches)"),
        },
    }
}

fn add(command: &Command, view: &mut Arguments) {
    let (name, path) = (name(command), command.path.join(" "));
    match command.operation {
        None => view.groups.push(Group {
            doc: doc("///", &format!("`{path}`")),
            name,
            commands: command.commands.iter().map(choice).collect(),
        }),
        Some(operation) => view.functions.push(Function {
            variant: camel(&name),
            has_flags: command
                .arguments
                .iter()
                .any(|argument| argument.field.holds == ValueType::Flag),
            name,
            path,
            members: operation
                .fields
                .iter()
                .map(|field| {
                    member(
                        field,
                        command
                            .arguments
                            .iter()
                            .find(|argument| argument.field.name == field.name),
                    )
                })
                .collect(),
        }),
    }
    command.commands.iter().for_each(|inner| add(inner, view));
}

fn member(field: &Field, argument: Option<&Argument>) -> Member {
    Member {
        docs: doc(
            "///",
            argument.map_or("No argument gives it.", |argument| argument.help.as_str()),
        ),
        name: field.name.to_owned(),
        of_type: of_type(field.holds),
        value: argument.map_or_else(|| absent(field.holds).to_owned(), |_| given(field)),
    }
}

fn of_type(holds: ValueType) -> String {
    let value = value_type(holds);
    match holds {
        holds if holds.collects() => format!("Vec<{value}>"),
        holds if holds.may_be_absent() && holds != ValueType::Flag => format!("Option<{value}>"),
        _ => value.to_owned(),
    }
}

/// The field taken from the matches.
fn given(field: &Field) -> String {
    let id = string(field.name);
    match field.holds {
        ValueType::Flag => format!("flag({id})"),
        holds if holds.collects() => format!("values(matches, {id})"),
        holds if holds.may_be_absent() => format!("matches.get_one({id}).cloned()"),
        _ => format!("required_value(matches, {id})?"),
    }
}

/// The field where no argument sets it.
fn absent(holds: ValueType) -> &'static str {
    match holds {
        ValueType::Flag => "false",
        holds if holds.collects() => "Vec::new()",
        _ => "None",
    }
}
