//! Laws of formats that hold a container, compressed: the header is read without the compressed bytes, and is written as it was read.

use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::envelope::{CompressedInfo, Digest, Envelope, EnvelopeHeader};
use offload_bundle_core::error::Stop;
use offload_bundle_core::plan::Piece;

use crate::binary::shown;

/// First byte of the header in the input.
const ORIGIN: u64 = 1000;

/// The compressed bytes lie in the file, a window shows the same, and the header that is written of what was read says the same.
pub fn envelope(bytes: &[u8], envelope: &dyn Envelope) {
    let whole = envelope.read(Bytes::new(bytes).at_origin(ORIGIN));
    let shown = shown(bytes);
    let found = envelope.read(Bytes::windowed(shown, length(bytes)).at_origin(ORIGIN));
    match found.as_ref().err().and_then(Stop::needs) {
        Some(upto) => assert!(upto > length(shown), "asks for {upto} bytes, and has {}", shown.len()),
        None => assert_eq!(found, whole, "the first {} bytes are read otherwise", shown.len()),
    }
    let Ok(header) = whole else { return };
    assert_eq!(header.start, ORIGIN);
    assert_eq!(length(&header.front), envelope.front_len());
    let end = ORIGIN.saturating_add(length(bytes));
    assert!(
        header
            .place
            .as_ref()
            .map_or(true, |place| ORIGIN <= place.ofs && place.end() <= end)
    );
    written(envelope, &header, bytes);
}

/// What is known of the compressed bytes makes the header that says it.
fn written(envelope: &dyn Envelope, header: &EnvelopeHeader, bytes: &[u8]) {
    let (Ok(place), Ok(method)) = (&header.place, &header.method) else {
        return;
    };
    if header.version.is_some_and(|version| !envelope.versions().contains(&version)) {
        return;
    }
    let digest = |header: &EnvelopeHeader| header.digest.as_ref().map_or(0, |digest| digest.value);
    let info = CompressedInfo {
        len: place.len,
        decompressed_len: header.decompressed_len.value,
        digest: Digest::beginning_with(digest(header)),
    };
    let plan = match envelope.plan(header.version, method, &info, &header.front) {
        Ok(plan) => plan,
        Err(error) => panic!("what was read cannot be written: {error}"),
    };
    let from = usize::try_from(place.ofs.saturating_sub(ORIGIN)).unwrap_or(usize::MAX);
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    let mut again = Vec::new();
    for piece in &plan.pieces {
        match piece {
            Piece::Bytes(piece) => again.extend_from_slice(piece),
            Piece::Content { .. } => again.extend(bytes.iter().skip(from).take(len)),
            Piece::Fill { fill, len } => again.extend((0..*len).map(|_| *fill)),
        }
    }
    let found = match envelope.read(Bytes::new(&again).at_origin(ORIGIN)) {
        Ok(found) => found,
        Err(error) => panic!("what was written cannot be read: {error:?}"),
    };
    let facts = |header: &EnvelopeHeader| {
        let len = header.place.as_ref().map_or(0, |place| place.len);
        (
            header.version,
            header.method.clone(),
            len,
            header.decompressed_len.value,
            digest(header),
            header.front.clone(),
        )
    };
    // Where the header is made of the front, a part of that which has one value alone comes back as that.
    if envelope.front_len() == 0 || found.front == header.front {
        assert_eq!(facts(&found), facts(header));
    }
}
