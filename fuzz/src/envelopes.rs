//! Properties of compressed formats: the header is read without the compressed bytes, and can be rewritten.

use offload_bundle_core::bytes::{Bytes, length};
use offload_bundle_core::envelope::{Envelope, EnvelopeHeader};
use offload_bundle_core::testing::{ORIGIN, header_again};

use crate::binary::windowed;

pub fn envelope(bytes: &[u8], envelope: &dyn Envelope) {
    let whole = envelope.read(Bytes::new(bytes).at_origin(ORIGIN));
    windowed(bytes, &whole, |window| envelope.read(window.at_origin(ORIGIN)));
    let Ok(header) = whole else { return };
    assert_eq!(header.start, ORIGIN);
    let end = ORIGIN.saturating_add(length(bytes));
    assert!(
        header
            .place
            .as_ref()
            .map_or(true, |place| ORIGIN <= place.ofs && place.end() <= end)
    );
    written(envelope, &header, bytes);
}

/// The facts about the compressed bytes give the same header.
fn written(envelope: &dyn Envelope, header: &EnvelopeHeader, bytes: &[u8]) {
    let (Ok(place), Ok(method)) = (&header.place, &header.method) else {
        return;
    };
    if header
        .version
        .is_some_and(|version| !envelope.versions().contains(&version))
    {
        return;
    }
    let from = usize::try_from(place.ofs.saturating_sub(ORIGIN)).unwrap_or(usize::MAX);
    let len = usize::try_from(place.len).unwrap_or(usize::MAX);
    let compressed = bytes.get(from..from.saturating_add(len)).unwrap_or_default();
    let again = header_again(envelope, (header.version, method), header, compressed);
    let alike = again.filter(|again| again.front == header.front);
    assert!(alike.is_none_or(|again| again.method == header.method));
}
