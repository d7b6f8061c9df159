//! `completions`: prints a completion script for a shell.

use clap::{Arg, Command, ValueEnum};
use clap_complete::Shell;
use offload_bundle::Error;
use offload_bundle::report::Outcome;
use offload_bundle_cli_definitions::commands::PROGRAM;
use offload_bundle_cli_definitions::requests::CompletionsArguments;
use serde::Serialize;

use crate::print::Printer;

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct CompletionsReport {
    script: String,
}

pub(super) fn completions(
    printer: &mut Printer<'_>,
    arguments: &CompletionsArguments,
    parser: &mut Command,
) -> Result<Outcome, Error> {
    let mut script = Vec::new();
    let name = arguments.shell.to_string_lossy();
    let shell = match Shell::from_str(&name, false) {
        Ok(shell) => shell,
        Err(error) => {
            printer.failure("usage", &error);
            return Ok(Outcome::Failed);
        }
    };
    clap_complete::generate(shell, parser, PROGRAM.name, &mut script);
    let script = String::from_utf8_lossy(&script);
    let script = match shell {
        Shell::Bash => with_one_name(&script, PROGRAM.name),
        Shell::Fish => format!("{script}{}", fish_choices(parser, PROGRAM.name)),
        _ => script.into_owned(),
    };
    let report = CompletionsReport { script };
    printer.report(&report, |report, _| report.script.clone())?;
    Ok(Outcome::Done)
}

/// clap_complete 4.6.11 escapes a dash in the program name inconsistently: bash completes nothing after a command.
fn with_one_name(script: &str, program: &str) -> String {
    script.replace(&program.replace('-', "__subcmd__"), &program.replace('-', "__"))
}

/// clap_complete omits choices of positional arguments: fish would offer files.
fn fish_choices(command: &Command, program: &str) -> String {
    let function = format!("__fish_{}_using_subcommand", program.replace('-', "_"));
    let commands = command.get_subcommands().filter_map(|command| {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        let words: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        (!words.is_empty()).then(|| (command.get_name(), words.join(" ")))
    });
    let lines =
        commands.map(|(name, words)| format!("complete -c {program} -n \"{function} {name}\" -f -a \"{words}\"\n"));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::command;

    #[test]
    fn all_shells_are_supported() {
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
