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

/// Where the compressed bytes begin.
fn header(file: &[u8]) -> usize {
    match file.get(4) {
        Some(1) => 20,
        Some(2) => 24,
        _ => 32,
    }
}

/// Writes how long the file is into its header.
fn resize(file: &mut [u8]) {
    let len = u32::try_from(file.len()).unwrap_or(u32::MAX).to_le_bytes();
    if file.get(4) != Some(&1)
        && let Some(field) = file.get_mut(8..12)
    {
        field.copy_from_slice(&len);
    }
}

/// The bundle within stored blocks of a zlib stream that may have lost its end.
fn salvaged(file: &[u8]) -> Option<Vec<u8>> {
    let stream = file.get(header(file)..)?;
    let mut inflater = flate2::Decompress::new(true);
    let mut out = Vec::with_capacity(1 << 16);
    inflater
        .decompress_vec(stream, &mut out, flate2::FlushDecompress::Sync)
        .ok()?;
    Some(out)
}

/// The answer, or what came out before the stream ended.
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

/// Refuses files whose byte at `at` is `value`.
fn unknown(question: &Question<Vec<u8>>, answer: Answer, at: usize, value: u8) -> Answer {
    match question {
        Question::Decompress { input } if input.get(at) == Some(&value) => Answer::Rejected("not known".into()),
        _ => answer,
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
    Fault {
        violator: "compression/takes_an_unknown_method_for_zlib",
        question: |question| {
            decompressed(question, |file| {
                if file.get(6).is_some_and(|method| *method > 1) {
                    set(file, 6, 0);
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/takes_an_unknown_method_for_zstd",
        question: |question| {
            decompressed(question, |file| {
                if file.get(6).is_some_and(|method| *method > 1) {
                    set(file, 6, 1);
                }
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
        violator: "compression/does_not_know_version_1",
        question: same,
        answer: |question, answer| unknown(question, answer, 4, 1),
    },
    Fault {
        violator: "compression/does_not_know_version_2",
        question: same,
        answer: |question, answer| unknown(question, answer, 4, 2),
    },
    Fault {
        violator: "compression/does_not_know_version_3",
        question: same,
        answer: |question, answer| unknown(question, answer, 4, 3),
    },
    Fault {
        violator: "compression/does_not_know_zlib",
        question: same,
        answer: |question, answer| unknown(question, answer, 6, 0),
    },
    Fault {
        violator: "compression/wants_another_magic",
        question: same,
        answer: |question, answer| unknown(question, answer, 0, b'C'),
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
        violator: "compression/writes_zstd_whatever_is_asked_for",
        question: |question| match question {
            Question::Compress { input, version, .. } => {
                Question::Compress { input: input.clone(), version: *version, method: "zstd".into(), level: None }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/writes_zlib_whatever_is_asked_for",
        question: |question| match question {
            Question::Compress { input, version, .. } => {
                Question::Compress { input: input.clone(), version: *version, method: "zlib".into(), level: None }
            }
            other => other.clone(),
        },
        answer: as_answered,
    },
    Fault {
        violator: "compression/writes_version_3_whatever_is_asked_for",
        question: |question| match question {
            Question::Compress { input, method, version: 1..=3, .. } => {
                Question::Compress { input: input.clone(), version: 3, method: method.clone(), level: None }
            }
            other => other.clone(),
        },
        answer: as_answered,
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
