//! Faults in the bundles that are written.

use offload_bundle_conformance::case::{NewObject, Question};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};

use crate::fault::{Fault, as_answered, same, with_contents};

const TEXTS: [&str; 6] = ["i", "ii", "cui", "d", "ll", "s"];
const MAGIC: &str = "__CLANG_OFFLOAD_BUNDLE__";

type Entries = Vec<NewObject<Vec<u8>>>;

fn bundled(
    question: &Question<Vec<u8>>,
    change: impl Fn(String, Entries, Option<u32>) -> (String, Entries, Option<u32>),
) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Bundle { file_type, entries, alignment } => {
            let (file_type, entries, alignment) = change(file_type, entries, alignment);
            Question::Bundle { file_type, entries, alignment }
        }
        other => other,
    }
}

/// The text bundle that is written, with its text changed.
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

fn is_binary(file_type: &str) -> bool {
    ["bc", "gch", "ast"].contains(&file_type)
}

/// A binary bundle of entries as they are given, one after the other.
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

/// What is refused because two entries are one is asked again without the second.
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
        violator: "writing/writes_binary_files_as_texts",
        question: |question| {
            bundled(question, |file_type, entries, alignment| match is_binary(&file_type) {
                true => ("i".into(), entries, None),
                false => (file_type, entries, alignment),
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "writing/writes_the_comment_of_assembly_whatever_the_type",
        question: |question| {
            bundled(question, |file_type, entries, alignment| {
                match TEXTS.contains(&&*file_type) {
                    true => ("s".into(), entries, alignment),
                    false => (file_type, entries, alignment),
                }
            })
        },
        answer: as_answered,
    },
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
        violator: "writing/writes_another_magic_into_texts",
        question: same,
        answer: |question, answer| {
            text_written(question, answer, |text| text.replace(MAGIC, "__CLANG_OFFLOAD_BUNDLE-_"))
        },
    },
    Fault {
        violator: "writing/stores_ids_as_they_are_given",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, entries, alignment: None } if is_binary(file_type) => {
                with_contents(answer, |files| {
                    files.iter_mut().for_each(|file| *file = as_given(entries))
                })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "writing/puts_contents_before_the_records",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, .. } if is_binary(file_type) => with_contents(answer, |files| {
                for file in files {
                    file.reverse();
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "writing/counts_one_entry_too_few",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, .. } if is_binary(file_type) => with_contents(answer, |files| {
                for file in files {
                    if let Some(number) = file.get_mut(24) {
                        *number = number.wrapping_sub(1);
                    }
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "writing/counts_a_nul_of_ids",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { file_type, .. } if is_binary(file_type) => with_contents(answer, |files| {
                for file in files {
                    if let Some(number) = file.get_mut(48) {
                        *number = number.wrapping_add(1);
                    }
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "writing/wants_a_host",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { entries, .. } if !entries.iter().any(|entry| entry.id.starts_with("host")) => {
                Answer::Rejected("no host".into())
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
        violator: "writing/does_not_know_openmp",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { entries, .. } if entries.iter().any(|entry| entry.id.starts_with("openmp")) => {
                Answer::Rejected("no such kind".into())
            }
            _ => answer,
        },
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
        violator: "writing/writes_many_entries_only_in_part",
        question: |question| {
            bundled(question, |file_type, mut entries, alignment| {
                entries.truncate(8);
                (file_type, entries, alignment)
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "writing/ends_markers_as_the_text_ends_its_lines",
        question: same,
        answer: |question, answer| {
            text_written(question, answer, |text| match text.contains("\r\n") {
                true => text.replace("\r\n", "\n").replace('\n', "\r\n"),
                false => text.into(),
            })
        },
    },
    Fault {
        violator: "writing/makes_one_line_break_of_a_carriage_return_and_a_line_feed",
        question: same,
        answer: |question, answer| text_written(question, answer, |text| text.replace("\r\n", "\n")),
    },
    Fault {
        violator: "writing/stores_equal_contents_once",
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
