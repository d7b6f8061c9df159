//! `offload-bundle`: lists, checks and rewrites GPU code in offload bundles.

use std::ffi::OsString;
use std::process::ExitCode;

/// Makes closed standard streams fail; Rust would open the null device.
use offload_bundle_closed_streams as _;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    ExitCode::from(offload_bundle_cli::run_here(&words))
}
