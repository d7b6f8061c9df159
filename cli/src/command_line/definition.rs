//! The parser of the command line, from its tables. It gives the help, the completions and the manual too.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use offload_bundle_core::options::{Argument, Command as Table, Completion, DropIn, Example, ExitCode, Program};

/// The parser for `program`, which takes the place of `tools`.
pub(crate) fn definition(
    program: &Program<'static>,
    tools: impl IntoIterator<Item = &'static DropIn<'static>>,
) -> Command {
    let globals = program.arguments.iter().map(|table| argument(table).global(true));
    Command::new(program.name)
        .version(env!("CARGO_PKG_VERSION"))
        .about(program.about)
        .long_about(program.doc)
        .after_long_help(exit_codes(program.exit_codes))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(globals)
        .subcommands(program.commands.iter().map(command))
        .subcommands(tools.into_iter().map(tool))
}

fn command(table: &Table<'static>) -> Command {
    let mut command = Command::new(table.name)
        .about(table.about)
        .long_about(table.doc)
        .args(table.arguments.iter().map(argument))
        .subcommands(table.commands.iter().map(self::command));
    if !table.commands.is_empty() {
        command = command.subcommand_required(true).arg_required_else_help(true);
    }
    let examples = examples(table.examples);
    if !examples.is_empty() {
        command = command.after_help(examples);
    }
    command
}

/// A tool in the list of commands. Its words never come here: whoever calls it by its name reaches it before this parser.
fn tool(table: &DropIn<'static>) -> Command {
    let words = Arg::new("words")
        .num_args(0..)
        .allow_hyphen_values(true)
        .trailing_var_arg(true);
    Command::new(table.name)
        .about(table.about)
        .long_about(table.doc)
        .disable_help_flag(true)
        .arg(words.value_name("OPTION").help("That tool's options"))
}

fn argument(table: &Argument<'static>) -> Arg {
    let mut argument = Arg::new(table.name).required(table.required).help(help(table));
    if !table.positional {
        argument = argument.long(table.name);
    }
    if let Some(short) = table.short {
        argument = argument.short(short);
    }
    if !table.needs.is_empty() {
        argument = argument.requires(table.needs);
    }
    if !table.required_unless.is_empty() {
        argument = argument.required_unless_present(table.required_unless);
    }
    if table.is_flag() {
        argument.action(ArgAction::SetTrue)
    } else {
        value(table, argument)
    }
}

/// The `argument` with what is said of its value.
fn value(table: &Argument<'static>, argument: Arg) -> Arg {
    let action = if table.repeats {
        ArgAction::Append
    } else {
        ArgAction::Set
    };
    let hint = match table.completes {
        Completion::Nothing => ValueHint::Unknown,
        Completion::Files => ValueHint::FilePath,
        Completion::Folders => ValueHint::DirPath,
    };
    let mut argument = argument.action(action).value_name(table.value).value_hint(hint);
    argument = if table.choices.is_empty() {
        argument.value_parser(value_parser!(OsString))
    } else {
        argument.value_parser(PossibleValuesParser::new(table.choices.iter().copied()).map(OsString::from))
    };
    if table.repeats && table.positional {
        argument = argument.num_args(usize::from(table.required)..);
    }
    if table.value_optional {
        argument = argument.num_args(0..=1).require_equals(true).default_missing_value("");
    }
    if table.negative {
        argument = argument.allow_negative_numbers(true);
    }
    if !table.default.is_empty() {
        argument = argument.default_value(table.default);
    }
    argument
}

fn help(table: &Argument<'static>) -> String {
    match table.default_doc {
        "" => table.help.to_owned(),
        default => format!("{} [default: {default}]", table.help),
    }
}

fn exit_codes(codes: &[ExitCode<'_>]) -> String {
    let codes = codes.iter().map(|code| format!("\n  {}  {}", code.code, code.doc));
    format!("Exit codes:{}", codes.collect::<String>())
}

fn examples(examples: &[Example<'_>]) -> String {
    let lines: String = examples
        .iter()
        .map(|example| format!("\n  {}:\n    {}", example.doc, example.run))
        .collect();
    if lines.is_empty() {
        lines
    } else {
        format!("Examples:{lines}")
    }
}
