//! Resolves the command line: operations and fields instead of their names. Whatever does not resolve has been reported by
//! the checks, so it is left out here.

mod drop_in;

use crate::arena::Arena;
use crate::ir::cli::{Argument, Cli, Command, Json};
use crate::model::cli as model;
use crate::spanned::Spanned;
use crate::vocabulary::{OPERATIONS, Operation, SESSION};

/// Resolves a checked schema.
pub fn lower<'a>(arena: &'a Arena, file: &str, spec: &model::Spec) -> Cli<'a> {
    let program = &spec.program;
    let path = vec![program.name.clone()];
    Cli {
        source: file.to_owned(),
        name: program.name.clone(),
        about: program.about.clone(),
        long: program.doc.to_string(),
        exit_codes: program
            .exit_codes
            .iter()
            .map(|code| (exit_code(code), code.doc.clone()))
            .collect(),
        arguments: arguments(&program.arguments, &SESSION),
        commands: program.commands.iter().map(|inner| command(inner, &path)).collect(),
        drop_ins: spec
            .drop_ins
            .iter()
            .map(|tool| drop_in::lower(arena, tool, &spec.common_options))
            .collect(),
    }
}

fn exit_code(code: &model::ExitCode) -> u8 {
    u8::try_from(code.code.value).unwrap_or(u8::MAX)
}

fn text(text: &Option<Spanned<String>>) -> Option<String> {
    text.as_ref().map(|text| text.value.clone())
}

fn command(command: &model::Command, outer: &[String]) -> Command {
    let path = [outer, std::slice::from_ref(&command.name.value)].concat();
    let runs = command.runs.as_ref();
    let operation = runs
        .and_then(|runs| OPERATIONS.iter().find(|operation| operation.name == runs.value))
        .copied();
    let json = command.json.as_ref().map(|json| Json {
        doc: json.doc.to_string(),
        keys: json
            .keys
            .iter()
            .map(|(key, meaning)| (key.value.clone(), meaning.to_string()))
            .collect(),
    });
    Command {
        about: command.about.clone(),
        long: command.doc.to_string(),
        arguments: operation.map_or_else(Vec::new, |operation| arguments(&command.arguments, &operation)),
        operation,
        json,
        examples: command
            .examples
            .iter()
            .map(|example| (example.run.clone(), example.doc.clone()))
            .collect(),
        commands: command
            .commands
            .iter()
            .map(|inner| self::command(inner, &path))
            .collect(),
        path,
    }
}

fn arguments(arguments: &[model::Argument], operation: &Operation) -> Vec<Argument> {
    let field_of = |name: &Option<Spanned<String>>| {
        let name = name.as_ref()?;
        let named = arguments.iter().find(|other| other.name.value == name.value);
        named.map(|other| other.sets.value.clone())
    };
    let resolved = arguments.iter().filter_map(|argument| {
        let field = operation
            .fields
            .iter()
            .find(|field| field.name == argument.sets.value)?;
        Some(Argument {
            name: (!argument.positional).then(|| argument.name.value.clone()),
            short: argument.short.as_ref().and_then(|short| short.chars().next()),
            field: *field,
            value: text(&argument.value),
            value_optional: argument.value_optional,
            required: argument.required,
            default: text(&argument.default),
            needs: field_of(&argument.needs),
            required_unless: field_of(&argument.required_unless),
            default_doc: argument.default_doc.clone(),
            help: argument.help.clone(),
        })
    });
    resolved.collect()
}
