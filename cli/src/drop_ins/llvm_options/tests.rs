//! The syntax with a made-up tool: values of each spelling and the message of each mistake.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use offload_bundle_core::options::{Action, DropIn, DropInOption, OptionValues, Repeats, Shown, SimilarRelease, Takes};

use super::help::help;
use super::parsed::Parsed;
use super::{CommandLine, ParseOutcome, Release, command_line_of};

const fn option(name: &'static str, takes: Takes) -> DropInOption<'static> {
    DropInOption { name, takes, category: "All", help: "Helps.", ..DropInOption::DEFAULT }
}

static TOOL: DropIn<'static> = DropIn {
    name: "draw",
    renamed: None,
    about: "",
    doc: "",
    overview: "Draws.",
    version: "1",
    releases: &["1", "3"],
    similar: &[SimilarRelease { name: "2", of: "3", doc: "" }],
    exit_codes: &[],
    options: &[
        option("loud", Takes::Flag),
        DropInOption { required: true, value: "word", help: "What.\nMore on that.", ..option("shape", Takes::Text) },
        DropInOption { repeats: Repeats::All, ..option("many", Takes::File) },
        DropInOption { shown: Shown::Never, ..option("q", Takes::Flag) },
        DropInOption { shown: Shown::Never, ..option("w", Takes::File) },
        DropInOption { repeats: Repeats::Commas, ..option("parts", Takes::Text) },
        option("count", Takes::Unsigned),
        option("level", Takes::Integer),
        DropInOption { shown: Shown::Experts, category: "Rare", ..option("version", Takes::Nothing(Action::Version)) },
        DropInOption { shown: Shown::Never, ..option("x", Takes::Flag) },
        DropInOption { releases: &["1"], ..option("old", Takes::Flag) },
        DropInOption { shown: Shown::Never, ..option("as", Takes::Text) },
    ],
    environment: &[],
};

fn line(program: &str, words: Vec<OsString>) -> CommandLine {
    CommandLine { program: program.into(), tool: "draw", release: None, words }
}

fn parse(words: &CommandLine, said: &mut Vec<u8>) -> ParseOutcome {
    let release = |given: &Parsed| Release::choose(&TOOL, words, given.text("as").as_deref());
    super::parse(&TOOL, words, release, said).1
}

fn run(words: &[&str]) -> (ParseOutcome, Vec<String>) {
    let words = line("/bin/draw", words.iter().map(Into::into).collect());
    let mut said = Vec::new();
    let outcome = parse(&words, &mut said);
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
fn value_follows_equals_sign_or_blank() {
    for words in [
        vec!["-shape=a=b"],
        vec!["--shape=a=b"],
        vec!["-shape", "a=b"],
        vec!["--shape", "a=b"],
        vec!["-shape=c", "-shape=a=b"],
        vec!["-shape=a=b", "--"],
    ] {
        assert_eq!(parsed(&words).text("shape").as_deref(), Some("a=b"), "{words:?}");
    }
    // The next word is always the value, even if it looks like an option.
    assert_eq!(parsed(&["-shape", "-loud"]).text("shape").as_deref(), Some("-loud"));
    assert_eq!(parsed(&["-many", "-"]).files("many"), [Path::new("-")]);
    assert_eq!(parsed(&["-shape="]).text("shape").as_deref(), Some(""));
}

#[test]
fn last_flag_value_counts() {
    for (words, expected) in [
        (vec![], None),
        (vec!["-loud"], Some(true)),
        (vec!["--loud=TRUE"], Some(true)),
        (vec!["-loud="], Some(true)),
        (vec!["-loud", "-loud=0"], Some(false)),
    ] {
        assert_eq!(parsed(&words).flag("loud"), expected, "{words:?}");
    }
}

#[test]
fn lists_collect_and_only_comma_lists_split() {
    let both = parsed(&["-many=a,b", "-parts=a,b", "-many", "c", "-parts", ",d,"]);
    assert_eq!(both.files("many"), ["a,b", "c"].map(Path::new));
    assert_eq!(both.texts("parts"), ["a", "b", "", "d", ""]);
    assert_eq!(parsed(&["-parts="]).texts("parts"), [""]);
}

#[test]
fn single_letter_options_are_grouped() {
    let both = parsed(&["-qw", "a"]);
    assert_eq!((both.flag("q"), both.file("w")), (Some(true), Some("a".into())));
    assert_eq!(parsed(&["--qxw=a=b"]).file("w"), Some("a=b".into()));
    let unknown = |word: &str| format!("draw: Unknown command line argument '{word}'.  Try: '/bin/draw --help'");
    let group = "draw: for the -w option: may not occur within a group!".to_owned();
    assert_eq!(mistakes(&["-shape=o", "-qz"]), [unknown("-qz")]);
    assert_eq!(mistakes(&["-shape=o", "-qwa"]), [group, unknown("-qwa")]);
    let wrong = "draw: for the -q option: 'z' is invalid value for boolean argument! Try 0 or 1";
    assert_eq!(mistakes(&["-shape=o", "-q=z"]), [wrong]);
}

static LOOK: DropIn<'static> = DropIn {
    name: "look",
    overview: "Looks.",
    releases: &["1"],
    options: &[DropInOption { positional: true, value: "file", help: "At <file>.", ..option("in", Takes::File) }],
    ..DropIn::DEFAULT
};

#[test]
fn other_words_are_positional() {
    let look = |words: &[&str]| {
        let words = line("look", words.iter().map(Into::into).collect());
        let mut said = Vec::new();
        let outcome = super::parse(&LOOK, &words, |_| Release::choose(&LOOK, &words, None), &mut said).1;
        (outcome, String::from_utf8(said).unwrap())
    };
    for (words, file) in [(vec!["a"], "a"), (vec!["-"], "-"), (vec!["--", "-a"], "-a")] {
        let (outcome, said) = look(&words);
        let ParseOutcome::Run(parsed) = outcome else {
            panic!("{words:?}: {said}")
        };
        assert_eq!(parsed.file("in"), Some(file.into()), "{words:?}");
    }
    let (outcome, said) = look(&["a", "b", "c", "-in=d"]);
    assert_eq!(outcome, ParseOutcome::Mistakes);
    let unknown = "look: Unknown command line argument '-in=d'.  Try: 'look --help'\n";
    let many = "look: Too many positional arguments specified!\nCan specify at most 1 positional arguments: See: look --help\n";
    assert_eq!(said, format!("{unknown}{many}"));
    let text = "OVERVIEW: Looks.\n\nUSAGE: look [options] At <file>.\n\nOPTIONS:\n";
    assert_eq!(help(&LOOK, "look", "1", false, true), text);
}

#[test]
fn numbers_have_base_prefixes() {
    let numbers = parsed(&["-count=7", "-count=0x10", "-level=-0b11"]);
    assert_eq!(
        (numbers.unsigned("count"), numbers.integer("level")),
        (Some(16), Some(-3))
    );
}

#[test]
fn mistakes_are_printed_in_order() {
    let unknown = |word: &str| format!("draw: Unknown command line argument '{word}'.  Try: '/bin/draw --help'");
    let wrong = |option: &str, what: &str| format!("draw: for the --{option} option: {what}");
    let required = wrong("shape", "must be specified at least once!");
    for (words, expected) in [
        (vec![], vec![required.clone()]),
        (
            vec!["-shape"],
            vec![wrong("shape", "requires a value!"), required.clone()],
        ),
        (vec!["-shap=o"], vec![unknown("-shap=o"), required]),
        (vec!["-shape=o", "stray"], vec![unknown("stray")]),
        (vec!["-shape=o", "-"], vec![unknown("-")]),
        (vec!["-shape=o", "--", "-loud"], vec![unknown("-loud")]),
        (
            vec!["-shape=o", "-loud=so"],
            vec![wrong("loud", "'so' is invalid value for boolean argument! Try 0 or 1")],
        ),
        (
            vec!["-shape=o", "-count=-1"],
            vec![wrong("count", "'-1' value invalid for uint argument!")],
        ),
        (
            vec!["-shape=o", "-level=x"],
            vec![wrong("level", "'x' value invalid for integer argument!")],
        ),
        (
            vec!["-shape=o", "-version=1"],
            vec![wrong("version", "does not allow a value! '1' specified.")],
        ),
        (vec!["-shape=o", "-versio=1"], vec![unknown("-versio=1")]),
        (vec!["-shape=o", "-z"], vec![unknown("-z")]),
    ] {
        assert_eq!(mistakes(&words), expected, "{words:?}");
    }
}

#[test]
fn action_ends_parsing() {
    let (outcome, said) = run(&["-bad", "-version", "-worse"]);
    assert_eq!(outcome, ParseOutcome::Show(Action::Version));
    assert_eq!(said.len(), 1, "{said:?}");
}

#[cfg(unix)]
#[test]
fn file_names_are_bytes() {
    use std::os::unix::ffi::OsStrExt;

    let word = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
    let given = line("draw", vec![word(b"-shape=o"), word(b"-many=a\xff=b")]);
    let outcome = parse(&given, &mut Vec::new());
    let ParseOutcome::Run(parsed) = outcome else {
        panic!("{outcome:?}")
    };
    assert_eq!(parsed.files("many"), [Path::new(&word(b"a\xff=b"))]);
    let mut said = Vec::new();
    let outcome = parse(&line("draw", vec![word(b"-shape=\xff")]), &mut said);
    assert_eq!(outcome, ParseOutcome::Mistakes);
    assert_eq!(
        String::from_utf8(said).unwrap(),
        "draw: for the --shape option: '\\xFF' is no text in UTF-8!\n"
    );
}

#[test]
fn response_files_are_expanded() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("inner"), "'b c' d").unwrap();
    fs::write(path("outer"), format!("-many a -parts=x -many\n@{}", path("inner"))).unwrap();
    fs::write(path("loop"), format!("-shape=o @{}", path("loop"))).unwrap();
    let outer = format!("@{}", path("outer"));
    assert_eq!(
        mistakes(&["-shape=o", &outer]),
        ["draw: Unknown command line argument 'd'.  Try: '/bin/draw --help'"]
    );
    assert!(mistakes(&["-shape=o", "@nowhere"])[0].contains("'@nowhere'"));
    for file in [path("loop"), path("")] {
        let (outcome, said) = run(&[&format!("@{file}")]);
        assert_eq!(outcome, ParseOutcome::Run(Parsed::default()), "{said:?}");
        assert_eq!(said.len(), 1, "{said:?}");
    }
}

#[test]
fn help_is_aligned_and_sorted() {
    let expected = "OVERVIEW: Draws.\n\nUSAGE: draw [options]\n\nOPTIONS:\n\nAll:\n\n  --count        - Helps.\n  --level        - Helps.\n  --loud         - Helps.\n  \
                    --many         - Helps.\n  --parts        - Helps.\n  --shape=<word> - What.\n                   More on that.\n\nRare:\n\n  \
                    --version      - Helps.\n";
    assert_eq!(help(&TOOL, "draw", "3", true, true), expected);
    assert!(!help(&TOOL, "draw", "3", false, false).contains("version"));
}

#[test]
fn releases_have_different_options() {
    let unknown = "draw: Unknown command line argument '-old=1'.  Try: '/bin/draw --help'";
    let other = "draw: release 3 has no --old; it is an option of 1";
    for (words, expected) in [
        (vec!["-shape=o", "-old=1"], vec![unknown, other]),
        // The release is known before the options are.
        (vec!["-shape=o", "-old=1", "-as=2"], vec![unknown, other]),
    ] {
        assert_eq!(mistakes(&words), expected, "{words:?}");
    }
    assert_eq!(parsed(&["-old=1", "-as=1"]).flag("old"), Some(true));
    let shown = |release| help(&TOOL, "draw", release, true, true);
    assert!(shown("1").contains("--old") && !shown("3").contains("--old"));
}

#[test]
fn program_name_chooses_release() {
    let of = |called, asked| {
        let called = CommandLine { release: called, ..line("draw", Vec::new()) };
        let release = Release::choose(&TOOL, &called, asked);
        (release.named, release.behaves_as)
    };
    let expected = |named: &str, behaves_as: &str| (named.to_owned(), behaves_as.to_owned());
    assert_eq!(of(None, None), expected("3", "3"));
    assert_eq!(of(None, Some("1")), expected("1", "1"));
    assert_eq!(of(None, Some("2")), expected("2", "3"));
    assert_eq!(
        of(None, Some("9")),
        expected("9", "9"),
        "the driver says that there is none"
    );
    assert_eq!(of(Some(1), Some("2")), expected("1", "1"));
    assert_eq!(of(Some(2), None), expected("2", "3"));
    assert_eq!(of(Some(9), None), expected("9", "3"));
    assert_eq!(of(Some(0), None), expected("0", "1"));
}

#[cfg(unix)]
#[test]
fn link_target_name_chooses_release() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let link = |to: &str, name: &str| std::os::unix::fs::symlink(to, path(name)).unwrap();
    fs::create_dir(path("bin")).unwrap();
    fs::write(path("tool"), "").unwrap();
    link("../tool", "bin/draw-7");
    link("draw-7", "bin/draw");
    link("bin/draw", "draw");
    link("draw", "draw-9");
    link("tool", "bin/draw.exe");
    link("draw-circle", "draw-circle");
    let release = |words: &[&Path]| {
        let words: Vec<OsString> = words.iter().map(Into::into).collect();
        command_line_of(&words, "draw").map(|words| words.release)
    };
    assert_eq!(release(&[&path("draw")]), Some(Some(7)));
    assert_eq!(release(&[&path("bin/draw")]), Some(Some(7)));
    assert_eq!(release(&[&path("draw-9")]), Some(Some(9)));
    assert_eq!(release(&[&path("bin/draw.exe")]), Some(None));
    assert_eq!(release(&[Path::new("nowhere/draw")]), Some(None));
    assert_eq!(release(&[Path::new("draw-16.EXE")]), Some(Some(16)));
    // A program name without a file.
    assert_eq!(release(&[&path("tool"), Path::new("draw-4")]), Some(Some(4)));
    assert_eq!(release(&[&path("tool"), &path("draw")]), None);
}

#[test]
fn tool_is_called_by_name_or_word() {
    let call = |words: &[&str]| {
        let words: Vec<OsString> = words.iter().map(Into::into).collect();
        command_line_of(&words, "draw").map(|words| (words.program.clone(), words.words.len()))
    };
    assert_eq!(call(&["/bin/draw", "a"]), Some(("/bin/draw".into(), 1)));
    assert_eq!(call(&["draw-22"]), Some(("draw-22".into(), 0)));
    assert_eq!(call(&["draw.exe"]), Some(("draw.exe".into(), 0)));
    assert_eq!(call(&["other", "draw", "a", "b"]), Some(("draw".into(), 2)));
    for words in [
        vec!["drawer"],
        vec!["draw-x"],
        vec!["draw-"],
        vec!["draw-+1"],
        vec!["other", "a", "draw"],
        vec!["other"],
        vec![],
    ] {
        assert_eq!(call(&words), None, "{words:?}");
    }
}
