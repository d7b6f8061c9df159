//! The parser of the command line, from its tables. It gives the help, the completions and the manual too.

use clap::{Arg, ArgAction, ArgGroup, Command, ValueHint};
use offload_bundle_core::options::{Argument, Command as Table, Completion, DropIn, Example, Program};

use super::styles::STYLES;
use super::word::Parsers;

/// The width of the help on a wide terminal, in columns.
const WIDTH: usize = 80;

/// What the parser is made of.
#[derive(Clone, Copy)]
pub(crate) struct Definition<'d> {
    pub(crate) program: &'static Program<'static>,
    /// Finds the parsers of the arguments of the command with these names.
    pub(crate) find_parsers: fn(&[&str]) -> Parsers,
    /// Whether a command has its arguments.
    pub(crate) is_whole: &'d dyn Fn(&str) -> bool,
    /// Whether the other commands are there by name, for the help.
    pub(crate) has_others: bool,
    /// Whether the short help has what is rarely used.
    pub(crate) shows_rare: bool,
}

impl Definition<'_> {
    /// The parser for the program, which replaces `tools`.
    pub(crate) fn parser(self, tools: impl IntoIterator<Item = &'static DropIn<'static>>) -> Command {
        let program = self.program;
        let parsers = (self.find_parsers)(&[]);
        let help = Arg::new("help")
            .short('h')
            .long("help")
            .action(ArgAction::HelpShort)
            .help(match self.shows_rare {
                true => "Print help; `help COMMAND` explains all of it",
                false => "Print help; `--help` shows all of it",
            });
        let globals = program
            .arguments
            .iter()
            .map(|table| self.argument(table, &parsers))
            .chain([help]);
        let commands = program
            .commands
            .iter()
            .filter_map(|table| match (self.is_whole)(table.name) {
                true => Some(self.command(table, &[])),
                false => self.has_others.then(|| self.named(table)),
            });
        let variables = program.environment.iter();
        let variables = variables.map(|variable| (format!("{}\n          ", variable.name), variable.doc));
        let variables = section("Environment", variables);
        Command::new(program.name)
            .about(program.about)
            .long_about(program.doc)
            .version(env!("CARGO_PKG_VERSION"))
            .styles(STYLES)
            .max_term_width(WIDTH)
            .disable_help_flag(true)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .args(globals.map(|argument| argument.global(true).help_heading("Global options")))
            .subcommands(commands)
            .subcommands(
                tools
                    .into_iter()
                    .filter(|_| self.has_others)
                    .map(|table| self.tool(table)),
            )
            .after_help(self.notes(program.examples, self.shows_rare))
            .after_long_help(format!(
                "{}\n\n{}",
                self.notes(program.examples, true),
                variables.trim_end()
            ))
    }

    fn named(self, table: &Table<'static>) -> Command {
        Command::new(table.name)
            .about(table.about)
            .hide(table.rare && !self.shows_rare)
    }

    /// The command of `table`, in the one with the names `outer`.
    fn command(self, table: &Table<'static>, outer: &[&str]) -> Command {
        let names = [outer, &[table.name]].concat();
        let parsers = (self.find_parsers)(&names);
        let inner = table.commands.iter();
        let either = table.arguments.iter().filter(|table| !table.required_unless.is_empty());
        self.named(table)
            .long_about(table.doc)
            .after_help(self.notes(table.examples, self.shows_rare))
            .after_long_help(self.notes(table.examples, true))
            .disable_help_flag(true)
            .subcommand_required(!table.commands.is_empty())
            .arg_required_else_help(!table.commands.is_empty())
            .args(table.arguments.iter().map(|table| self.argument(table, &parsers)))
            .groups(either.map(|table| {
                let group = ArgGroup::new(format!("{} or {}", table.name, table.required_unless));
                group
                    .args([table.name, table.required_unless])
                    .required(true)
                    .multiple(true)
            }))
            .subcommands(inner.map(|table| self.command(table, &names)))
    }

    /// A tool in the list of commands. A call by its name never comes to this parser.
    fn tool(self, table: &DropIn<'static>) -> Command {
        Command::new(table.name)
            .about(table.about)
            .long_about(table.doc)
            .hide(!self.shows_rare)
            .disable_help_flag(true)
    }

    /// The end of a help: examples, and with `more` the exit codes.
    fn notes(self, examples: &[Example<'_>], more: bool) -> String {
        let lines = examples.iter().map(|Example { run, doc }| {
            let lines = run.lines().map(|line| format!("\n    {line}"));
            (format!("{doc}:"), lines.collect::<String>())
        });
        let mut notes = section("Examples", lines);
        if more {
            let codes = self.program.exit_codes.iter();
            notes.push_str(&section(
                "Exit codes",
                codes.map(|code| (format!("{}  ", code.code), code.doc)),
            ));
        }
        notes.trim_end().to_owned()
    }

    fn argument(self, table: &Argument<'static>, parsers: &Parsers) -> Arg {
        let help = match table.default_doc {
            "" => table.help.to_owned(),
            default => format!("{} [default: {default}]", table.help),
        };
        let mut argument = Arg::new(table.name)
            .required(table.required)
            .hide_short_help(table.rare && !self.shows_rare);
        if !table.doc.is_empty() {
            argument = argument.long_help(format!("{help}\n\n{}", table.doc));
        }
        argument = argument.help(help);
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
        match table.is_flag() {
            true => argument.action(ArgAction::SetTrue),
            false => value(table, argument, parsers),
        }
    }
}

/// The `argument` with its value.
fn value(table: &Argument<'static>, argument: Arg, parsers: &Parsers) -> Arg {
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
    if let Some(parser) = parsers.parser_of(table) {
        argument = argument
            .hide_possible_values(!parser.is_listed)
            .value_parser(parser.parser);
    }
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

/// A heading with what is below it; nothing without rows.
fn section(title: &str, rows: impl Iterator<Item = (String, impl AsRef<str>)>) -> String {
    let rows: String = rows
        .map(|(name, text)| format!("  {name}{}\n", text.as_ref()))
        .collect();
    let style = STYLES.get_header();
    match rows.as_str() {
        "" => rows,
        _ => format!("{style}{title}:{style:#}\n{rows}\n"),
    }
}
