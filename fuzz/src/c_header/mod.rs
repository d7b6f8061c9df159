//! Laws of the header in C: it reads what the library reads, of any bytes, line by line: each field, each place, each fault.

mod foreign;
#[path = "../../../conformance/tests/c_header/library.rs"]
mod library;
#[path = "../../../conformance/tests/c_header/question.rs"]
mod question;

use question::{LETTERS, Question};

/// What the header answers where an ID has more pieces than it has room for. The library has no such limit.
const TOO_MANY: &str = "over-limit\n";
/// How many colons such an ID has at least.
const COLONS: usize = 25;

/// The bytes, read as each format that the header has.
pub fn files(bytes: &[u8]) {
    for (format, _) in LETTERS {
        same(&Question::File(format, bytes.to_vec()));
    }
}

/// The lines as IDs, and each with the next as a stored ID and one that is asked for.
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

/// Both answer the same.
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
