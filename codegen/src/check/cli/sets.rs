//! Each argument sets a field that the operation's request has, no field is set twice, and those that are needed are set.

use crate::model::cli::{Argument, Command, Spec};
use crate::names::{one_of, unique};
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::vocabulary::{OPERATIONS, Operation, SESSION};

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    fields(&spec.program.arguments, &SESSION, None, problems);
    spec.program
        .commands
        .iter()
        .for_each(|command| check_command(command, problems));
}

fn check_command(command: &Command, problems: &mut Problems) {
    let runs = command.runs.as_ref();
    if let Some(operation) = runs.and_then(|runs| OPERATIONS.iter().find(|operation| operation.name == runs.value)) {
        fields(&command.arguments, operation, Some(&command.name), problems);
    }
    command.commands.iter().for_each(|inner| check_command(inner, problems));
}

fn fields(arguments: &[Argument], operation: &Operation, name: Option<&Spanned<String>>, problems: &mut Problems) {
    let what = format!("a field of the request `{}`", operation.name);
    for argument in arguments {
        one_of(
            &argument.sets,
            &what,
            operation.fields.iter().map(|field| field.name),
            problems,
        );
    }
    unique("a field", arguments.iter().map(|argument| &argument.sets), problems);
    let Some(name) = name else { return };
    for field in operation.fields.iter().filter(|field| field.needed) {
        if !arguments.iter().any(|argument| argument.sets.value == field.name) {
            let expected = format!(
                "an argument that sets `{}`, which `{}` needs",
                field.name, operation.name
            );
            problems.add_missing(name, expected, "none", format!("add one with `sets: {}`", field.name));
        }
    }
}
