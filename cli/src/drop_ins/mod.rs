//! The tools that the program takes the place of: each has a driver here, and its options in the schema of the command line.

mod clang_offload_bundler;
mod llvm_options;

use std::io::Write;

use llvm_options::{CommandLine, command_line_of};
use offload_bundle_cli_definitions as definitions;

/// Runs one of them on its command line. The result is the exit code.
type Driver = fn(&CommandLine, &mut dyn Write, &mut dyn Write) -> u8;

/// The drop-ins, by the names that they are called by.
const DRIVERS: &[(&str, Driver)] = &[(definitions::clang_offload_bundler::NAME, clang_offload_bundler::run)];

/// Runs the drop-in that `words` call, of which the first is how the program was called; nothing if they call none. The result is the
/// exit code.
pub(crate) fn run(words: &[String], out: &mut dyn Write, err: &mut dyn Write) -> Option<u8> {
    DRIVERS.iter().find_map(|(name, driver)| {
        let called = command_line_of(words, name)?;
        Some(driver(&called, out, err))
    })
}
