//! `extract` of any input, into nothing, and the entries of an opened file: each has as many bytes as it says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::ExtractRequest;
use offload_bundle::{OffloadFile, TargetId, ops};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, shown, written};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = ExtractRequest::default();
    request.inputs = vec![input];
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.dry_run = true;
    request.empty = choices.has(2);
    request.lenient = choices.has(3);
    written(|context| ops::extract(&REGISTRY, &request, context));
    let Some(file) = shown(OffloadFile::from_bytes(bytes)) else {
        return;
    };
    for entry in file.entries() {
        let mut out = Vec::new();
        if let Some(len) = shown(entry.write_to(&mut out)) {
            assert_eq!(len, u64::try_from(out.len()).unwrap_or(u64::MAX));
            assert_eq!(shown(entry.bytes()).as_deref(), Some(out.as_slice()));
        }
        if let Some(id) = entry.parsed_id() {
            let serves = shown(file.best_match(&id));
            assert!(
                serves.is_some() || !id.is_compatible_with(&id).compatible,
                "{id} serves itself, and nothing is found"
            );
        }
    }
    let target = TargetId { processor: "", features: Vec::new() };
    for candidate in file.candidates(&target) {
        let _ = candidate.is_compatible();
    }
});
