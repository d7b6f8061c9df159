//! Faults in what is answered: contents, lists, IDs.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;
use serde_json::json;

use crate::fault::{Fault, instead_of_refusing, same, with_contents, with_value};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "answers/drops_the_last_byte_of_every_content",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents
                    .iter_mut()
                    .for_each(|content| content.truncate(content.len().saturating_sub(1)))
            })
        },
    },
    Fault {
        violator: "answers/swaps_the_first_two_contents",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if contents.len() > 1 {
                    contents.swap(0, 1);
                }
            })
        },
    },
    Fault {
        violator: "answers/gives_the_first_content_for_every_request",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if let Some(first) = contents.first().cloned() {
                    contents.iter_mut().for_each(|content| content.clone_from(&first));
                }
            })
        },
    },
    Fault {
        violator: "answers/adds_a_nul_to_every_content",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents.iter_mut().for_each(|content| content.push(0))
            })
        },
    },
    Fault {
        violator: "answers/takes_a_line_break_from_the_end_of_texts",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    if content.last() == Some(&b'\n') {
                        content.pop();
                    }
                }
            })
        },
    },
    Fault {
        violator: "answers/makes_one_line_break_of_a_carriage_return_and_a_line_feed",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    let text = String::from_utf8_lossy(content).replace("\r\n", "\n");
                    *content = text.into_bytes();
                }
            })
        },
    },
    Fault {
        violator: "answers/takes_texts_for_utf_8",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    *content = String::from_utf8_lossy(content).into_owned().into_bytes();
                }
            })
        },
    },
    Fault {
        violator: "answers/loses_the_last_id_of_a_list",
        question: same,
        answer: |_, answer| with_value(answer, "ids", |ids| drop(ids.as_array_mut().and_then(Vec::pop))),
    },
    Fault {
        violator: "answers/lists_an_id_without_its_features",
        question: same,
        answer: |_, answer| {
            with_value(answer, "ids", |ids| {
                for id in ids.as_array_mut().into_iter().flatten() {
                    let plain = id.as_str().and_then(|id| id.split(':').next()).unwrap_or_default();
                    *id = plain.into();
                }
            })
        },
    },
    Fault {
        violator: "answers/says_yes_to_every_question_of_compatibility",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": true })),
            _ => answer,
        },
    },
    Fault {
        violator: "answers/says_no_to_every_question_of_compatibility",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": false })),
            _ => answer,
        },
    },
    Fault {
        violator: "answers/lets_any_entries_stand_in_one_bundle",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { .. } => Answer::value(json!({ "together": true })),
            _ => answer,
        },
    },
    Fault {
        violator: "answers/lets_no_two_entries_of_one_processor_stand_in_one_bundle",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } if ids.iter().filter(|id| id.contains("gfx906")).count() > 1 => {
                Answer::Rejected("one processor twice".into())
            }
            _ => answer,
        },
    },
    Fault {
        violator: "answers/keeps_features_in_the_order_given",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => with_value(answer, "canonical", |canonical| *canonical = text.clone().into()),
            _ => answer,
        },
    },
    Fault {
        violator: "answers/does_not_know_alternative_names",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => {
                let processor = text.rsplit('-').next().unwrap_or_default().to_string();
                with_value(answer, "processor", |known| {
                    if known
                        .as_str()
                        .is_some_and(|known| known.starts_with("gfx7") || known.starts_with("gfx8"))
                    {
                        *known = processor.clone().into();
                    }
                })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "answers/takes_any_text_for_an_id",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { .. } => instead_of_refusing(answer, json!({})),
            _ => answer,
        },
    },
];
