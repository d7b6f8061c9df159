//! `unpack` of any input: each output is an image of the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::rules::UnpackRules;
use offload_bundle::request::{ImageRequest, UnpackRequest};
use offload_bundle::{OffloadFile, ops};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, STANDARD, content, shown, written};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = UnpackRequest::default();
    request.input = input;
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.exact = choices.has(2);
    request.lenient = choices.has(3);
    request.archive = choices.has(4);
    request.dry_run = true;
    let rules = UnpackRules { last_of_several: choices.has(5), ..UnpackRules::default() };
    let mut request = request.with_rules(rules);
    written(|context| ops::unpack(&REGISTRY, &request, context));
    let mut wanted = ImageRequest::any();
    wanted.output = Some(STANDARD.into());
    request.wanted = vec![wanted];
    request.dry_run = false;
    let Some((report, out)) = written(|context| ops::unpack(&REGISTRY, &request, context)) else {
        return;
    };
    let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
    let file = shown(OffloadFile::from_bytes(bytes)).filter(|_| !choices.scan().carve);
    if let (Some(file), [output]) = (file, report.outputs.as_slice()) {
        let stored = content(&file, output.image.bundle, output.image.entry);
        assert_eq!(Some(out), stored, "not what the file holds");
    }
});
