//! View of a drop-in: its table of options, its texts, and types of what its command line and environment say.

use serde::Serialize;

use super::spell::{constant, doc, string};
use crate::ir::cli::{Cli, DropIn, ToolOption};
use crate::names::camel;
use crate::view::rust::one_line;

/// A drop-in.
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
    members: Vec<Member>,
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

/// A name with its value.
#[derive(Debug, Serialize)]
struct Line {
    docs: String,
    name: String,
    value: String,
}

/// A field of the options.
#[derive(Debug, Serialize)]
struct Member {
    docs: String,
    name: String,
    of_type: &'static str,
    /// How it is taken from what is given.
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
            .map(|(outcome, code, meaning)| Line {
                docs: doc("///", &format!("Exit code: {meaning}.")),
                name: constant(outcome),
                value: code.to_string(),
            })
            .collect(),
        option_texts: tool.option_texts.iter().map(text).collect(),
        texts: tool.texts.iter().map(text).collect(),
        options: tool.options.iter().map(entry).collect(),
        members: members(&tool.options),
        environment: tool
            .environment
            .iter()
            .map(|(variable, field, meaning)| Line {
                docs: doc("///", &format!("`{variable}`: {}", one_line(meaning))),
                name: field.clone(),
                value: format!("variable({})", string(variable)),
            })
            .collect(),
    }
}

fn text((name, text): &(String, String)) -> Line {
    let shown = text.escape_debug().to_string().replace('`', "'");
    Line { docs: doc("///", &format!("`{shown}`")), name: name.clone(), value: string(text) }
}

fn entry(option: &ToolOption) -> Entry {
    let kind = match &option.does {
        Some(does) => format!("OptionKind::Action({})", constant(does)),
        None => format!("OptionKind::{}", camel(&option.takes)),
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

/// The fields that options set. Several options can set one flag: any of them does.
fn members(options: &[ToolOption]) -> Vec<Member> {
    let mut members: Vec<Member> = Vec::new();
    for (index, option) in options.iter().enumerate() {
        let Some(field) = &option.sets else { continue };
        let (method, of_type) = match option.takes.as_str() {
            "flag" => ("flag", "Option<bool>"),
            "unsigned" => ("unsigned", "Option<u32>"),
            "integer" => ("integer", "Option<i32>"),
            "text" => ("last", "Option<String>"),
            _ => ("all", "Vec<String>"),
        };
        let value = format!("given.{method}({index})");
        match members.iter_mut().find(|member| member.name == *field) {
            Some(member) => member.value.push_str(&format!(".or({value})")),
            None => members.push(Member {
                docs: doc("///", &format!("`-{}`: {}", option.name, one_line(&option.help))),
                name: field.clone(),
                of_type,
                value,
            }),
        }
    }
    members
}
