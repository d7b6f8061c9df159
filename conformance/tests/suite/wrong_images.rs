//! Faults in offload binaries.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Map, Value, json};

use crate::fault::{Fault, as_answered, same, with_input, with_value};

const MAGIC: &[u8] = &[0x10, 0xff, 0x10, 0xad];

fn read(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<u8>)) -> Question<Vec<u8>> {
    match question {
        Question::Images { input } if input.starts_with(MAGIC) => with_input(question, change),
        other => other.clone(),
    }
}

fn number(file: &[u8], at: usize) -> u64 {
    let bytes = file.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u64::from_le_bytes)
}

fn write(file: &mut [u8], at: usize, number: u64) {
    if let Some(field) = file.get_mut(at..at + 8) {
        field.copy_from_slice(&number.to_le_bytes());
    }
}

fn each_image(answer: Answer, change: impl Fn(&mut Map<String, Value>)) -> Answer {
    with_value(answer, "images", |images| {
        let images = images.as_array_mut().into_iter().flatten();
        images.filter_map(Value::as_object_mut).for_each(&change);
    })
}

fn refuses(question: &Question<Vec<u8>>, answer: Answer, refused: impl Fn(&[u8]) -> bool) -> Answer {
    match question {
        Question::Images { input } if refused(input) => Answer::Rejected("not known".into()),
        _ => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "images/takes_the_size_from_the_file",
        question: |question| {
            read(question, |file| {
                let len = file.len() as u64;
                write(file, 8, len);
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/counts_offsets_from_the_entry",
        question: |question| {
            read(question, |file| {
                let entry = usize::try_from(number(file, 16)).unwrap_or(0).min(1 << 20);
                for at in [entry + 8, entry + 24] {
                    let offset = number(file, at).saturating_add(entry as u64);
                    write(file, at, offset);
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/takes_keys_for_values",
        question: same,
        answer: |_, answer| {
            each_image(answer, |image| {
                for (key, value) in image
                    .get_mut("strings")
                    .and_then(Value::as_object_mut)
                    .into_iter()
                    .flatten()
                {
                    *value = key.clone().into();
                }
            })
        },
    },
    Fault {
        violator: "images/ends_strings_where_the_file_does",
        question: |question| {
            read(question, |file| {
                if file.get(4) == Some(&1) && file.last() != Some(&0) {
                    file.extend([0; 8]);
                    let len = file.len() as u64;
                    write(file, 8, len);
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/looks_for_the_next_at_multiples_of_8_alone",
        question: same,
        answer: |question, answer| match question {
            Question::Images { input } if input.starts_with(MAGIC) && !number(input, 8).is_multiple_of(8) => {
                let first = usize::try_from(number(input, 8)).unwrap_or(usize::MAX).min(input.len());
                Ours.answer(&Question::Images { input: input.get(..first).unwrap_or_default().to_vec() })
            }
            _ => answer,
        },
    },
    Fault {
        violator: "images/wants_images_at_multiples_of_8",
        question: same,
        answer: |question, answer| {
            refuses(question, answer, |file| {
                file.get(4) == Some(&1) && !number(file, 56).is_multiple_of(8)
            })
        },
    },
    Fault {
        violator: "images/wants_strings_behind_the_entry",
        question: same,
        answer: |question, answer| {
            refuses(question, answer, |file| {
                file.get(4) == Some(&1) && number(file, 40) < number(file, 16)
            })
        },
    },
    Fault {
        violator: "images/gives_out_what_lies_in_the_header",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Images { input }, Answer::Rejected(_)) if input.starts_with(MAGIC) && number(input, 56) < 32 => {
                let content = input.get(..16).unwrap_or_default().to_vec();
                let value = json!({ "images": [{ "content": digest(&content) }] });
                Answer::Value { value, contents: vec![content] }
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "images/takes_an_empty_image_for_none",
        question: same,
        answer: |_, answer| match &answer {
            Answer::Value { value, contents }
                if value.get("images").is_some() && contents.iter().any(Vec::is_empty) =>
            {
                Answer::Rejected("empty".into())
            }
            _ => answer,
        },
    },
    Fault {
        violator: "images/takes_no_padding_between",
        question: same,
        answer: |question, answer| {
            let zeros_behind = |file: &[u8]| {
                let size = usize::try_from(number(file, 8)).unwrap_or(usize::MAX);
                file.starts_with(MAGIC) && file.get(size..size.saturating_add(8)) == Some(&[0; 8][..])
            };
            refuses(question, answer, zeros_behind)
        },
    },
    Fault {
        violator: "images/does_not_know_compressed_ones",
        question: same,
        answer: |question, answer| {
            refuses(question, answer, |file| {
                file.get(4) == Some(&3) && number(file, 32) != 0
            })
        },
    },
];
