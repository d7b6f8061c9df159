//! Compares the C header with the library on valid, damaged and random files and texts.
//!
//! `shown.c` prints the header's results and `library` the library's, in the same format. The tests also use a 32-bit
//! compiler, and a big-endian compiler with an emulator, if installed.

mod guide;
mod library;
mod program;
mod question;
mod questions;

use program::programs;
use question::Question;

/// A question and the library's answer.
type Expected = (Question, Option<String>);

/// The library's answers. At least `least` must contain `kinds` and as many must not: equal refusals show little.
fn expected(questions: Vec<Question>, kinds: &str, least: usize) -> Vec<Expected> {
    let expected = questions.into_iter().map(|question| {
        let shown = library::shown(&question);
        (question, shown)
    });
    let expected: Vec<Expected> = expected.collect();
    let is_of = |(_, shown): &&Expected| shown.as_ref().is_some_and(|shown| shown.contains(kinds));
    let count = expected.iter().filter(is_of).count();
    let others = expected.len() - count;
    assert!(
        count >= least && others >= least,
        "{count} with {kinds:?}, {others} without"
    );
    expected
}

/// Asks every program and reports the first answers that differ from the library.
fn compare(all: &[Expected]) {
    for mut program in programs() {
        let name = program.name;
        let mut wrong = Vec::new();
        for (question, expected) in all.iter().step_by(program.every) {
            let found = program.ask(question);
            let same = |expected: &String| question.judged(expected) == question.judged(&found);
            if let Some(expected) = expected.as_ref().filter(|expected| !same(expected)) {
                wrong.push(format!("{question}\nthe header: {found}\nthe library: {expected}"));
            }
        }
        let (count, all) = (wrong.len(), all.len());
        wrong.truncate(5);
        assert!(
            wrong.is_empty(),
            "{name}: {count} of {all} are read otherwise:\n{}",
            wrong.join("\n")
        );
    }
}

#[test]
fn c_header_reads_files_as_library() {
    compare(&expected(questions::files(), " failed ", 1000));
}

/// What the header says of the first bytes of an image agrees with the library. It may need fewer bytes, because it reads
/// only the fields that tell the length.
fn agrees(found: &str, expected: &str, (end, whole): (usize, &str)) -> bool {
    let number = |text: &str| {
        text.split_once(' ')
            .and_then(|(_, number)| number.trim().parse::<usize>().ok())
    };
    match (found.split(' ').next(), expected.split(' ').next()) {
        (Some("length"), Some("length" | "needs")) => found == whole,
        (Some("needs"), Some("needs")) => number(found) > Some(end) && number(found) <= number(expected),
        _ => found == expected,
    }
}

#[test]
fn c_header_measures_images_as_library() {
    for mut program in programs() {
        let (mut lengths, mut needs, mut none) = (0, 0, 0);
        for bytes in questions::images() {
            let answer = |bytes: &[u8]| library::shown(&Question::Length(bytes.to_vec())).unwrap();
            let whole = answer(&bytes);
            for end in questions::ends(bytes.len()).step_by(program.every) {
                let question = Question::Length(bytes[..end].to_vec());
                let (found, expected) = (program.ask(&question), answer(&bytes[..end]));
                assert!(
                    agrees(&found, &expected, (end, &whole)),
                    "{}: {question}\nthe header: {found}\nthe library: {expected}",
                    program.name
                );
                lengths += usize::from(found.starts_with("length"));
                needs += usize::from(found.starts_with("needs"));
                none += usize::from(found.starts_with("none"));
            }
            // Bytes after the image change nothing.
            let more = [&bytes[..], &[0xaa; 100]].concat();
            assert_eq!(
                program.ask(&Question::Length(more.clone())),
                answer(&more),
                "{}",
                program.name
            );
        }
        assert!(
            lengths.min(needs).min(none) * program.every > 1000,
            "{lengths} {needs} {none}"
        );
    }
}

#[test]
fn c_header_reads_ids_as_library() {
    compare(&expected(questions::ids(), "\ncanonical ", 400));
}

#[test]
fn ids_are_compared_as_the_library_does() {
    compare(&expected(questions::pairs(), "compatible 1", 300));
}

#[test]
fn differences_are_noticed() {
    let Some(mut program) = programs().into_iter().next() else {
        return;
    };
    let one = Question::File("binary_bundle", b"__CLANG_OFFLOAD_BUNDLE__\0\0\0\0\0\0\0\0".to_vec());
    let other = Question::File("binary_bundle", b"__CLANG_OFFLOAD_BUNDLE__\x01\0\0\0\0\0\0\0".to_vec());
    assert_eq!(Some(program.ask(&one)), library::shown(&one));
    assert_ne!(Some(program.ask(&other)), library::shown(&one));
}
