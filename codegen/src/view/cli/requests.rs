//! View of the requests: for each command that does something, what its arguments fill, one line an argument.

use serde::Serialize;

use super::spell::doc;
use crate::ir::cli::{Cli, Fill, Holds, Request};
use crate::names::{camel, snake};
use crate::view::rust::literal;

#[derive(Debug, Serialize)]
pub(super) struct Requests {
    source: String,
    /// Types of requests of the library.
    imports: Vec<String>,
    globals: Structure,
    /// What the program itself is given.
    structures: Vec<Structure>,
    choices: Vec<Choice>,
    functions: Vec<Function>,
}

/// A struct of what is given to the program itself.
#[derive(Debug, Serialize)]
struct Structure {
    docs: String,
    name: String,
    /// Its fields, each with its documentation.
    fields: Vec<String>,
    /// What fills them.
    fills: Vec<String>,
}

/// A command among all of them.
#[derive(Debug, Serialize)]
struct Choice {
    docs: String,
    variant: String,
    type_name: String,
    /// The names on its path.
    pattern: String,
    value: String,
}

#[derive(Debug, Serialize)]
struct Function {
    name: String,
    type_name: String,
    fills: Vec<String>,
}

pub(super) fn view(cli: &Cli<'_>) -> Requests {
    let by_program = |request: &&Request| request.by_program;
    let by_library = |request: &&Request| !request.by_program;
    let mut imports: Vec<String> = cli.requests.iter().filter(by_library).map(type_name).collect();
    imports.sort();
    imports.dedup();
    Requests {
        source: cli.source.clone(),
        imports,
        globals: structure("What every command is given.", "Globals".into(), &cli.globals),
        structures: cli
            .requests
            .iter()
            .filter(by_program)
            .map(|request| {
                let docs = format!("What `{}` is given.", request.path.join(" "));
                structure(&docs, type_name(request), &request.fills)
            })
            .collect(),
        choices: cli.requests.iter().map(choice).collect(),
        functions: cli
            .requests
            .iter()
            .filter(|request| !request.fills.is_empty())
            .map(function)
            .collect(),
    }
}

fn type_name(request: &Request) -> String {
    let kind = if request.by_program { "Arguments" } else { "Request" };
    format!("{}{kind}", camel(&request.name))
}

/// The name of the function that fills a request: the names on its command's path but the program's.
fn function_name(request: &Request) -> String {
    let names: Vec<String> = request.path.iter().skip(1).map(|name| snake(name)).collect();
    names.join("_")
}

fn structure(docs: &str, name: String, fills: &[Fill]) -> Structure {
    Structure {
        docs: doc("///", docs),
        name,
        fields: fills
            .iter()
            .map(|fill| {
                format!(
                    "{}\npub {}: {},",
                    doc("///", &fill.help),
                    fill.field,
                    of_type(fill.holds)
                )
            })
            .collect(),
        fills: fills.iter().map(self::fill).collect(),
    }
}

/// The type of a field that holds words as they are.
fn of_type(holds: Holds) -> &'static str {
    match holds {
        Holds::Flag => "bool",
        Holds::Value => "OsString",
        Holds::Perhaps => "Option<OsString>",
        Holds::All => "Vec<OsString>",
    }
}

fn choice(request: &Request) -> Choice {
    let names: Vec<String> = request.path.iter().skip(1).map(|name| literal(name)).collect();
    let type_name = type_name(request);
    Choice {
        docs: doc("///", &format!("`{}`", request.path.join(" "))),
        variant: camel(&function_name(request)),
        pattern: format!("[{}]", names.join(", ")),
        value: match request.fills.as_slice() {
            [] => format!("{type_name}::default()"),
            _ => format!("{}(given)?", function_name(request)),
        },
        type_name,
    }
}

fn function(request: &Request) -> Function {
    Function {
        name: function_name(request),
        type_name: type_name(request),
        fills: request.fills.iter().map(fill).collect(),
    }
}

/// The statement that fills a field.
fn fill(fill: &Fill) -> String {
    let (argument, field) = (literal(&fill.argument), &fill.field);
    match fill.holds {
        Holds::Flag => format!("given.flag({argument}, &mut request.{field});"),
        Holds::Value | Holds::Perhaps => format!("given.one({argument}, &mut request.{field})?;"),
        Holds::All => format!("given.all({argument}, &mut request.{field})?;"),
    }
}
