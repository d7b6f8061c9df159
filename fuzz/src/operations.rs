//! The laws of what operations see a binary format as.

use offload_bundle_core::testing::{Face, Typed};

use crate::{containers, envelopes};

/// What the operations see the format as obeys its laws.
pub fn operations(bytes: &[u8], format: &Typed) {
    match format.face {
        Face::Plain => {}
        Face::Container(container) => containers::container(bytes, container),
        Face::Envelope(envelope) => envelopes::envelope(bytes, envelope),
    }
}
