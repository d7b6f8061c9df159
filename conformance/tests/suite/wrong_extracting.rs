//! Faults in what is taken out of images, and in what is compressed while it is bundled.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::json;

use crate::fault::{Fault, as_answered, same};

/// The question without what an image must have under `key`.
fn without(question: &Question<Vec<u8>>, key: &str) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Extract { input, mut strings, offload_kind, one_output } => {
            strings.retain(|(known, _)| known != key);
            Question::Extract { input, strings, offload_kind, one_output }
        }
        other => other,
    }
}

/// An answer of one content less than there are, or of the first alone.
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
        violator: "images/extracts_any_triple",
        question: |question| without(question, "triple"),
        answer: as_answered,
    },
    Fault {
        violator: "images/extracts_any_processor",
        question: |question| without(question, "arch"),
        answer: as_answered,
    },
    Fault {
        violator: "images/extracts_any_kind",
        question: |question| match question {
            Question::Extract { input, strings, one_output, .. } => Question::Extract {
                input: input.clone(),
                strings: strings.clone(),
                offload_kind: None,
                one_output: *one_output,
            },
            other => other.clone(),
        },
        answer: as_answered,
    },
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
        violator: "compression/does_not_compress_while_bundling",
        question: |question| match question.clone() {
            Question::Bundle { file_type, entries, alignment, .. } => {
                Question::Bundle { file_type, entries, alignment, compress: false, level: None }
            }
            other => other,
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/compresses_the_first_entry_alone",
        question: |question| match question.clone() {
            Question::Bundle { file_type, mut entries, alignment, compress: true, level } => {
                entries.truncate(1);
                Question::Bundle { file_type, entries, alignment, compress: true, level }
            }
            other => other,
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/knows_no_level",
        question: same,
        answer: |question, answer| match question {
            Question::Compress { level: Some(_), .. } => Answer::Rejected("level".into()),
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
