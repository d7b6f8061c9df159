//! Properties of the C header: it reads any bytes as the library does: each field, place and error.

mod foreign;
#[path = "../../../conformance/tests/c_header/library.rs"]
mod library;
#[path = "../../../conformance/tests/c_header/question.rs"]
mod question;

use question::{LETTERS, Question};

/// The answer of the header to an ID with too many pieces for its arrays. The library is not limited.
const TOO_MANY: &str = "over-limit\n";
/// The minimum number of colons in such an ID.
const COLONS: usize = 25;

pub fn files(bytes: &[u8]) {
    for (format, _) in LETTERS {
        same(&Question::File(format, bytes.to_vec()));
    }
    // The header reads only the fields that tell the length, so it finds less damage.
    let length = Question::Length(bytes.to_vec());
    if library::shown(&length).is_some_and(|shown| shown.starts_with("length")) {
        same(&length);
    }
}

pub fn ids(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.split('\n').take(3).collect();
    for line in &lines {
        same(&Question::Id((*line).to_owned()));
    }
    for pair in lines.windows(2) {
        if let [stored, asked] = pair {
            same(&Question::Pair((*stored).to_owned(), (*asked).to_owned()));
            same(&Question::Pair((*asked).to_owned(), (*stored).to_owned()));
        }
    }
}

fn same(question: &Question) {
    let Some(expected) = library::shown(question) else {
        return;
    };
    let (first, second) = question.pieces();
    let found = foreign::shown_lines(question.letter(), first, second);
    let found = String::from_utf8_lossy(&found);
    let many = |text: &[u8]| text.iter().filter(|byte| **byte == b':').count() > COLONS;
    if found == TOO_MANY && (many(first) || many(second)) {
        return;
    }
    assert_eq!(
        question.judged(&found),
        question.judged(&expected),
        "the header, and then the library, of {question}"
    );
}
