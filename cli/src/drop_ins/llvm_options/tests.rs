//! The syntax on a made-up tool: what each spelling gives, and what is said of each mistake.

use std::fs;

use offload_bundle_core::options::{Action, OptionKind, OptionSpec, OptionTexts, OptionValues, Shown, Syntax};

use super::parse::{Parsed, parse};
use super::{CommandLine, ParseOutcome, command_line_of, help};

const fn option(name: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { name, kind, required: false, shown: Shown::Always, category: "All", value: "", help: "Helps." }
}

const SYNTAX: Syntax = Syntax {
    options: &[
        option("loud", OptionKind::Flag),
        OptionSpec { required: true, value: "word", help: "What.\nMore on that.", ..option("shape", OptionKind::Text) },
        option("many", OptionKind::List),
        option("parts", OptionKind::CommaList),
        option("count", OptionKind::Unsigned),
        option("level", OptionKind::Integer),
        OptionSpec {
            shown: Shown::Experts,
            category: "Rare",
            ..option("version", OptionKind::Action(Action::Version))
        },
        OptionSpec { shown: Shown::Never, ..option("x", OptionKind::Flag) },
    ],
    overview: "Draws.",
    version: "1",
    texts: OptionTexts {
        unknown: "{name}: unknown {word}",
        suggestion: "{name}: perhaps {option}",
        needs_value: "needs value: {option}",
        takes_no_value: "takes no value: {option} {value}",
        bad_flag: "bad flag: {option} {value}",
        bad_unsigned: "bad unsigned: {option} {value}",
        bad_integer: "bad integer: {option} {value}",
        required: "required: {option}",
        recursive: "recursive",
        unreadable: "unreadable: {error}",
        overview: "ABOUT: {text}",
        usage: "USE: {name}",
        options: "CHOICES:",
    },
};

/// The indices of the options above.
const LOUD: usize = 0;
const SHAPE: usize = 1;
const MANY: usize = 2;
const PARTS: usize = 3;
const COUNT: usize = 4;
const LEVEL: usize = 5;

fn run(words: &[&str]) -> (ParseOutcome, Vec<String>) {
    let words = CommandLine { program: "/bin/draw".into(), words: words.iter().map(ToString::to_string).collect() };
    let mut said = Vec::new();
    let outcome = parse(&SYNTAX, &words, &mut said);
    let said = String::from_utf8(said).unwrap();
    (outcome, said.lines().map(ToString::to_string).collect())
}

fn parsed(words: &[&str]) -> Parsed {
    match run(&[&["-shape=o"], words].concat()) {
        (ParseOutcome::Run(parsed), said) if said.is_empty() => parsed,
        other => panic!("{words:?}: {other:?}"),
    }
}

fn mistakes(words: &[&str]) -> Vec<String> {
    match run(words) {
        (ParseOutcome::Mistakes, said) => said,
        other => panic!("{words:?}: {other:?}"),
    }
}

#[test]
fn a_value_follows_an_equals_sign_or_is_the_next_word() {
    for words in [
        vec!["-shape=a=b"],
        vec!["--shape=a=b"],
        vec!["-shape", "a=b"],
        vec!["--shape", "a=b"],
        vec!["-shape=c", "-shape=a=b"],
        vec!["-shape=a=b", "--"],
    ] {
        assert_eq!(parsed(&words).last(SHAPE).as_deref(), Some("a=b"), "{words:?}");
    }
    // Whatever stands next is the value, even what looks like an option.
    assert_eq!(parsed(&["-shape", "-loud"]).last(SHAPE).as_deref(), Some("-loud"));
    assert_eq!(parsed(&["-many", "-"]).all(MANY), ["-"]);
    assert_eq!(parsed(&["-shape="]).last(SHAPE).as_deref(), Some(""));
}

#[test]
fn flags_are_set_by_their_name_or_a_truth_value_and_the_last_counts() {
    for (words, expected) in [
        (vec![], None),
        (vec!["-loud"], Some(true)),
        (vec!["--loud=TRUE"], Some(true)),
        (vec!["-loud="], Some(true)),
        (vec!["-loud", "-loud=0"], Some(false)),
    ] {
        assert_eq!(parsed(&words).flag(LOUD), expected, "{words:?}");
    }
}

#[test]
fn lists_collect_and_only_comma_lists_split() {
    let both = parsed(&["-many=a,b", "-parts=a,b", "-many", "c", "-parts", ",d,"]);
    assert_eq!(both.all(MANY), ["a,b", "c"]);
    assert_eq!(both.all(PARTS), ["a", "b", "", "d", ""]);
    assert_eq!(parsed(&["-parts="]).all(PARTS), [""]);
}

#[test]
fn numbers_are_read_in_the_base_they_say() {
    let numbers = parsed(&["-count=7", "-count=0x10", "-level=-0b11"]);
    assert_eq!((numbers.unsigned(COUNT), numbers.integer(LEVEL)), (Some(16), Some(-3)));
}

#[test]
fn every_mistake_is_said_in_order() {
    for (words, expected) in [
        (vec![], vec!["required: shape"]),
        (vec!["-shape"], vec!["needs value: shape", "required: shape"]),
        (
            vec!["-shap=o"],
            vec!["draw: unknown -shap=o", "draw: perhaps shape=o", "required: shape"],
        ),
        (vec!["-shape=o", "stray"], vec!["draw: unknown stray"]),
        (vec!["-shape=o", "-"], vec!["draw: unknown -"]),
        (vec!["-shape=o", "--", "-loud"], vec!["draw: unknown -loud"]),
        (vec!["-shape=o", "-loud=so"], vec!["bad flag: loud so"]),
        (vec!["-shape=o", "-count=-1"], vec!["bad unsigned: count -1"]),
        (vec!["-shape=o", "-level=x"], vec!["bad integer: level x"]),
        (vec!["-shape=o", "-version=1"], vec!["takes no value: version 1"]),
        (
            vec!["-shape=o", "-versio=1"],
            vec!["draw: unknown -versio=1", "draw: perhaps version"],
        ),
        // What is never shown is never suggested.
        (vec!["-shape=o", "-z"], vec!["draw: unknown -z", "draw: perhaps loud"]),
    ] {
        assert_eq!(mistakes(&words), expected, "{words:?}");
    }
}

#[test]
fn an_action_ends_reading_and_lifts_what_is_required() {
    let (outcome, said) = run(&["-bad", "-version", "-worse"]);
    assert_eq!(outcome, ParseOutcome::Show(Action::Version));
    assert_eq!(said, ["draw: unknown -bad", "draw: perhaps loud"]);
}

#[test]
fn words_of_files_stand_in_the_place_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("inner"), "'b c' d").unwrap();
    fs::write(path("outer"), format!("-many a -parts=x -many\n@{}", path("inner"))).unwrap();
    fs::write(path("loop"), format!("-shape=o @{}", path("loop"))).unwrap();
    let outer = format!("@{}", path("outer"));
    assert_eq!(mistakes(&["-shape=o", &outer]), ["draw: unknown d"]);
    assert_eq!(mistakes(&["-shape=o", "@nowhere"]), ["draw: unknown @nowhere"]);
    for file in [path("loop"), path("")] {
        let (outcome, said) = run(&[&format!("@{file}")]);
        assert_eq!(outcome, ParseOutcome::Run(Parsed::default()), "{said:?}");
        assert_eq!(said.len(), 1, "{said:?}");
    }
}

#[test]
fn help_is_aligned_and_sorted() {
    let expected = "ABOUT: Draws.\n\nUSE: draw\n\nCHOICES:\n\nAll:\n\n  --count        - Helps.\n  --level        - Helps.\n  --loud         - Helps.\n  \
                    --many         - Helps.\n  --parts        - Helps.\n  --shape=<word> - What.\n                   More on that.\n\nRare:\n\n  \
                    --version      - Helps.\n";
    assert_eq!(help(&SYNTAX, "draw", true, true), expected);
    assert!(!help(&SYNTAX, "draw", false, false).contains("version"));
}

#[test]
fn a_tool_is_called_by_its_name_or_as_the_first_word() {
    let call = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        command_line_of(&words, "draw").map(|words| (words.program.clone(), words.words.len()))
    };
    assert_eq!(call(&["/bin/draw", "a"]), Some(("/bin/draw".into(), 1)));
    assert_eq!(call(&["draw-22"]), Some(("draw-22".into(), 0)));
    assert_eq!(call(&["draw.exe"]), Some(("draw.exe".into(), 0)));
    assert_eq!(call(&["other", "draw", "a", "b"]), Some(("draw".into(), 2)));
    for words in [vec!["drawer"], vec!["draw-x"], vec!["other", "a", "draw"], vec!["other"], vec![]] {
        assert_eq!(call(&words), None, "{words:?}");
    }
}
