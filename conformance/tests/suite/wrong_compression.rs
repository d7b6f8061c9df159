//! Faults in compressed bundles.

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::json;

use crate::fault::{Fault, as_answered, contains, same, set, with_contents, with_input};

const ZLIB: u8 = 0x78;

fn decompressed(question: &Question<Vec<u8>>, change: impl Fn(&mut Vec<u8>)) -> Question<Vec<u8>> {
    match question {
        Question::Decompress { input } if input.starts_with(b"CCOB") => with_input(question, change),
        other => other.clone(),
    }
}

/// Offset of the compressed bytes.
fn header(file: &[u8]) -> usize {
    match file.get(4) {
        Some(1) => 20,
        Some(2) => 24,
        _ => 32,
    }
}

/// Writes the file length into the header.
fn resize(file: &mut [u8]) {
    let len = u32::try_from(file.len()).unwrap_or(u32::MAX).to_le_bytes();
    if file.get(4) != Some(&1)
        && let Some(field) = file.get_mut(8..12)
    {
        field.copy_from_slice(&len);
    }
}

/// The bundle in stored blocks of a zlib stream, which may be truncated.
fn salvaged(file: &[u8]) -> Option<Vec<u8>> {
    let stream = file.get(header(file)..)?;
    let mut inflater = flate2::Decompress::new(true);
    let mut out = Vec::with_capacity(1 << 16);
    inflater
        .decompress_vec(stream, &mut out, flate2::FlushDecompress::Sync)
        .ok()?;
    Some(out)
}

/// The answer, or the output before the stream ended.
fn as_far_as_it_goes(question: &Question<Vec<u8>>, answer: Answer) -> Answer {
    match (question, answer) {
        (Question::Decompress { input }, Answer::Rejected(why)) if input.get(6) == Some(&0) => {
            match salvaged(input).filter(|out| !out.is_empty()) {
                Some(out) => Answer::Value { value: json!({ "bytes": digest(&out) }), contents: vec![out] },
                None => Answer::Rejected(why),
            }
        }
        (_, answer) => answer,
    }
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "compression/looks_at_the_bytes_for_the_method",
        question: |question| {
            decompressed(question, |file| {
                let zlib = file.get(header(file)) == Some(&ZLIB);
                set(file, 6, u8::from(!zlib));
                set(file, 7, 0);
            })
        },
        answer: as_answered,
    },
    Fault { violator: "compression/takes_a_cut_zlib_stream", question: same, answer: as_far_as_it_goes },
    Fault {
        violator: "compression/takes_the_file_size_from_the_file",
        question: |question| decompressed(question, |file| resize(file)),
        answer: as_answered,
    },
    Fault {
        violator: "compression/does_not_see_bytes_behind_the_stream",
        question: |question| {
            decompressed(question, |file| {
                let end = file.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                file.truncate(end);
                resize(file);
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/gives_out_the_compressed_bytes",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Decompress { input }, Answer::Value { .. }) => {
                let bytes = input.get(header(input)..).unwrap_or_default().to_vec();
                Answer::Value { value: json!({ "bytes": digest(&bytes) }), contents: vec![bytes] }
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "compression/writes_the_bundle_as_it_is",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Compress { input, .. }, Answer::Value { .. }) => {
                Answer::Value { value: json!({ "bytes": digest(input) }), contents: vec![input.clone()] }
            }
            (_, answer) => answer,
        },
    },
    Fault {
        violator: "compression/writes_no_hash",
        question: same,
        answer: |question, answer| match question {
            Question::Compress { .. } => with_contents(answer, |files| {
                for file in files {
                    let end = header(file);
                    file.get_mut(end - 8..end).unwrap_or_default().fill(0);
                }
            }),
            _ => answer,
        },
    },
    Fault {
        violator: "compression/compresses_a_part_of_the_bundle",
        question: same,
        answer: |question, answer| match (question, answer) {
            (Question::Compress { input, version, method, level }, Answer::Value { .. })
                if contains(input, b"gfx906") =>
            {
                let small = b"__CLANG_OFFLOAD_BUNDLE__\0\0\0\0\0\0\0\0".to_vec();
                Ours.answer(&Question::Compress {
                    input: small,
                    version: *version,
                    method: method.clone(),
                    level: None,
                })
            }
            (_, answer) => answer,
        },
    },
];
