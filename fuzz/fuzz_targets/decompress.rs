//! `decompress` and `compress` of any input: what is decompressed stays so, and is what compressing and decompressing it gives.

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
        // A library in which bundles stay where they are: that is what `prune` is asked.
        return;
    }
    if choices.scan().carve {
        // What is around bundles is left out then, once it is no longer compressed with them.
        return;
    }
    let again = |packed: &[u8]| decompress(input(packed)).map(|(_, out)| out);
    if !report.files.iter().all(|file| file.warnings.is_empty()) {
        // What is no bundle may be taken for a damaged one, where it comes to be behind a bundle.
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
