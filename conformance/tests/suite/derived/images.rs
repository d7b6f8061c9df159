//! Faults of offload binaries: the order of their parts, and the strings.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::{Map, Value};

use super::{Derived, answers, refuses, schema};
use crate::fault::{with_contents, with_value};
use crate::violators::fields;

const MAGIC: &[u8] = &[0x10, 0xff, 0x10, 0xad];

fn binary(question: &Question<Vec<u8>>) -> Option<&[u8]> {
    match question {
        Question::Images { input } | Question::Extract { input, .. } => {
            Some(input.as_slice()).filter(|file| file.starts_with(MAGIC))
        }
        _ => None,
    }
}

fn values(file: &[u8], number: &str) -> Vec<usize> {
    let places = fields("offload_binary", file)
        .into_iter()
        .filter(|(name, _)| *name == number);
    let read = |place: std::ops::Range<usize>| file.get(place)?.try_into().ok().map(u64::from_le_bytes);
    let found = places.filter_map(|(_, place)| read(place));
    found
        .map(|number| usize::try_from(number).unwrap_or(usize::MAX))
        .collect()
}

/// Numbers with the offsets of the parts of a binary, in the usual order of the parts.
const PARTS: [(&str, &[&str]); 4] = [
    ("entry", &["offset_of_the_entries"]),
    ("string records", &["offset_of_the_strings"]),
    ("strings", &["offset_of_the_key", "offset_of_the_value"]),
    ("image", &["offset_of_the_image"]),
];

fn first(file: &[u8], numbers: &[&str]) -> Option<usize> {
    numbers.iter().flat_map(|number| values(file, number)).min()
}

type Text = fn(&str) -> String;

/// Changes of keys or values.
const TEXTS: &[(&str, Text)] = &[
    ("in small letters", |text| text.to_lowercase()),
    ("without blanks at the ends", |text| text.trim().to_owned()),
    ("up to =", |text| text.split('=').next().unwrap_or_default().to_owned()),
    ("up to a comma", |text| {
        text.split(',').next().unwrap_or_default().to_owned()
    }),
    ("up to a colon", |text| {
        text.split(':').next().unwrap_or_default().to_owned()
    }),
    ("with its features in order", |text| {
        let mut parts: Vec<&str> = text.split(':').collect();
        parts[1..].sort_unstable();
        parts.join(":")
    }),
    ("with its commas in order", |text| {
        let mut parts: Vec<&str> = text.split(',').collect();
        parts.sort_unstable();
        parts.join(",")
    }),
    ("up to 63 bytes", |text| text.chars().take(63).collect()),
    ("up to 255 bytes", |text| text.chars().take(255).collect()),
    ("with the primary name of a processor", primary),
    ("without its subarchitecture", super::values::without_subarchitecture),
];

fn primary(text: &str) -> String {
    let of = super::values::alternatives()
        .into_iter()
        .find(|(other, _)| other == text);
    of.map_or(text.to_owned(), |(_, name)| name)
}

fn each_image(answer: Answer, change: impl Fn(&mut Map<String, Value>)) -> Answer {
    with_value(answer, "images", |images| {
        for image in images.as_array_mut().into_iter().flatten() {
            change(image["strings"].as_object_mut().unwrap());
        }
    })
}

fn packed(question: &Question<Vec<u8>>, answer: Answer, change: impl Fn(&mut (String, String))) -> Answer {
    let Question::Pack { mut images, version } = question.clone() else {
        return answer;
    };
    images.iter_mut().flat_map(|image| &mut image.strings).for_each(change);
    Ours.answer(&Question::Pack { images, version })
}

/// Moves the image of a version 1 binary over the NUL of the last string if the string ends at a multiple of 8.
fn without_nul(file: &mut Vec<u8>) {
    let [image] = values(file, "offset_of_the_image")[..] else {
        return;
    };
    if !file[image - 8..image].iter().all(|byte| *byte == 0) || file[image - 9] == 0 {
        return;
    }
    file.drain(image - 8..image);
    for (name, place) in fields("offload_binary", &file.clone()) {
        if ["offset_of_the_image", "size_of_the_binary"].contains(&name) {
            let less = u64::from_le_bytes(file[place.clone()].try_into().unwrap()) - 8;
            file[place].copy_from_slice(&less.to_le_bytes());
        }
    }
}

pub(super) fn images(all: &mut Vec<Derived>) {
    for (later, (b, second)) in PARTS.into_iter().enumerate() {
        for (a, first_part) in &PARTS[..later] {
            all.push(refuses(
                format!("offload_binary: wants the {a} before the {b}"),
                move |question| {
                    let offsets = |file| Some((first(file, first_part)?, first(file, second)?));
                    binary(question).and_then(offsets).is_some_and(|(a, b)| b < a)
                },
            ));
        }
    }
    for (what, change) in TEXTS {
        all.push(answers(format!("offload_binary/key, read: {what}"), |_, answer| {
            each_image(answer, |strings| {
                *strings = std::mem::take(strings)
                    .into_iter()
                    .map(|(key, value)| (change(&key), value))
                    .collect();
            })
        }));
        all.push(answers(format!("offload_binary/value, read: {what}"), |_, answer| {
            each_image(answer, |strings| {
                strings
                    .values_mut()
                    .for_each(|value| *value = change(value.as_str().unwrap()).into());
            })
        }));
        all.push(answers(
            format!("offload_binary/key, written: {what}"),
            |question, answer| packed(question, answer, |(key, _)| *key = change(key)),
        ));
        all.push(answers(
            format!("offload_binary/value, written: {what}"),
            |question, answer| packed(question, answer, |(_, value)| *value = change(value)),
        ));
    }
    let is_shared = |file: &[u8], numbers: &[&str]| {
        let mut offsets: Vec<usize> = numbers.iter().flat_map(|number| values(file, number)).collect();
        offsets.sort_unstable();
        offsets.windows(2).any(|pair| pair[0] == pair[1])
    };
    all.push(refuses(
        "offload_binary: does not know strings at one offset",
        move |question| {
            binary(question).is_some_and(|file| is_shared(file, &["offset_of_the_key", "offset_of_the_value"]))
        },
    ));
    all.push(answers(
        "offload_binary: omits damaged binaries after others",
        |question, answer| match (
            binary(question).map(|file| (file, values(file, "size_of_the_binary"))),
            &answer,
        ) {
            (Some((file, sizes)), Answer::Rejected(_)) if sizes.first().is_some_and(|size| *size < file.len()) => {
                Ours.answer(&Question::Images { input: file[..sizes[0]].to_vec() })
            }
            _ => answer,
        },
    ));
    for (number, align) in [("offset_of_the_image", 8), ("offset_of_the_strings", 8), ("size_of_the_binary", 8)] {
        all.push(refuses(
            format!(
                "offload_binary: wants a multiple of {align} as {}",
                number.replace('_', " ")
            ),
            move |question| {
                binary(question).is_some_and(|file| values(file, number).iter().any(|one| !one.is_multiple_of(align)))
            },
        ));
    }
    all.push(answers(
        "offload_binary, written: no NUL where the image could begin",
        |question, answer| match question {
            Question::Pack { version: 1, images } if images.len() == 1 => {
                with_contents(answer, |files| files.iter_mut().for_each(without_nul))
            }
            _ => answer,
        },
    ));
    let known = schema("offload_binary.ksy");
    for key in ["image_kind", "offload_kind"] {
        let known: Vec<u64> = known["enums"][key]
            .as_object()
            .unwrap()
            .keys()
            .map(|one| one.parse().unwrap())
            .collect();
        all.push(answers(
            format!("offload_binary/{key}, read: omits unknown numbers"),
            move |_, answer| {
                with_value(answer, "images", |images| {
                    images
                        .as_array_mut()
                        .unwrap()
                        .retain(|image| known.contains(&image[key].as_u64().unwrap()));
                })
            },
        ));
    }
}
