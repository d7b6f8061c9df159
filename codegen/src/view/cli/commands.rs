//! View of the table of the program's commands.

use offload_bundle_core::options::{Argument, Command};
use serde::Serialize;

use super::spell::{constant, exit_codes};
use crate::bake::Baker;
use crate::ir::cli::Cli;

#[derive(Debug, Serialize)]
pub(super) struct Commands {
    source: String,
    program: String,
    uses: String,
    /// Constants with the exit codes.
    exit_codes: Vec<String>,
    table_type: String,
    table: String,
    /// Constants with what several commands take.
    shared: Vec<String>,
}

pub(super) fn view(cli: &Cli<'_>) -> Commands {
    let mut baker = Baker::default();
    baker.leave_out("DEFAULT", &Argument::DEFAULT);
    baker.leave_out("DEFAULT", &Command::DEFAULT);
    let argument = baker.name("offload_bundle_core::options::Argument");
    let shared = cli.shared.iter().map(|shared| {
        let name = constant(shared.name);
        format!("const {name}: {argument}<'static> = {};", baker.constant(&name, shared))
    });
    let shared = shared.collect();
    Commands {
        source: cli.source.clone(),
        program: cli.program.name.to_owned(),
        exit_codes: exit_codes(&cli.outcomes, cli.program.exit_codes),
        table_type: baker.name("offload_bundle_core::options::Program"),
        table: baker.bake(&cli.program),
        shared,
        uses: baker.uses(),
    }
}
