//! The table of the program's commands, and the fields that their arguments fill.

use offload_bundle_core::options::{Argument, Command, Example, Program};

use crate::arena::Arena;
use crate::ir::cli::{Fill, Holds, Request};
use crate::model::cli as model;
use crate::names::snake;
use crate::prose::one_line;
use crate::reading::{self, Fill as _};

/// What becomes of the help of an argument: other schemas say a part of it.
pub(super) type Help<'h, 'a> = &'h dyn Fn(&'a str) -> &'a str;

/// Fills the table of `program`.
pub(super) fn program<'a>(arena: &'a Arena, program: &'a model::Program, help: Help<'_, 'a>) -> Program<'a> {
    Program {
        name: &program.name,
        about: &program.about,
        doc: paragraphs(arena, &program.doc),
        exit_codes: program.exit_codes.fill(arena),
        environment: program.environment.fill(arena),
        file_command: program.file_command.fill(arena),
        examples: program.examples.fill(arena),
        arguments: arena.list(program.arguments.iter().map(|table| argument(arena, table, help))),
        commands: arena.list(
            program
                .commands
                .iter()
                .map(|table| command(arena, table, program, help)),
        ),
    }
}

/// `text` with each paragraph on one line: it is broken to fit where it is shown.
pub(super) fn paragraphs<'a>(arena: &'a Arena, text: &str) -> &'a str {
    let paragraphs = text.trim().split("\n\n");
    arena.text(&paragraphs.map(one_line).collect::<Vec<_>>().join("\n\n"))
}

fn command<'a>(
    arena: &'a Arena,
    command: &'a model::Command,
    program: &'a model::Program,
    help: Help<'_, 'a>,
) -> Command<'a> {
    let arguments = program.arguments_of(command);
    let inner = command.commands.iter();
    Command {
        name: &command.name,
        about: &command.about,
        doc: paragraphs(arena, &command.doc),
        rare: command.rare,
        arguments: arena.list(arguments.map(|table| argument(arena, table, help))),
        examples: command.examples.fill(arena),
        commands: arena.list(inner.map(|inner| self::command(arena, inner, program, help))),
    }
}

impl<'a> reading::Fill<'a, Example<'a>> for model::Example {
    fn fill(&'a self, _arena: &'a Arena) -> Example<'a> {
        Example { run: self.run.trim_end(), doc: &self.doc }
    }
}

/// The table of one argument.
pub(super) fn argument<'a>(arena: &'a Arena, argument: &'a model::Argument, help: Help<'_, 'a>) -> Argument<'a> {
    Argument {
        name: &argument.name,
        short: argument.short.as_ref().and_then(|short| short.chars().next()),
        positional: argument.positional,
        value: argument.value.fill(arena),
        value_optional: argument.value_optional,
        negative: argument.negative,
        completes: argument.completes.unwrap_or(Argument::DEFAULT.completes),
        choices: argument.choices.fill(arena),
        repeats: argument.repeats,
        required: argument.required,
        required_unless: argument.required_unless.fill(arena),
        conflicts: argument.conflicts.fill(arena),
        needs: argument.needs.fill(arena),
        default: argument.default.fill(arena),
        default_doc: argument.default_doc.fill(arena),
        help: help(&argument.help),
        doc: argument.doc.as_deref().map_or("", |doc| paragraphs(arena, doc)),
        rare: argument.rare,
    }
}

/// Adds what `command` and its own commands ask for, at the end of `outer`.
pub(super) fn requests<'a>(
    command: &'a model::Command,
    program: &'a model::Program,
    help: Help<'_, 'a>,
    outer: &[&'a str],
    found: &mut Vec<Request<'a>>,
) {
    let path = [outer, &[&command.name]].concat();
    if let Some(name) = command.runs.as_ref().or(command.does.as_ref()) {
        let arguments = program.arguments_of(command);
        found.push(Request {
            name,
            by_program: command.does.is_some(),
            fills: arguments
                .map(|argument| fill(argument, help, command.runs.is_some()))
                .collect(),
            path: path.clone(),
        });
    }
    for inner in &command.commands {
        requests(inner, program, help, &path, found);
    }
}

/// The field that an argument fills, `of_library` or of what the program itself is given.
pub(super) fn fill<'a>(argument: &'a model::Argument, help: Help<'_, 'a>, of_library: bool) -> Fill<'a> {
    let named = argument.sets.as_ref().filter(|_| of_library);
    Fill {
        argument,
        help: help(&argument.help),
        field: named.map_or_else(|| snake(&argument.name), |field| field.value.clone()),
        holds: match argument.value {
            None => Holds::Flag,
            Some(_) if argument.repeats => Holds::All,
            Some(_) if argument.required || argument.default.is_some() => Holds::Value,
            Some(_) => Holds::Perhaps,
        },
    }
}
