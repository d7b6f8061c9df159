//! Resolves the command line: operations and fields instead of their names. Whatever does not resolve has been reported by
//! the checks, so it is left out here.

use crate::ir::cli::{Argument, Cli, Command, DropIn, Json, ToolOption};
use crate::ir::vocabulary::{BUNDLER_TEXTS, OPERATIONS, OPTION_TEXTS, Operation, SESSION, SHOWN, Text};
use crate::model::cli as model;

/// Resolves a checked schema.
pub fn lower(spec: &model::Spec) -> Cli {
    let program = &spec.program;
    let path = vec![program.name.clone()];
    Cli {
        source: spec.file.clone(),
        doc: spec.doc.clone(),
        name: program.name.clone(),
        about: program.about.clone(),
        long: program.doc.clone(),
        exit_codes: program
            .exit_codes
            .iter()
            .map(|code| (code.code, code.doc.clone()))
            .collect(),
        arguments: arguments(&program.arguments, &SESSION),
        commands: program.commands.iter().map(|inner| command(inner, &path)).collect(),
        drop_ins: spec.drop_ins.iter().map(drop_in).collect(),
    }
}

fn command(command: &model::Command, outer: &[String]) -> Command {
    let mut path = outer.to_vec();
    path.push(command.name.text.clone());
    let operation = command
        .runs
        .as_ref()
        .and_then(|runs| OPERATIONS.iter().find(|operation| operation.name == runs.text))
        .copied();
    Command {
        about: command.about.clone(),
        long: command.doc.clone(),
        arguments: operation.map_or_else(Vec::new, |operation| arguments(&command.arguments, &operation)),
        operation,
        json: command.json.as_ref().map(|json| Json {
            doc: json.doc.clone(),
            keys: json
                .keys
                .iter()
                .map(|(key, meaning)| (key.text.clone(), meaning.clone()))
                .collect(),
        }),
        examples: command
            .examples
            .iter()
            .map(|example| (example.run.text.clone(), example.doc.clone()))
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
    let field_of = |word: &Option<model::Word>| {
        let named = arguments
            .iter()
            .find(|other| Some(&other.name.text) == word.as_ref().map(|word| &word.text));
        named.map(|other| other.sets.text.clone())
    };
    let resolved = arguments.iter().filter_map(|argument| {
        let field = operation.fields.iter().find(|field| field.name == argument.sets.text)?;
        Some(Argument {
            name: (!argument.positional).then(|| argument.name.text.clone()),
            short: argument.short.as_ref().and_then(|short| short.text.chars().next()),
            field: *field,
            value: argument.value.as_ref().map(|value| value.text.clone()),
            value_optional: argument.value_optional,
            required: argument.required,
            default: argument.default.as_ref().map(|default| default.text.clone()),
            needs: field_of(&argument.needs),
            required_unless: field_of(&argument.required_unless),
            default_doc: argument.default_doc.clone(),
            help: argument.help.clone(),
        })
    });
    resolved.collect()
}

fn drop_in(tool: &model::DropIn) -> DropIn {
    DropIn {
        name: tool.name.text.clone(),
        about: tool.about.clone(),
        long: tool.doc.clone(),
        overview: tool.overview.clone(),
        version: tool.version.text.clone(),
        exit_codes: tool
            .exit_codes
            .iter()
            .map(|code| (code.outcome.text.clone(), code.code, code.doc.clone()))
            .collect(),
        archive_type: tool.archive_type.clone(),
        default_style: tool.default_style.clone(),
        unchecked_styles: tool.unchecked_styles.clone(),
        options: tool.options.iter().map(|option| tool_option(option, tool)).collect(),
        environment: tool
            .environment
            .iter()
            .map(|variable| {
                (
                    variable.name.text.clone(),
                    variable.sets.text.clone(),
                    variable.doc.clone(),
                )
            })
            .collect(),
        compressed_versions: tool
            .compressed_versions
            .iter()
            .map(|(style, versions)| (style.text.clone(), versions.clone()))
            .collect(),
        compatible_kinds: tool
            .compatible_kinds
            .iter()
            .map(|kinds| (kinds.kind.clone(), kinds.served_by.clone()))
            .collect(),
        option_texts: texts(tool, OPTION_TEXTS),
        texts: texts(tool, BUNDLER_TEXTS),
        differences: tool
            .differences
            .iter()
            .map(|difference| {
                (
                    difference.id.text.clone(),
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
        let (_, word) = tool.messages.iter().find(|(key, _)| key.text == *name)?;
        Some(((*name).to_owned(), word.text.clone()))
    });
    found.collect()
}

fn tool_option(option: &model::ToolOption, tool: &model::DropIn) -> ToolOption {
    let heading = tool.categories.iter().find(|(key, _)| key.text == option.category.text);
    ToolOption {
        name: option.name.text.clone(),
        takes: option.takes.text.clone(),
        does: option.does.as_ref().map(|word| word.text.clone()),
        sets: option.sets.as_ref().map(|word| word.text.clone()),
        shown: option.shown.as_ref().map_or_else(
            || SHOWN.first().copied().unwrap_or_default().to_owned(),
            |word| word.text.clone(),
        ),
        category: heading.map(|(_, word)| word.text.clone()).unwrap_or_default(),
        required: option.required,
        value: option.value.clone(),
        help: option.help.clone(),
    }
}
