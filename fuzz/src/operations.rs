//! Properties of binary formats in operations.

use offload_bundle_core::testing::{Face, Typed};

use crate::{containers, envelopes};

pub fn operations(bytes: &[u8], format: &Typed) {
    match format.face {
        Face::Plain => {}
        Face::Container(container) => containers::container(bytes, container),
        Face::Envelope(envelope) => envelopes::envelope(bytes, envelope),
    }
}
