//! Pages of the manual, from the tables of commands: one for the program, one a command, one a tool whose place the program takes.

use std::fmt::Write;

use offload_bundle_core::options::{
    Argument, Command, DropIn, DropInOption, Example, ExitCode, Program, Shown, Variable,
};
use roff::{Inline, Roff, bold, italic, roman};

/// The section of the manual for programs.
const SECTION: &str = "1";
/// What that section is called.
const MANUAL: &str = "User Commands";

/// A page: its name, which is that of its file without the section, and its text in roff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    pub name: String,
    pub text: String,
}

impl Page {
    /// The name of its file.
    pub(super) fn file_name(&self) -> String {
        format!("{}.{SECTION}", self.name)
    }
}

/// The pages of `program`, its own first; `tools` are what it takes the place of.
pub(super) fn pages<'t>(program: &Program<'_>, tools: impl Iterator<Item = &'t DropIn<'t>>) -> Vec<Page> {
    let tools: Vec<&DropIn<'_>> = tools.collect();
    let mut entries = vec![(program.name.to_owned(), Subject::Program)];
    for command in program.commands {
        add(command, program.name, &mut entries);
    }
    entries.extend(
        tools
            .iter()
            .map(|tool| (join(program.name, tool.name), Subject::Tool(tool))),
    );
    entries
        .iter()
        .map(|(name, subject)| Page { name: name.clone(), text: page(program, name, *subject, &entries) })
        .collect()
}

/// What a page is about.
#[derive(Clone, Copy)]
enum Subject<'t> {
    Program,
    Command(&'t Command<'t>),
    Tool(&'t DropIn<'t>),
}

/// Adds `command`, which is in `outer`, and its own commands.
fn add<'t>(command: &'t Command<'t>, outer: &str, entries: &mut Vec<(String, Subject<'t>)>) {
    let name = join(outer, command.name);
    entries.push((name.clone(), Subject::Command(command)));
    for inner in command.commands {
        add(inner, &name, entries);
    }
}

fn join(outer: &str, name: &str) -> String {
    format!("{outer}-{name}")
}

fn page(program: &Program<'_>, name: &str, subject: Subject<'_>, entries: &[(String, Subject<'_>)]) -> String {
    let mut roff = Roff::new();
    let version = format!("{} {}", program.name, env!("CARGO_PKG_VERSION"));
    roff.control("TH", [name.to_uppercase().as_str(), SECTION, " ", &version, MANUAL]);
    let (about, doc) = match subject {
        Subject::Program => (program.about, program.doc),
        Subject::Command(command) => (command.about, command.doc),
        Subject::Tool(tool) => (tool.about, tool.doc),
    };
    heading(&mut roff, "NAME");
    roff.text([roman(format!("{name} - {about}"))]);
    heading(&mut roff, "SYNOPSIS");
    roff.text(synopsis(program, name, subject));
    heading(&mut roff, "DESCRIPTION");
    paragraphs(&mut roff, doc);
    commands(&mut roff, name, subject, entries);
    options(&mut roff, program, subject);
    match subject {
        Subject::Program => examples(&mut roff, program.examples),
        Subject::Command(command) => examples(&mut roff, command.examples),
        Subject::Tool(_) => {}
    }
    let (codes, variables) = match subject {
        Subject::Tool(tool) => (tool.exit_codes, tool.environment),
        _ => (program.exit_codes, program.environment),
    };
    exit_status(&mut roff, codes);
    environment(&mut roff, variables);
    see_also(&mut roff, name, entries);
    as_typed(&roff.to_roff())
}

/// The page `text` with the characters as they are typed that readers of pages show as others: examples are there to be copied.
fn as_typed(text: &str) -> String {
    text.replace('~', r"\(ti").replace('^', r"\(ha").replace('\'', r"\(aq")
}

fn heading(roff: &mut Roff, title: &str) {
    roff.control("SH", [title]);
}

/// What is typed, with what stands for what is given.
fn synopsis(program: &Program<'_>, name: &str, subject: Subject<'_>) -> Vec<Inline> {
    let words = |name: &str| match subject {
        // The dashes of a page's name are between names of commands, and in such names too.
        Subject::Program => name.to_owned(),
        Subject::Command(_) => command_called(program, name),
        Subject::Tool(tool) => tool.name.to_owned(),
    };
    let mut line = vec![bold(words(name))];
    let globals = || program.arguments.iter();
    match subject {
        Subject::Program => {
            globals().for_each(|argument| usage(&mut line, argument));
            line.extend([roman(" "), italic("COMMAND"), roman(" ["), italic("ARGUMENT"), roman(" ...]")]);
        }
        Subject::Command(Command { commands: [_, ..], .. }) => {
            globals().for_each(|argument| usage(&mut line, argument));
            line.extend([roman(" "), italic("COMMAND"), roman(" "), italic("ARGUMENT"), roman(" ...")]);
        }
        Subject::Command(command) => {
            let (positional, named): (Vec<_>, Vec<_>) =
                command.arguments.iter().partition(|argument| argument.positional);
            named
                .into_iter()
                .chain(globals())
                .for_each(|argument| usage(&mut line, argument));
            positional.into_iter().for_each(|argument| usage(&mut line, argument));
        }
        Subject::Tool(_) => line.extend([roman(" ["), italic("OPTION"), roman(" ...]")]),
    }
    line
}

/// How the command whose page is called `name` is called.
fn command_called(program: &Program<'_>, name: &str) -> String {
    let mut words = vec![program.name];
    let (mut rest, mut commands) = (name.strip_prefix(program.name).unwrap_or_default(), program.commands);
    while let Some(command) = commands.iter().find(|command| {
        let after = rest.strip_prefix('-').and_then(|rest| rest.strip_prefix(command.name));
        after.is_some_and(|after| after.is_empty() || after.starts_with('-'))
    }) {
        words.push(command.name);
        rest = rest.get(command.name.len().saturating_add(1)..).unwrap_or_default();
        commands = command.commands;
    }
    words.join(" ")
}

/// An argument in a synopsis, after a space.
fn usage(line: &mut Vec<Inline>, argument: &Argument<'_>) {
    let (open, close) = if argument.required { ("", "") } else { ("[", "]") };
    line.push(roman(format!(" {open}")));
    match argument.short {
        Some(short) if !argument.required => {
            line.push(bold(format!("-{short}")));
            value(line, argument, " ");
        }
        _ => name_and_value(line, argument),
    }
    let dots = if argument.repeats { " ..." } else { "" };
    line.push(roman(format!("{dots}{close}")));
}

fn name_and_value(line: &mut Vec<Inline>, argument: &Argument<'_>) {
    if argument.positional {
        return line.push(italic(argument.value));
    }
    line.push(bold(format!("--{}", argument.name)));
    value(line, argument, " ");
}

fn value(line: &mut Vec<Inline>, argument: &Argument<'_>, space: &str) {
    if argument.is_flag() {
        return;
    }
    if argument.value_optional {
        line.extend([roman("[="), italic(argument.value), roman("]")]);
    } else {
        line.extend([roman(space), italic(argument.value)]);
    }
}

/// The paragraphs of `text`.
fn paragraphs(roff: &mut Roff, text: &str) {
    for (number, paragraph) in text.split("\n\n").enumerate() {
        if number > 0 {
            roff.control("PP", []);
        }
        roff.text(prose(paragraph));
    }
}

/// A text with what is typed between backticks.
fn prose(text: &str) -> Vec<Inline> {
    let text = text.replace('…', "...");
    let pieces = text.split('`').enumerate();
    let pieces = pieces.filter(|(_, piece)| !piece.is_empty());
    pieces
        .map(|(number, piece)| if number % 2 == 1 { bold(piece) } else { roman(piece) })
        .collect()
}

/// An entry of a list: what it is about, and what is said of it.
fn entry(roff: &mut Roff, tag: Vec<Inline>, text: &str) {
    roff.control("TP", []);
    roff.text(tag);
    for (number, paragraph) in text.split("\n\n").enumerate() {
        if number > 0 {
            roff.control("IP", []);
        }
        roff.text(prose(paragraph));
    }
}

/// The commands below that of this page.
fn commands(roff: &mut Roff, name: &str, subject: Subject<'_>, entries: &[(String, Subject<'_>)]) {
    let inner: Vec<(&str, &str)> = match subject {
        Subject::Program => entries
            .iter()
            .filter_map(|(other, subject)| match subject {
                Subject::Command(command) if *other == join(name, command.name) => {
                    Some((other.as_str(), command.about))
                }
                Subject::Tool(tool) => Some((other.as_str(), tool.about)),
                _ => None,
            })
            .collect(),
        Subject::Command(command) => command
            .commands
            .iter()
            .filter_map(|inner| {
                let (other, _) = entries.iter().find(|(other, _)| *other == join(name, inner.name))?;
                Some((other.as_str(), inner.about))
            })
            .collect(),
        Subject::Tool(_) => Vec::new(),
    };
    if inner.is_empty() {
        return;
    }
    heading(roff, "COMMANDS");
    for (page, about) in inner {
        entry(roff, reference(page), &format!("{about}."));
    }
}

/// A page of the manual, as others name it.
fn reference(page: &str) -> Vec<Inline> {
    vec![bold(page), roman(format!("({SECTION})"))]
}

fn options(roff: &mut Roff, program: &Program<'_>, subject: Subject<'_>) {
    heading(roff, "OPTIONS");
    let own: &[Argument<'_>] = match subject {
        Subject::Program => &[],
        Subject::Command(command) => command.arguments,
        Subject::Tool(tool) => {
            let shown = tool.options.iter().filter(|option| option.shown != Shown::Never);
            return shown.for_each(|option| tool_option(roff, option));
        }
    };
    let (positional, named): (Vec<_>, Vec<_>) = own.iter().partition(|argument| argument.positional);
    positional
        .into_iter()
        .chain(named)
        .chain(program.arguments)
        .for_each(|argument| option(roff, argument));
    entry(
        roff,
        vec![bold("-h"), roman(", "), bold("--help")],
        "Print help: `-h` a screen, `--help` all of it.",
    );
    if matches!(subject, Subject::Program) {
        entry(roff, vec![bold("-V"), roman(", "), bold("--version")], "Print version.");
    }
}

fn option(roff: &mut Roff, argument: &Argument<'_>) {
    let mut tag = Vec::new();
    if let Some(short) = argument.short {
        tag.extend([bold(format!("-{short}")), roman(", ")]);
    }
    name_and_value(&mut tag, argument);
    let mut text = format!("{}.", argument.help);
    if !argument.choices.is_empty() {
        // What is written never fails.
        let _ = write!(text, " One of `{}`.", argument.choices.join("`, `"));
    }
    match (argument.default, argument.default_doc) {
        ("", "") => {}
        ("", doc) => text.push_str(&format!(" Default: {doc}.")),
        (default, _) => text.push_str(&format!(" Default: `{default}`.")),
    }
    if !argument.doc.is_empty() {
        text.push_str(&format!("\n\n{}", argument.doc));
    }
    entry(roff, tag, &text);
}

fn tool_option(roff: &mut Roff, option: &DropInOption<'_>) {
    let mut tag = vec![bold(format!("-{}", option.name))];
    if !option.value.is_empty() {
        tag.extend([roman("="), italic(option.value)]);
    }
    let lines: Vec<&str> = option.help.lines().map(str::trim_end).collect();
    entry(roff, tag, lines.first().copied().unwrap_or_default());
    if let Some(rest @ [_, ..]) = lines.get(1..) {
        roff.control("IP", []);
        example_lines(roff, rest.iter().copied());
    }
    if !option.releases.is_empty() {
        roff.control("IP", []);
        roff.text([roman(format!("Releases {}.", option.releases.join(", ")))]);
    }
}

fn examples(roff: &mut Roff, examples: &[Example<'_>]) {
    if examples.is_empty() {
        return;
    }
    heading(roff, "EXAMPLES");
    for (number, Example { run, doc }) in examples.iter().enumerate() {
        if number > 0 {
            roff.control("PP", []);
        }
        roff.text(prose(&format!("{doc}:")));
        roff.control("PP", []);
        roff.control("RS", ["4"]);
        example_lines(roff, run.lines());
        roff.control("RE", []);
    }
}

/// Lines that are not filled.
fn example_lines<'l>(roff: &mut Roff, lines: impl Iterator<Item = &'l str>) {
    roff.control("EX", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("EE", []);
}

fn exit_status(roff: &mut Roff, codes: &[ExitCode<'_>]) {
    heading(roff, "EXIT STATUS");
    for code in codes {
        entry(roff, vec![bold(code.code.to_string())], code.doc);
    }
}

fn environment(roff: &mut Roff, variables: &[Variable<'_>]) {
    if variables.is_empty() {
        return;
    }
    heading(roff, "ENVIRONMENT");
    for variable in variables {
        entry(roff, vec![bold(variable.name)], variable.doc);
    }
}

/// Every other page.
fn see_also(roff: &mut Roff, name: &str, entries: &[(String, Subject<'_>)]) {
    heading(roff, "SEE ALSO");
    let mut others: Vec<&str> = entries
        .iter()
        .map(|(other, _)| other.as_str())
        .filter(|other| *other != name)
        .collect();
    others.sort_unstable();
    let mut line = Vec::new();
    for other in others {
        if !line.is_empty() {
            line.push(roman(", "));
        }
        line.extend(reference(other));
    }
    roff.text(line);
}
