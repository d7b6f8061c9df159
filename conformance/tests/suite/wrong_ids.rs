//! Faults in parsing, matching and combining bundle entry IDs.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::json;

use crate::fault::{Fault, as_answered, same};

/// Changes both IDs of a compatibility question.
fn compared(question: &Question<Vec<u8>>, change: impl Fn(&str, &str) -> (String, String)) -> Question<Vec<u8>> {
    match question {
        Question::Compatible { stored, asked } => {
            let (stored, asked) = change(stored, asked);
            Question::Compatible { stored, asked }
        }
        other => other.clone(),
    }
}

/// Copies field `number` of the stored ID, counted from 0, to the requested ID.
fn with_field_of(stored: &str, asked: &str, number: usize) -> (String, String) {
    let of_stored: Vec<&str> = stored.split('-').collect();
    let mut of_asked: Vec<&str> = asked.split('-').collect();
    if let (true, Some(from), Some(to)) = (
        of_stored.len() == of_asked.len(),
        of_stored.get(number),
        of_asked.get_mut(number),
    ) {
        *to = from;
    }
    (stored.into(), of_asked.join("-"))
}

fn without_features(id: &str) -> String {
    id.split(':').next().unwrap_or_default().into()
}

fn with_processor(id: &str, processor: &str) -> String {
    let (front, target) = id.rsplit_once('-').unwrap_or(("", id));
    let features = target.find(':').and_then(|at| target.get(at..)).unwrap_or_default();
    match target.starts_with("gfx") || target.starts_with("sm_") {
        true => format!("{front}-{processor}{features}"),
        false => id.into(),
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "ids/compares_no_kinds",
        question: |question| compared(question, |stored, asked| with_field_of(stored, asked, 0)),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_architectures",
        question: |question| compared(question, |stored, asked| with_field_of(stored, asked, 1)),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_vendors",
        question: |question| compared(question, |stored, asked| with_field_of(stored, asked, 2)),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_systems",
        question: |question| compared(question, |stored, asked| with_field_of(stored, asked, 3)),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_environments",
        question: |question| compared(question, |stored, asked| with_field_of(stored, asked, 4)),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_processors",
        question: |question| {
            compared(question, |stored, asked| {
                (with_processor(stored, "gfx906"), with_processor(asked, "gfx906"))
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_no_features",
        question: |question| {
            compared(question, |stored, asked| {
                (without_features(stored), without_features(asked))
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "ids/lets_a_fixed_feature_serve_a_request_that_leaves_it_open",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } if !asked.contains(':') => {
                Ours.answer(&Question::Compatible { stored: without_features(stored), asked: asked.clone() })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "ids/lets_a_family_and_its_members_serve_each_other",
        question: |question| {
            compared(question, |stored, asked| {
                match (stored.ends_with("-generic"), asked.ends_with("-generic")) {
                    (true, false) => (with_processor(asked, "gfx906"), with_processor(asked, "gfx906")),
                    (false, true) => (with_processor(stored, "gfx906"), with_processor(stored, "gfx906")),
                    _ => (stored.into(), asked.into()),
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "ids/makes_no_difference_of_large_and_small_letters",
        question: |question| compared(question, |stored, asked| (stored.to_lowercase(), asked.to_lowercase())),
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_letter_by_letter",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } => Answer::value(json!({ "compatible": stored == asked })),
            _ => answer,
        },
    },
    Fault {
        violator: "ids/compares_kinds_letter_by_letter",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } if stored.split('-').next() != asked.split('-').next() => {
                Answer::value(json!({ "compatible": false }))
            }
            _ => answer,
        },
    },
];
