//! `offload-bundle`: the tool for the containers in which compilers ship GPU code.

use std::ffi::OsString;
use std::process::ExitCode;

/// Closed streams fail instead of being the null device.
use offload_bundle_closed_streams as _;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    ExitCode::from(offload_bundle_cli::run_here(&words))
}
