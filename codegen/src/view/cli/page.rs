//! The documentation page of the command line.

use offload_bundle_core::options::{Argument, Command, DropInOption, Example, ExitCode, Variable};
use serde_json::{Value, json};

use crate::ir::cli::{Cli, DropIn};

pub(super) fn view(cli: &Cli<'_>) -> Value {
    let program = &cli.program;
    let shared = shared_options(program.commands);
    let mut commands = Vec::new();
    for command in program.commands {
        section(command, &[program.name], &shared, &mut commands);
    }
    json!({
        "source": cli.source,
        "name": program.name,
        "about": program.about,
        "long": with_headings(program.doc, "##"),
        "common": rows(program.arguments, argument),
        "shared": rows(&shared, argument),
        "environment": rows(program.environment, variable),
        "exit_codes": rows(program.exit_codes, exit_code),
        "examples": rows(program.examples, example),
        "commands": commands,
        "drop_ins": rows(&cli.drop_ins, tool),
    })
}

fn rows<T>(items: &[T], row: fn(&T) -> Value) -> Vec<Value> {
    items.iter().map(row).collect()
}

/// Lines `# Heading` become headings of this level.
fn with_headings(doc: &str, level: &str) -> String {
    let lines = doc.lines().map(|line| match line.strip_prefix("# ") {
        Some(heading) => format!("{level} {heading}\n"),
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn row(what: &str, meaning: &str) -> Value {
    json!({ "what": what, "meaning": cell(meaning) })
}

fn cell(text: &str) -> String {
    let line: Vec<&str> = text.lines().map(str::trim).collect();
    line.join(" ").replace('|', "\\|")
}

fn variable(variable: &Variable<'_>) -> Value {
    row(variable.name, variable.doc)
}

fn example(example: &Example<'_>) -> Value {
    let lines: Vec<String> = example.run.lines().map(|line| format!("    {line}")).collect();
    json!({ "what": lines.join("\n"), "meaning": example.doc })
}

fn exit_code(exit: &ExitCode<'_>) -> Value {
    row(&exit.code.to_string(), exit.doc)
}

/// From this many commands on, an option is described only once.
const SHARED: usize = 3;

/// With the same meaning in many commands, in order of first use.
fn shared_options<'a>(commands: &'a [Command<'a>]) -> Vec<Argument<'a>> {
    let mut options: Vec<(&Argument<'a>, usize)> = Vec::new();
    for option in commands.iter().flat_map(|command| command.arguments) {
        match options
            .iter_mut()
            .find(|(known, _)| argument(known) == argument(option))
        {
            Some((_, uses)) => *uses += 1,
            None => options.push((option, 1)),
        }
    }
    let shared = options
        .into_iter()
        .filter(|(option, uses)| *uses >= SHARED && !option.positional);
    shared.map(|(option, _)| *option).collect()
}

/// And of its own commands. `command` is in `outer`.
fn section(command: &Command<'_>, outer: &[&str], shared: &[Argument<'_>], sections: &mut Vec<Value>) {
    let path = [outer, &[command.name]].concat();
    if command.commands.is_empty() {
        let (also, own): (Vec<_>, Vec<_>) = command
            .arguments
            .iter()
            .partition(|own| shared.iter().any(|shared| argument(shared) == argument(own)));
        let usage: Vec<String> = command.arguments.iter().map(usage).collect();
        let usage = [&[path.join(" ")], usage.as_slice()].concat();
        sections.push(json!({
            "title": path.get(1..).unwrap_or_default().join(" "),
            "usage": usage.join(" "),
            "about": command.about,
            "long": with_headings(command.doc, "###"),
            "arguments": own.into_iter().map(argument).collect::<Vec<_>>(),
            "also": also.iter().map(|option| format!("`--{}`", option.name)).collect::<Vec<_>>().join(", "),
            "examples": rows(command.examples, example),
        }));
    }
    for inner in command.commands {
        section(inner, &path, shared, sections);
    }
}

fn usage(argument: &Argument<'_>) -> String {
    let dots = if argument.repeats { "…" } else { "" };
    if argument.required {
        format!("{}{dots}", argument.spelling())
    } else {
        format!("[{}{dots}]", argument.spelling())
    }
}

fn argument(argument: &Argument<'_>) -> Value {
    let what = match argument.short {
        Some(short) => format!("-{short}, {}", argument.spelling()),
        None => argument.spelling(),
    };
    let default = match (argument.default, argument.default_doc) {
        ("", "") => String::new(),
        (default, doc) => format!(". Default: {default}{doc}"),
    };
    let more = match argument.doc {
        "" => String::new(),
        doc => format!(". {doc}"),
    };
    row(&what, &format!("{}{default}{more}", argument.help))
}

fn tool(tool: &DropIn<'_>) -> Value {
    let table = &tool.table;
    let differences = tool.spec.differences.iter().map(
        |difference| json!({ "id": difference.id, "theirs": cell(difference.theirs), "ours": cell(difference.ours) }),
    );
    json!({
        "name": table.name,
        "about": table.about,
        "long": with_headings(table.doc, "###"),
        "exit_codes": rows(table.exit_codes, exit_code),
        "options": rows(table.options, option),
        "environment": rows(table.environment, variable),
        "similar_releases": rows(table.similar, |similar| {
            row(similar.name, &format!("Release {}. {}", similar.of, similar.doc))
        }),
        "differences": differences.collect::<Vec<_>>(),
    })
}

fn option(option: &DropInOption<'_>) -> Value {
    let what = match option.value {
        "" => format!("-{}", option.name),
        value => format!("-{}=<{value}>", option.name),
    };
    match option.releases {
        [] => row(&what, option.help),
        releases => row(&what, &format!("{} Releases {}.", option.help, releases.join(", "))),
    }
}
