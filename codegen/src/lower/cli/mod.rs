//! The tables of the command line, filled. Whatever does not resolve has been reported by the checks, so it is left out here.

mod command;
mod drop_in;

use offload_bundle_core::options::ExitCode;

use crate::arena::Arena;
use crate::ir::cli::Cli;
use crate::model::cli as model;

/// Resolves a checked schema.
pub fn lower<'a>(arena: &'a Arena, file: &str, spec: &model::Spec) -> Cli<'a> {
    let program = &spec.program;
    let mut requests = Vec::new();
    for inner in program.commands.iter() {
        command::requests(inner, program, std::slice::from_ref(&program.name), &mut requests);
    }
    let drop_ins = spec.drop_ins.iter();
    Cli {
        source: file.to_owned(),
        program: command::program(arena, program),
        shared: arena.list(
            program
                .shared_arguments
                .iter()
                .map(|shared| command::argument(arena, shared)),
        ),
        outcomes: program
            .exit_codes
            .iter()
            .map(|code| code.outcome.value.clone())
            .collect(),
        globals: program
            .arguments
            .iter()
            .map(|argument| command::fill(argument, false))
            .collect(),
        requests,
        drop_ins: drop_ins
            .map(|tool| drop_in::lower(arena, tool, &spec.common_options))
            .collect(),
    }
}

/// What is said of an exit code.
fn exit_code<'a>(arena: &'a Arena, code: &model::ExitCode) -> ExitCode<'a> {
    ExitCode { code: u8::try_from(code.code.value).unwrap_or(u8::MAX), doc: arena.text(&code.doc) }
}
