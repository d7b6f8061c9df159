//! Faults in offload binaries that are written.

use offload_bundle_conformance::case::{NewImage, Question};

use crate::fault::{Fault, as_answered, same, with_contents};

fn number(file: &[u8], at: usize) -> u64 {
    let bytes = file.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
    bytes.map_or(0, u64::from_le_bytes)
}

fn write(file: &mut [u8], at: usize, number: u64) {
    if let Some(field) = file.get_mut(at..at + 8) {
        field.copy_from_slice(&number.to_le_bytes());
    }
}

fn packed(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<NewImage<Vec<u8>>>)) -> Question<Vec<u8>> {
    match question.clone() {
        Question::Pack { mut images, version } => {
            change(&mut images);
            Question::Pack { images, version }
        }
        other => other,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "images/packs_no_triple",
        question: |question| {
            packed(question, |images| {
                images
                    .iter_mut()
                    .for_each(|image| image.strings.retain(|(key, _)| key != "triple"));
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_no_other_keys",
        question: |question| {
            packed(question, |images| {
                let known = |key: &String| key == "triple" || key == "arch";
                images
                    .iter_mut()
                    .for_each(|image| image.strings.retain(|(key, _)| known(key)));
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_no_flags",
        question: |question| packed(question, |images| images.iter_mut().for_each(|image| image.flags = 0)),
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_another_kind",
        question: |question| {
            packed(question, |images| {
                images.iter_mut().for_each(|image| image.image_kind += 1)
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_one_image",
        question: |question| packed(question, |images| images.truncate(1)),
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_images_in_another_order",
        question: |question| packed(question, |images| images.reverse()),
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_version_1_whatever_is_asked_for",
        question: |question| match question {
            Question::Pack { images, version: 1..=3 } => Question::Pack { images: images.clone(), version: 1 },
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "images/packs_another_size",
        question: same,
        answer: |question, answer| match question {
            Question::Pack { .. } => with_contents(answer, |files| {
                for file in files {
                    let size = number(file, 8) + 8;
                    write(file, 8, size);
                }
            }),
            _ => answer,
        },
    },
];
