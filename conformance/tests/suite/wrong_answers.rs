//! Faults in answers: contents, lists, IDs.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;

use crate::fault::{Fault, same, with_contents, with_value};

pub(crate) const FAULTS: &[Fault] = &[
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
];
