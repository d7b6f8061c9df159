//! The tools that the program takes the place of: each has a driver here, and its options in the schema of the command line.

mod clang_offload_bundler;
mod clang_offload_packager;
mod llvm_options;

#[cfg(test)]
mod tests;

use std::ffi::OsString;

use llvm_options::{CommandLine, command_line_of};
use offload_bundle_cli_definitions as definitions;
use offload_bundle_core::options::DropIn;

use crate::surroundings::Surroundings;

/// Runs a drop-in on its command line. The result is the exit code.
type Driver = fn(&CommandLine, &mut Surroundings<'_>) -> u8;

/// The drop-ins, each with its driver.
static DROP_INS: &[(&DropIn<'static>, Driver)] = &[
    (&definitions::clang_offload_bundler::DROP_IN, clang_offload_bundler::run),
    (
        &definitions::clang_offload_packager::DROP_IN,
        clang_offload_packager::run,
    ),
];

/// The tables of all drop-ins.
pub(crate) fn tables() -> impl Iterator<Item = &'static DropIn<'static>> {
    DROP_INS.iter().map(|(tool, _)| *tool)
}

/// Runs the drop-in that `words` call, of which the first is how the program was called; nothing if they call none. The result is the
/// exit code.
pub(crate) fn run(words: &[OsString], surroundings: &mut Surroundings<'_>) -> Option<u8> {
    run_one_of(DROP_INS, words, surroundings)
}

fn run_one_of(
    drop_ins: &[(&DropIn<'static>, Driver)],
    words: &[OsString],
    surroundings: &mut Surroundings<'_>,
) -> Option<u8> {
    drop_ins.iter().find_map(|(tool, driver)| {
        let called = tool.names().find_map(|name| command_line_of(words, name))?;
        Some(driver(&called, surroundings))
    })
}
