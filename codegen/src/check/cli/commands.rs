//! A command does one thing, or has commands of its own, and its arguments can be told apart.

use super::arguments;
use crate::model::cli::{Argument, Command, CommandArgument, Program};
use crate::names::{identifier, one_of, snake, unique};
use crate::problem::Problems;
use crate::spanned::Spanned;

pub(super) fn check(program: &Program, problems: &mut Problems) {
    let shared = &program.shared_arguments;
    unique("a name", shared.iter().map(|argument| &argument.name), problems);
    for argument in shared {
        arguments::check(argument, problems);
        arguments::sets_a_field(argument, problems);
    }
    for argument in &program.arguments {
        arguments::check(argument, problems);
        arguments::sets_nothing(argument, problems);
    }
    commands(&program.commands, program, problems);
    unused(program, problems);
}

fn commands(commands: &[Command], program: &Program, problems: &mut Problems) {
    unique("a name", commands.iter().map(|command| &command.name), problems);
    for command in commands {
        does_one_thing(command, problems);
        check_arguments(command, program, problems);
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
        Some(name) => identifier(&name.with(snake(name)), &[], problems),
        None => {}
    }
    if first.is_none() && !command.arguments.is_empty() {
        let hint = "give the arguments to its commands";
        problems.add(
            &command.name,
            "no arguments in a command that runs nothing",
            "some",
            hint,
        );
    }
}

fn check_arguments(command: &Command, program: &Program, problems: &mut Problems) {
    for argument in &command.arguments {
        match argument {
            CommandArgument::Shared(name) => {
                let known = program.shared_arguments.iter().map(|shared| &shared.name);
                one_of(name, "an argument of `shared-arguments:`", known, problems);
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
    let all = || program.arguments.iter().chain(program.arguments_of(command));
    let at = |argument: &'_ Argument, name: &Spanned<String>| {
        let named = command.arguments.iter().find_map(|given| match given {
            CommandArgument::Shared(shared) if shared.value == argument.name.value => {
                Some(shared.with(name.value.clone()))
            }
            _ => None,
        });
        named.unwrap_or_else(|| name.clone())
    };
    let names: Vec<_> = all().map(|argument| at(argument, &argument.name)).collect();
    unique("a name", &names, problems);
    let letters = all().filter_map(|argument| argument.short.as_ref().map(|short| at(argument, short)));
    unique("a letter", &letters.collect::<Vec<_>>(), problems);
    let fields = program.arguments_of(command).map(|argument| match &argument.sets {
        Some(field) => at(argument, field),
        None => at(argument, &argument.name.with(snake(&argument.name))),
    });
    unique("a field", &fields.collect::<Vec<_>>(), problems);
    for argument in program.arguments_of(command) {
        for other in [&argument.needs, &argument.required_unless].into_iter().flatten() {
            one_of(other, "an argument of this command", &names, problems);
        }
    }
}

/// What no command takes is there in vain.
fn unused(program: &Program, problems: &mut Problems) {
    fn named<'p>(commands: &'p [Command], found: &mut Vec<&'p str>) {
        for command in commands {
            found.extend(command.arguments.iter().filter_map(|argument| match argument {
                CommandArgument::Shared(name) => Some(name.as_str()),
                CommandArgument::Own(_) => None,
            }));
            named(&command.commands, found);
        }
    }
    let mut found = Vec::new();
    named(&program.commands, &mut found);
    for shared in &program.shared_arguments {
        if !found.contains(&shared.name.as_str()) {
            let hint = "name it in the `arguments:` of a command, or remove it";
            problems.add(
                &shared.name,
                "an argument that some command takes",
                "one that none does",
                hint,
            );
        }
    }
}
