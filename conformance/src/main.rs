//! Runs the conformance suite, or answers its questions as our own implementation.

mod chosen;
mod exporting;
mod keeping;
mod limits;
mod own_tool;
mod printing;
mod reports;
mod session;
mod testees;

use std::io;
use std::process::ExitCode;

use offload_bundle_conformance::case::OPERATIONS;
use offload_bundle_conformance::command_line::command_line;
use offload_bundle_conformance::protocol::{Description, VERSION, serve};
use offload_bundle_conformance::testee::{Ours, Testee};

fn main() -> ExitCode {
    let matches = command_line().get_matches();
    let done = match matches.subcommand() {
        Some(("serve", _)) => serve_ours().map(|()| true).map_err(|error| error.to_string()),
        Some(("findings", matches)) => reports::findings(matches),
        Some(("export", matches)) => exporting::export(matches),
        Some(("merge", matches)) => reports::merge(matches),
        _ => session::run(&matches),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            printing::tell!("offload-bundle-conformance: {error}");
            ExitCode::from(2)
        }
    }
}

fn serve_ours() -> io::Result<()> {
    let description = Description {
        name: Ours.name().into(),
        version: env!("CARGO_PKG_VERSION").into(),
        protocol: VERSION,
        ops: OPERATIONS.map(String::from).to_vec(),
    };
    serve(&mut Ours, &description, io::stdin().lock(), io::stdout().lock())
}
