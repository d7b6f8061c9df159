//! Faults that assume the usual value of a number instead of reading it.

use std::io::Read as _;

use crate::fault::{Fault, as_answered, with_input};
use crate::violators::fields;

const IMAGES: &str = "offload_binary";

/// Decompressed length, from the compression libraries.
fn len_decompressed(file: &[u8]) -> Option<u64> {
    let start = fields("ccob", file)
        .into_iter()
        .find(|(name, _)| *name == "hash")?
        .1
        .end;
    let (stream, mut out) = (file.get(start..)?, Vec::new());
    let read = match file.get(6)? {
        0 => flate2::read::ZlibDecoder::new(stream).read_to_end(&mut out),
        _ => zstd::stream::read::Decoder::new(stream)
            .ok()?
            .single_frame()
            .read_to_end(&mut out),
    };
    read.ok().and_then(|len| u64::try_from(len).ok())
}

pub(crate) const FAULTS: &[Fault] = &[
    Fault {
        violator: "assumptions/values_end_at_a_nul",
        question: |question| {
            with_input(question, |file| {
                if !matches!(file.get(4), Some(2 | 3)) {
                    return;
                }
                let all = fields(IMAGES, file);
                let mut value = 0;
                for (name, place) in all {
                    let bytes = file.get(place.clone()).and_then(|bytes| bytes.try_into().ok());
                    let number = bytes.map_or(0, u64::from_le_bytes);
                    match name {
                        "offset_of_the_value" => value = usize::try_from(number).unwrap_or(usize::MAX),
                        "size_of_the_value" => {
                            let rest = file.get(value..).unwrap_or_default();
                            let len = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len()) as u64;
                            if let Some(field) = file.get_mut(place) {
                                field.copy_from_slice(&len.to_le_bytes());
                            }
                        }
                        _ => {}
                    }
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "assumptions/contents_stand_one_after_the_other",
        question: |question| {
            with_input(question, |file| {
                let all = fields("binary_bundle", file);
                let number = |file: &[u8], place: &std::ops::Range<usize>| {
                    let bytes = file.get(place.clone()).and_then(|bytes| bytes.try_into().ok());
                    bytes.map_or(0, u64::from_le_bytes)
                };
                let last = all.iter().rev().find(|(name, _)| *name == "id_length");
                let Some((_, last)) = last else { return };
                let mut at = (last.end as u64).saturating_add(number(file, last));
                for pair in all.windows(2) {
                    if let [("offset", offset), ("size", size)] = pair {
                        if let Some(field) = file.get_mut(offset.clone()) {
                            field.copy_from_slice(&at.to_le_bytes());
                        }
                        at = at.saturating_add(number(file, size));
                    }
                }
            })
        },
        answer: as_answered,
    },
    Fault {
        violator: "assumptions/as_much_comes_out_as_comes_out",
        question: |question| {
            with_input(question, |file| {
                let found = fields("ccob", file)
                    .into_iter()
                    .find(|(name, _)| *name == "decompressed_size");
                if let (Some((_, place)), Some(len)) = (found, len_decompressed(file)) {
                    let bytes = len.to_le_bytes();
                    if let (Some(field), Some(bytes)) = (file.get_mut(place.clone()), bytes.get(..place.len())) {
                        field.copy_from_slice(bytes);
                    }
                }
            })
        },
        answer: as_answered,
    },
];
