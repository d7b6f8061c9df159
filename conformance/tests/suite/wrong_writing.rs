//! Faults in writing bundles.

use offload_bundle_conformance::case::{NewObject, Question};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};

use crate::fault::{Fault, as_answered, same, with_contents};

const MAGIC: &str = "__CLANG_OFFLOAD_BUNDLE__";

type Entries = Vec<NewObject<Vec<u8>>>;

fn bundled(
    question: &Question<Vec<u8>>,
    change: impl Fn(String, Entries, Option<u32>) -> (String, Entries, Option<u32>),
) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Bundle { file_type, entries, alignment, compress, level } => {
            let (file_type, entries, alignment) = change(file_type, entries, alignment);
            Question::Bundle { file_type, entries, alignment, compress, level }
        }
        other => other,
    }
}

fn is_binary(file_type: &str) -> bool {
    ["bc", "gch", "ast"].contains(&file_type)
}

/// A binary bundle with the entries in their given order.
fn as_given(entries: &Entries) -> Vec<u8> {
    let records: usize = entries.iter().map(|entry| 24 + entry.id.len()).sum();
    let mut offset = 32 + records;
    let mut file = MAGIC.as_bytes().to_vec();
    file.extend((entries.len() as u64).to_le_bytes());
    for entry in entries {
        for number in [offset, entry.content.len(), entry.id.len()] {
            file.extend((number as u64).to_le_bytes());
        }
        file.extend(entry.id.bytes());
        offset += entry.content.len();
    }
    file.extend(entries.iter().flat_map(|entry| &entry.content));
    file
}

/// Repeats a refused question without the duplicate entries.
fn without_doubles(entries: Entries) -> Entries {
    let mut kept: Entries = Vec::new();
    for entry in entries {
        let canonical = |id: &str| match Ours.answer(&Question::ParseId { text: id.into() }) {
            Answer::Value { value, .. } => value["canonical"].to_string(),
            _ => id.into(),
        };
        if !kept.iter().any(|other| canonical(&other.id) == canonical(&entry.id)) {
            kept.push(entry);
        }
    }
    kept
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "writing/stores_ids_as_they_are_given",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, entries, alignment: None, .. } if is_binary(file_type) => {
                with_contents(answer, |files| {
                    files.iter_mut().for_each(|file| *file = as_given(entries))
                })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "writing/puts_the_host_last",
        question: |question| {
            bundled(question, |file_type, mut entries, alignment| {
                entries.sort_by_key(|entry| entry.id.starts_with("host"));
                (file_type, entries, alignment)
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "writing/takes_any_kind",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Bundle { file_type, entries, .. }, Answer::Rejected(_)) if is_binary(file_type) => {
                let known = ["host-", "hip-", "hipv4-", "openmp-"];
                let unknown = entries
                    .iter()
                    .any(|entry| !known.iter().any(|kind| entry.id.starts_with(kind)));
                match unknown {
                    true => Answer::value(serde_json::json!({
                        "bytes": offload_bundle_conformance::case::digest(&as_given(entries)),
                    })),
                    false => Answer::Rejected("refused".into()),
                }
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "writing/keeps_the_first_of_two_that_are_one",
        question: |question| {
            bundled(question, |file_type, entries, alignment| {
                (file_type, without_doubles(entries), alignment)
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "writing/cuts_off_the_second_of_equal_contents",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, entries, .. } if is_binary(file_type) => with_contents(answer, |files| {
                let twice = entries.iter().enumerate().find(|(number, entry)| {
                    !entry.content.is_empty()
                        && entries
                            .iter()
                            .skip(number + 1)
                            .any(|other| other.content == entry.content)
                });
                if let (Some((_, entry)), Some(file)) = (twice, files.first_mut()) {
                    file.truncate(file.len().saturating_sub(entry.content.len()));
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "writing/takes_no_empty_content",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { entries, .. } if entries.iter().any(|entry| entry.content.is_empty()) => {
                Answer::Rejected("empty".into())
            }
            _ => answer,
        },
    },
];
