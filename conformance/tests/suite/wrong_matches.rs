//! Faults in the choice between several matches.

use offload_bundle_conformance::case::{NewObject, Question};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, same, with_contents, with_value};

fn bundled(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<NewObject<Vec<u8>>>, u32)) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Bundle { file_type, mut entries, alignment, compress, level } => {
            change(&mut entries, alignment.unwrap_or(1));
            Question::Bundle { file_type, entries, alignment, compress, level }
        }
        other => other,
    }
}

fn is_together(ids: Vec<String>) -> bool {
    matches!(Ours.answer(&Question::Compose { ids }), Answer::Value { .. })
}

fn unless(refused: bool, answer: Answer) -> Answer {
    match refused {
        true => Answer::Rejected("not known".into()),
        false => answer,
    }
}

fn text(question: &Question<Vec<u8>>, answer: Answer, change: impl Fn(&mut Vec<u8>)) -> Answer {
    match question {
        Question::Unbundle { file_type, .. } if ["i", "ii", "cui", "d", "ll", "s"].contains(&&**file_type) => {
            with_contents(answer, |contents| contents.iter_mut().for_each(&change))
        }
        _ => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "matches/takes_what_begins_like_the_request",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } if stored.starts_with(asked) => {
                Answer::value(json!({ "compatible": true }))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/takes_what_the_request_begins_with",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } if asked.starts_with(stored) => {
                Answer::value(json!({ "compatible": true }))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/serves_requests_both_ways",
        question: same,
        answer: |question, answer| match question {
            Question::Compatible { stored, asked } if answer == Answer::value(json!({ "compatible": false })) => {
                Ours.answer(&Question::Compatible { stored: asked.clone(), asked: stored.clone() })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/compares_the_first_feature_alone",
        question: |question| match question {
            Question::Compatible { stored, asked } => {
                let short = |id: &str| id.split(':').take(2).collect::<Vec<_>>().join(":");
                Question::Compatible { stored: short(stored), asked: short(asked) }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "matches/compares_each_entry_with_the_next_alone",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } if ids.windows(2).all(|pair| is_together(pair.to_vec())) => {
                Answer::value(json!({ "together": true }))
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/compares_each_entry_with_the_first_device_alone",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } => {
                let first = ids.iter().find(|id| !id.starts_with("host"));
                let rest = ids.iter().skip_while(|id| Some(*id) != first).skip(1);
                let together = |id: &String| first.is_none_or(|first| is_together(vec![first.clone(), id.clone()]));
                match rest.into_iter().all(together) {
                    true => Answer::value(json!({ "together": true })),
                    false => answer,
                }
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/compares_the_number_of_features",
        question: same,
        answer: |question, answer| match question {
            Question::Compose { ids } => {
                let features = |id: &String| id.matches(':').count();
                let devices: Vec<&String> = ids.iter().filter(|id| !id.starts_with("host")).collect();
                let same = devices.windows(2).all(|pair| features(pair[0]) == features(pair[1]));
                match same && !devices.windows(2).any(|pair| pair[0] == pair[1]) {
                    true => Answer::value(json!({ "together": true })),
                    false => answer,
                }
            }
            _ => answer,
        },
    },
    Fault {
        violator: "matches/aligns_sizes_and_not_offsets",
        question: |question| {
            bundled(question, |entries, alignment| {
                let alignment = alignment.clamp(1, 1 << 16) as usize;
                for entry in entries {
                    entry.content.resize(entry.content.len().next_multiple_of(alignment), 0);
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "matches/aligns_to_powers_of_two_alone",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { alignment: Some(alignment), .. } => unless(!alignment.is_power_of_two(), answer),
            _ => answer,
        },
    },
    Fault {
        violator: "matches/pads_the_end_of_the_file",
        question: same,
        answer: |question, answer| match question {
            Question::Bundle { alignment: Some(alignment), .. } => with_contents(answer, |files| {
                for file in files {
                    file.resize(file.len().next_multiple_of((*alignment).clamp(1, 1 << 16) as usize), 0);
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "matches/takes_blanks_from_the_end_of_texts",
        question: same,
        answer: |question, answer| {
            text(question, answer, |content| {
                while content.last().is_some_and(u8::is_ascii_whitespace) {
                    content.pop();
                }
            })
        },
    },
    Fault {
        violator: "matches/takes_empty_lines_from_the_start_of_texts",
        question: same,
        answer: |question, answer| {
            text(question, answer, |content| {
                while content.first() == Some(&b'\n') {
                    content.remove(0);
                }
            })
        },
    },
    Fault {
        violator: "matches/leaves_out_images_of_kinds_it_does_not_know",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                let known = |image: &Value| {
                    image
                        .get("image_kind")
                        .and_then(Value::as_u64)
                        .is_some_and(|kind| kind < 6)
                };
                images
                    .as_array_mut()
                    .into_iter()
                    .for_each(|images| images.retain(known));
            })
        },
    },
    Fault {
        violator: "matches/leaves_out_empty_values",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                for image in images.as_array_mut().into_iter().flatten() {
                    if let Some(strings) = image.get_mut("strings").and_then(Value::as_object_mut) {
                        strings.retain(|_, value| value.as_str() != Some(""));
                    }
                }
            })
        },
    },
];
