//! View of a stand-in: its table of options, its texts, and how its words become the driver's options.

use serde::Serialize;

use super::spell::{constant, doc, string};
use crate::ir::cli::{Cli, DropIn, ToolOption};
use crate::view::rust::camel;
use crate::vocabulary::{BUNDLER_ENVIRONMENT, BUNDLER_OPTIONS};

/// A stand-in.
#[derive(Debug, Serialize)]
pub(super) struct Tool {
    source: String,
    doc: String,
    /// Its name, as a Rust string.
    name: String,
    overview: String,
    version: String,
    archive_type: String,
    default_style: String,
    unchecked_styles: Vec<String>,
    compressed_versions: Vec<Versions>,
    compatible_kinds: Vec<Kinds>,
    exit_codes: Vec<Line>,
    option_texts: Vec<Line>,
    texts: Vec<Line>,
    options: Vec<Entry>,
    /// Fields of the driver's options, each with how it is taken from the parsed words.
    sets: Vec<Line>,
    environment: Vec<Line>,
}

#[derive(Debug, Serialize)]
struct Versions {
    style: String,
    versions: Vec<u64>,
}

#[derive(Debug, Serialize)]
struct Kinds {
    kind: String,
    served_by: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Line {
    field: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct Entry {
    name: String,
    kind: String,
    required: bool,
    shown: String,
    category: String,
    value: String,
    help: String,
}

pub(super) fn view(cli: &Cli, tool: &DropIn) -> Tool {
    Tool {
        source: cli.source.clone(),
        doc: doc("//!", &format!("{}.\n\n{}", tool.about, tool.long)),
        name: string(&tool.name),
        overview: string(&tool.overview),
        version: string(&tool.version),
        archive_type: string(&tool.archive_type),
        default_style: string(&tool.default_style),
        unchecked_styles: tool.unchecked_styles.iter().map(|style| string(style)).collect(),
        compressed_versions: tool
            .compressed_versions
            .iter()
            .map(|(style, versions)| Versions { style: string(style), versions: versions.clone() })
            .collect(),
        compatible_kinds: tool
            .compatible_kinds
            .iter()
            .map(|(kind, served_by)| Kinds {
                kind: string(kind),
                served_by: served_by.iter().map(|kind| string(kind)).collect(),
            })
            .collect(),
        exit_codes: tool
            .exit_codes
            .iter()
            .map(|(outcome, code, _)| Line { field: outcome.clone(), value: code.to_string() })
            .collect(),
        option_texts: tool.option_texts.iter().map(text).collect(),
        texts: tool.texts.iter().map(text).collect(),
        options: tool.options.iter().map(entry).collect(),
        sets: sets(&tool.options),
        environment: environment(tool),
    }
}

fn text((name, text): &(String, String)) -> Line {
    Line { field: name.clone(), value: string(text) }
}

fn entry(option: &ToolOption) -> Entry {
    let kind = match &option.does {
        Some(does) => format!("Kind::Action({})", constant(does)),
        None => format!("Kind::{}", camel(&option.takes)),
    };
    Entry {
        name: string(&option.name),
        kind,
        required: option.required,
        shown: format!("Shown::{}", camel(&option.shown)),
        category: string(&option.category),
        value: string(&option.value),
        help: string(&option.help),
    }
}

/// What each field of the environment says; nothing where no variable sets it.
fn environment(tool: &DropIn) -> Vec<Line> {
    let lines = BUNDLER_ENVIRONMENT.iter().map(|field| {
        let variable = tool.environment.iter().find(|(_, set, _)| set == field);
        Line {
            field: (*field).to_owned(),
            value: variable.map_or_else(|| "None".to_owned(), |(name, ..)| format!("variable({})", string(name))),
        }
    });
    lines.collect()
}

/// How each field is taken from the parsed words. Several options can set one flag: any of them does.
fn sets(options: &[ToolOption]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let Some(field) = &option.sets else { continue };
        let value = match option.takes.as_str() {
            "flag" => format!("parsed.flag({index})"),
            "unsigned" => format!("parsed.unsigned({index})"),
            "integer" => format!("parsed.integer({index})"),
            "text" => format!("parsed.last({index})"),
            _ => format!("parsed.all({index})"),
        };
        match lines.iter_mut().find(|line| line.field == *field) {
            Some(line) => line.value.push_str(&format!(".or({value})")),
            None => lines.push(Line { field: field.clone(), value }),
        }
    }
    for (field, takes) in BUNDLER_OPTIONS {
        if !lines.iter().any(|line| line.field == *field) {
            let value = if takes.ends_with("list") { "Vec::new()" } else { "None" };
            lines.push(Line { field: (*field).to_owned(), value: value.to_owned() });
        }
    }
    lines
}
