//! Faults in image extraction, and in compression during bundling.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::json;

use crate::fault::{Fault, same};

fn kept(question: &Question<Vec<u8>>, answer: Answer, keep: impl Fn(&mut Vec<Vec<u8>>)) -> Answer {
    match (question, answer) {
        (Question::Extract { .. }, Answer::Value { mut contents, .. }) => {
            keep(&mut contents);
            let outputs: Vec<_> = contents
                .iter()
                .map(|content| json!({ "content": digest(content) }))
                .collect();
            Answer::Value { value: json!({ "outputs": outputs }), contents }
        }
        (_, answer) => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "images/extracts_the_first_that_fits",
        question: same,
        answer: |question, answer| kept(question, answer, |contents| contents.truncate(1)),
    },
    Fault {
        violator: "images/extracts_in_reverse_order",
        question: same,
        answer: |question, answer| kept(question, answer, |contents| contents.reverse()),
    },
    Fault {
        violator: "images/writes_no_output_that_is_given",
        question: same,
        answer: |question, answer| match question {
            Question::Extract { one_output: true, .. } => kept(question, answer, Vec::clear),
            _ => answer,
        },
    },
    Fault {
        violator: "compression/takes_a_level_for_the_version",
        question: same,
        answer: |question, answer| match question {
            Question::Compress { input, method, level: Some(level), .. } => Ours.answer(&Question::Compress {
                input: input.clone(),
                version: u32::try_from(*level).unwrap_or(3).clamp(1, 3),
                method: method.clone(),
                level: None,
            }),
            _ => answer,
        },
    },
];
