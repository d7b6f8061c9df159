//! The tables of the command line, filled. Whatever does not resolve has been reported by the checks, so it is left out here.

mod command;
mod drop_in;

use crate::arena::Arena;
use crate::ir::cli::Cli;
use crate::model::cli as model;
use crate::model::{Schema, Spec};
use crate::prose::either;

/// Resolves a checked schema.
pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a model::Spec, schemas: &'a [Schema]) -> Cli<'a> {
    let program = &spec.program;
    let help = |text: &'a str| arena.text(&with_versions(text, schemas));
    let mut requests = Vec::new();
    for inner in program.commands.iter() {
        command::requests(inner, program, &help, &[&program.name], &mut requests);
    }
    let (shared, globals, tools) = (
        program.shared_arguments.iter(),
        program.arguments.iter(),
        spec.drop_ins.iter(),
    );
    Cli {
        source: file,
        spec: program,
        program: command::program(arena, program, &help),
        shared: arena.list(shared.map(|shared| command::argument(arena, shared, &help))),
        globals: globals.map(|argument| command::fill(argument, &help, false)).collect(),
        requests,
        drop_ins: tools
            .map(|tool| drop_in::lower(arena, tool, &spec.common_options))
            .collect(),
    }
}

/// The text with the versions of a format for each `{versions of FORMAT}`.
fn with_versions(text: &str, schemas: &[Schema]) -> String {
    let mut shown = text.to_owned();
    for schema in schemas {
        if let Spec::Binary(spec) = &schema.spec {
            let versions = spec.versions().into_iter().map(|version| format!("`{version}`"));
            shown = shown.replace(
                &format!("{{versions of {}}}", spec.id.value),
                &either(versions.collect()),
            );
        }
    }
    shown
}
