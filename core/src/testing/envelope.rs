//! Properties of all envelopes: the header can be read without the compressed bytes, and written again.
// Test code: a violated property panics.
#![allow(clippy::panic)]

use alloc::vec::Vec;

use super::container::ORIGIN;
use super::runner::cuts;
use crate::bytes::{Bytes, Place, length};
use crate::envelope::{CompressedInfo, Digest, Envelope, EnvelopeHeader, Method};
use crate::error::WriteProblem;
use crate::plan::Piece;

/// Checks that operations locate the compressed bytes without reading them, report missing bytes of cut files, and can
/// write the header in every version and method.
pub fn envelope(samples: &[Vec<u8>], envelope: &dyn Envelope) {
    for whole in samples {
        assert!(envelope.recognises(whole), "a file is not recognised");
        let head = usize::try_from(envelope.magic_len())
            .ok()
            .and_then(|len| whole.get(..len));
        let enough = head.is_some_and(|head| envelope.recognises(head));
        assert!(
            enough || envelope.magic().is_none(),
            "the head that is wanted does not suffice"
        );
        let len = length(whole);
        let found = header(envelope, Bytes::new(whole).at_origin(ORIGIN));
        let place = compressed_place(&found);
        let end = ORIGIN.saturating_add(len);
        let padding = usize::try_from(end.saturating_sub(place.end())).unwrap_or(usize::MAX);
        assert_eq!(found.start, ORIGIN);
        assert!(found.end().is_none_or(|next| next == place.end()), "{found:?}");
        assert!(
            padding == 0
                || whole
                    .iter()
                    .rev()
                    .take(padding)
                    .all(|byte| Some(*byte) == envelope.padding())
        );
        for cut in cuts(whole.len()) {
            let short = whole.get(..cut).unwrap_or(whole);
            let cut = length(short);
            let header_len = place.ofs.saturating_sub(ORIGIN);
            let behind = ORIGIN.saturating_add(cut) >= place.end();
            let windowed = envelope.read(Bytes::windowed(short, len).at_origin(ORIGIN));
            let cut_off = envelope.read(Bytes::new(short).at_origin(ORIGIN));
            if cut < header_len {
                assert!(windowed.is_err_and(|error| error.needs().is_some_and(|upto| upto <= header_len)));
                assert!(cut_off.is_err(), "a header cut at byte {cut} is accepted");
            } else {
                // The first compressed bytes may determine the method.
                let told = envelope.front_len() > 0 && cut < header_len.saturating_add(MOST_BEGINNING);
                let asks = windowed.as_ref().is_err_and(|error| error.needs().is_some());
                assert!(
                    told && asks || windowed.as_ref() == Ok(&found),
                    "compressed bytes are looked at"
                );
                let whole_said = found.len.is_some() && !behind;
                let lacks = cut_off.is_ok_and(|cut_off| cut_off.place.is_err() == whole_said);
                assert!(lacks, "cut at byte {cut}, in the compressed bytes");
            }
        }
        let beginning: Vec<u8> = (0..place.len.min(MOST_BEGINNING)).map(|_| 0).collect();
        for (version, method) in all_forms(envelope) {
            let Some(again) = header_again(envelope, (version, method), &found, &beginning) else {
                continue;
            };
            // Without compressed bytes, the method may be unknown.
            if envelope.front_len() == 0 {
                assert_eq!(again.method.as_ref(), Ok(method));
            }
            assert_eq!(again.front, found.front);
        }
    }
}

/// Compressed bytes that a header reader needs.
const MOST_BEGINNING: u64 = 16;

fn all_forms(envelope: &dyn Envelope) -> impl Iterator<Item = (Option<u64>, &'static Method)> {
    let methods = envelope.methods();
    let versions = envelope.versions().iter().copied().map(Some);
    let none = envelope.versions().is_empty().then_some(None);
    versions
        .chain(none)
        .flat_map(move |version| methods.iter().map(move |method| (version, method)))
}

/// Checks that the header `found` can be written for this version and method and read back. Returns the new header, or
/// `None` if a value does not fit the version.
pub fn header_again(
    envelope: &dyn Envelope,
    (version, method): (Option<u64>, &Method),
    found: &EnvelopeHeader,
    compressed_bytes: &[u8],
) -> Option<EnvelopeHeader> {
    let value = |found: &EnvelopeHeader| found.digest.as_ref().map_or(0, |digest| digest.value);
    let digest = Digest::beginning_with(value(found));
    assert_eq!(length(&found.front), envelope.front_len());
    let info =
        CompressedInfo { len: compressed_place(found).len, decompressed_len: found.decompressed_len.value, digest };
    let plan = match envelope.plan(version, method, &info, &found.front) {
        Ok(plan) => plan,
        // Other versions may have narrower fields.
        Err(error) if version != found.version && is_number(&error.problem) => return None,
        Err(error) => panic!("version {version:?} cannot be written: {error}"),
    };
    let mut bytes = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => bytes.extend_from_slice(piece),
            Piece::Content { .. } => bytes.extend_from_slice(compressed_bytes),
            Piece::Fill { fill, len } => bytes.extend((0..*len).map(|_| *fill)),
        }
    }
    let again = header(envelope, Bytes::windowed(&bytes, plan.len()));
    assert_eq!(plan.places, [compressed_place(&again)]);
    // Compare bytes: as a number, the digest would survive a wrong byte order.
    let stored = again.digest.as_ref().and_then(|declared| {
        let from = usize::try_from(declared.offset).ok()?;
        bytes.get(from..)?.first_chunk::<8>()
    });
    assert_eq!(stored, again.digest.as_ref().and_then(|_| digest.0.first_chunk::<8>()));
    // In a header with a front, fields with a fixed value may change.
    if envelope.front_len() == 0 || again.front == found.front {
        let facts = |found: &EnvelopeHeader| (compressed_place(found).len, found.decompressed_len.value, value(found));
        assert_eq!((again.version, facts(&again)), (version, facts(found)));
    }
    Some(again)
}

fn is_number(problem: &WriteProblem) -> bool {
    matches!(problem, WriteProblem::TooLarge { .. } | WriteProblem::OutOfRange { .. })
}

fn header(envelope: &dyn Envelope, bytes: Bytes<'_>) -> EnvelopeHeader {
    match envelope.read(bytes) {
        Ok(found) => found,
        Err(error) => panic!("a sound header cannot be read: {error:?}"),
    }
}

fn compressed_place(found: &EnvelopeHeader) -> Place {
    match &found.place {
        Ok(place) => *place,
        Err(error) => panic!("the compressed bytes of a sound file are not there: {error}"),
    }
}
