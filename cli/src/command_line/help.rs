//! The help: usage and examples first, then the main arguments (`-h`) or everything (`--help`). Examples are there as they are, so
//! that they can be copied: only text is broken into lines.

use anstream::adapter::strip_str;
use clap::builder::StyledStr;
use clap::{Arg, ArgAction, Command};
use offload_bundle_core::options::{Argument, Command as Table, Example, Program};

use super::styles::STYLES;

/// Help is not set wider, however wide the terminal is. Terminals that are narrower are rare.
pub(super) const WIDTH: usize = 80;
/// Stands before what a name in a list means.
const INDENT: &str = "          ";
/// Stands before a usage.
const USAGE: &str = "Usage: ";

/// The command `command` with the help of `program`, which has `tools` besides its own commands.
pub(super) fn of_program(command: Command, program: &Program<'static>, tools: &[Command]) -> Command {
    let rare = program.commands.iter().filter(|table| table.rare);
    let others: Vec<(String, String)> = rare
        .map(|table| (table.name.to_owned(), table.about.to_owned()))
        .chain(tools.iter().map(|tool| (tool.get_name().to_owned(), about(tool))))
        .collect();
    let names = program.commands.iter().filter(|table| table.rare);
    let names: Vec<&str> = names.map(|table| table.name).collect();
    // Their names are long, and their users know them.
    let drop_ins = match tools.len() {
        0 => String::new(),
        number => format!(", and {number} drop-ins"),
    };
    let short = format!(
        "{} {}{drop_ins}\n`{} COMMAND -h` shows how to use a command, `--help` all of it.",
        heading("Other commands:"),
        names.join(", "),
        program.name
    );
    let options = program.arguments.iter().map(row).chain(FLAGS.map(|flag| {
        let Flag { short, name, help, .. } = flag;
        (format!("-{short}, --{name}"), help.to_owned())
    }));
    let variables = program.environment.iter();
    let codes = program.exit_codes.iter();
    let long = [
        section("Other commands", others.iter().cloned()),
        section("Options of every command", options),
        section(
            "Environment",
            variables.map(|variable| (variable.name.to_owned(), variable.doc.to_owned())),
        ),
        section(
            "Exit codes",
            codes.map(|code| (code.code.to_string(), code.doc.to_owned())),
        ),
    ];
    let commands = format!("{}\n{{subcommands}}", heading("Commands:"));
    lay_out(command, program.about, program.doc, program.examples, &commands)
        .disable_version_flag(true)
        .args(FLAGS.iter().map(flag))
        .after_help(short)
        .after_long_help(long.join("\n\n"))
}

/// The command `command` with the help of `table`.
pub(super) fn of_command(command: Command, table: &Table<'static>) -> Command {
    lay_out(command, table.about, table.doc, table.examples, "{all-args}")
        .hide(table.rare)
        .args(FLAGS.iter().take(1).map(flag))
}

/// What a program is asked about itself. The first can be asked of each of its commands.
const FLAGS: [Flag; 2] = [
    Flag { name: "help", short: 'h', action: ArgAction::Help, help: "Print help: `-h` a screen, `--help` all of it" },
    Flag { name: "version", short: 'V', action: ArgAction::Version, help: "Print version" },
];

/// What every command takes is below what one takes.
pub(super) const LATE: usize = 998;
/// What is asked of the program is below that.
const LAST: usize = 999;

struct Flag {
    name: &'static str,
    short: char,
    action: ArgAction,
    help: &'static str,
}

fn flag(flag: &Flag) -> Arg {
    let Flag { name, short, action, help } = flag;
    Arg::new(*name)
        .short(*short)
        .long(*name)
        .action(action.clone())
        .help(*help)
        .display_order(LAST)
}

/// Lays out the help: what is in a template is left as it is, and only what is filled into it is broken into lines.
fn lay_out(
    command: Command,
    about: &'static str,
    doc: &'static str,
    examples: &[Example<'_>],
    arguments: &str,
) -> Command {
    let examples: String = examples.iter().map(example).collect();
    let examples = match examples.as_str() {
        "" => examples,
        _ => format!("{}{examples}\n\n", heading("Examples:")),
    };
    let usage = "{usage-heading} {usage}";
    let template = format!("{about}\n\n{usage}\n\n{examples}{{before-help}}{arguments}{{after-help}}\n");
    command
        .about(about)
        .before_long_help(doc)
        .help_template(template)
        .disable_help_flag(true)
}

/// `command` with each usage that is longer than a line broken into lines: the parser does so with all text but usages.
pub(super) fn with_usages_in_lines(command: Command) -> Command {
    let mut built = command.clone();
    built.build();
    broken(command, &mut built)
}

/// `command` and its commands with their usages, as `built` knows them, in lines.
fn broken(command: Command, built: &mut Command) -> Command {
    let usage = built.render_usage();
    let command = match usage.to_string().chars().count() {
        0..=WIDTH => command,
        _ => {
            let usage = usage.ansi().to_string();
            let (_, usage) = usage.split_once(' ').unwrap_or_default();
            command.override_usage(StyledStr::from(in_lines(usage)))
        }
    };
    command.mut_subcommands(|command| match built.find_subcommand_mut(command.get_name()) {
        Some(built) => broken(command, built),
        None => command,
    })
}

/// The words of a `usage` in lines; those after the first are below its first word.
fn in_lines(usage: &str) -> String {
    let indent = " ".repeat(USAGE.len());
    let mut lines = String::new();
    let mut column = USAGE.len();
    for word in usage.split(' ') {
        let length: usize = strip_str(word).map(|piece| piece.chars().count()).sum();
        if column.saturating_add(length) > WIDTH && !lines.is_empty() {
            lines.truncate(lines.trim_end().len());
            lines.push_str(&format!("\n{indent}"));
            column = USAGE.len();
        }
        lines.push_str(&format!("{word} "));
        column = column.saturating_add(length).saturating_add(1);
    }
    lines.trim_end().to_owned()
}

/// What is said of an argument in one line.
pub(super) fn of_argument(table: &Argument<'static>) -> String {
    match table.default_doc {
        "" => table.help.to_owned(),
        default => format!("{} [default: {default}]", table.help),
    }
}

/// All that is said of an argument.
pub(super) fn long_of_argument(table: &Argument<'static>) -> String {
    format!("{}\n\n{}", of_argument(table), table.doc)
}

fn example(example: &Example<'_>) -> String {
    let lines = example.run.lines().map(|line| format!("\n    {line}"));
    format!("\n  {}:{}", example.doc, lines.collect::<String>())
}

fn heading(text: &str) -> String {
    let style = STYLES.get_header();
    format!("{style}{text}{style:#}")
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// An argument in a list.
fn row(table: &Argument<'static>) -> (String, String) {
    let name = match table.short {
        Some(short) => format!("-{short}, {}", table.spelling()),
        None => table.spelling(),
    };
    let choices = match table.choices {
        [] => String::new(),
        choices => format!(" [possible values: {}]", choices.join(", ")),
    };
    let default = match table.default {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    (name, format!("{}. {}{default}{choices}", of_argument(table), table.doc))
}

/// A list of names with what they mean.
fn section(title: &str, rows: impl Iterator<Item = (String, String)>) -> String {
    let style = STYLES.get_literal();
    let rows = rows.map(|(name, meaning)| format!("\n  {style}{name}{style:#}{}", indent(&meaning)));
    format!("{}{}", heading(&format!("{title}:")), rows.collect::<String>())
}

/// `text` in indented lines.
fn indent(text: &str) -> String {
    let mut filled = String::new();
    let mut column = WIDTH;
    for word in text.split_whitespace() {
        let length = word.chars().count().saturating_add(1);
        column = column.saturating_add(length);
        if column > WIDTH {
            filled.push_str(&format!("\n{INDENT}{word}"));
            column = INDENT.len().saturating_add(length);
        } else {
            filled.push_str(&format!(" {word}"));
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_filled_to_the_width_of_a_terminal() {
        let text = indent(&"word ".repeat(20));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines.iter().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(
            lines.get(1),
            Some(&(INDENT.to_owned() + &"word ".repeat(14)).trim_end())
        );
    }
}
