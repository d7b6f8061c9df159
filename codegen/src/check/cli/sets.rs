//! Each argument sets a field that the operation's request has, no field is set twice, and those that are needed are set.

use super::{one_of, unique};
use crate::ir::vocabulary::{OPERATIONS, Operation, SESSION};
use crate::model::cli::{Argument, Command, Spec};
use crate::problem::Problems;
use crate::yaml::Node;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    fields(&spec.program.arguments, &SESSION, None, problems);
    spec.program
        .commands
        .iter()
        .for_each(|command| check_command(command, problems));
}

fn check_command(command: &Command, problems: &mut Problems) {
    let operation = command
        .runs
        .as_ref()
        .and_then(|runs| OPERATIONS.iter().find(|operation| operation.name == runs.text));
    if let Some(operation) = operation {
        fields(&command.arguments, operation, Some(&command.name.at), problems);
    }
    command.commands.iter().for_each(|inner| check_command(inner, problems));
}

fn fields(arguments: &[Argument], operation: &Operation, at: Option<&Node>, problems: &mut Problems) {
    let known: Vec<&str> = operation.fields.iter().map(|field| field.name).collect();
    let what = format!("a field of the request `{}`", operation.name);
    for argument in arguments {
        one_of(&argument.sets, &what, &known, problems);
    }
    unique(arguments.iter().map(|argument| &argument.sets), "a field", problems);
    let Some(at) = at else { return };
    for field in operation.fields.iter().filter(|field| field.needed) {
        if !arguments.iter().any(|argument| argument.sets.text == field.name) {
            let expected = format!(
                "an argument that sets `{}`, which `{}` needs",
                field.name, operation.name
            );
            problems.add(at, expected, "none", format!("add one with `sets: {}`", field.name));
        }
    }
}
