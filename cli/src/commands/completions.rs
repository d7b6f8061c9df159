//! `completions`: a script that teaches a shell the commands of this program.

use clap::ValueEnum;
use clap_complete::Shell;
use offload_bundle::Error;
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::commands::PROGRAM;
use offload_bundle_cli_definitions::requests::CompletionsArguments;
use serde::Serialize;

use crate::command_line::command;
use crate::print::Printer;

/// The script.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CompletionsReport {
    /// The script, for the shell to read.
    script: String,
}

/// Prints the script.
pub(super) fn completions(printer: &mut Printer<'_>, arguments: &CompletionsArguments) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    let name = arguments.shell.to_string_lossy();
    let shell = match Shell::from_str(&name, false) {
        Ok(shell) => shell,
        Err(error) => {
            printer.failure("usage", &error);
            return Ok(Outcome::Failed);
        }
    };
    clap_complete::generate(shell, &mut command(), PROGRAM.name, &mut script);
    let report = CompletionsReport { script: String::from_utf8_lossy(&script).into_owned() };
    printer.report(&report, |report, _| report.script.clone())?;
    Ok(Outcome::Done)
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
