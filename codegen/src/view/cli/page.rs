//! View of the page that describes the command line to people.

use offload_bundle_core::options::{DropIn, DropInOption};
use serde::Serialize;

use crate::ir::cli::{Argument, Cli, Command};

/// The page.
#[derive(Debug, Serialize)]
pub(super) struct Page {
    source: String,
    name: String,
    about: String,
    long: String,
    common: Vec<Row>,
    exit_codes: Vec<Row>,
    commands: Vec<Section>,
    drop_ins: Vec<Tool>,
}

/// A row of a table: cells that have been made safe for it.
#[derive(Debug, Serialize)]
struct Row {
    what: String,
    meaning: String,
}

#[derive(Debug, Serialize)]
struct Section {
    title: String,
    usage: String,
    about: String,
    long: String,
    has_arguments: bool,
    arguments: Vec<Row>,
    json: String,
    keys: Vec<Row>,
    has_examples: bool,
    examples: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Tool {
    name: String,
    about: String,
    long: String,
    exit_codes: Vec<Row>,
    options: Vec<Row>,
    environment: Vec<Row>,
    differences: Vec<Difference>,
}

#[derive(Debug, Serialize)]
struct Difference {
    id: String,
    theirs: String,
    ours: String,
}

pub(super) fn view(cli: &Cli<'_>) -> Page {
    let mut commands = Vec::new();
    cli.commands.iter().for_each(|command| section(command, &mut commands));
    Page {
        source: cli.source.clone(),
        name: cli.name.clone(),
        about: cli.about.clone(),
        long: cli.long.clone(),
        common: cli.arguments.iter().map(argument).collect(),
        exit_codes: cli
            .exit_codes
            .iter()
            .map(|(code, doc)| row(&code.to_string(), doc))
            .collect(),
        commands,
        drop_ins: cli.drop_ins.iter().map(|tool| self::tool(&tool.table)).collect(),
    }
}

fn row(what: &str, meaning: &str) -> Row {
    Row { what: what.to_owned(), meaning: cell(meaning) }
}

/// `text` as a cell of a table: one line, and no bar that would end the cell.
fn cell(text: &str) -> String {
    let line: Vec<&str> = text.lines().map(str::trim).collect();
    line.join(" ").replace('|', "\\|")
}

fn section(command: &Command, sections: &mut Vec<Section>) {
    if command.operation.is_some() {
        let words: Vec<String> = command.arguments.iter().map(usage).collect();
        sections.push(Section {
            title: command.path.iter().skip(1).cloned().collect::<Vec<_>>().join(" "),
            usage: format!("{} {}", command.path.join(" "), words.join(" "))
                .trim_end()
                .to_owned(),
            about: command.about.clone(),
            long: command.long.clone(),
            has_arguments: !command.arguments.is_empty(),
            arguments: command.arguments.iter().map(argument).collect(),
            json: command.json.as_ref().map(|json| json.doc.clone()).unwrap_or_default(),
            keys: command
                .json
                .iter()
                .flat_map(|json| &json.keys)
                .map(|(key, meaning)| row(key, meaning))
                .collect(),
            has_examples: !command.examples.is_empty(),
            examples: command.examples.iter().map(|(run, doc)| row(run, doc)).collect(),
        });
    }
    command.commands.iter().for_each(|inner| section(inner, sections));
}

/// The argument as it stands in a command line.
fn spelling(argument: &Argument) -> String {
    match (&argument.name, &argument.value) {
        (Some(name), Some(value)) if argument.value_optional => format!("--{name}[={value}]"),
        (Some(name), Some(value)) => format!("--{name} {value}"),
        (Some(name), None) => format!("--{name}"),
        (None, value) => value.clone().unwrap_or_default(),
    }
}

fn usage(argument: &Argument) -> String {
    let dots = if argument.field.holds.collects() { "…" } else { "" };
    if argument.required {
        format!("{}{dots}", spelling(argument))
    } else {
        format!("[{}{dots}]", spelling(argument))
    }
}

fn argument(argument: &Argument) -> Row {
    let what = match argument.short {
        Some(short) => format!("-{short}, {}", spelling(argument)),
        None => spelling(argument),
    };
    let default = argument.default.as_ref().or(argument.default_doc.as_ref());
    match default {
        Some(default) => row(&what, &format!("{}. Default: {default}", argument.help)),
        None => row(&what, &argument.help),
    }
}

fn tool(tool: &DropIn<'_>) -> Tool {
    Tool {
        name: tool.name.to_owned(),
        about: tool.about.to_owned(),
        long: tool.doc.to_owned(),
        exit_codes: tool
            .exit_codes
            .iter()
            .map(|code| row(&code.code.to_string(), code.doc))
            .collect(),
        options: tool.options.iter().map(option).collect(),
        environment: tool
            .environment
            .iter()
            .map(|variable| row(variable.name, variable.doc))
            .collect(),
        differences: tool
            .differences
            .iter()
            .map(|difference| Difference {
                id: difference.id.to_owned(),
                theirs: cell(difference.theirs),
                ours: cell(difference.ours),
            })
            .collect(),
    }
}

fn option(option: &DropInOption<'_>) -> Row {
    let what = match option.value {
        "" => format!("-{}", option.name),
        value => format!("-{}=<{value}>", option.name),
    };
    match option.releases {
        [] => row(&what, option.help),
        releases => row(&what, &format!("{} Releases {}.", option.help, releases.join(", "))),
    }
}
