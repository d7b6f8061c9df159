//! Faults in what is said of bundle entry IDs: their parts, what serves which request, which stand together.

use std::collections::BTreeSet;

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, same, with_value};

/// The answer to whether one ID serves another, where both are first changed.
fn compared(question: &Question<Vec<u8>>, change: impl Fn(&str, &str) -> (String, String)) -> Question<Vec<u8>> {
    match question {
        Question::Compatible { stored, asked } => {
            let (stored, asked) = change(stored, asked);
            Question::Compatible { stored, asked }
        }
        other => other.clone(),
    }
}

/// Puts field `number` of the stored ID, counted between dashes from 0, into the place of that of the asked one.
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

/// The ID, its processor under another name.
fn with_processor(id: &str, processor: &str) -> String {
    let (front, target) = id.rsplit_once('-').unwrap_or(("", id));
    let features = target.find(':').and_then(|at| target.get(at..)).unwrap_or_default();
    match target.starts_with("gfx") || target.starts_with("sm_") {
        true => format!("{front}-{processor}{features}"),
        false => id.into(),
    }
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
        violator: "ids/wants_a_processor",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => unless(text.starts_with("host"), answer),
            _ => answer,
        },
    },
    Fault {
        violator: "ids/does_not_know_hipv4",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => unless(text.starts_with("hipv4"), answer),
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
    Fault {
        violator: "ids/leaves_out_the_processor",
        question: same,
        answer: |question, answer| parsed(question, answer, "processor", |processor| *processor = "".into()),
    },
    Fault {
        violator: "ids/leaves_out_the_features",
        question: same,
        answer: |question, answer| parsed(question, answer, "features", |features| *features = json!({})),
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
    Fault {
        violator: "ids/knows_processors_of_amd_alone",
        question: same,
        answer: |question, answer| match question {
            Question::ParseId { text } => unless(!text.contains("-amdgcn-"), answer),
            _ => answer,
        },
    },
    Fault {
        violator: "ids/takes_two_processors_of_old_for_the_same",
        question: |question| {
            composed(question, |ids| {
                ids.iter().map(|id| id.replace("tonga", "fiji")).collect()
            })
        },
        answer: as_answered,
    },
];
