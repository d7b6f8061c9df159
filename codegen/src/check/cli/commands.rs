//! A command runs a known operation or has commands of its own, and its arguments can be told apart.

use super::{one_of, unique};
use crate::ir::vocabulary::{Holds, OPERATIONS};
use crate::model::cli::{Argument, Command, Spec};
use crate::problem::Problems;

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names(&spec.program.commands, problems);
    let common: Vec<&Argument> = spec.program.arguments.iter().collect();
    for command in &spec.program.commands {
        check_command(command, &common, problems);
    }
}

fn names(commands: &[Command], problems: &mut Problems) {
    unique(commands.iter().map(|command| &command.name), "a name", problems);
}

fn check_command(command: &Command, common: &[&Argument], problems: &mut Problems) {
    let at = &command.name.at;
    match (&command.runs, command.commands.is_empty()) {
        (Some(runs), true) => {
            let known: Vec<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
            one_of(runs, "an operation of the runtime", &known, problems);
        }
        (None, false) => {}
        (None, true) => problems.add(
            at,
            "`runs:` or `commands:`",
            "neither",
            "say which operation the command runs",
        ),
        (Some(runs), false) => {
            problems.add(&runs.at, "`runs:` or `commands:`", "both", "keep one of them");
        }
    }
    let arguments: Vec<&Argument> = common.iter().copied().chain(&command.arguments).collect();
    unique(arguments.iter().map(|argument| &argument.name), "a name", problems);
    unique(
        arguments.iter().filter_map(|argument| argument.short.as_ref()),
        "a letter",
        problems,
    );
    if command.runs.is_none() && !command.arguments.is_empty() {
        let hint = "give the arguments to its commands";
        problems.add(at, "no arguments in a command that runs nothing", "some", hint);
    }
    let known: Vec<&str> = arguments.iter().map(|argument| argument.name.text.as_str()).collect();
    for argument in &command.arguments {
        check_argument(argument, command, problems);
        for other in [&argument.needs, &argument.required_unless].into_iter().flatten() {
            one_of(other, "an argument of this command", &known, problems);
        }
    }
    names(&command.commands, problems);
    for inner in &command.commands {
        check_command(inner, common, problems);
    }
}

fn check_argument(argument: &Argument, command: &Command, problems: &mut Problems) {
    if let Some(short) = &argument.short {
        let found = format!("`{}`", short.text);
        if argument.positional {
            problems.add(
                &short.at,
                "no letter for a positional argument",
                found,
                "remove `short:`",
            );
        } else if short.text.chars().count() != 1 {
            problems.add(&short.at, "one letter", found, "choose one");
        }
    }
    if let Some(default) = &argument.default {
        if argument.required {
            let found = format!("`{}`", default.text);
            problems.add(
                &default.at,
                "no `default:` beside `required: true`",
                found,
                "keep one of them",
            );
        }
        if argument.default_doc.is_some() {
            let hint = "remove it: the help shows the default";
            problems.add(&default.at, "no `default-doc:` beside `default:`", "one", hint);
        }
    }
    let Some(holds) = holds(argument, command) else { return };
    if argument.value_optional && (argument.positional || !holds.has_usual_value()) {
        let hint = "remove `value-optional:`";
        let expected = "an option whose field has a usual value";
        problems.add(&argument.name.at, expected, "one that needs its value", hint);
    }
    if let (Holds::Limit, Some(default)) = (holds, &argument.default)
        && !is_size(&default.text)
    {
        let hint = "write a number of bytes, perhaps with K, M, G or T behind it";
        problems.add(&default.at, "a size", format!("`{}`", default.text), hint);
    }
    match &argument.value {
        None if holds.has_value() => {
            let hint = "say what stands for the value in the help";
            problems.add(&argument.name.at, "`value:` for an argument with a value", "none", hint);
        }
        Some(value) if !holds.has_value() => {
            let found = format!("`{}`", value.text);
            problems.add(&value.at, "no `value:` for a flag", found, "remove it");
        }
        _ => {}
    }
    if !holds.may_be_absent() && !argument.required && argument.default.is_none() {
        let hint = "add `required: true` or a `default:`";
        let found = "an argument that may be absent";
        problems.add(&argument.sets.at, "a value in any case for this field", found, hint);
    }
}

/// Whether commands will take `text` for a number of bytes.
fn is_size(text: &str) -> bool {
    let number = text.strip_suffix(['K', 'M', 'G', 'T']).unwrap_or(text);
    number.parse::<u64>().is_ok()
}

/// What the field that `argument` sets holds, if there is such a field.
fn holds(argument: &Argument, command: &Command) -> Option<Holds> {
    let runs = command.runs.as_ref()?;
    let operation = OPERATIONS.iter().find(|operation| operation.name == runs.text)?;
    let field = operation.fields.iter().find(|field| field.name == argument.sets.text)?;
    Some(field.holds)
}
