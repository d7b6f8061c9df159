//! Faults in writing text bundles.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;

use crate::fault::{Fault, same, with_contents};

const TEXTS: [&str; 6] = ["i", "ii", "cui", "d", "ll", "s"];
fn text_written(question: &Question<Vec<u8>>, answer: Answer, change: impl Fn(&str) -> String) -> Answer {
    match question {
        Question::Bundle { file_type, .. } if TEXTS.contains(&&**file_type) => with_contents(answer, |files| {
            for file in files {
                *file = change(&String::from_utf8_lossy(file)).into_bytes();
            }
        }),
        _ => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "writing/writes_no_end_lines",
        question: same,
        answer: |question, answer| {
            text_written(question, answer, |text| {
                let lines = text.split_inclusive('\n');
                lines.filter(|line| !line.contains("____END__")).collect()
            })
        },
    },
    Fault {
        violator: "writing/writes_no_line_break_before_the_end_line",
        question: same,
        answer: |question, answer| {
            text_written(question, answer, |text| {
                let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
                if let Some(at) = lines.iter().position(|line| line.contains("____END__"))
                    && at > 0
                {
                    let end = lines.remove(at);
                    if let Some(line) = lines.get_mut(at - 1) {
                        line.push_str(&end);
                    }
                }
                lines.join("\n")
            })
        },
    },
    Fault {
        violator: "writing/takes_carriage_returns_from_texts",
        question: same,
        answer: |question, answer| text_written(question, answer, |text| text.replace("\r\n", "\n")),
    },
    Fault {
        violator: "writing/takes_texts_that_hold_markers",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Bundle { file_type, .. }, Answer::Rejected(_)) if TEXTS.contains(&&**file_type) => {
                Answer::value(serde_json::json!({ "bytes": offload_bundle_conformance::case::digest(b"") }))
            }
            (_, answer) => answer,
        },
    },
];
