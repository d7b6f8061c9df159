//! `list` of any input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::request::ListRequest;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, shown};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = ListRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan();
    request.summary = choices.has(2);
    request.ids_only = choices.has(3);
    request.verify = choices.has(4);
    request.lenient = choices.has(5);
    request.unchecked = choices.has(6);
    shown(ops::list(&REGISTRY, &request));
});
