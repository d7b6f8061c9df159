//! Limits on the numbers that readers and writers accept.

use offload_bundle_conformance::case::Question;

use super::{Derived, input, refusal};
use crate::violators::fields;

fn occurrences(file: &[u8], part: &[u8]) -> usize {
    memchr::memmem::find_iter(file, part).count()
}

fn named(format: &str, name: &str, file: &[u8]) -> Vec<u64> {
    let all = fields(format, file).into_iter().filter(|(known, _)| *known == name);
    let number = |place: std::ops::Range<usize>| {
        file.get(place)
            .map(|field| field.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)))
    };
    all.filter_map(|(_, place)| number(place)).collect()
}

/// Measures a question against a limit.
type Measure = fn(&Question<Vec<u8>>) -> usize;

fn of_input(question: &Question<Vec<u8>>, measure: impl Fn(&[u8]) -> usize) -> usize {
    input(question).map_or(0, |file| measure(file))
}

fn longest(numbers: Vec<u64>) -> usize {
    numbers
        .into_iter()
        .max()
        .and_then(|most| usize::try_from(most).ok())
        .unwrap_or(0)
}

const LIMITS: &[(&str, &[usize], Measure)] = &[
    ("entries of a bundle", &[16, 64, 255, 1024], |question| {
        of_input(question, |file| named("binary_bundle", "offset", file).len())
    }),
    ("bytes of an ID", &[63, 127, 255], |question| {
        of_input(question, |file| longest(named("binary_bundle", "id_length", file)))
    }),
    ("binaries of a file", &[16, 64, 255, 1024], |question| {
        of_input(question, |file| occurrences(file, &[0x10, 0xff, 0x10, 0xad]))
    }),
    ("strings of an image", &[16, 64, 255], |question| {
        of_input(question, |file| {
            named("offload_binary", "offset_of_the_key", file).len()
        })
    }),
    ("bytes of a string", &[63, 127, 255], |question| match question {
        Question::Images { input } if input.starts_with(&[0x10, 0xff, 0x10, 0xad]) => input
            .split(|byte| *byte == 0)
            .filter(|part| part.is_ascii())
            .map(<[u8]>::len)
            .max()
            .unwrap_or(0),
        _ => 0,
    }),
    ("members of an archive", &[16, 64, 255, 1024], |question| {
        of_input(question, |file| {
            if file.starts_with(b"!<arch>") {
                occurrences(file, b"`\n")
            } else {
                0
            }
        })
    }),
    ("bytes of a compressed bundle", &[1 << 16, 1 << 20], |question| {
        of_input(question, |file| if file.starts_with(b"CCOB") { file.len() } else { 0 })
    }),
    ("bytes of a line", &[255, 4096, 65535], |question| {
        let is_text = |file: &[u8]| occurrences(file, b"_START__") > 0;
        of_input(question, |file| {
            file.split(|byte| *byte == b'\n')
                .filter(|_| is_text(file))
                .map(<[u8]>::len)
                .max()
                .unwrap_or(0)
        })
    }),
    (
        "alignment that is written",
        &[4096, 32768, 65535],
        |question| match question {
            Question::Bundle { alignment: Some(alignment), .. } if *alignment < 1 << 20 => {
                usize::try_from(*alignment).unwrap()
            }
            _ => 0,
        },
    ),
    (
        "bytes of a content that is written",
        &[1 << 16, 1 << 20],
        |question| match question {
            Question::Bundle { entries, .. } => entries.iter().map(|entry| entry.content.len()).max().unwrap_or(0),
            _ => 0,
        },
    ),
];

pub(super) fn limits(all: &mut Vec<Derived>) {
    for (what, bounds, measure) in LIMITS {
        for bound in *bounds {
            all.push((
                format!("limit: no more than {bound} {what}"),
                Box::new(move |question| (measure(question) > *bound).then(refusal)),
            ));
        }
    }
}
