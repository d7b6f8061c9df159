//! The parser of the command line, from its tables. It gives the help and the completions too.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint};
use offload_bundle_core::options::{Argument, Command as Table, Completion, DropIn, Program};

use super::help;
use super::known::{KnownWords, WordParser};
use super::styles::STYLES;

/// Finds the words that people may mean by the arguments of the command with these names.
pub(crate) type FindWords = fn(&[&str]) -> KnownWords<'static>;

/// The parser for `program`, which takes the place of `tools`.
pub(crate) fn definition(
    program: &Program<'static>,
    tools: impl IntoIterator<Item = &'static DropIn<'static>>,
    find_words: FindWords,
) -> Command {
    let known = find_words(&[]);
    let globals = program.arguments.iter();
    let tools: Vec<Command> = tools.into_iter().map(tool).collect();
    let command = help::of_program(Command::new(program.name), program, &tools)
        .version(env!("CARGO_PKG_VERSION"))
        .styles(STYLES)
        .max_term_width(help::WIDTH)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .args(globals.map(|table| argument(table, &known).global(true).display_order(help::LATE)))
        .subcommands(program.commands.iter().map(|table| command(table, &[], find_words)))
        .subcommands(tools);
    help::with_usages_in_lines(command)
}

/// The command that `table` describes, in the one with the names `outer`.
fn command(table: &Table<'static>, outer: &[&str], find_words: FindWords) -> Command {
    let names = [outer, &[table.name]].concat();
    let known = find_words(&names);
    let inner = table.commands.iter();
    let command = help::of_command(Command::new(table.name), table)
        .args(table.arguments.iter().map(|table| argument(table, &known)))
        .subcommands(inner.map(|table| self::command(table, &names, find_words)));
    match table.commands {
        [] => command,
        _ => command.subcommand_required(true).arg_required_else_help(true),
    }
}

/// The parser for command lines of one command of `program`, the one that `table` describes. It knows no help, and refuses what it does not
/// know: then the parser for all of them is asked. It takes a twentieth of the time to build.
pub(crate) fn definition_of_one(program: &Program<'static>, table: &Table<'static>) -> Command {
    let globals = program.arguments.iter();
    Command::new(program.name)
        .subcommand_required(true)
        .disable_help_flag(true)
        .disable_help_subcommand(true)
        .args(globals.map(|table| shape(table, WordParser::default()).global(true)))
        .subcommand(bare_command(table))
}

/// The command that `table` describes, without what is for people.
fn bare_command(table: &Table<'static>) -> Command {
    Command::new(table.name)
        .disable_help_subcommand(true)
        .subcommand_required(!table.commands.is_empty())
        .args(table.arguments.iter().map(|table| shape(table, WordParser::default())))
        .subcommands(table.commands.iter().map(bare_command))
}

/// A tool in the list of commands. Its words never come here: a call by its name reaches it before this parser.
fn tool(table: &DropIn<'static>) -> Command {
    let words = Arg::new("words")
        .num_args(0..)
        .allow_hyphen_values(true)
        .trailing_var_arg(true);
    Command::new(table.name)
        .about(table.about)
        .long_about(table.doc)
        .hide(true)
        .disable_help_flag(true)
        .arg(words.value_name("OPTION").help("That tool's options"))
}

fn argument(table: &Argument<'static>, known: &KnownWords<'_>) -> Arg {
    let argument = shape(table, WordParser::new(known.words_of(table.name)))
        .help(help::of_argument(table))
        .hide_short_help(table.rare);
    match table.doc {
        "" => argument,
        _ => argument.long_help(help::long_of_argument(table)),
    }
}

/// What words the argument takes, without what is said of it.
fn shape(table: &Argument<'static>, words: WordParser) -> Arg {
    let mut argument = Arg::new(table.name).required(table.required);
    if !table.positional {
        argument = argument.long(table.name);
    }
    if let Some(short) = table.short {
        argument = argument.short(short);
    }
    if !table.conflicts.is_empty() {
        argument = argument.conflicts_with(table.conflicts);
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
        value(table, argument, words)
    }
}

/// The `argument` with what is said of its value.
fn value(table: &Argument<'static>, argument: Arg, words: WordParser) -> Arg {
    let action = if table.repeats {
        ArgAction::Append
    } else {
        ArgAction::Set
    };
    let hint = match table.completes {
        Completion::Nothing => ValueHint::Other,
        Completion::Files => ValueHint::FilePath,
        Completion::Folders => ValueHint::DirPath,
    };
    let mut argument = argument.action(action).value_name(table.value).value_hint(hint);
    argument = if table.choices.is_empty() {
        argument.value_parser(words).hide_possible_values(true)
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
