//! `verify` of any input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::request::VerifyRequest;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, shown};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = VerifyRequest::default();
    request.inputs = vec![input];
    request.scan = choices.scan();
    shown(ops::verify(&REGISTRY, &request));
});
