//! Resolves the command line: operations and fields instead of their names. Whatever does not resolve has been reported by
//! the checks, so it is left out here.

use crate::ir::cli::{Argument, Cli, Command, DropIn, Json, ToolOption};
use crate::model::cli as model;
use crate::spanned::Spanned;
use crate::vocabulary::{BUNDLER_TEXTS, OPERATIONS, OPTION_TEXTS, Operation, SESSION, SHOWN, Text};

/// Resolves a checked schema.
pub fn lower(file: &str, spec: &model::Spec) -> Cli {
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
        drop_ins: spec.drop_ins.iter().map(drop_in).collect(),
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

fn drop_in(tool: &model::DropIn) -> DropIn {
    let exit_codes = tool.exit_codes.iter();
    let environment = tool.environment.iter();
    let versions = tool.compressed_versions.iter();
    let kinds = tool.compatible_kinds.iter();
    let differences = tool.differences.iter();
    DropIn {
        name: tool.name.value.clone(),
        about: tool.about.clone(),
        long: tool.doc.to_string(),
        overview: tool.overview.clone(),
        version: tool.version.value.clone(),
        exit_codes: exit_codes
            .map(|code| (code.outcome.value.clone(), exit_code(code), code.doc.clone()))
            .collect(),
        archive_type: tool.archive_type.clone(),
        default_style: tool.default_style.clone(),
        unchecked_styles: tool.unchecked_styles.clone(),
        options: tool.options.iter().map(|option| tool_option(option, tool)).collect(),
        environment: environment
            .map(|variable| {
                (
                    variable.name.value.clone(),
                    variable.sets.value.clone(),
                    variable.doc.clone(),
                )
            })
            .collect(),
        compressed_versions: versions
            .map(|(style, versions)| (style.value.clone(), versions.clone()))
            .collect(),
        compatible_kinds: kinds
            .map(|(kind, served_by)| (kind.value.clone(), served_by.to_vec()))
            .collect(),
        option_texts: texts(tool, OPTION_TEXTS),
        texts: texts(tool, BUNDLER_TEXTS),
        differences: differences
            .map(|difference| {
                (
                    difference.id.value.clone(),
                    difference.theirs.clone(),
                    difference.ours.clone(),
                )
            })
            .collect(),
    }
}

/// The texts named in `names`, in that order.
fn texts(tool: &model::DropIn, names: &[Text]) -> Vec<(String, String)> {
    let found = names.iter().filter_map(|(name, _)| {
        let (_, message) = tool.messages.iter().find(|(given, _)| given.value == *name)?;
        Some(((*name).to_owned(), message.value.clone()))
    });
    found.collect()
}

fn tool_option(option: &model::ToolOption, tool: &model::DropIn) -> ToolOption {
    let heading = tool
        .categories
        .iter()
        .find(|(name, _)| name.value == option.category.value);
    ToolOption {
        name: option.name.value.clone(),
        takes: option.takes.value.clone(),
        does: text(&option.does),
        sets: text(&option.sets),
        shown: text(&option.shown).unwrap_or_else(|| SHOWN.first().copied().unwrap_or_default().to_owned()),
        category: heading.map(|(_, heading)| heading.clone()).unwrap_or_default(),
        required: option.required,
        value: option.value.clone().unwrap_or_default(),
        help: option.help.clone(),
    }
}
