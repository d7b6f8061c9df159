//! A command runs a known operation or has commands of its own, and its arguments can be told apart.

use crate::model::cli::{Argument, Command, Spec};
use crate::names::{one_of, unique};
use crate::problem::Problems;
use crate::vocabulary::{OPERATIONS, ValueType};

pub(super) fn check(spec: &Spec, problems: &mut Problems) {
    names(&spec.program.commands, problems);
    for command in spec.program.commands.iter() {
        check_command(command, &spec.program.arguments, problems);
    }
}

fn names(commands: &[Command], problems: &mut Problems) {
    unique("a name", commands.iter().map(|command| &command.name), problems);
}

fn check_command(command: &Command, common: &[Argument], problems: &mut Problems) {
    let name = &command.name;
    match (&command.runs, command.commands.is_empty()) {
        (Some(runs), true) => {
            one_of(
                runs,
                "an operation of the runtime",
                OPERATIONS.iter().map(|operation| operation.name),
                problems,
            );
        }
        (None, false) => {}
        (None, true) => {
            let hint = "say which operation the command runs";
            problems.add(name, "`runs:` or `commands:`", "neither", hint);
        }
        (Some(runs), false) => problems.add(runs, "`runs:` or `commands:`", "both", "keep one of them"),
    }
    let arguments = || common.iter().chain(&command.arguments);
    unique("a name", arguments().map(|argument| &argument.name), problems);
    unique(
        "a letter",
        arguments().filter_map(|argument| argument.short.as_ref()),
        problems,
    );
    if command.runs.is_none() && !command.arguments.is_empty() {
        let hint = "give the arguments to its commands";
        problems.add(name, "no arguments in a command that runs nothing", "some", hint);
    }
    for argument in &command.arguments {
        check_argument(argument, command, problems);
        for other in [&argument.needs, &argument.required_unless].into_iter().flatten() {
            let known = arguments().map(|argument| &argument.name);
            one_of(other, "an argument of this command", known, problems);
        }
    }
    names(&command.commands, problems);
    for inner in &command.commands {
        check_command(inner, common, problems);
    }
}

fn check_argument(argument: &Argument, command: &Command, problems: &mut Problems) {
    if let Some(short) = &argument.short {
        if argument.positional {
            problems.add_word(short, "no letter for a positional argument", "remove `short:`");
        } else if short.chars().count() != 1 {
            problems.add_word(short, "one letter", "choose one");
        }
    }
    if let Some(default) = &argument.default {
        if argument.required {
            problems.add_word(default, "no `default:` beside `required: true`", "keep one of them");
        }
        if argument.default_doc.is_some() {
            let hint = "remove it: the help shows the default";
            problems.add(default, "no `default-doc:` beside `default:`", "one", hint);
        }
    }
    let Some(holds) = holds(argument, command) else { return };
    if argument.value_optional && (argument.positional || !holds.has_usual_value()) {
        let expected = "an option whose field has a usual value";
        problems.add(
            &argument.name,
            expected,
            "one that needs its value",
            "remove `value-optional:`",
        );
    }
    if let (ValueType::Limit, Some(default)) = (holds, &argument.default)
        && !is_size(default)
    {
        let hint = "write a number of bytes, perhaps with K, M, G or T behind it";
        problems.add_word(default, "a size", hint);
    }
    match &argument.value {
        None if holds.has_value() => {
            let hint = "say what stands for the value in the help";
            problems.add(&argument.name, "`value:` for an argument with a value", "none", hint);
        }
        Some(value) if !holds.has_value() => {
            problems.add_word(value, "no `value:` for a flag", "remove it");
        }
        _ => {}
    }
    if !holds.may_be_absent() && !argument.required && argument.default.is_none() {
        let hint = "add `required: true` or a `default:`";
        let found = "an argument that may be absent";
        problems.add(&argument.sets, "a value in any case for this field", found, hint);
    }
}

/// Whether commands will take `text` for a number of bytes.
fn is_size(text: &str) -> bool {
    let number = text.strip_suffix(['K', 'M', 'G', 'T']).unwrap_or(text);
    number.parse::<u64>().is_ok()
}

/// What the field that `argument` sets holds, if there is such a field.
fn holds(argument: &Argument, command: &Command) -> Option<ValueType> {
    let runs = command.runs.as_ref()?;
    let operation = OPERATIONS.iter().find(|operation| operation.name == runs.value)?;
    let field = operation
        .fields
        .iter()
        .find(|field| field.name == argument.sets.value)?;
    Some(field.holds)
}
