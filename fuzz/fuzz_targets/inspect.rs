//! `inspect` of any input: valid fields are within the file, and every listed bundle is described.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::request::InspectRequest;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, listed, shown};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = InspectRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan();
    request.canonical = choices.has(2);
    let Some(file) = shown(ops::inspect(&REGISTRY, &request)).and_then(|mut report| report.files.pop()) else {
        return;
    };
    let len = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    let in_file = file.parts.iter().filter(|part| part.place.file == input.name());
    for row in in_file
        .clone()
        .flat_map(|part| &part.rows)
        .filter(|row| row.error.is_none())
    {
        let end = row.offset.0.checked_add(row.size.0);
        assert!(end.is_some_and(|end| end <= len), "outside of the file: {row:?}");
    }
    let listed = listed(&input, choices.scan());
    let bundles = listed.iter().flat_map(|listed| &listed.bundles);
    for bundle in bundles.filter(|bundle| bundle.by_itself && bundle.member.is_none()) {
        let is_same = |offset, format| (offset, format) == (bundle.offset, bundle.format);
        assert!(
            in_file
                .clone()
                .any(|part| is_same(part.place.offset, part.place.format)),
            "listed, and not explained: {bundle:?}"
        );
    }
});
