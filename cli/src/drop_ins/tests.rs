//! A made-up tool works with an entry in a schema and a driver.

use std::ffi::OsString;

use super::llvm_options::{CommandLine, ParseOutcome, Release, parse, show};
use super::{DROP_INS, DropInEntry, DropInExit, run_one_of};
use crate::made_up::draw::{DONE, DROP_IN, Environment, FAILED, Options};
use crate::surroundings::{Surroundings, Terminal};

fn draw(words: &CommandLine, surroundings: &mut Surroundings<'_>) -> u8 {
    let Surroundings { out, err, .. } = surroundings;
    let environment = Environment::of(|name| (name == "DRAW_SIZE").then(|| "7".into()));
    let (release, outcome) = parse(&DROP_IN, words, |_| Release::choose(&DROP_IN, words, None), *err);
    let options = match outcome {
        ParseOutcome::Run(parsed) => Options::of(&parsed),
        ParseOutcome::Show(action) => {
            return match show(&DROP_IN, words, &release, action, (*out, *err)) {
                true => DONE,
                false => FAILED,
            };
        }
        ParseOutcome::Mistakes => return FAILED,
    };
    let size = environment.draw_size.and_then(|size| size.to_str()?.parse().ok());
    let outputs: Vec<_> = options
        .outputs
        .iter()
        .map(|output| output.display().to_string())
        .collect();
    let drawn = writeln!(
        out,
        "a {} of {} for {}",
        options.shape.unwrap_or_default(),
        options.size.or(size).unwrap_or(1),
        outputs.join(" and ")
    );
    if drawn.is_ok() { DONE } else { FAILED }
}

fn run(words: &[&str]) -> Option<(u8, String, String)> {
    let words: Vec<OsString> = words.iter().map(Into::into).collect();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let drawing = [DropInEntry { tool: &DROP_IN, driver: draw, failed: FAILED }];
    let mut surroundings = Surroundings {
        out: &mut out,
        err: &mut err,
        out_terminal: Terminal::default(),
        err_terminal: Terminal::default(),
        variable: &|_| None,
    };
    let of_drawing = run_one_of(&drawing, &words, &mut surroundings);
    let DropInExit { code, failed } = of_drawing.or_else(|| run_one_of(DROP_INS, &words, &mut surroundings))?;
    assert_eq!(failed, FAILED);
    Some((code, String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap()))
}

fn drawn(text: &str) -> Option<(u8, String, String)> {
    Some((DONE, text.to_owned(), String::new()))
}

#[test]
fn made_up_tool_runs_its_driver() {
    assert_eq!(
        run(&["/bin/draw-2", "-shape=circle", "-size", "3", "-o=a", "--o", "b"]),
        drawn("a circle of 3 for a and b\n")
    );
    assert_eq!(
        run(&["paint", "draw", "-shape=dot", "-o", "a"]),
        drawn("a dot of 7 for a\n")
    );
    assert_eq!(run(&["paint", "show", "-shape=dot"]), None);
}

#[test]
fn tool_names_choose_latest_release() {
    let version = |name: &str| run(&["paint", name, "--version"]);
    assert_eq!(version("draw"), drawn("draw 1\n"));
    assert_eq!(version("sketch"), drawn("sketch 2\n"));
    assert_eq!(version("draw-2"), drawn("sketch 2\n"));
    assert_eq!(version("sketch-1"), drawn("draw 1\n"));
}

#[test]
fn help_and_errors_come_from_table() {
    let help = "OVERVIEW: Draws shapes.\n\nUSAGE: sketch [options] What to look at.\n\nOPTIONS:\n\n\
                Generic Options:\n\n  --help         - Display available options\n\n\
                sketch options:\n\n  -o <file>      - Where to\n  --shape=<word> - What to draw\n  --size=<n>     - How large\n";
    assert_eq!(run(&["sketch", "--help"]), drawn(help));
    let (code, out, err) = run(&["draw-2", "-size=x"]).unwrap();
    assert_eq!((code, out.as_str()), (FAILED, ""));
    assert_eq!(
        err,
        "draw-2: for the --size option: 'x' value invalid for uint argument!\n\
         draw-2: for the --shape option: must be specified at least once!\n"
    );
}
