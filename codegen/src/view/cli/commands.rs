//! The table of the program's commands.

use offload_bundle_core::options::{Argument, Command};

use super::spell::{constant, exit_codes};
use crate::emit::Page;
use crate::ir::cli::Cli;
use crate::view::tables::Tables;

pub(super) fn page(cli: &Cli<'_>) -> Page {
    let about = format!("Commands of `{}` and their arguments.", cli.program.name);
    let mut file = Tables::new(cli.source, vec![about]);
    file.add_items(exit_codes(cli.exit_codes));
    file.baker.leave_out("DEFAULT", &[], &Argument::DEFAULT);
    file.baker.leave_out("DEFAULT", &[], &Command::DEFAULT);
    let argument = format!("{}<'static>", file.baker.name("offload_bundle_core::options::Argument"));
    for shared in cli.shared {
        file.add_constant(&constant(shared.name), &argument, shared);
    }
    let head = format!(
        "pub static PROGRAM: {}<'static>",
        file.baker.name("offload_bundle_core::options::Program")
    );
    let program = file.baker.bake(&cli.program);
    file.add(vec!["The program with all its commands.".to_owned()], &head, &program);
    file.page("cli/src/commands.rs".to_owned())
}
