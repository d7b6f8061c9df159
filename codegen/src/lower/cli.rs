//! Lowers the command line, with facts from other schemas.

use offload_bundle_core::options::{self as core, Takes};

use crate::arena::Arena;
use crate::ir::cli::{Cli, DropIn, Fill, Holds, Request};
use crate::model::Schema;
use crate::model::cli::{self as model, Argument, ExitCodes};
use crate::names::snake;
use crate::prose::either;

pub fn lower<'a>(arena: &'a Arena, file: &'a str, spec: &'a model::Spec<'a>, schemas: &'a [Schema<'a>]) -> Cli<'a> {
    let program = &spec.program;
    let tables = Tables { arena, schemas };
    let mut requests = Vec::new();
    for inner in &program.commands {
        tables.requests(inner, &[program.table.name], &mut requests);
    }
    Cli {
        source: file,
        exit_codes: program.exit_codes,
        program: core::Program {
            exit_codes: codes(arena, program.exit_codes),
            arguments: tables.arguments(&program.arguments),
            commands: tables.commands(&program.commands),
            ..program.table
        },
        shared: tables.arguments(&program.shared_arguments),
        globals: tables.fills(&program.arguments, false),
        requests,
        drop_ins: spec
            .drop_ins
            .iter()
            .map(|tool| drop_in(arena, tool, &spec.common_options))
            .collect(),
    }
}

fn codes<'a>(arena: &'a Arena, codes: ExitCodes<'a>) -> &'a [core::ExitCode<'a>] {
    arena.list(codes.iter().map(|(_, code)| *code))
}

fn drop_in<'a>(arena: &'a Arena, tool: &'a model::DropIn<'a>, common: &'a [model::DropInOption<'a>]) -> DropIn<'a> {
    let options = || common.iter().chain(&tool.options);
    let field = |option: &model::DropInOption<'_>| {
        let field = option.field.map_or_else(|| snake(option.table.name), str::to_owned);
        (!matches!(option.table.takes, Takes::Nothing(_))).then_some(field)
    };
    let table = core::DropIn {
        exit_codes: codes(arena, tool.exit_codes),
        options: arena.list(options().map(|option| option.table)),
        ..tool.table
    };
    DropIn { spec: tool, table, fields: options().map(field).collect() }
}

struct Tables<'a> {
    arena: &'a Arena,
    schemas: &'a [Schema<'a>],
}

impl<'a> Tables<'a> {
    fn arguments(&self, arguments: &[Argument<'a>]) -> &'a [core::Argument<'a>] {
        let table = |argument: &Argument<'a>| core::Argument { help: self.help(argument), ..argument.table };
        self.arena.list(arguments.iter().map(table))
    }

    fn commands(&self, commands: &[model::Command<'a>]) -> &'a [core::Command<'a>] {
        self.arena.list(commands.iter().map(|command| core::Command {
            arguments: self.arguments(&command.arguments),
            commands: self.commands(&command.commands),
            ..command.table
        }))
    }

    /// Replaces each `{versions of FORMAT}` in the help.
    fn help(&self, argument: &Argument<'a>) -> &'a str {
        let mut shown = argument.table.help.to_owned();
        for spec in self.schemas.iter().filter_map(Schema::binary) {
            let versions = spec.versions().into_iter().map(|version| format!("`{version}`"));
            let placeholder = format!("{{versions of {}}}", spec.id.value);
            shown = shown.replace(&placeholder, &either(versions.collect()));
        }
        self.arena.text(&shown)
    }

    fn requests(&self, command: &'a model::Command<'a>, outer: &[&'a str], found: &mut Vec<Request<'a>>) {
        let path = [outer, &[command.table.name]].concat();
        if let Some(name) = command.runs.or(command.does) {
            found.push(Request {
                name,
                by_program: command.does.is_some(),
                fills: self.fills(&command.arguments, command.runs.is_some()),
                path: path.clone(),
            });
        }
        for inner in &command.commands {
            self.requests(inner, &path, found);
        }
    }

    fn fills(&self, arguments: &[Argument<'a>], of_library: bool) -> Vec<Fill<'a>> {
        let fill = |argument: &Argument<'a>| {
            let table = &argument.table;
            let named = argument.sets.filter(|_| of_library);
            Fill {
                argument: table.name,
                help: self.help(argument),
                field: named.map_or_else(|| snake(table.name), str::to_owned),
                holds: match () {
                    () if table.is_flag() => Holds::Flag,
                    () if table.repeats => Holds::All,
                    () if table.required || !table.default.is_empty() => Holds::Value,
                    () => Holds::Perhaps,
                },
            }
        };
        arguments.iter().map(fill).collect()
    }
}
