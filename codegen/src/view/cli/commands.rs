//! View of the table of the program's commands.

use offload_bundle_core::options::{Argument, Command};
use serde_json::{Value, json};

use super::spell::{constant, exit_codes};
use crate::bake::Baker;
use crate::ir::cli::Cli;

pub(super) fn view(cli: &Cli<'_>) -> Value {
    let mut baker = Baker::default();
    baker.leave_out("DEFAULT", &Argument::DEFAULT);
    baker.leave_out("DEFAULT", &Command::DEFAULT);
    let argument = baker.name("offload_bundle_core::options::Argument");
    let shared = cli.shared.iter().map(|shared| {
        let name = constant(shared.name);
        format!("const {name}: {argument}<'static> = {};", baker.constant(&name, shared))
    });
    let shared = shared.collect::<Vec<_>>();
    json!({
        "source": cli.source,
        "program": cli.program.name,
        "exit_codes": exit_codes(&cli.spec.exit_codes),
        "table_type": baker.name("offload_bundle_core::options::Program"),
        "table": baker.bake(&cli.program),
        "shared": shared,
        "uses": baker.uses(),
    })
}
