//! Faults in the IDs of one bundle and in the parts of an ID.

use std::collections::BTreeSet;

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::Answer;
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, same, with_value};

fn without_features(id: &str) -> String {
    id.split(':').next().unwrap_or_default().into()
}

fn composed(question: &Question<Vec<u8>>, change: impl Fn(Vec<String>) -> Vec<String>) -> Question<Vec<u8>> {
    match question {
        Question::Compose { ids } => Question::Compose { ids: change(ids.clone()) },
        other => other.clone(),
    }
}

fn parsed(question: &Question<Vec<u8>>, answer: Answer, key: &str, change: impl Fn(&mut Value)) -> Answer {
    match question {
        Question::ParseId { .. } => with_value(answer, key, change),
        _ => answer,
    }
}

fn unless(refused: bool, answer: Answer) -> Answer {
    match refused {
        true => Answer::Rejected("not known".into()),
        false => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "ids/takes_one_id_twice",
        question: |question| {
            composed(question, |ids| {
                ids.into_iter().collect::<BTreeSet<_>>().into_iter().collect()
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "ids/compares_ids_in_a_bundle_letter_by_letter",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } if ids.iter().collect::<BTreeSet<_>>().len() == ids.len() => {
                Answer::value(json!({ "together": true }))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "ids/wants_every_feature_of_a_processor_to_be_the_same",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } => {
                let plain: BTreeSet<String> = ids.iter().map(|id| without_features(id)).collect();
                unless(plain.len() < ids.len(), answer)
            }
            _ => answer,
        },
    },
    Fault {
        violator: "ids/compares_the_features_of_different_processors",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } => {
                let devices = || ids.iter().filter(|id| !id.starts_with("host"));
                unless(
                    devices().any(|id| id.contains(':')) && devices().any(|id| !id.contains(':')),
                    answer,
                )
            }
            _ => answer,
        },
    },
    Fault {
        violator: "ids/wants_a_host_alone",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } => unless(ids.len() > 1 && ids.iter().any(|id| id.starts_with("host")), answer),
            _ => answer,
        },
    },
    Fault {
        violator: "ids/tells_the_kind_with_the_triple",
        question: same,
        answer: |question, answer| {
            parsed(question, answer, "kind", |kind| {
                *kind = format!("{}-", kind.as_str().unwrap_or_default()).into()
            })
        },
    },
    Fault {
        violator: "ids/wants_four_fields",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => unless(!text.contains("--") && !text.starts_with("host"), answer),
            Question::Compose { ids } => unless(
                ids.iter().any(|id| !id.contains("--") && !id.starts_with("host")),
                answer,
            ),
            _ => answer,
        },
    },
    Fault {
        violator: "ids/keeps_triples_of_three_fields",
        question: same,
        answer: |question, answer| {
            parsed(question, answer, "canonical", |id| {
                *id = id.as_str().unwrap_or_default().replace("--", "-").into()
            })
        },
    },
    Fault {
        violator: "ids/takes_off_for_on",
        question: same,
        answer: |question, answer| {
            parsed(question, answer, "features", |features| {
                let features = features.as_object_mut().into_iter().flat_map(|all| all.values_mut());
                features.for_each(|on| *on = true.into());
            })
        },
    },
    Fault {
        violator: "ids/takes_a_feature_twice",
        question: |question| match question {
            Question::ParseId { text } if text.matches("xnack").count() > 1 => {
                Question::ParseId { text: text.get(..text.len() - 7).unwrap_or_default().into() }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "ids/wants_features_in_order",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => unless(!text.split(':').skip(1).is_sorted(), answer),
            _ => answer,
        },
    },
];
