//! What the parser of a command line has to say: help, or a mistake. A mistake is one line, as every other message is: what is wrong, why,
//! and what to do.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use offload_bundle_cli_definitions::commands::{DONE, FAILED};

use super::known::nearest;
use super::line::Line;
use crate::print::Printer;

/// At most this many values are listed.
const LISTED: usize = 16;
/// At most this many characters of a word are shown.
const SHOWN: usize = 200;
/// So many are shown of one that is longer.
const BEGINNING: usize = 80;

/// Shows it: help on standard output, a mistake on standard error. The result is the exit code.
pub(super) fn show(error: &Error, line: &Line<'_>, printer: &mut Printer<'_>) -> u8 {
    let settings = printer.settings();
    let rendered = |coloured: bool| match coloured {
        true => error.render().ansi().to_string(),
        false => error.render().to_string(),
    };
    if !error.use_stderr() {
        return match printer.print(&rendered(settings.colour_out)) {
            Ok(()) => DONE,
            Err(error) => {
                printer.message(&error.to_string());
                FAILED
            }
        };
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        printer.say(&rendered(settings.colour_err));
    } else {
        printer.failure("usage", &text(error, line));
        if let Some(retired) = line.retired() {
            printer.hint(retired.hint);
        }
    }
    FAILED
}

/// What is wrong with the command line `line`.
pub(super) fn text(error: &Error, line: &Line<'_>) -> String {
    let argument = Named::new(&first(error, ContextKind::InvalidArg));
    let value = first(error, ContextKind::InvalidValue);
    if let Some(retired) = line.retired() {
        return format!("{}: {}", retired.words, retired.message);
    }
    match error.kind() {
        ErrorKind::InvalidSubcommand => no_such_command(&first(error, ContextKind::InvalidSubcommand), line),
        ErrorKind::UnknownArgument => no_such_option(&argument, line),
        ErrorKind::InvalidValue if value.is_empty() => no_value(error, &argument, line),
        ErrorKind::InvalidValue => {
            let known = all(error, ContextKind::ValidValue);
            let meant = suggestion(nearest(&value, &known));
            format!(
                "{}: no such value; there is: {}{meant}",
                argument.with(&value),
                known.join(", ")
            )
        }
        ErrorKind::ValueValidation => {
            let why = first(error, ContextKind::Custom);
            let meant = match all(error, ContextKind::SuggestedValue).pop() {
                // Where a value consists of keys and values, commas belong to it.
                None if value.contains(',') && !value.contains('=') && argument.repeats(line) => {
                    format!("; give {} once for each", argument.name)
                }
                near => suggestion(near),
            };
            format!("{}: {why}{meant}", argument.with(&value))
        }
        ErrorKind::TooManyValues => format!("{}={}: it takes no value", argument.name, brief(&value)),
        ErrorKind::MissingRequiredArgument => missing(error, line),
        ErrorKind::ArgumentConflict => {
            let other = Named::new(&first(error, ContextKind::PriorArg));
            match other.name == argument.name {
                true => format!("{}: given twice", argument.name),
                false => format!("{}: cannot be used with {}", argument.name, other.name),
            }
        }
        _ => one_line(&error.render().to_string()),
    }
}

/// An argument as the parser spells it: `--name <VALUE>`, `--name[=<VALUE>]` or `<VALUE>...`.
struct Named {
    /// `--name`, or what stands for the value of a positional one.
    name: String,
    is_option: bool,
    /// What is between its name and its value.
    joint: &'static str,
}

impl Named {
    fn new(spelling: &str) -> Self {
        let is_option = spelling.starts_with('-');
        let name = match is_option {
            true => spelling.split([' ', '[', '=']).next().unwrap_or_default(),
            false => spelling.trim_matches(['<', '>', '[', ']', '.']),
        };
        let joint = if spelling.contains("[=") { "=" } else { " " };
        Self { name: brief(name), is_option, joint }
    }

    /// The words of the command line that give it `value`.
    fn with(&self, value: &str) -> String {
        let value = match value {
            "" => "''".to_owned(),
            value => brief(value),
        };
        match self.is_option {
            true => format!("{}{}{value}", self.name, self.joint),
            false => value,
        }
    }

    /// Whether it can be given again.
    fn repeats(&self, line: &Line<'_>) -> bool {
        let name = self.name.strip_prefix("--");
        let mut arguments = line.arguments();
        arguments.any(|argument| !argument.positional && argument.repeats && name == Some(argument.name))
    }
}

fn no_such_command(word: &str, line: &Line<'_>) -> String {
    let file_command = line.program.file_command;
    if !file_command.is_empty() && Path::new(word).exists() {
        let word = brief(word);
        return format!(
            "{word}: no such command; to look into a file: `{} {file_command} {word}`",
            line.called
        );
    }
    let known: Vec<&str> = line.known_commands().iter().map(|command| command.name).collect();
    let meant = match nearest(word, &known) {
        Some(near) => suggestion(Some(near)),
        None => format!("; {} shows all", line.help()),
    };
    format!("{}: no such command{meant}", brief(word))
}

fn no_such_option(argument: &Named, line: &Line<'_>) -> String {
    let options = line.arguments().filter(|argument| !argument.positional);
    let known: Vec<String> = options.map(|argument| format!("--{}", argument.name)).collect();
    let what = if argument.is_option {
        "no such option"
    } else {
        "not expected here"
    };
    let meant = match nearest(&argument.name, &known) {
        Some(near) => suggestion(Some(near)),
        None => format!("; see {}", line.help()),
    };
    format!("{}: {what}{meant}", argument.name)
}

fn no_value(error: &Error, argument: &Named, line: &Line<'_>) -> String {
    let known = all(error, ContextKind::ValidValue);
    match known.len() {
        1..=LISTED => format!("{}: no value is given; there is: {}", argument.name, known.join(", ")),
        _ => format!("{}: no value is given; see {}", argument.name, line.help()),
    }
}

/// What is missing: for an option that is of no use without it, or at all.
fn missing(error: &Error, line: &Line<'_>) -> String {
    let missing = all(error, ContextKind::InvalidArg);
    let names: Vec<String> = missing.iter().map(|spelling| Named::new(spelling).name).collect();
    let mut given = line.arguments().filter(|argument| line.has(argument));
    if let Some(argument) = given.find(|argument| names.contains(&format!("--{}", argument.needs))) {
        return format!("--{}: needs --{}", argument.name, argument.needs);
    }
    let mut others = line.arguments().filter(|argument| !argument.required_unless.is_empty());
    let other = others.find(|argument| names.iter().any(|name| name == argument.value));
    let otherwise = other.map_or_else(String::new, |argument| {
        format!("; give it, or --{}", argument.required_unless)
    });
    let be = if names.len() == 1 { "is" } else { "are" };
    format!(
        "{}: {} {be} missing{otherwise}; see {}",
        line.command(),
        names.join(" and "),
        line.help()
    )
}

/// What was perhaps meant.
fn suggestion(near: Option<String>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// A word of the command line, shortened where it is very long.
fn brief(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        None => word.to_owned(),
        Some(_) => {
            let beginning: String = word.chars().take(BEGINNING).collect();
            format!("{beginning}… ({} bytes)", word.len())
        }
    }
}

/// What the parser says under `kind`.
fn all(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => vec![word.clone()],
        Some(ContextValue::Strings(words)) => words.clone(),
        _ => Vec::new(),
    }
}

fn first(error: &Error, kind: ContextKind) -> String {
    all(error, kind).into_iter().next().unwrap_or_default()
}

/// What the parser says in its own words, as one line, without what it says of all mistakes alike.
fn one_line(text: &str) -> String {
    let text = text.strip_prefix("error:").unwrap_or(text);
    let paragraphs = text.split("\n\n");
    let of_this =
        paragraphs.take_while(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more"));
    let lines = of_this.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    lines.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_parser_says_becomes_one_line() {
        let text = "error: these are missing:\n  <A>\n  <B>\n\n  tip: give them\n\nUsage: x\n\nFor more information, try '--help'.\n";
        assert_eq!(one_line(text), "these are missing: <A> <B>; tip: give them");
    }

    #[test]
    fn arguments_are_named_as_they_are_typed() {
        for (spelling, value, typed) in [
            ("--color <WHEN>", "x", "--color x"),
            ("--compress[=<METHOD>]", "x", "--compress=x"),
            ("[ID=FILE]...", "x", "x"),
            ("--arch <TARGET>", "", "--arch ''"),
        ] {
            assert_eq!(Named::new(spelling).with(value), typed);
        }
        assert_eq!(Named::new("[ID=FILE]...").name, "ID=FILE");
        assert_eq!(brief(&"ä".repeat(201)), format!("{}… (402 bytes)", "ä".repeat(80)));
    }
}
