//! `completions`: a script that teaches a shell the commands of this program.

use std::io;

use clap::ValueEnum;
use clap_complete::Shell;
use offload_bundle::error::OpError;
use offload_bundle::ops::{Outcome, Session};
use offload_bundle_cli_definitions::commands::PROGRAM;
use offload_bundle_cli_definitions::requests::CompletionsArguments;

use super::text::text;
use crate::command_line::command;

/// Prints the script.
pub(super) fn completions(session: &mut Session<'_>, arguments: &CompletionsArguments) -> Result<Outcome, OpError> {
    let mut script = Vec::new();
    let name = arguments.shell.to_string_lossy();
    let shell = Shell::from_str(&name, false).map_err(|error| OpError::Io {
        file: name.into_owned(),
        error: io::Error::new(io::ErrorKind::InvalidInput, error),
    })?;
    clap_complete::generate(shell, &mut command(), PROGRAM.name, &mut script);
    text(session, "script", &String::from_utf8_lossy(&script))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_takes_the_shells_that_there_are() {
        let command = command();
        let completions = command.find_subcommand("completions").unwrap();
        let shell = completions
            .get_arguments()
            .find(|argument| argument.get_id() == "shell")
            .unwrap();
        let taken: Vec<String> = shell
            .get_possible_values()
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect();
        let known: Vec<String> = Shell::value_variants().iter().map(ToString::to_string).collect();
        assert_eq!(taken, known);
    }
}
