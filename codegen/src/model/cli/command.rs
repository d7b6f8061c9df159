//! The program and its commands.

use offload_bundle_core::options as core;

use super::argument::{self, Argument, OwnOrShared, SHARED, follow};
use super::exit_code::{ExitCodes, Paragraphs, all_of, is_a_constant};
use crate::names::snake;
use crate::problem::Problems;
use crate::reading::{Maybe, Must, Rows, each, gives, mapping, names, table, texts};
use crate::spanned::Spanned;
use crate::yaml::Node;

/// 80 columns minus an indent of four.
const LONGEST_LINE: usize = 76;

mapping! {
    pub struct Program<'a> as "a program" => check {
        pub table: core::Program<'a> as flatten,
        pub exit_codes: ExitCodes<'a> as (Must<Rows>) => each(is_a_constant),
        pub arguments: Vec<Argument<'a>>,
        pub shared_arguments: Vec<Argument<'a>>,
        pub commands: Vec<Command<'a>> as (Must),
    }
}

table! {
    for<'a> core::Program<'a> {
        name, about, environment, examples, exit_codes = default, arguments = default, commands = default;
        doc: Paragraphs;
        file_command: Maybe;
    }
}

mapping! {
    /// A command has an operation, an action of the program, or subcommands.
    pub struct Command<'a> as "a command" {
        pub table: core::Command<'a> as flatten,
        pub runs: Option<&'a str>,
        pub does: Option<&'a str>,
        pub arguments: Vec<Argument<'a>> as (OwnOrShared),
        pub commands: Vec<Command<'a>>,
    }
}

table! {
    for<'a> core::Command<'a> {
        name, about, retired, examples, arguments = default, commands = default;
        doc: Paragraphs;
    }
}

table! {
    for<'a> core::Retired<'a> as "a retired option" {
        words, message, hint;
    }
}

table! {
    for<'a> core::Example<'a> as "an example" {
        run => each(can_be_copied);
        doc;
    } is |_map, _reader| Self { run: str::trim_end(run), doc }
}

/// Help shows examples verbatim, so that they can be copied.
fn can_be_copied(run: &Spanned<String>, problems: &mut Problems) {
    let lines = run.trim_end().lines();
    if lines.clone().any(|line| line.chars().count() > LONGEST_LINE) {
        let hint = "continue on the next line, after a backslash";
        problems.add_word(run, format!("lines of at most {LONGEST_LINE} columns"), hint);
    }
    let last = lines.clone().count().saturating_sub(1);
    let mut lines = lines.enumerate();
    if lines.any(|(number, line)| line.ends_with('\\') != (number < last)) {
        let hint = "write one command line";
        problems.add_word(run, "a backslash at the end of each line but the last", hint);
    }
}

fn check(program: &Node, problems: &mut Problems) {
    problems.unique("a name", &all_of("name", program.list("shared-arguments")));
    for argument in program.list("shared-arguments") {
        if let Some(name) = argument.get("name") {
            gives(SHARED)(name, problems);
        }
        argument::check(argument, problems);
        argument::sets_a_field(argument, problems);
    }
    let own: Vec<&Node> = program.list("arguments").iter().collect();
    for argument in &own {
        argument::check(argument, problems);
        argument::sets_nothing(argument, problems);
        argument::names_a_field(argument, problems);
    }
    fit_together(&own, &own, problems);
    problems.unique("a name", &all_of("name", program.list("environment")));
    let commands = program.list("commands");
    if let Some(command) = program.text("file-command") {
        problems.one_of(&command, "a command of the program", all_of("name", commands));
    }
    check_commands(commands, program, problems);
    problems.later(|later, problems| {
        // An unused shared argument is a mistake.
        let is_named = |name: &Spanned<String>| later.used(SHARED).iter().any(|used| used.value == name.value);
        for shared in later.given(SHARED).iter().filter(|shared| !is_named(shared)) {
            let hint = "name it in the `arguments:` of a command, or remove it";
            problems.add(
                shared,
                "an argument that some command takes",
                "an operation without a command",
                hint,
            );
        }
    });
}

fn check_commands(commands: &[Node], program: &Node, problems: &mut Problems) {
    problems.unique("a name", &all_of("name", commands));
    for command in commands {
        does_one_thing(command, problems);
        check_arguments(command, program, problems);
        check_commands(command.list("commands"), program, problems);
    }
}

fn does_one_thing(command: &Node, problems: &mut Problems) {
    let Some(name) = command.get("name") else { return };
    let has_commands = !command.list("commands").is_empty();
    match (command.text("runs"), command.text("does")) {
        (None, None) if !has_commands => {
            let hint = "say which operation the command runs";
            problems.add(name, "`runs:` or `commands:`", "neither", hint);
        }
        (Some(_), Some(does)) => problems.add(does, "`runs:` or `does:`", "both", "keep one"),
        (Some(done), _) | (_, Some(done)) if has_commands => {
            problems.add(done, "`runs:` or `commands:`", "both", "keep one");
        }
        (Some(done), _) | (_, Some(done)) => {
            let field = done.with(snake(&done));
            problems.identifier(&field, &[]);
        }
        (None, None) if !command.list("arguments").is_empty() => {
            let expected = "no arguments in a command that runs nothing";
            problems.add(name, expected, "some", "give the arguments to its commands");
        }
        (None, None) => {}
    }
}

fn check_arguments(command: &Node, program: &Node, problems: &mut Problems) {
    let arguments = command.list("arguments");
    let (runs, does) = (command.get("runs").is_some(), command.get("does").is_some());
    for argument in arguments {
        if argument::is_name(argument) {
            names(SHARED)(argument, problems);
            continue;
        }
        argument::check(argument, problems);
        if runs {
            argument::sets_a_field(argument, problems);
        } else if does {
            argument::sets_nothing(argument, problems);
        }
    }
    let named = arguments.iter().filter(|argument| argument::is_name(argument));
    problems.unique("a shared argument", &named.flat_map(texts).collect::<Vec<_>>());
    let mut own: Vec<&Node> = Vec::new();
    for argument in arguments.iter().filter_map(|node| follow(node, program)) {
        // A repeated name is reported once.
        if !own.iter().any(|other| std::ptr::eq(*other, argument)) {
            own.push(argument);
        }
    }
    let all: Vec<&Node> = program.list("arguments").iter().chain(own.iter().copied()).collect();
    problems.unique("a name", &all_of("name", all.iter().copied()));
    problems.unique("a letter", &all_of("short", all.iter().copied()));
    if runs {
        problems.unique("a field", &all_of("sets", own.iter().copied()));
    } else {
        own.iter()
            .for_each(|argument| argument::names_a_field(argument, problems));
    }
    fit_together(&own, &all, problems);
}

/// `all` includes the arguments of outer commands.
fn fit_together(arguments: &[&Node], all: &[&Node], problems: &mut Problems) {
    for argument in arguments {
        for other in ["conflicts", "needs", "required-unless"]
            .into_iter()
            .filter_map(|key| argument.text(key))
        {
            problems.one_of(
                &other,
                "an argument in this command",
                all_of("name", all.iter().copied()),
            );
        }
    }
}
