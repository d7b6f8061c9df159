//! Faults in what is answered: contents, lists, IDs.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;
use serde_json::json;

use crate::fault::{Fault, instead_of_refusing, same, with_contents, with_value};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        name: "drops the last byte of every content",
        names: "last byte",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents
                    .iter_mut()
                    .for_each(|content| content.truncate(content.len().saturating_sub(1)))
            })
        },
        found_by: "binary_bundle/entries/in_order",
    },
    Fault {
        name: "swaps the first two contents",
        names: "whatever order",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if contents.len() > 1 {
                    contents.swap(0, 1);
                }
            })
        },
        found_by: "binary_bundle/entries/asked_in_another_order",
    },
    Fault {
        name: "gives the first content for every request",
        names: "its own content",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                if let Some(first) = contents.first().cloned() {
                    contents.iter_mut().for_each(|content| content.clone_from(&first));
                }
            })
        },
        found_by: "binary_bundle/entries/in_order",
    },
    Fault {
        name: "adds a NUL to every content",
        names: "behind it",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                contents.iter_mut().for_each(|content| content.push(0))
            })
        },
        found_by: "text_bundle/contents/no_line_break_at_the_end",
    },
    Fault {
        name: "takes a line break from the end of texts",
        names: "the last one too",
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
        found_by: "text_bundle/contents/line_breaks_only",
    },
    Fault {
        name: "makes one line break of a carriage return and a line feed",
        names: "carriage return",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    let text = String::from_utf8_lossy(content).replace("\r\n", "\n");
                    *content = text.into_bytes();
                }
            })
        },
        found_by: "text_bundle/contents/carriage_returns",
    },
    Fault {
        name: "takes texts for UTF-8",
        names: "not UTF-8",
        question: same,
        answer: |_, answer| {
            with_contents(answer, |contents| {
                for content in contents {
                    *content = String::from_utf8_lossy(content).into_owned().into_bytes();
                }
            })
        },
        found_by: "text_bundle/contents/bytes_that_are_no_text",
    },
    Fault {
        name: "loses the last ID of a list",
        names: "the last one too",
        question: same,
        answer: |_, answer| with_value(answer, "ids", |ids| drop(ids.as_array_mut().and_then(Vec::pop))),
        found_by: "binary_bundle/header/two_entries",
    },
    Fault {
        name: "lists an ID without its features",
        names: "features of an ID",
        question: same,
        answer: |_, answer| {
            with_value(answer, "ids", |ids| {
                for id in ids.as_array_mut().into_iter().flatten() {
                    let plain = id.as_str().and_then(|id| id.split(':').next()).unwrap_or_default();
                    *id = plain.into();
                }
            })
        },
        found_by: "fixtures/compressed/compressed_device_level9_19_hipfb",
    },
    Fault {
        name: "says yes to every question of compatibility",
        names: "does not serve",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": true })),
            _ => answer,
        },
        found_by: "target_id/compatible/features/hip_amd_gfx90a_xnack_on__hip_amd_gfx90a",
    },
    Fault {
        name: "says no to every question of compatibility",
        names: "serves the request",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { .. } => Answer::value(json!({ "compatible": false })),
            _ => answer,
        },
        found_by: "target_id/compatible/features/hip_amd_gfx90a__hip_amd_gfx90a",
    },
    Fault {
        name: "lets any entries stand in one bundle",
        names: "may not stand together",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { .. } => Answer::value(json!({ "together": true })),
            _ => answer,
        },
        found_by: "target_id/composition/open_and_on",
    },
    Fault {
        name: "lets no two entries of one processor stand in one bundle",
        names: "may stand together",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } if ids.iter().filter(|id| id.contains("gfx906")).count() > 1 => {
                Answer::Rejected("one processor twice".into())
            }
            _ => answer,
        },
        found_by: "target_id/composition/on_and_off",
    },
    Fault {
        name: "keeps features in the order given",
        names: "put in order",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => with_value(answer, "canonical", |canonical| *canonical = text.clone().into()),
            _ => answer,
        },
        found_by: "target_id/parts/features_in_order",
    },
    Fault {
        name: "does not know alternative names",
        names: "another name",
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
        found_by: "target_id/parts/alternative_fiji",
    },
    Fault {
        name: "takes any text for an ID",
        names: "no ID",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { .. } => instead_of_refusing(answer, json!({})),
            _ => answer,
        },
        found_by: "target_id/parts/feature_twice",
    },
];
