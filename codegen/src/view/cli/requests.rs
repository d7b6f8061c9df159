//! Views of requests.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::spell::doc;
use crate::ir::cli::{Cli, Fill, Holds, Request};
use crate::names::{camel, snake};
use crate::prose::comma_list;
use crate::view::rust::literal;

pub(super) fn view(cli: &Cli<'_>) -> Value {
    let (of_program, of_library): (Vec<&Request<'_>>, Vec<_>) =
        cli.requests.iter().partition(|request| request.by_program);
    let globals = structure("Options of every command.", "Globals".to_owned(), &cli.globals);
    let of_library: BTreeSet<String> = of_library.into_iter().map(type_name).collect();
    let mut printed = of_program.iter().flat_map(|request| &request.fills).chain(&cli.globals);
    let has_words = printed.any(|fill| fill.holds != Holds::Flag);
    let of_commands = of_program.into_iter().map(|request| {
        let docs = format!("Arguments of `{}`.", request.path.join(" "));
        structure(&docs, type_name(request), &request.fills)
    });
    let structures = [globals].into_iter().chain(of_commands);
    let filled = cli.requests.iter().filter(|request| !request.fills.is_empty());
    json!({
        "source": cli.source,
        "imports": comma_list(of_library),
        "has_words": has_words,
        "fills_of_globals": cli.globals.iter().map(fill).collect::<Vec<_>>(),
        "structures": structures.collect::<Vec<_>>(),
        "choices": cli.requests.iter().map(choice).collect::<Vec<_>>(),
        "functions": filled.map(function).collect::<Vec<_>>(),
    })
}

fn type_name(request: &Request<'_>) -> String {
    let kind = if request.by_program { "Arguments" } else { "Request" };
    format!("{}{kind}", camel(request.name))
}

fn function_name(request: &Request<'_>) -> String {
    let names: Vec<String> = request.path.iter().skip(1).map(|name| snake(name)).collect();
    names.join("_")
}

fn structure(docs: &str, name: String, fills: &[Fill<'_>]) -> Value {
    let fields = fills.iter().map(|fill| {
        let docs = doc("///", fill.help);
        format!("{docs}\npub {}: {},", fill.field, of_type(fill.holds))
    });
    json!({
        "docs": doc("///", docs),
        "name": name,
        "fields": fields.collect::<Vec<_>>(),
    })
}

fn of_type(holds: Holds) -> &'static str {
    match holds {
        Holds::Flag => "bool",
        Holds::Value => "OsString",
        Holds::Perhaps => "Option<OsString>",
        Holds::All => "Vec<OsString>",
    }
}

fn choice(request: &Request<'_>) -> Value {
    let names: Vec<String> = request.path.iter().skip(1).map(|name| literal(name)).collect();
    let type_name = type_name(request);
    json!({
        "docs": doc("///", &format!("`{}`", request.path.join(" "))),
        "variant": camel(&function_name(request)),
        "pattern": format!("[{}]", names.join(", ")),
        "value": match request.fills.as_slice() {
            [] => format!("{type_name}::default()"),
            _ => format!("{}(given)", function_name(request)),
        },
        "type_name": type_name,
    })
}

fn function(request: &Request<'_>) -> Value {
    json!({
        "name": function_name(request),
        "type_name": type_name(request),
        "fills": request.fills.iter().map(fill).collect::<Vec<_>>(),
    })
}

fn fill(fill: &Fill<'_>) -> String {
    let (argument, field) = (literal(fill.argument), &fill.field);
    match fill.holds {
        Holds::Flag => format!("given.flag({argument}, &mut request.{field});"),
        Holds::Value | Holds::Perhaps => format!("given.one({argument}, &mut request.{field});"),
        Holds::All => format!("given.all({argument}, &mut request.{field});"),
    }
}
