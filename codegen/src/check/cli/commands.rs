//! A command does one thing, or has commands of its own, and its arguments can be told apart.

use super::arguments;
use crate::model::cli::{Argument, Command, CommandArgument, Example, Program};
use crate::names::snake;
use crate::problem::Problems;

/// What a terminal of 80 columns has room for behind an indent of four.
const LONGEST_LINE: usize = 76;

pub(super) fn check(program: &Program, problems: &mut Problems) {
    let shared = &program.shared_arguments;
    problems.unique("a name", shared.iter().map(|argument| &argument.name));
    for argument in shared {
        arguments::check(argument, problems);
        arguments::sets_a_field(argument, problems);
    }
    for argument in &program.arguments {
        arguments::check(argument, problems);
        arguments::sets_nothing(argument, problems);
        arguments::names_a_field(argument, problems);
    }
    fit_together(&mut program.arguments.iter(), &program.arguments, problems);
    problems.unique("a name", program.environment.iter().map(|variable| &variable.name));
    examples(&program.examples, problems);
    if let Some(command) = &program.file_command {
        let commands = program.commands.iter().map(|command| &command.name);
        problems.one_of(command, "a command of the program", commands);
    }
    commands(&program.commands, program, problems);
    unused(program, problems);
}

fn commands(commands: &[Command], program: &Program, problems: &mut Problems) {
    problems.unique("a name", commands.iter().map(|command| &command.name));
    for command in commands {
        does_one_thing(command, problems);
        check_arguments(command, program, problems);
        examples(&command.examples, problems);
        self::commands(&command.commands, program, problems);
    }
}

fn does_one_thing(command: &Command, problems: &mut Problems) {
    let done = [&command.runs, &command.does];
    let mut done = done.into_iter().flatten();
    let (first, second) = (done.next(), done.next());
    match first {
        None if command.commands.is_empty() => {
            let hint = "say which operation the command runs";
            problems.add(&command.name, "`runs:` or `commands:`", "neither", hint);
        }
        Some(_) if second.is_some() => {
            if let Some(does) = second {
                problems.add(does, "`runs:` or `does:`", "both", "keep one of them");
            }
        }
        Some(first) if !command.commands.is_empty() => {
            problems.add(first, "`runs:` or `commands:`", "both", "keep one of them");
        }
        Some(name) => problems.identifier(&name.with(snake(name)), &[]),
        None => {}
    }
    if first.is_none() && !command.arguments.is_empty() {
        let hint = "give the arguments to its commands";
        let expected = "no arguments in a command that runs nothing";
        problems.add(&command.name, expected, "some", hint);
    }
}

fn check_arguments(command: &Command, program: &Program, problems: &mut Problems) {
    for argument in &command.arguments {
        match argument {
            CommandArgument::Shared(name) => {
                let known = program.shared_arguments.iter().map(|shared| &shared.name);
                problems.one_of(name, "an argument of `shared-arguments:`", known);
            }
            CommandArgument::Own(argument) => {
                arguments::check(argument, problems);
                if command.runs.is_some() {
                    arguments::sets_a_field(argument, problems);
                } else if command.does.is_some() {
                    arguments::sets_nothing(argument, problems);
                }
            }
        }
    }
    problems.unique("a shared argument", command.shared_arguments());
    let mut taken: Vec<&Argument> = Vec::new();
    for argument in program.arguments_of(command) {
        // One that is named twice is one mistake.
        if !taken.iter().any(|other| std::ptr::eq(*other, argument)) {
            taken.push(argument);
        }
    }
    let own = || taken.iter().copied();
    let all = || program.arguments.iter().chain(own());
    problems.unique("a name", all().map(|argument| &argument.name));
    problems.unique("a letter", all().filter_map(|argument| argument.short.as_ref()));
    if command.runs.is_some() {
        problems.unique("a field", own().filter_map(|argument| argument.sets.as_ref()));
    } else {
        own().for_each(|argument| arguments::names_a_field(argument, problems));
    }
    let all: Vec<&Argument> = all().collect();
    fit_together(&mut own(), all, problems);
}

/// What each of `arguments` says of others, it says of `all` that may be beside it.
fn fit_together<'p>(
    arguments: &mut dyn Iterator<Item = &'p Argument>,
    all: impl IntoIterator<Item = &'p Argument> + Clone,
    problems: &mut Problems,
) {
    for argument in arguments {
        for other in [&argument.conflicts, &argument.needs, &argument.required_unless]
            .into_iter()
            .flatten()
        {
            let names = all.clone().into_iter().map(|argument| &argument.name);
            problems.one_of(other, "an argument of this command", names);
        }
    }
}

/// An example is in a help as it is, so that it can be copied: behind an indent, on a terminal of 80 columns.
fn examples(examples: &[Example], problems: &mut Problems) {
    for Example { run, .. } in examples {
        let lines = run.trim_end().lines();
        if lines.clone().any(|line| line.chars().count() > LONGEST_LINE) {
            let hint = "go on in the next line, after a backslash at the end of this one";
            problems.add_word(run, format!("lines of at most {LONGEST_LINE} columns"), hint);
        }
        let last = lines.clone().count().saturating_sub(1);
        if lines
            .enumerate()
            .any(|(number, line)| line.ends_with('\\') != (number < last))
        {
            let hint = "write one command line";
            problems.add_word(run, "a backslash at the end of each line but the last", hint);
        }
    }
}

/// What no command takes is there in vain.
fn unused(program: &Program, problems: &mut Problems) {
    let is_named = |shared: &Argument| {
        let mut commands: Vec<&Command> = program.commands.iter().collect();
        while let Some(command) = commands.pop() {
            if command.shared_arguments().any(|name| name.value == shared.name.value) {
                return true;
            }
            commands.extend(&command.commands);
        }
        false
    };
    for shared in program.shared_arguments.iter().filter(|shared| !is_named(shared)) {
        let hint = "name it in the `arguments:` of a command, or remove it";
        let expected = "an argument that some command takes";
        problems.add(&shared.name, expected, "one that none does", hint);
    }
}
