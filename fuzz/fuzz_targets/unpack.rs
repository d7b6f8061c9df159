//! `unpack` of any input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::request::{UnpackRequest, WantedImage};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, STANDARD, written};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = UnpackRequest::default();
    request.input = input;
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.exact = choices.has(2);
    request.lenient = choices.has(3);
    request.archive = choices.has(4);
    request.last_of_several = choices.has(5);
    request.dry_run = true;
    written(|context| ops::unpack(&REGISTRY, &request, context));
    let mut wanted = WantedImage::any();
    wanted.output = Some(STANDARD.into());
    request.wanted = vec![wanted];
    request.dry_run = false;
    written(|context| ops::unpack(&REGISTRY, &request, context));
});
