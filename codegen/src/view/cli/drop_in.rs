//! View of a drop-in: its table, its exit codes, and structs of what its command line and its environment say.

use offload_bundle_core::options::{DropInOption, Repeats, Takes};
use serde_json::{Value, json};

use super::spell::{doc, exit_codes};
use crate::bake::Baker;
use crate::ir::cli::{Cli, DropIn};
use crate::names::snake;
use crate::view::rust::literal;

pub(super) fn view(cli: &Cli<'_>, drop_in: &DropIn<'_>) -> Value {
    let table = &drop_in.table;
    let mut baker = Baker::default();
    baker.leave_out("DEFAULT", &DropInOption::DEFAULT);
    let variables = table.environment.iter().map(|variable| {
        json!({
            "docs": doc("///", &format!("`{}`", variable.name)),
            "name": snake(variable.name),
            "of_type": "Option<OsString>",
            "value": format!("variable({})", literal(variable.name)),
        })
    });
    json!({
        "source": cli.source,
        "about": doc("//!", &format!("{}.", table.about)),
        "exit_codes": exit_codes(&drop_in.spec.exit_codes),
        "table_type": baker.name("offload_bundle_core::options::DropIn"),
        "values_trait": baker.name("offload_bundle_core::options::OptionValues"),
        "table": baker.bake(table),
        "uses": baker.uses(),
        "options": options(drop_in),
        "variables": variables.collect::<Vec<_>>(),
    })
}

fn options(drop_in: &DropIn<'_>) -> Vec<Value> {
    let options = drop_in.table.options.iter().zip(&drop_in.fields);
    let fields = options.filter_map(|(option, field)| {
        let (of_type, method) = given(option.takes, option.repeats);
        Some(json!({
            "docs": doc("///", &format!("`-{}`", option.name)),
            "name": field.clone()?,
            "of_type": of_type,
            "value": format!("given.{method}({})", literal(option.name)),
        }))
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
