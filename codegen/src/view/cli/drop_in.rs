//! View of a drop-in: its table, its exit codes, and structs of what its command line and its environment say.

use offload_bundle_core::options::{Repeats, Takes};
use serde::Serialize;

use super::spell::{constant, doc, string};
use crate::bake::Baker;
use crate::ir::cli::{Cli, DropIn};
use crate::names::snake;
use crate::prose::one_line;

/// A drop-in.
#[derive(Debug, Serialize)]
pub(super) struct Page {
    source: String,
    doc: String,
    table_type: String,
    table: String,
    table_uses: String,
    values_trait: String,
    exit_codes: Vec<Constant>,
    options: Vec<Field>,
    variables: Vec<Field>,
}

#[derive(Debug, Serialize)]
struct Constant {
    docs: String,
    name: String,
    value: u8,
}

/// A field of a struct, and the expression that fills it.
#[derive(Debug, Serialize)]
struct Field {
    docs: String,
    name: String,
    of_type: &'static str,
    value: String,
}

pub(super) fn view(cli: &Cli<'_>, drop_in: &DropIn<'_>) -> Page {
    let table = &drop_in.table;
    let mut baker = Baker::default();
    Page {
        source: cli.source.clone(),
        doc: doc("//!", &format!("{}.\n\n{}", table.about, table.doc)),
        table_type: baker.name("offload_bundle_core::options::DropIn"),
        values_trait: baker.name("offload_bundle_core::options::OptionValues"),
        table: baker.bake(table),
        table_uses: baker.uses(),
        exit_codes: exit_codes(drop_in),
        options: options(drop_in),
        variables: table
            .environment
            .iter()
            .map(|variable| Field {
                docs: doc("///", &format!("`{}`: {}", variable.name, one_line(variable.doc))),
                name: snake(variable.name),
                of_type: "Option<OsString>",
                value: format!("variable({})", string(variable.name)),
            })
            .collect(),
    }
}

fn exit_codes(drop_in: &DropIn<'_>) -> Vec<Constant> {
    let codes = drop_in.outcomes.iter().zip(drop_in.table.exit_codes);
    codes
        .map(|(outcome, code)| Constant {
            docs: doc("///", &format!("Exit code: {}", code.doc)),
            name: constant(outcome),
            value: code.code,
        })
        .collect()
}

fn options(drop_in: &DropIn<'_>) -> Vec<Field> {
    let options = drop_in.table.options.iter().zip(&drop_in.fields);
    let fields = options.filter_map(|(option, field)| {
        let (of_type, method) = given(option.takes, option.repeats);
        Some(Field {
            docs: doc("///", &format!("`-{}`: {}", option.name, one_line(option.help))),
            name: field.clone()?,
            of_type,
            value: format!("given.{method}({})", string(option.name)),
        })
    });
    fields.collect()
}

/// The type of what is given for an option, and the method that gives it.
fn given(takes: Takes, repeats: Repeats) -> (&'static str, &'static str) {
    match (takes, repeats) {
        (Takes::Flag | Takes::Nothing(_), _) => ("Option<bool>", "flag"),
        (Takes::Unsigned, _) => ("Option<u32>", "unsigned"),
        (Takes::Integer, _) => ("Option<i32>", "integer"),
        (Takes::Text, Repeats::Last) => ("Option<String>", "text"),
        (Takes::Text, Repeats::All | Repeats::Commas) => ("Vec<String>", "texts"),
        (Takes::File, Repeats::Last) => ("Option<PathBuf>", "file"),
        (Takes::File, Repeats::All | Repeats::Commas) => ("Vec<PathBuf>", "files"),
    }
}
