//! Limits of readers and writers, for the counts and lengths of the schemas and for other sizes.

use offload_bundle_conformance::case::Question;
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::Value;

use super::{Derived, Faulty, NUMBERS, input, is_written, refusal, schema};
use crate::violators::fields;

fn occurrences(file: &[u8], part: &[u8]) -> usize {
    memchr::memmem::find_iter(file, part).count()
}

/// The greatest value of a number in a file.
fn greatest(format: &str, name: &str, file: &[u8]) -> usize {
    let compressed = fields(&format!("compressed_{format}"), file);
    let all = fields(format, file)
        .into_iter()
        .chain(compressed)
        .filter(|(known, _)| *known == name);
    let number = |place| {
        file.get::<std::ops::Range<usize>>(place)
            .map(|field| field.iter().rev().fold(0, |found, byte| found << 8 | u64::from(*byte)))
    };
    let most = all.filter_map(|(_, place)| number(place)).max();
    most.and_then(|most| usize::try_from(most).ok()).unwrap_or(0)
}

/// Whether this is the length of a text.
fn is_of_text(value: &Value, length: &str) -> bool {
    let Value::Object(fields) = value else { return false };
    let mut own = fields.get("seq").and_then(Value::as_array).into_iter().flatten();
    let mut parts = fields
        .iter()
        .filter(|(key, _)| ["types", "instances"].contains(&key.as_str()));
    own.any(|field| field["size"] == length && field["type"] == "str")
        || fields.get("size").is_some_and(|size| size == length) && fields.get("type").is_some_and(|kind| kind == "str")
        || parts.any(|(_, part)| part.as_object().unwrap().values().any(|part| is_of_text(part, length)))
}

fn of_input(question: &Question<Vec<u8>>, measure: impl Fn(&[u8]) -> usize) -> usize {
    input(question).map_or(0, |file| measure(file))
}

/// Measures a question against a limit.
type Measure = fn(&Question<Vec<u8>>) -> usize;

const LIMITS: &[(&str, &[usize], Measure)] = &[
    ("binaries of a file", &[16, 64, 255, 1024], |question| {
        of_input(question, |file| occurrences(file, &[0x10, 0xff, 0x10, 0xad]))
    }),
    ("bytes of a string", &[63, 127, 255], |question| match question {
        Question::Images { input } if input.starts_with(&[0x10, 0xff, 0x10, 0xad]) => {
            let strings = input.split(|byte| *byte == 0).filter(|part| part.is_ascii());
            strings.map(<[u8]>::len).max().unwrap_or(0)
        }
        _ => 0,
    }),
    ("members of an archive", &[16, 64, 255, 1024], |question| {
        of_input(question, |file| match file.starts_with(b"!<arch>") {
            true => occurrences(file, b"`\n"),
            false => 0,
        })
    }),
    ("bytes of a line", &[255, 4096, 65535], |question| {
        of_input(question, |file| match occurrences(file, b"_START__") {
            0 => 0,
            _ => file.split(|byte| *byte == b'\n').map(<[u8]>::len).max().unwrap_or(0),
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
];

fn of_numbers(all: &mut Vec<Derived>) {
    for (format, field, name) in NUMBERS {
        let bounds: &[usize] = match field.split('_').next().unwrap() {
            "num" => &[16, 64, 255, 1024],
            "len" if is_of_text(schema(&format!("{format}.ksy")), field) => &[63, 127, 255],
            "len" if *field != "len_entry" => &[1 << 16, 1 << 20],
            _ => continue,
        };
        for bound in bounds {
            all.push(super::refuses(
                format!("{format}/{field}, read: no more than {bound}"),
                move |question| {
                    !is_written(question) && of_input(question, |file| greatest(format, name, file)) > *bound
                },
            ));
            let faulty = move |question: &Question<Vec<u8>>| {
                let answer = is_written(question).then(|| Ours.answer(question))?;
                let Answer::Value { contents, .. } = answer else {
                    return None;
                };
                contents
                    .iter()
                    .any(|file| greatest(format, name, file) > *bound)
                    .then(refusal)
            };
            all.push((
                format!("{format}/{field}, written: no more than {bound}"),
                Faulty::of(faulty),
            ));
        }
    }
}

pub(super) fn limits(all: &mut Vec<Derived>) {
    of_numbers(all);
    for (what, bounds, measure) in LIMITS {
        for bound in *bounds {
            all.push((
                format!("limit: no more than {bound} {what}"),
                Faulty::of(move |question| (measure(question) > *bound).then(refusal)),
            ));
        }
    }
}
