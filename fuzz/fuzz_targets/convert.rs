//! `convert` of any input to every format and version: the output can be listed, with the reported IDs and the contents
//! of the input.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::request::{ContainerFormat, ConvertRequest, FormatVersion, ScanRequest};
use offload_bundle::{OffloadFile, ops};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, STANDARD, input, listed, listed_unchecked, shown, written};

/// The contents of a file in order, or `None` if one is not valid.
fn contents(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let file = shown(OffloadFile::from_bytes(bytes))?;
    let contents = file
        .entries()
        .map(|entry| shown(entry.bytes()).map(|bytes| bytes.to_vec()));
    contents.collect()
}

fuzz_target!(|bytes: &[u8]| {
    let (file, choices) = Choices::of(bytes);
    let bytes = bytes.split_last().map_or(bytes, |(_, bytes)| bytes);
    // `OffloadFile` reads whole files and never carves, so open only files with the same listing.
    let can_be_opened = !choices.scan().carve && listed(&file, choices.scan()).is_some();
    let contents = can_be_opened.then(|| contents(bytes)).flatten();
    for format in ContainerFormat::all(&REGISTRY) {
        let versions = format.0.versions().iter().map(|version| Some(FormatVersion(*version)));
        for version in versions.chain([None]) {
            let mut request = ConvertRequest::default();
            request.input = file.clone();
            request.scan = choices.scan();
            request.output = Some(STANDARD.into());
            request.to = Some(format.into());
            request.version = version;
            request.lossy = choices.has(2);
            let Some((report, out)) = written(|context| ops::convert(&REGISTRY, &request, context)) else {
                continue;
            };
            let again = listed_unchecked(&input(&out), ScanRequest::default());
            let bundles = again.iter().flat_map(|again| &again.bundles);
            let entries = bundles.flat_map(|bundle| &bundle.entries);
            let found: Vec<_> = entries.map(|entry| (entry.id.as_deref(), entry.size)).collect();
            let entries = report.entries.iter();
            let reported: Vec<_> = entries
                .map(|entry| (Some(entry.id.as_str()), Some(entry.size)))
                .collect();
            assert_eq!(found, reported, "entries of what was converted");
            let Some(contents) = &contents else { continue };
            let mut contents = contents.iter();
            for entry in shown(OffloadFile::from_bytes(out))
                .iter()
                .flat_map(OffloadFile::entries)
            {
                let content = shown(entry.bytes());
                assert!(
                    content.is_some_and(|content| contents.any(|known| *known == *content)),
                    "a content that the input has not, or not there"
                );
            }
        }
    }
});
