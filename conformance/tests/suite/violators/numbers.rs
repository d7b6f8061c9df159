//! Violators that read only part of a number or digest.

use offload_bundle_conformance::case::{Question, hex};
use offload_bundle_conformance::violators::{ShortHash, ShortMagic, ShortNumber, Violator};

use super::fields::fields;
use crate::fault::{hash_of, with_input};

/// Whether the table describes the violator, so that it needs no code.
pub fn is_told(violator: &Violator) -> bool {
    violator.does.is_some() || violator.reads.is_some() || violator.hash.is_some() || violator.magic.is_some()
}

pub fn question(violator: &Violator, question: &Question<Vec<u8>>) -> Question<Vec<u8>> {
    with_input(question, |file| {
        if let Some(number) = &violator.reads {
            cut(number, file);
        }
        if let Some(hash) = &violator.hash {
            mend_hash(hash, file);
        }
        if let Some(magic) = &violator.magic {
            mend_magic(magic, file);
        }
    })
}

fn cut(short: &ShortNumber, file: &mut [u8]) {
    if short.version.is_some_and(|version| file.get(4) != Some(&version)) {
        return;
    }
    for (_, place) in fields(&short.format, file)
        .into_iter()
        .filter(|(name, _)| *name == short.number)
    {
        let unseen = place.start + short.bytes..place.end;
        file.get_mut(unseen).unwrap_or_default().fill(0);
    }
}

fn mend_hash(short: &ShortHash, file: &mut [u8]) {
    let is = |at: usize, wanted: Option<u8>| wanted.is_none_or(|wanted| file.get(at) == Some(&wanted));
    if !is(4, short.version) || !is(6, short.method) {
        return;
    }
    let found = fields("ccob", file).into_iter().find(|(name, _)| *name == "hash");
    let (Some((_, place)), Some(hash)) = (found, hash_of(file)) else {
        return;
    };
    let unseen = place.start + short.from..place.start + short.from + short.bytes;
    if let (Some(field), Some(hash)) = (file.get_mut(unseen), hash.get(short.from..short.from + short.bytes)) {
        field.copy_from_slice(hash);
    }
}

fn mend_magic(short: &ShortMagic, file: &mut [u8]) {
    let magic = hex(&short.magic).unwrap();
    let seen = short.from..short.from + short.bytes;
    if file.get(seen.clone()) == magic.get(seen)
        && let Some(field) = file.get_mut(..magic.len())
    {
        field.copy_from_slice(&magic);
    }
}
