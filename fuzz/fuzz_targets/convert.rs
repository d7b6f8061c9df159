//! `convert` of any input to every format and version: what is converted holds as many entries, and can be listed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::request::{ContainerFormat, ConvertRequest, FormatVersion, ListRequest};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, STANDARD, input, shown, written};

fuzz_target!(|bytes: &[u8]| {
    let (file, choices) = Choices::of(bytes);
    for format in ContainerFormat::all(&REGISTRY) {
        let versions = format.0.versions().iter().map(|version| Some(FormatVersion(*version)));
        for version in versions.chain([None]) {
            let mut request = ConvertRequest::default();
            request.input = file.clone();
            request.scan = choices.scan();
            request.output = STANDARD.into();
            request.format = Some(format);
            request.version = version;
            request.lossy = choices.has(2);
            let Some((report, out)) = written(|context| ops::convert(&REGISTRY, &request, context)) else {
                continue;
            };
            let mut again = ListRequest::default();
            again.inputs = vec![input(&out)];
            let listed = shown(ops::list(&REGISTRY, &again)).map(|listed| listed.files);
            let bundles = listed.iter().flatten().flat_map(|file| &file.bundles);
            let entries: usize = bundles.map(|bundle| bundle.entries.len()).sum();
            assert_eq!(entries, report.entries.len(), "entries of what was converted");
        }
    }
});
