//! `cargo xtask VERB`: the project's own commands. Commands without dependencies are here; `web/` builds the browser page; `verbs/`
//! contains the others.

mod cargo;
mod conformance;
mod prove;

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["conformance", rest @ ..] => conformance::run(rest),
        ["prove", rest @ ..] => prove::run(rest),
        ["web", rest @ ..] => cargo::run(cargo::web(rest)),
        verb => cargo::run(cargo::verbs(verb)),
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
