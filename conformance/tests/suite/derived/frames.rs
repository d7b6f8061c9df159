//! Faults of compressed bundles in the forms of their streams: zstd frames (RFC 8878) and zlib streams (RFC 1950).

use std::io::Read as _;
use std::ops::Range;

use offload_bundle_conformance::case::{Question, digest};
use offload_bundle_conformance::testee::{Answer, Ours, Testee};
use serde_json::json;

use super::{Derived, Faulty, answers, input, refuses};
use crate::fault::with_input;

/// A zstd frame of a stream.
#[derive(Default)]
struct Frame {
    at: Range<usize>,
    is_skippable: bool,
    has_size: bool,
    has_checksum: bool,
    is_single_segment: bool,
    /// Zero in a frame of a single segment.
    window: u64,
    /// Types and sizes of the blocks.
    blocks: Vec<(u8, usize)>,
}

fn number(bytes: &[u8], at: usize, len: usize) -> Option<usize> {
    let field = bytes.get(at..at + len)?;
    Some(
        field
            .iter()
            .rev()
            .fold(0, |found, byte| found << 8 | usize::from(*byte)),
    )
}

fn frame(stream: &[u8], from: usize) -> Option<Frame> {
    let magic = number(stream, from, 4)?;
    if magic >> 4 == 0x0184_d2a5 {
        let end = from + 8 + number(stream, from + 4, 4)?;
        return Some(Frame { at: from..end, is_skippable: true, ..Frame::default() });
    }
    let flags = *stream.get(from + 4).filter(|_| magic == 0xfd2f_b528)?;
    let (size, is_single_segment) = (flags >> 6, flags & 0x20 != 0);
    let mut at = from + 5;
    let mut found = Frame { is_single_segment, has_checksum: flags & 4 != 0, ..Frame::default() };
    if !is_single_segment {
        let byte = u64::from(*stream.get(at)?);
        let base = 1 << (10 + (byte >> 3));
        (found.window, at) = (base + base / 8 * (byte & 7), at + 1);
    }
    at += [0, 1, 2, 4][usize::from(flags & 3)];
    at += [usize::from(is_single_segment), 2, 4, 8][usize::from(size)];
    found.has_size = size > 0 || is_single_segment;
    loop {
        let header = number(stream, at, 3)?;
        let (kind, len) = ((header >> 1 & 3) as u8, header >> 3);
        found.blocks.push((kind, len));
        at += 3 + if kind == 1 { 1 } else { len };
        if header & 1 == 1 {
            break;
        }
    }
    found.at = from..at + if found.has_checksum { 4 } else { 0 };
    Some(found)
}

/// The version, the method, and the offset of the stream.
fn header(file: &[u8]) -> Option<(usize, usize, usize)> {
    let version = file.strip_prefix(b"CCOB").and_then(|rest| number(rest, 0, 2))?;
    let at = match version {
        1 => 20,
        2 => 24,
        _ => 32,
    };
    Some((version, number(file, 6, 2)?, at))
}

fn frames(question: &Question<Vec<u8>>) -> Vec<Frame> {
    let read = || {
        let file = input(question)?;
        let (_, method, at) = header(file).filter(|(_, method, _)| *method == 1)?;
        let (stream, mut found, mut from) = (file.get(at..).filter(|_| method == 1)?, Vec::new(), 0);
        while let Some(frame) = frame(stream, from) {
            from = frame.at.end;
            found.push(frame);
        }
        Some(found)
    };
    read().unwrap_or_default()
}

type Is = fn(&[Frame]) -> bool;

const FRAMES: &[(&str, Is)] = &[
    ("a frame without content size", |all| {
        all.iter().any(|one| !one.is_skippable && !one.has_size)
    }),
    ("a frame with content size", |all| all.iter().any(|one| one.has_size)),
    ("a frame with a checksum", |all| all.iter().any(|one| one.has_checksum)),
    ("a frame of a single segment", |all| {
        all.iter().any(|one| one.is_single_segment)
    }),
    ("a window of more than 1 MiB", |all| {
        all.iter().any(|one| one.window > 1 << 20)
    }),
    ("a window of more than 4 MiB", |all| {
        all.iter().any(|one| one.window > 1 << 22)
    }),
    ("a second frame", |all| {
        all.iter()
            .filter(|one| one.blocks.iter().any(|(_, len)| *len > 0))
            .count()
            > 1
    }),
    ("a skippable frame before the content", |all| {
        all.first().is_some_and(|one| one.is_skippable)
    }),
    ("a skippable frame after the content", |all| {
        all.last().is_some_and(|one| one.is_skippable)
    }),
    ("an empty frame", |all| {
        all.iter()
            .any(|one| !one.is_skippable && one.blocks.iter().all(|(_, len)| *len == 0))
    }),
    ("a raw block", |all| has_block(all, 0)),
    ("a block of one byte repeated", |all| has_block(all, 1)),
    ("a compressed block", |all| has_block(all, 2)),
    ("a second block", |all| all.iter().any(|one| one.blocks.len() > 1)),
];

fn has_block(all: &[Frame], kind: u8) -> bool {
    all.iter().any(|one| one.blocks.iter().any(|(found, _)| *found == kind))
}

/// Byte `at` of the zlib stream.
fn zlib(question: &Question<Vec<u8>>, at: usize) -> Option<u8> {
    let file = input(question)?;
    let (_, method, from) = header(file)?;
    file.get(from + at).copied().filter(|_| method == 0)
}

/// Decompresses what follows a header of method zlib in another form.
fn opened(question: &Question<Vec<u8>>, answer: Answer, gzip: bool) -> Answer {
    let (Question::Decompress { input }, Answer::Rejected(_)) = (question, &answer) else {
        return answer;
    };
    let Some((_, 0, at)) = header(input) else { return answer };
    let (stream, mut out) = (input.get(at..).unwrap_or_default(), Vec::new());
    let read = match gzip {
        true => flate2::read::GzDecoder::new(stream).read_to_end(&mut out),
        false => flate2::read::DeflateDecoder::new(stream).read_to_end(&mut out),
    };
    match read {
        Ok(len) if len > 0 => Answer::Value { value: json!({ "bytes": digest(&out) }), contents: vec![out] },
        _ => answer,
    }
}

/// The answer without the checksum of the first frame.
fn unchecked(question: &Question<Vec<u8>>, answer: Answer) -> Answer {
    let Some(first) = frames(question).into_iter().find(|one| one.has_checksum) else {
        return answer;
    };
    Ours.answer(&with_input(question, |file| {
        let (version, _, at) = header(file).unwrap();
        file.drain(at + first.at.end - 4..at + first.at.end);
        file[at + first.at.start + 4] &= !4;
        let len = file.len().to_le_bytes();
        match version {
            1 => {}
            2 => file[8..12].copy_from_slice(&len[..4]),
            _ => file[8..16].copy_from_slice(&len),
        }
    }))
}

pub(super) fn streams(all: &mut Vec<Derived>) {
    for (what, is) in FRAMES {
        all.push(refuses(format!("ccob/zstd: does not know {what}"), |question| {
            is(&frames(question))
        }));
    }
    for version in 1..=3 {
        all.push(refuses(
            format!("ccob/zstd: does not know a second frame in version {version}"),
            move |question| {
                let is = input(question)
                    .and_then(|file| header(file))
                    .is_some_and(|(found, ..)| found == version);
                is && FRAMES[6].1(&frames(question))
            },
        ));
    }
    all.push(answers("ccob/zstd: does not compare the checksum", unchecked));
    for (kind, what) in ["stored", "fixed", "dynamic"].into_iter().enumerate() {
        all.push(refuses(
            format!("ccob/zlib: does not know a {what} block"),
            move |question| zlib(question, 2).is_some_and(|byte| usize::from(byte >> 1 & 3) == kind),
        ));
    }
    all.push(refuses("ccob/zlib: does not know a second block", |question| {
        zlib(question, 2).is_some_and(|byte| byte & 1 == 0)
    }));
    all.push(refuses("ccob/zlib: does not know a smaller window", |question| {
        zlib(question, 0).is_some_and(|byte| byte & 15 == 8 && byte < 0x78)
    }));
    all.push(refuses("ccob: does not know a compressed text bundle", |question| {
        let is_text = |file: &&Vec<u8>| file.starts_with(b"CCOB") && memchr::memmem::find(file, b"_START__").is_some();
        input(question).filter(is_text).is_some()
    }));
    for (gzip, what) in [(true, "gzip"), (false, "a raw deflate stream")] {
        all.push(answers(format!("ccob/zlib: takes {what}"), move |question, answer| {
            opened(question, answer, gzip)
        }));
    }
    all.push((
        "ccob: decompresses a compressed bundle within".into(),
        Faulty::of(|question| {
            let Question::Decompress { input } = question else {
                return None;
            };
            let (stream, mut out) = (input.get(header(input)?.2..)?, Vec::new());
            flate2::read::ZlibDecoder::new(stream).read_to_end(&mut out).ok()?;
            out.starts_with(b"CCOB")
                .then(|| Ours.answer(&Question::Decompress { input: out }))
        }),
    ));
}
