//! Tables of commands give parsers, and what these accept fills requests: on the program's own tables, and on made-up ones.

use std::ffi::OsString;

use offload_bundle::request::{ByteSize, ListForm};
use offload_bundle_cli_definitions::commands::PROGRAM as REAL;
use offload_bundle_core::options::Command as Table;
use offload_bundle_formats::registry::REGISTRY;

use super::line::Line;
use super::mistake;
use super::{Given, KnownWords, command, definition, parse};
use crate::made_up::commands::{DONE, NOT_FOUND, PROGRAM};
use crate::made_up::requests::{Globals, Request};

/// The parser of the made-up program.
fn made_up() -> clap::Command {
    definition(&PROGRAM, [], |names| {
        let known = KnownWords::new(&REGISTRY);
        let Ok(_) = Request::of(names, &known);
        known
    })
}

/// What the made-up program is asked for by `words`; else what is wrong with them.
fn asked(words: &[&str]) -> Result<(Globals, Request), String> {
    let mut command = made_up();
    let matches = command.try_get_matches_from_mut(words);
    let line: Vec<OsString> = words.iter().map(OsString::from).collect();
    let wrong = |error: clap::Error| mistake::text(&error, &Line { program: &PROGRAM, called: "paint", words: &line });
    let matches = matches.map_err(wrong)?;
    let (names, given) = Given::collect(&REGISTRY, &command, &matches);
    let request = Request::of(&names, &given).map_err(wrong)?;
    Ok((Globals::of(&given).map_err(wrong)?, request.expect("a command")))
}

#[test]
fn the_parsers_are_sound() {
    command().debug_assert();
    made_up().debug_assert();
}

#[test]
fn what_is_given_fills_the_fields_of_the_request() {
    let (globals, request) = asked(&["paint", "show", "a", "--names-only", "-m2K", "b", "--json"]).unwrap();
    assert!(globals.json);
    let Request::Show(request) = request else {
        panic!("{request:?}")
    };
    let inputs: Vec<_> = request.inputs.iter().map(|input| input.name()).collect();
    assert_eq!(inputs, ["a", "b"]);
    assert_eq!(request.form, ListForm::Ids);
    assert_eq!(request.scan.max_size, Some(ByteSize(2048)));
    // What is not given has its default, or stays as it is.
    let Ok((_, Request::Show(request))) = asked(&["paint", "show", "a"]) else {
        panic!()
    };
    assert_eq!(
        (request.scan.max_size, request.form),
        (Some(ByteSize(1024)), ListForm::Bundles)
    );
}

#[test]
fn the_program_itself_is_given_words() {
    let given = asked(&["paint", "frame", "choose", "red", "--width=-3", "--thin", "--whom", "x", "--whom", "y"]);
    let Ok((_, Request::FrameChoose(frame))) = given else {
        panic!("{given:?}")
    };
    assert_eq!(
        (frame.colour, frame.width, frame.thin),
        ("red".into(), Some("-3".into()), true)
    );
    assert_eq!(
        (frame.max_size, frame.whom),
        ("1K".into(), vec!["x".into(), "y".into()])
    );
    let Ok((_, Request::FrameChoose(frame))) = asked(&["paint", "frame", "choose", "green", "--width"]) else {
        panic!()
    };
    assert_eq!((frame.width, frame.thin), (Some("".into()), false));
    assert!(matches!(asked(&["paint", "leave"]), Ok((_, Request::Leave(_)))));
}

#[test]
fn mistakes_name_the_argument() {
    for (words, expected) in [
        (&["show"][..], "show: FILE is missing; see `paint show --help`"),
        (
            &["show", "a", "-m", "x"],
            "--max-size x: expected a number of bytes up to 2^64 - 1, perhaps with K, M, G or T behind it",
        ),
        (
            &["frame", "choose", "blue"],
            "blue: no such value; there is: red, green",
        ),
        (
            &["frame", "choose", "red", "--thin", "--broad"],
            "--thin: cannot be used with --broad",
        ),
        (&["frame", "choose", "red", "--whom=x"], "--whom: needs --thin"),
        (
            &["frame", "choose", "red", "--height=low"],
            "--height low: heights are not chosen",
        ),
        (
            &["frame", "choose", "red", "--height=high"],
            "--height: no such option; see `paint frame choose --help`",
        ),
    ] {
        let words: Vec<&str> = ["paint"].iter().chain(words).copied().collect();
        assert_eq!(asked(&words).err().as_deref(), Some(expected));
    }
}

#[test]
fn what_was_perhaps_meant_is_offered() {
    for (words, expected) in [
        (&["shaw"][..], "shaw: no such command; did you mean `show`?"),
        (
            &["show", "a", "--max-sise=1"],
            "--max-sise: no such option; did you mean `--max-size`?",
        ),
        (&["frame", "choose", "rot"], "rot: no such value; there is: red, green"),
        (
            &["frame", "choose", "gren"],
            "gren: no such value; there is: red, green; did you mean `green`?",
        ),
    ] {
        let words: Vec<&str> = ["paint"].iter().chain(words).copied().collect();
        assert_eq!(asked(&words).err().as_deref(), Some(expected));
    }
    let mut command = command();
    let words = ["offload-bundle", "list", "--type", "hipii", "a"].map(OsString::from);
    let matches = command.try_get_matches_from_mut(&words).unwrap();
    let (names, given) = Given::collect(&REGISTRY, &command, &matches);
    let error = offload_bundle_cli_definitions::requests::Request::of(&names, &given).unwrap_err();
    let text = mistake::text(&error, &Line { program: &REAL, called: "ob", words: &words });
    assert!(
        text.starts_with("--type hipii: no such file type; there is: "),
        "{text}"
    );
    assert!(text.ends_with("; did you mean `hipi`?"), "{text}");
}

/// The help of `command` and of its commands, short and long, as terminals of 80 columns show it; with the names and the examples of each.
fn helps(command: &mut clap::Command, long: bool) -> Vec<(String, String)> {
    *command = command.clone().term_width(80);
    command.build();
    let mut found = Vec::new();
    let mut waiting: Vec<clap::Command> = vec![command.clone()];
    while let Some(mut command) = waiting.pop() {
        // The tools have their own helps.
        if command.get_arguments().any(|argument| argument.get_id() == "words") || command.get_name() == "help" {
            continue;
        }
        waiting.extend(command.get_subcommands().cloned());
        let help = if long {
            command.render_long_help()
        } else {
            command.render_help()
        };
        found.push((command.get_name().to_owned(), help.to_string()));
    }
    found
}

#[test]
fn a_short_help_fits_a_screen_and_a_long_one_holds_everything() {
    let short = helps(&mut command(), false);
    assert!(short.len() > 15);
    for (name, help) in &short {
        assert!(help.lines().count() <= 24, "{name}:\n{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 80), "{name}:\n{help}");
    }
    for ((name, long), (_, short)) in helps(&mut command(), true).into_iter().zip(short) {
        let options = |help: &str| {
            let words = help.split_whitespace().filter(|word| word.starts_with("--"));
            words.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        let missing: Vec<String> = options(&short).difference(&options(&long)).cloned().collect();
        assert_eq!(missing, [""; 0], "{name}");
        assert!(long.contains("--color"), "{name}:\n{long}");
        assert!(long.lines().all(|line| line.chars().count() <= 80), "{name}:\n{long}");
    }
}

#[test]
fn examples_stand_in_the_help_before_all_else_and_as_they_are() {
    fn check(tables: &[Table<'static>], helps: &[(String, String)]) -> usize {
        let mut checked: usize = 0;
        for table in tables {
            let (_, help) = helps.iter().find(|(name, _)| name == table.name).unwrap();
            for line in table.examples.iter().flat_map(|example| example.run.lines()) {
                let place = help.find(&format!("\n    {line}\n"));
                assert!(
                    place.is_some_and(|place| place < help.find("Options:").unwrap()),
                    "{line}:\n{help}"
                );
                checked += 1;
            }
            checked += check(table.commands, helps);
        }
        checked
    }
    for long in [false, true] {
        let checked = check(REAL.commands, &helps(&mut command(), long));
        assert!(checked > 20, "{checked}");
    }
}

#[test]
fn examples_are_understood() {
    fn examples(tables: &'static [Table<'static>]) -> Vec<&'static str> {
        let own = tables
            .iter()
            .flat_map(|table| table.examples.iter().map(|example| example.run));
        own.chain(tables.iter().flat_map(|table| examples(table.commands)))
            .collect()
    }
    let own = REAL.examples.iter().map(|example| example.run);
    for run in own.chain(examples(REAL.commands)) {
        let run = run.replace("\\\n", " ");
        let words = run.split(['>', '|']).next().unwrap().split_whitespace();
        let mut command = command();
        let matches = command
            .try_get_matches_from_mut(words)
            .unwrap_or_else(|error| panic!("{run}: {error}"));
        let (names, given) = Given::collect(&REGISTRY, &command, &matches);
        let request = offload_bundle_cli_definitions::requests::Request::of(&names, &given);
        assert!(matches!(request, Ok(Some(_))), "{run}: {request:?}");
    }
}

#[test]
fn help_says_what_the_tables_say() {
    let mut program = made_up();
    let help = program.render_long_help().to_string();
    assert!(
        help.starts_with(
            "Looks at pictures\n\nUsage: paint [OPTIONS] <COMMAND>\n\nExamples:\n  Two pictures:\n    paint show a b\n\n\
             Looks at pictures, and draws them.\n\nThe second paragraph.\n\nCommands:\n"
        ),
        "{help}"
    );
    let codes = format!("Exit codes:\n  {DONE}\n          Done.\n  {NOT_FOUND}\n          There is no picture.\n");
    assert!(help.ends_with(&codes), "{help}");
    assert!(
        help.contains("\nEnvironment:\n  PAINT_PALETTE\n          The colours.\n"),
        "{help}"
    );
    assert!(
        help.contains("\n  --json\n          Print JSON. JSON is text. Say more.\n"),
        "{help}"
    );
    let short = program.render_help().to_string();
    assert!(
        short.contains("\n\nOther commands: leave\n") && !short.contains("Leaves"),
        "{short}"
    );
    program.build();
    let show = program.find_subcommand_mut("show").unwrap();
    let (short, long) = (show.render_help().to_string(), show.render_long_help().to_string());
    for help in [&short, &long] {
        assert!(
            help.contains(
                "\n\nExamples:\n  One picture:\n    paint show a\n  Two of them:\n    paint show a \\\n      b\n\n"
            ),
            "{help}"
        );
    }
    assert!(
        long.contains("--names-only") && !short.contains("--names-only"),
        "{short}"
    );
}

#[test]
fn what_every_command_is_given_counts_on_a_wrong_command_line_too() {
    let words = |words: &[&str]| words.iter().map(Into::into).collect::<Vec<std::ffi::OsString>>();
    for (given, json, color) in [
        (&["x", "lst", "--json", "--color", "never"][..], true, "never"),
        (&["x", "--color=always", "lst"], false, "always"),
        (&["x", "lst", "--", "--json", "--color=always"], false, ""),
        (&["x", "--colors=always"], false, ""),
    ] {
        let globals = super::globals_on_parse_error(&words(given));
        assert_eq!((globals.json, globals.color), (json, color.into()), "{given:?}");
    }
}

/// What the program itself is asked for.
fn real(command: &clap::Command, matches: &clap::ArgMatches) -> String {
    let request = super::to_request(command, matches);
    format!("{:?}", request.map_err(|error| error.to_string()))
}

#[test]
fn the_parser_of_one_command_takes_what_that_of_all_takes() {
    for line in [
        "list a b --json",
        "--json list a",
        "--color never list a",
        "target compat a b",
        "extract --arch=x -d out a",
        "-q verify a",
    ] {
        let words: Vec<OsString> = ["offload-bundle"]
            .into_iter()
            .chain(line.split(' '))
            .map(OsString::from)
            .collect();
        let (one, matches) = parse(&words);
        assert!(one.get_subcommands().count() == 1, "{line}");
        let mut all = command();
        let matches_of_all = all.try_get_matches_from_mut(&words).unwrap();
        assert_eq!(real(&one, &matches.unwrap()), real(&all, &matches_of_all), "{line}");
    }
    for line in
        ["--help list", "list --help", "list --no-such-option", "lits a", "target", "target compat a", "--color list a"]
    {
        let words: Vec<OsString> = ["offload-bundle"]
            .into_iter()
            .chain(line.split(' '))
            .map(OsString::from)
            .collect();
        let (all, matches) = parse(&words);
        assert!(all.get_subcommands().count() > 1 && matches.is_err(), "{line}");
    }
}
