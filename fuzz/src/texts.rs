//! Properties of text formats: valid files can be rewritten, and written files are read back unchanged.

use arbitrary::Unstructured;
use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::testing::text::{self, Bundle, Entries};
use offload_bundle_core::text::{Reader, TextContainer, writable};

pub fn read(bytes: &[u8], text: &TextContainer) {
    let reader = Reader::new(text.format, Bytes::new(bytes), text.parameters);
    let first = reader
        .and_then(|reader| reader.frame().map(|_| ()))
        .and_then(|()| text::read(text.format, Bytes::new(bytes), text.parameters));
    match first {
        Ok(entries) => round_trip(text, entries),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

pub fn written(bytes: &[u8], text: &TextContainer) {
    let Ok(drawn) = Unstructured::new(bytes).arbitrary::<Entries>() else {
        return;
    };
    let kept = writable(text.format, text.parameters, drawn);
    if !kept.is_empty() {
        round_trip(text, kept);
    }
}

fn round_trip(text: &TextContainer, entries: Entries) {
    let parameters = text.parameters.iter().map(|value| value.to_vec()).collect();
    text::round_trip(text.format, &Bundle { parameters, entries });
}
