//! Rule: where the help of an argument lists the versions of a format, there is such a format, and it has versions.

use crate::model::cli::{Argument, Command, CommandArgument};
use crate::model::{Schema, Spec};
use crate::problem::Problems;

/// How a placeholder for versions begins.
const BEGINS: &str = "{versions of ";

/// Checks the help of every argument.
pub(super) fn check(schema: &Schema, all: &[Schema], problems: &mut Problems) {
    let Spec::Cli(spec) = &schema.spec else { return };
    let with_versions = all.iter().filter_map(|schema| match &schema.spec {
        Spec::Binary(spec) if !spec.versions().is_empty() => Some(spec.id.as_str()),
        _ => None,
    });
    let formats: Vec<&str> = with_versions.collect();
    let mut arguments: Vec<&Argument> = spec
        .program
        .shared_arguments
        .iter()
        .chain(spec.program.arguments.iter())
        .collect();
    spec.program
        .commands
        .iter()
        .for_each(|command| own(command, &mut arguments));
    for argument in arguments {
        for rest in argument.help.split(BEGINS).skip(1) {
            let format = rest.split('}').next().unwrap_or_default();
            problems.one_of(
                &argument.name.with(format.to_owned()),
                "a binary format with versions",
                &formats,
            );
        }
    }
}

/// The arguments that the command and its own commands have for themselves.
fn own<'s>(command: &'s Command, found: &mut Vec<&'s Argument>) {
    found.extend(command.arguments.iter().filter_map(|argument| match argument {
        CommandArgument::Own(argument) => Some(&**argument),
        CommandArgument::Shared(_) => None,
    }));
    command.commands.iter().for_each(|inner| own(inner, found));
}
