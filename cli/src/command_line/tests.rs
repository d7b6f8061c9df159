//! Parsers from command tables: the program's own and made-up ones.

use std::ffi::OsString;

use offload_bundle::request::{ByteSize, ListForm};
use offload_bundle_cli_definitions::commands::PROGRAM as REAL;
use offload_bundle_core::options::Command as Table;

use super::{Definition, Given, Parsers, command, definition, mistake, parse};
use crate::drop_ins::tables;
use crate::made_up::commands::{DONE, NOT_FOUND, PROGRAM};
use crate::made_up::requests::{Globals, Request};

fn made_up(shows_rare: bool) -> clap::Command {
    let find_parsers = |names: &[&str]| {
        let parsers = Parsers::default();
        Request::of(names, &parsers);
        parsers
    };
    Definition { program: &PROGRAM, find_parsers, is_whole: &|_| true, has_help: true, shows_rare }.parser([])
}

fn asked(words: &[&str]) -> Result<(Globals, Request), String> {
    let matches = made_up(true).try_get_matches_from(words);
    let matches = matches.map_err(|error| mistake::one_line(&error.render().to_string()))?;
    let (names, given) = Given::collect(&matches);
    Ok((Globals::of(&given), Request::of(&names, &given).expect("a command")))
}

#[test]
fn parsers_are_valid() {
    command().debug_assert();
    made_up(false).debug_assert();
}

#[test]
fn arguments_fill_request_fields() {
    let (globals, request) = asked(&["paint", "show", "a", "--names-only", "-m2K", "b", "--json"]).unwrap();
    assert!(globals.json);
    let Request::Show(request) = request else {
        panic!("{request:?}")
    };
    let inputs: Vec<_> = request.inputs.iter().map(|input| input.name()).collect();
    assert_eq!(inputs, ["a", "b"]);
    assert_eq!(request.form, ListForm::Ids);
    assert_eq!(request.scan.max_size, Some(ByteSize(2048)));
    // Missing arguments keep their defaults.
    let Ok((_, Request::Show(request))) = asked(&["paint", "show", "a"]) else {
        panic!()
    };
    assert_eq!(
        (request.scan.max_size, request.form),
        (Some(ByteSize(1024)), ListForm::Bundles)
    );
}

#[test]
fn program_arguments_are_parsed() {
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
        (
            &["show"][..],
            "the following required arguments were not provided: <FILE>...",
        ),
        (
            &["show", "a", "-m", "x"],
            "invalid value 'x' for '--max-size <SIZE>': expected a size such as `4096`, `200M` or `64G`",
        ),
        (
            &["frame", "choose", "blue"],
            "invalid value 'blue' for '<COLOUR>' [possible values: red, green]",
        ),
        (
            &["frame", "choose", "red", "--thin", "--broad"],
            "the argument '--thin' cannot be used with '--broad'",
        ),
        (
            &["frame", "choose", "red", "--whom=x"],
            "the following required arguments were not provided: --thin",
        ),
        (
            &["frame", "choose", "red", "--height=high"],
            "unexpected argument '--height' found",
        ),
    ] {
        let words: Vec<&str> = ["paint"].iter().chain(words).copied().collect();
        assert_eq!(asked(&words).err().as_deref(), Some(expected));
    }
}

#[test]
fn unknown_value_is_suggested_a_near_one() {
    let words = ["offload-bundle", "list", "--type", "hipii", "a"].map(OsString::from);
    let error = parse(&words).unwrap_err().render().to_string();
    assert!(error.contains("tip: a similar value exists: 'hipi'"), "{error}");
}

/// At 80 columns: of `-h`, or of `--help`.
fn helps(shows_rare: bool) -> Vec<(String, String)> {
    let mut program = definition(&|_| true, shows_rare).parser(tables()).term_width(80);
    program.build();
    let mut found = Vec::new();
    let mut waiting = vec![program];
    while let Some(mut command) = waiting.pop() {
        let is_tool = tables().any(|tool| tool.name == command.get_name());
        if !is_tool && command.get_name() != "help" {
            waiting.extend(command.get_subcommands().cloned());
            found.push((command.get_name().to_owned(), command.render_help().to_string()));
        }
    }
    found
}

#[test]
fn help_fits_a_screen_and_a_half() {
    let short = helps(false);
    assert!(short.len() > 15);
    for ((name, long), (_, short)) in helps(true).into_iter().zip(short) {
        let most = if name == REAL.name { 40 } else { 28 };
        assert!(short.lines().count() <= most, "{name}:\n{short}");
        assert!(long.lines().count() <= 60, "{name}:\n{long}");
        assert!(
            long.contains("--color") && long.contains("\nExit codes:\n"),
            "{name}:\n{long}"
        );
        for help in [&short, &long] {
            let usage = |line: &&str| line.starts_with("Usage:");
            let wide = |line: &str| line.chars().count() > 80;
            let too_wide = help.lines().find(|line| wide(line) && !usage(line));
            assert_eq!(too_wide, None, "{name}");
        }
    }
}

#[test]
fn help_has_one_section_of_exit_codes() {
    let mut program = definition(&|_| true, true).parser(tables()).term_width(80);
    program.build();
    let mut own: usize = 0;
    let mut waiting = vec![program];
    while let Some(mut command) = waiting.pop() {
        waiting.extend(
            command
                .get_subcommands()
                .filter(|inner| inner.get_name() != "help")
                .cloned(),
        );
        let help = command.render_long_help().to_string();
        assert_eq!(help.matches("Exit codes:\n").count(), 1, "{help}");
        own += usize::from(help.contains("\n\n  1 if "));
    }
    assert!(own > 8, "{own} commands describe their own exit codes");
}

#[test]
fn help_gives_the_default_versions_of_formats() {
    fn check(tables: &[Table<'static>], checked: &mut Vec<&'static str>) {
        let formats = offload_bundle::ops::formats(&offload_bundle::REGISTRY);
        let envelope = formats.compressed.iter().find(|format| format.name == "ccob").unwrap();
        let binary = formats
            .formats
            .iter()
            .find(|format| format.name == "offload_binary")
            .unwrap();
        for table in tables {
            for argument in table.arguments {
                let version = match argument.name {
                    "ccob-version" => envelope.version,
                    "version" => binary.version,
                    _ => continue,
                };
                let version = version.unwrap().to_string();
                // Other options follow a comma.
                assert_eq!(
                    argument.default_doc.split(',').next(),
                    Some(version.as_str()),
                    "{}",
                    table.name
                );
                checked.push(table.name);
            }
            check(table.commands, checked);
        }
    }
    let mut checked = Vec::new();
    check(REAL.commands, &mut checked);
    assert_eq!(checked, ["bundle", "compress", "pack", "convert"]);
}

#[test]
fn help_shows_examples_unbroken() {
    fn check(tables: &[Table<'static>], helps: &[(String, String)]) -> usize {
        let mut checked: usize = 0;
        for table in tables {
            let (_, help) = helps.iter().find(|(name, _)| name == table.name).unwrap();
            for line in table.examples.iter().flat_map(|example| example.run.lines()) {
                assert!(help.contains(&format!("\n    {line}\n")), "{line}:\n{help}");
                checked += 1;
            }
            checked += check(table.commands, helps);
        }
        checked
    }
    for shows_rare in [false, true] {
        let checked = check(REAL.commands, &helps(shows_rare));
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
        let words: Vec<OsString> = words.map(OsString::from).collect();
        parse(&words).unwrap_or_else(|error| panic!("{run}: {error}"));
    }
}

#[test]
fn help_has_texts_of_tables() {
    let mut program = made_up(true);
    let help = program.render_long_help().to_string();
    let begin = "Looks at pictures, and draws them.\n\nThe second paragraph.\n\nUsage: paint [OPTIONS] <COMMAND>\n\nCommands:\n";
    assert!(help.starts_with(begin), "{help}");
    let end = format!(
        "Examples:\n  Two pictures:\n    paint show a b\n\nExit codes:\n  {DONE}  Done.\n  {NOT_FOUND}  There is no picture.\n\n\
         Environment:\n  PAINT_PALETTE\n          The colours.\n"
    );
    assert!(help.ends_with(&end), "{help}");
    assert!(
        help.contains("\n      --json\n          Print JSON\n          \n          JSON is text.\n"),
        "{help}"
    );
    assert!(help.contains("\n  leave  Leave\n"), "{help}");
    let (mut short, mut long) = (made_up(false), made_up(true));
    for (program, shows_rare) in [(&mut short, false), (&mut long, true)] {
        program.build();
        let help = program.find_subcommand_mut("show").unwrap().render_help().to_string();
        assert!(
            help.contains(
                "\n\nExamples:\n  One picture:\n    paint show a\n  Two of them:\n    paint show a \\\n      b\n"
            ),
            "{help}"
        );
        assert_eq!(help.contains("--names-only"), shows_rare, "{help}");
        assert_eq!(help.contains("Exit codes:"), shows_rare, "{help}");
    }
}

#[test]
fn global_options_apply_to_parse_errors() {
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

#[test]
fn command_name_is_found_at_any_position() {
    for line in [
        "list a b --json",
        "--json list a",
        "--color never list a",
        "target compat a b",
        "extract --exclude=x -d out a",
        "-q verify a",
        "list verify",
    ] {
        let words = format!("offload-bundle {line}");
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let all = super::to_request(&command().try_get_matches_from(&words).unwrap());
        assert_eq!(format!("{:?}", parse(&words)), format!("{all:?}"), "{line}");
    }
}
