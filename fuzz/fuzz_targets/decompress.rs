//! `decompress` and `compress` of any input: decompressing again changes nothing, and reverses compression.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::{CompressRequest, DecompressRequest};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, STANDARD, input, written};

fuzz_target!(|bytes: &[u8]| {
    let (file, choices) = Choices::of(bytes);
    let decompress = |input| {
        let mut request = DecompressRequest::default();
        request.input = input;
        request.scan = choices.scan();
        request.output = Some(STANDARD.into());
        written(|context| offload_bundle_rewrite::decompress(&REGISTRY, &request, context))
    };
    let Some((report, plain)) = decompress(file.clone()) else {
        return;
    };
    if report.files.iter().any(|file| file.rewritten.is_some()) {
        // The `prune` target covers libraries with bundles in place.
        return;
    }
    if choices.scan().carve {
        // Carving drops the bytes around bundles once they are decompressed.
        return;
    }
    let again = |packed: &[u8]| decompress(input(packed)).map(|(_, out)| out);
    if !report.files.iter().all(|file| file.warnings.is_empty()) {
        // Other bytes after a bundle may look like a damaged bundle.
        return;
    }
    assert_eq!(again(&plain).as_ref(), Some(&plain), "decompressed again");
    let mut request = CompressRequest::default();
    request.inputs = vec![file];
    request.scan = choices.scan();
    request.output = Some(STANDARD.into());
    if let Some((_, packed)) = written(|context| offload_bundle_rewrite::compress(&REGISTRY, &request, context)) {
        assert_eq!(again(&packed).as_ref(), Some(&plain), "compressed and decompressed");
    }
});
