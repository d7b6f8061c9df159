//! `offload-bundle`: the tool for the containers in which compilers ship GPU code.

#[cfg(any(unix, windows))]
mod signals;
mod streams;

use std::ffi::OsString;
use std::process::ExitCode;

use offload_bundle_cli::{Surroundings, Terminal, run};

fn main() -> ExitCode {
    // Where signals cannot be taken over, they end the program as they would any other.
    #[cfg(any(unix, windows))]
    let _ = signals::clean_up_at_the_end();
    let words: Vec<OsString> = std::env::args_os().collect();
    let mut surroundings = Surroundings {
        out: &mut streams::stdout(),
        err: &mut streams::stderr(),
        out_terminal: Terminal::of_stdout(),
        err_terminal: Terminal::of_stderr(),
        variable: &|name| std::env::var_os(name),
    };
    ExitCode::from(run(&words, &mut surroundings))
}
