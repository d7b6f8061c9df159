//! Faults in handling missing, damaged, compressed and packed inputs.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::Answer;
use serde_json::{Value, json};

use crate::fault::{Fault, as_answered, same, with_value};

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "manners/trusts_a_size_that_is_too_large_and_fills_up_with_zeros",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { input }, Answer::Rejected(_)) if input.starts_with(b"CCOB") => {
                Answer::value(json!({ "bytes": digest(&[0; 100]) }))
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/gives_out_what_stands_behind_the_file",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Unbundle { .. }, Answer::Rejected(_)) => Answer::Value {
                value: json!({ "outputs": [{ "content": digest(b"secret") }] }),
                contents: vec![b"secret".to_vec()],
            },
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "manners/makes_zeros_of_numbers_it_does_not_know",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                for image in images.as_array_mut().into_iter().flatten() {
                    for key in ["image_kind", "offload_kind"] {
                        if let Some(number) = image.get_mut(key).filter(|number| number.as_u64() > Some(8)) {
                            *number = 0.into();
                        }
                    }
                }
            })
        },
    },
    Fault {
        violator: "manners/forgets_keys_that_are_neither_triple_nor_arch",
        question: same,
        answer: |_, answer| {
            with_value(answer, "images", |images| {
                for image in images.as_array_mut().into_iter().flatten() {
                    if let Some(strings) = image.get_mut("strings").and_then(Value::as_object_mut) {
                        strings.retain(|key, _| key == "triple" || key == "arch");
                    }
                }
            })
        },
    },
    Fault {
        violator: "manners/packs_the_last_image_only",
        question: |question| match question {
            Question::Pack { images, version } => {
                Question::Pack { images: images.iter().rev().take(1).cloned().collect(), version: *version }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
];
