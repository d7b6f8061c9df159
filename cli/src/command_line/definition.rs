//! Builds the clap parser, which also gives help, completions and the manual.

use clap::{Arg, ArgAction, ArgGroup, Command, ValueHint};
use offload_bundle_core::options::{
    Argument, Command as Table, Completion, DropIn, Example, ExitCode, Program, Variable,
};

use super::styles::STYLES;
use super::word::Parsers;
use crate::print::heading_marks;

const WIDTH: usize = 80;

#[derive(Clone, Copy)]
pub(crate) struct Definition<'d> {
    pub(crate) program: &'static Program<'static>,
    pub(crate) find_parsers: fn(&[&str]) -> Parsers,
    /// Whether a command needs its arguments in the parser.
    pub(crate) is_whole: &'d dyn Fn(&str) -> bool,
    pub(crate) has_help: bool,
    pub(crate) shows_rare: bool,
}

impl Definition<'_> {
    pub(crate) fn parser(self, tools: impl IntoIterator<Item = &'static DropIn<'static>>) -> Command {
        let program = self.program;
        let parsers = (self.find_parsers)(&[]);
        let help = self.has_help.then(|| self.help());
        let globals = program.arguments.iter();
        let globals = globals.map(|table| self.argument(table, &parsers)).chain(help);
        let tables = program.commands.iter();
        let commands = tables.filter_map(|table| match (self.is_whole)(table.name) {
            true => Some(self.command(table, &[])),
            false => self.has_help.then(|| Command::new(table.name).about(table.about)),
        });
        let tools = tools.into_iter().filter(|_| self.has_help);
        let command = Command::new(program.name).about(program.about);
        self.with_help(command, program.doc, program.examples, program.environment)
            .version(env!("CARGO_PKG_VERSION"))
            .styles(STYLES)
            .max_term_width(WIDTH)
            .disable_help_flag(true)
            .disable_help_subcommand(!self.has_help)
            .disable_version_flag(!self.has_help)
            .subcommand_required(true)
            .subcommand_value_name("COMMAND")
            .arg_required_else_help(true)
            .args(globals.map(|argument| argument.global(true).help_heading("Global options")))
            .subcommands(commands)
            .subcommands(tools.map(|table| self.tool(table)))
    }

    fn help(self) -> Arg {
        let flag = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort);
        flag.help(match self.shows_rare {
            true => "Print help; `help COMMAND` prints all",
            false => "Print help; `--help` prints more",
        })
    }

    fn command(self, table: &Table<'static>, outer: &[&str]) -> Command {
        let names = [outer, &[table.name]].concat();
        let parsers = (self.find_parsers)(&names);
        let inner = table.commands.iter();
        let either = table.arguments.iter().filter(|table| !table.required_unless.is_empty());
        let command = Command::new(table.name).about(table.about);
        self.with_help(command, table.doc, table.examples, &[])
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

    /// Calls by its name never reach this parser.
    fn tool(self, table: &DropIn<'static>) -> Command {
        Command::new(table.name)
            .about(table.about)
            .long_about(with_headings(table.doc))
            .after_long_help(notes(&[], (table.exit_codes, ""), table.environment))
            .hide(!self.shows_rare)
            .disable_help_flag(true)
    }

    fn with_help(
        self,
        command: Command,
        doc: &'static str,
        examples: &[Example<'_>],
        environment: &[Variable<'_>],
    ) -> Command {
        if !self.has_help {
            return command;
        }
        let (doc, own) = without_exit_codes(doc);
        let codes = (self.program.exit_codes, own);
        let short = if self.shows_rare { codes } else { Default::default() };
        command
            .long_about(with_headings(&doc))
            .after_help(notes(examples, short, &[]))
            .after_long_help(notes(examples, codes, environment))
    }

    fn argument(self, table: &Argument<'static>, parsers: &Parsers) -> Arg {
        let mut argument = Arg::new(table.name).required(table.required);
        if self.has_help {
            let help = match table.default_doc {
                "" => table.help.to_owned(),
                default => format!("{} [default: {default}]", table.help),
            };
            if !table.doc.is_empty() {
                argument = argument.long_help(format!("{help}\n\n{}", table.doc));
            }
            argument = argument.help(help).hide_short_help(table.rare && !self.shows_rare);
        }
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

/// The text without its section `# Exit codes`, and that section.
fn without_exit_codes(doc: &str) -> (String, &str) {
    let Some((before, rest)) = doc.split_once("# Exit codes\n") else {
        return (doc.to_owned(), "");
    };
    let end = rest.find("\n# ").unwrap_or(rest.len());
    let (own, after) = rest.split_at(end);
    (format!("{}{after}", before.trim_end()), own.trim())
}

/// Lines `# Heading` become headings.
fn with_headings(doc: &str) -> String {
    let [begin, end] = heading_marks();
    let lines = doc.lines().map(|line| match line.strip_prefix("# ") {
        Some(heading) => format!("{begin}{heading}{end}"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The program's exit codes precede the command's own text about them.
fn notes(examples: &[Example<'_>], (codes, own): (&[ExitCode<'_>], &str), environment: &[Variable<'_>]) -> String {
    let examples = examples.iter().map(|Example { run, doc }| {
        let lines = run.lines().map(|line| format!("\n    {line}"));
        format!("{doc}:{}", lines.collect::<String>())
    });
    let codes = codes.iter().map(|code| format!("{}  {}", code.code, code.doc));
    let variables = environment.iter();
    let variables = variables.map(|variable| format!("{}\n          {}", variable.name, variable.doc));
    let mut codes = section("Exit codes", codes);
    if !codes.is_empty() && !own.is_empty() {
        codes.push_str(&format!("  {own}\n\n"));
    }
    let sections = [section("Examples", examples), codes, section("Environment", variables)];
    sections.concat().trim_end().to_owned()
}

fn section(title: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.map(|row| format!("  {row}\n")).collect();
    let style = STYLES.get_header();
    match rows.as_str() {
        "" => rows,
        _ => format!("{style}{title}:{style:#}\n{rows}\n"),
    }
}
