//! View of the definitions of all commands: for each a function that builds it, from calls that are spelled out here.

use serde::Serialize;

use super::spell::{doc, ident, string, unwrapped};
use crate::ir::cli::{Argument, Cli, Command, Json};
use crate::vocabulary::ValueType;

/// All definitions.
#[derive(Debug, Serialize)]
pub(super) struct Commands {
    source: String,
    /// Calls on the program's own builder.
    calls: Vec<String>,
    /// Arguments of every command.
    arguments: Vec<Definition>,
    /// Functions of the commands right below the program.
    commands: Vec<String>,
    /// Commands that stand for other tools.
    drop_ins: Vec<Named>,
    /// One function a command, outer ones first.
    functions: Vec<Function>,
}

#[derive(Debug, Serialize)]
struct Named {
    name: String,
    about: String,
    long: String,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    doc: String,
    /// The command's name, as a Rust string.
    command: String,
    calls: Vec<String>,
    arguments: Vec<Definition>,
    commands: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Definition {
    /// The name under which its value is looked up: that of the field.
    id: String,
    calls: Vec<String>,
}

pub(super) fn view(cli: &Cli<'_>) -> Commands {
    let mut functions = Vec::new();
    cli.commands
        .iter()
        .for_each(|command| function(command, &mut functions));
    let codes: Vec<String> = cli
        .exit_codes
        .iter()
        .map(|(code, doc)| format!("  {code}  {doc}"))
        .collect();
    let after = format!("Exit codes:\n{}", codes.join("\n"));
    Commands {
        source: cli.source.clone(),
        calls: vec![
            format!(".about({})", string(&cli.about)),
            format!(".long_about({})", string(&unwrapped(&cli.long))),
            format!(".after_long_help({})", string(&after)),
        ],
        arguments: cli
            .arguments
            .iter()
            .map(|argument| {
                let mut definition = definition(argument);
                definition.calls.push(".global(true)".to_owned());
                definition
            })
            .collect(),
        commands: cli.commands.iter().map(name).collect(),
        drop_ins: cli
            .drop_ins
            .iter()
            .map(|tool| Named {
                name: string(tool.table.name),
                about: string(tool.table.about),
                long: string(&unwrapped(tool.table.doc)),
            })
            .collect(),
        functions,
    }
}

/// The function of a command: the names on its path but the program's.
pub(super) fn name(command: &Command) -> String {
    let names: Vec<String> = command.path.iter().skip(1).map(|name| ident(name)).collect();
    names.join("_")
}

fn function(command: &Command, functions: &mut Vec<Function>) {
    let mut calls = vec![
        format!(".about({})", string(&command.about)),
        format!(".long_about({})", string(&unwrapped(&command.long))),
    ];
    if !command.commands.is_empty() {
        calls.push(".subcommand_required(true)".to_owned());
        calls.push(".arg_required_else_help(true)".to_owned());
    }
    let examples = examples(command);
    if !examples.is_empty() {
        calls.push(format!(".after_help({})", string(&examples)));
    }
    if let Some(json) = &command.json {
        let more = format!("{}\n\n{examples}", self::json(json));
        calls.push(format!(".after_long_help({})", string(more.trim_end())));
    }
    functions.push(Function {
        name: name(command),
        doc: doc("///", &format!("`{}`", command.path.join(" "))),
        command: string(command.path.last().map_or("", String::as_str)),
        calls,
        arguments: command.arguments.iter().map(definition).collect(),
        commands: command.commands.iter().map(name).collect(),
    });
    command.commands.iter().for_each(|inner| function(inner, functions));
}

fn examples(command: &Command) -> String {
    let examples = command.examples.iter();
    let examples: Vec<String> = examples.map(|(run, doc)| format!("  {doc}:\n    {run}")).collect();
    match examples.as_slice() {
        [] => String::new(),
        examples => format!("Examples:\n{}", examples.join("\n")),
    }
}

/// The form of the JSON document, for the long help: keys in a column.
fn json(json: &Json) -> String {
    let width = json.keys.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    let keys = json.keys.iter();
    let keys: Vec<String> = keys
        .map(|(key, meaning)| format!("  {key:width$}  {}", unwrapped(meaning)))
        .collect();
    format!("JSON: {}\n{}", unwrapped(&json.doc), keys.join("\n"))
}

fn definition(argument: &Argument) -> Definition {
    let mut calls = Vec::new();
    if let Some(name) = &argument.name {
        calls.push(format!(".long({})", string(name)));
    }
    if let Some(short) = argument.short {
        calls.push(format!(".short({short:?})"));
    }
    if let Some(value) = &argument.value {
        calls.push(format!(".value_name({})", string(value)));
    }
    let holds = argument.field.holds;
    calls.push(format!(".action(ArgAction::{})", action(holds)));
    if holds.collects() && argument.name.is_none() {
        calls.push(format!(".num_args({}..)", usize::from(argument.required)));
    }
    if argument.value_optional {
        // An empty value is read as the usual one.
        calls.push(".num_args(0..=1)".to_owned());
        calls.push(".require_equals(true)".to_owned());
        calls.push(".default_missing_value(\"\")".to_owned());
    }
    if holds == ValueType::Integer {
        calls.push(".allow_negative_numbers(true)".to_owned());
    }
    if let Some(parser) = parser(holds) {
        calls.push(format!(".value_parser({parser})"));
    }
    if argument.required {
        calls.push(".required(true)".to_owned());
    }
    if let Some(field) = &argument.needs {
        calls.push(format!(".requires({})", string(field)));
    }
    if let Some(field) = &argument.required_unless {
        calls.push(format!(".required_unless_present({})", string(field)));
    }
    if let Some(default) = &argument.default {
        calls.push(format!(".default_value({})", string(default)));
    }
    let help = match &argument.default_doc {
        Some(default) => format!("{} [default: {default}]", argument.help),
        None => argument.help.clone(),
    };
    calls.push(format!(".help({})", string(&help)));
    Definition { id: string(argument.field.name), calls }
}

fn action(holds: ValueType) -> &'static str {
    match holds {
        ValueType::Flag => "SetTrue",
        holds if holds.collects() => "Append",
        _ => "Set",
    }
}

/// What turns a word into the field's value; texts need nothing.
fn parser(holds: ValueType) -> Option<String> {
    Some(match holds {
        ValueType::Flag | ValueType::Text | ValueType::Texts => return None,
        ValueType::Number => "clap::value_parser!(u64)".to_owned(),
        ValueType::Integer => "clap::value_parser!(i32)".to_owned(),
        ValueType::Folder => "clap::value_parser!(PathBuf)".to_owned(),
        ValueType::Shell => "clap::value_parser!(clap_complete::Shell)".to_owned(),
        holds => format!("word::<{}>", value_type(holds)),
    })
}

/// The type of one value.
pub(super) fn value_type(holds: ValueType) -> &'static str {
    match holds {
        ValueType::Flag => "bool",
        ValueType::Text | ValueType::Texts => "String",
        ValueType::Number => "u64",
        ValueType::Integer => "i32",
        ValueType::Limit => "ByteSize",
        ValueType::Method => "CompressionMethod",
        ValueType::Version => "CompressionVersion",
        ValueType::Kinds => "RequestedKind",
        ValueType::Triples => "RequestedTriple",
        ValueType::Targets => "RequestedTarget",
        ValueType::FileType | ValueType::AnyFileType => "&'static FileType",
        ValueType::Sources => "EntrySource",
        ValueType::Wanted => "WantedEntry",
        ValueType::Folder => "PathBuf",
        ValueType::Style => "IdStyle",
        ValueType::Shell => "Shell",
    }
}
