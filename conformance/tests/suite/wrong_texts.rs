//! Faults in reading text bundles.

use offload_bundle_conformance::case::Question;
use serde_json::Value;

use crate::fault::{Fault, as_answered, contains, same, with_input, with_value};

const MAGIC: &[u8] = b"__CLANG_OFFLOAD_BUNDLE__";
const TEXTS: [&str; 6] = ["i", "ii", "cui", "d", "ll", "s"];

/// Changes the file type of a question about text.
fn of_type(question: &Question<Vec<u8>>, file_type: &str) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Unbundle { file_type: asked, input, targets, allow_missing, interchangeable_kinds }
            if TEXTS.contains(&&*asked) =>
        {
            let file_type = file_type.into();
            Question::Unbundle { file_type, input, targets, allow_missing, interchangeable_kinds }
        }
        other => other,
    }
}

fn text(question: &Question<Vec<u8>>, change: impl Fn(String) -> String) -> Question<Vec<u8>> {
    with_input(question, |file| {
        if !file.starts_with(MAGIC)
            && let Ok(text) = String::from_utf8(file.clone())
            && text.contains("____START__")
        {
            *file = change(text).into_bytes();
        }
    })
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "files/takes_any_comment_for_a_marker",
        question: |question| match question {
            Question::Unbundle { file_type, input, .. } if TEXTS.contains(&&**file_type) => {
                let guess = match (contains(input, b"\n// _"), contains(input, b"\n; _")) {
                    (true, _) => "i",
                    (_, true) => "ll",
                    _ => "s",
                };
                of_type(question, guess)
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "files/does_not_look_for_end_lines",
        question: |question| {
            text(question, |text| {
                match (text.contains("____END__"), text.find("____START__ ")) {
                    (false, Some(at)) => {
                        let line = text.get(
                            ..text
                                .get(at..)
                                .and_then(|rest| rest.find('\n'))
                                .map_or(at, |end| at + end),
                        );
                        let line = line.and_then(|line| line.lines().last()).unwrap_or_default();
                        format!("{text}\n{}\n", line.replace("START", "END"))
                    }
                    _ => text,
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "files/takes_the_end_line_of_another_entry",
        question: |question| {
            text(question, |text| {
                let mut id = String::new();
                let lines = text.split_inclusive('\n').map(|line| {
                    if let Some((_, started)) = line.split_once("____START__ ") {
                        id = started.into();
                    }
                    match line.split_once("____END__ ") {
                        Some((front, _)) => format!("{front}____END__ {id}"),
                        None => line.into(),
                    }
                });
                lines.collect()
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "files/sees_only_the_first_of_several_texts",
        question: same,
        answer: |question, answer| match question {
            Question::List { input, .. } if !input.starts_with(MAGIC) => {
                let mut seen = Vec::new();
                let text = String::from_utf8_lossy(input).into_owned();
                for line in text.lines() {
                    let Some((_, id)) = line.split_once("____START__ ") else {
                        continue;
                    };
                    match seen.iter().any(|seen| seen == id) {
                        true => break,
                        false => seen.push(id.to_owned()),
                    }
                }
                let known = |id: &Value| seen.iter().any(|seen| id == seen);
                with_value(answer, "ids", |ids| {
                    ids.as_array_mut().into_iter().for_each(|ids| ids.retain(known))
                })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "files/takes_the_magic_within_a_line_for_a_marker",
        question: |question| {
            text(question, |text| {
                let lines = text
                    .split_inclusive('\n')
                    .map(|line| match line.find("# __CLANG_OFFLOAD_BUNDLE__") {
                        Some(at) => line.get(at..).unwrap_or_default(),
                        None => line,
                    });
                lines.collect()
            })
        },
        answer: as_answered,
    },
];
