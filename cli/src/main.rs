//! `offload-bundle`: the tool for the containers in which compilers ship GPU code.

mod command_line;
mod commands;
mod drop_ins;
mod progress;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (mut out, mut err) = (io::stdout().lock(), io::stderr());
    let code = match drop_ins::run(&words, &mut out, &mut err) {
        Some(code) => code,
        None => command_line::run(&words, &mut out, &mut err),
    };
    ExitCode::from(code)
}
