//! The table of the program's commands, and the fields that their arguments fill.

use offload_bundle_core::options::{Argument, Command, Example, Program};

use super::exit_code;
use crate::arena::Arena;
use crate::ir::cli::{Fill, Holds, Request};
use crate::model::cli as model;
use crate::names::snake;
use crate::prose::one_line;
use crate::spanned::Spanned;

/// Fills the table of `program`.
pub(super) fn program<'a>(arena: &'a Arena, program: &model::Program) -> Program<'a> {
    Program {
        name: arena.text(&program.name),
        about: arena.text(&program.about),
        doc: paragraphs(arena, &program.doc),
        exit_codes: arena.list(program.exit_codes.iter().map(|code| exit_code(arena, code))),
        arguments: arena.list(program.arguments.iter().map(|table| argument(arena, table))),
        commands: arena.list(program.commands.iter().map(|table| command(arena, table, program))),
    }
}

/// `text` with each paragraph on one line: whoever shows it breaks it to fit.
pub(super) fn paragraphs<'a>(arena: &'a Arena, text: &str) -> &'a str {
    let paragraphs = text.trim().split("\n\n");
    arena.text(&paragraphs.map(one_line).collect::<Vec<_>>().join("\n\n"))
}

fn command<'a>(arena: &'a Arena, command: &model::Command, program: &model::Program) -> Command<'a> {
    let arguments = program.arguments_of(command);
    Command {
        name: arena.text(&command.name),
        about: arena.text(&command.about),
        doc: paragraphs(arena, &command.doc),
        arguments: arena.list(arguments.map(|table| argument(arena, table))),
        examples: arena.list(
            command
                .examples
                .iter()
                .map(|example| Example { run: arena.text(&example.run), doc: arena.text(&example.doc) }),
        ),
        commands: arena.list(
            command
                .commands
                .iter()
                .map(|inner| self::command(arena, inner, program)),
        ),
    }
}

/// The table of one argument.
pub(super) fn argument<'a>(arena: &'a Arena, argument: &model::Argument) -> Argument<'a> {
    let text = |text: &Option<Spanned<String>>| text.as_ref().map_or("", |text| arena.text(text));
    Argument {
        name: arena.text(&argument.name),
        short: argument.short.as_ref().and_then(|short| short.chars().next()),
        positional: argument.positional,
        value: text(&argument.value),
        value_optional: argument.value_optional,
        negative: argument.negative,
        completes: argument.completes.unwrap_or(Argument::DEFAULT.completes),
        choices: arena.texts(&argument.choices),
        repeats: argument.repeats,
        required: argument.required,
        required_unless: text(&argument.required_unless),
        needs: text(&argument.needs),
        default: text(&argument.default),
        default_doc: argument.default_doc.as_ref().map_or("", |doc| arena.text(doc)),
        help: arena.text(&argument.help),
    }
}

/// Adds what `command` and its own commands ask for, at the end of `outer`.
pub(super) fn requests(command: &model::Command, program: &model::Program, outer: &[String], found: &mut Vec<Request>) {
    let path = [outer, std::slice::from_ref(&command.name.value)].concat();
    if let Some(name) = command.runs.as_ref().or(command.does.as_ref()) {
        found.push(Request {
            name: name.value.clone(),
            by_program: command.does.is_some(),
            fills: program
                .arguments_of(command)
                .map(|argument| fill(argument, command.runs.is_some()))
                .collect(),
            path: path.clone(),
        });
    }
    for inner in &command.commands {
        requests(inner, program, &path, found);
    }
}

/// The field that an argument fills, `of_library` or of what the program itself is given.
pub(super) fn fill(argument: &model::Argument, of_library: bool) -> Fill {
    let named = argument
        .sets
        .as_ref()
        .filter(|_| of_library)
        .map(|field| field.value.clone());
    Fill {
        argument: argument.name.value.clone(),
        help: argument.help.clone(),
        field: named.unwrap_or_else(|| snake(&argument.name)),
        holds: match argument.value {
            None => Holds::Flag,
            Some(_) if argument.repeats => Holds::All,
            Some(_) if argument.required || argument.default.is_some() => Holds::Value,
            Some(_) => Holds::Perhaps,
        },
    }
}
