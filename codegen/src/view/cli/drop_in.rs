//! Views of drop-ins.

use offload_bundle_core::options::{DropInOption, Repeats, Takes};
use serde_json::{Value, json};

use super::spell::{doc, exit_codes};
use crate::bake::Baker;
use crate::ir::cli::{Cli, DropIn};
use crate::names::snake;
use crate::view::rust::{Documented, literal};

pub(super) fn view(cli: &Cli<'_>, drop_in: &DropIn<'_>) -> Value {
    let table = &drop_in.table;
    let mut baker = Baker::default();
    baker.leave_out("DEFAULT", &[], &DropInOption::DEFAULT);
    let variables = table.environment.iter().map(|variable| {
        json!({
            "docs": doc("///", &format!("`{}`", variable.name)),
            "name": snake(variable.name),
            "of_type": "Option<OsString>",
            "value": format!("variable({})", literal(variable.name)),
        })
    });
    let docs = vec!["The description of the tool.".to_owned()];
    let head = format!(
        "pub static DROP_IN: {}<'static>",
        baker.name("offload_bundle_core::options::DropIn")
    );
    let mut items = exit_codes(drop_in.spec.exit_codes);
    items.push(Documented::set(docs, &head, &baker.bake(table)));
    json!({
        "source": cli.source,
        "about": doc("//!", &format!("{}.", table.about)),
        "items": items,
        "values_trait": baker.name("offload_bundle_core::options::OptionValues"),
        "uses": baker.uses(),
        "options": options(drop_in),
        "variables": variables.collect::<Vec<_>>(),
    })
}

fn options(drop_in: &DropIn<'_>) -> Vec<Value> {
    let options = drop_in.table.options.iter().zip(&drop_in.fields);
    let fields = options.filter_map(|(option, field)| {
        let (of_type, method) = value_type(option.takes, option.repeats);
        Some(json!({
            "docs": doc("///", &format!("`-{}`", option.name)),
            "name": field.clone()?,
            "of_type": of_type,
            "value": format!("given.{method}({})", literal(option.name)),
        }))
    });
    fields.collect()
}

fn value_type(takes: Takes, repeats: Repeats) -> (&'static str, &'static str) {
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
