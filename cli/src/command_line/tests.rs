//! Tables of commands give parsers, and what these accept fills requests: on the program's own tables, and on made-up ones.

use offload_bundle::request::ByteSize;
use offload_bundle_formats::registry::REGISTRY;

use super::{Given, command, definition, one_line};
use crate::made_up::commands::{DONE, NOT_FOUND, PROGRAM};
use crate::made_up::requests::{Globals, Request};

/// What the made-up program is asked for by `words`; else what is wrong with them.
fn asked(words: &[&str]) -> Result<(Globals, Request), String> {
    let mut command = definition(&PROGRAM, []);
    let matches = command.try_get_matches_from_mut(words);
    let matches = matches.map_err(|error| one_line(&error.render().to_string()))?;
    let (names, given) = Given::of(&REGISTRY, &command, &matches);
    let wrong = |error: clap::Error| one_line(&error.render().to_string());
    let request = Request::of(&names, &given).map_err(wrong)?;
    Ok((Globals::of(&given).map_err(wrong)?, request.expect("a command")))
}

#[test]
fn the_parsers_are_sound() {
    command().debug_assert();
    definition(&PROGRAM, []).debug_assert();
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
    assert!(request.ids_only);
    assert_eq!(request.scan.max_size, Some(ByteSize(2048)));
    // What is not given has its default, or stays as it is.
    let Ok((_, Request::Show(request))) = asked(&["paint", "show", "a"]) else {
        panic!()
    };
    assert_eq!((request.scan.max_size, request.ids_only), (Some(ByteSize(1024)), false));
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
        (
            &["show"][..],
            "the following required arguments were not provided: <FILE>...",
        ),
        (
            &["show", "a", "-m", "x"],
            "invalid value 'x' for '--max-size <SIZE>': \
             expected a number of bytes up to 2^64 - 1, perhaps with K, M, G or T behind it",
        ),
        (
            &["frame", "choose", "blue"],
            "invalid value 'blue' for '<COLOUR>' [possible values: red, green]",
        ),
        (
            &["frame", "choose", "red", "--whom=x"],
            "the following required arguments were not provided: --thin",
        ),
    ] {
        let words: Vec<&str> = ["paint"].iter().chain(words).copied().collect();
        assert_eq!(asked(&words).err().as_deref(), Some(expected));
    }
}

#[test]
fn help_says_what_the_tables_say() {
    let help = definition(&PROGRAM, []).render_long_help().to_string();
    assert!(
        help.starts_with("Looks at pictures, and draws them.\n\nThe second paragraph.\n"),
        "{help}"
    );
    let codes = format!("Exit codes:\n  {DONE}  Done.\n  {NOT_FOUND}  There is no picture.\n");
    assert!(help.ends_with(&codes), "{help}");
    let mut program = definition(&PROGRAM, []);
    let show = program.find_subcommand_mut("show").unwrap();
    for help in [show.render_long_help(), show.render_help()] {
        let help = help.to_string();
        assert!(
            help.ends_with("Examples:\n  One picture:\n    paint show a\n"),
            "{help}"
        );
    }
}

#[test]
fn a_mistake_is_told_in_one_line() {
    let text = "error: these are missing:\n  <A>\n  <B>\n\nUsage: x\n";
    assert_eq!(one_line(text), "these are missing: <A> <B>");
}
