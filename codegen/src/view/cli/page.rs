//! View of the page that describes the command line to people.

use offload_bundle_core::options::{Argument, Command, DropInOption, ExitCode};
use serde::Serialize;

use crate::ir::cli::{Cli, DropIn};

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
    let program = &cli.program;
    let mut commands = Vec::new();
    for command in program.commands {
        section(command, &[program.name], &mut commands);
    }
    Page {
        source: cli.source.to_owned(),
        name: program.name.to_owned(),
        about: program.about.to_owned(),
        long: program.doc.to_owned(),
        common: program.arguments.iter().map(argument).collect(),
        exit_codes: exit_codes(program.exit_codes),
        commands,
        drop_ins: cli.drop_ins.iter().map(tool).collect(),
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

fn exit_codes(codes: &[ExitCode<'_>]) -> Vec<Row> {
    codes.iter().map(|exit| row(&exit.code.to_string(), exit.doc)).collect()
}

/// Adds the sections of `command`, which stands in `outer`, and of its own commands.
fn section(command: &Command<'_>, outer: &[&str], sections: &mut Vec<Section>) {
    let path = [outer, &[command.name]].concat();
    if command.commands.is_empty() {
        let words: Vec<String> = [path.join(" ")]
            .into_iter()
            .chain(command.arguments.iter().map(usage))
            .collect();
        sections.push(Section {
            title: path.get(1..).unwrap_or_default().join(" "),
            usage: words.join(" "),
            about: command.about.to_owned(),
            long: command.doc.to_owned(),
            has_arguments: !command.arguments.is_empty(),
            arguments: command.arguments.iter().map(argument).collect(),
            has_examples: !command.examples.is_empty(),
            examples: command
                .examples
                .iter()
                .map(|example| row(example.run, example.doc))
                .collect(),
        });
    }
    for inner in command.commands {
        section(inner, &path, sections);
    }
}

fn usage(argument: &Argument<'_>) -> String {
    let dots = if argument.repeats { "…" } else { "" };
    if argument.required {
        format!("{}{dots}", argument.spelling())
    } else {
        format!("[{}{dots}]", argument.spelling())
    }
}

fn argument(argument: &Argument<'_>) -> Row {
    let what = match argument.short {
        Some(short) => format!("-{short}, {}", argument.spelling()),
        None => argument.spelling(),
    };
    match (argument.default, argument.default_doc) {
        ("", "") => row(&what, argument.help),
        (default, doc) => row(&what, &format!("{}. Default: {default}{doc}", argument.help)),
    }
}

fn tool(tool: &DropIn<'_>) -> Tool {
    let table = &tool.table;
    Tool {
        name: table.name.to_owned(),
        about: table.about.to_owned(),
        long: table.doc.to_owned(),
        exit_codes: exit_codes(table.exit_codes),
        options: table.options.iter().map(option).collect(),
        environment: table
            .environment
            .iter()
            .map(|variable| row(variable.name, variable.doc))
            .collect(),
        differences: tool
            .spec
            .differences
            .iter()
            .map(|difference| Difference {
                id: difference.id.value.clone(),
                theirs: cell(&difference.theirs),
                ours: cell(&difference.ours),
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
