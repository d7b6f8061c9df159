//! `unbundle` of any input: each entry is requested by its ID, and the output is an entry of the file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::OffloadFile;
use offload_bundle::ops;
use offload_bundle::request::rules::{ScanRules, UnbundleRules};
use offload_bundle::request::{EntryRequest, UnbundleRequest};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, STANDARD, content, shown, written};

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = UnbundleRequest::default();
    request.input = input;
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.allow_missing = choices.has(2);
    request.lenient = choices.has(3);
    request.explain = choices.has(4);
    let unchecked = choices.has(5);
    request.scan = request.scan.with_rules(ScanRules { own_form: false, unchecked });
    let rules = UnbundleRules { unchecked, allow_same_output: true, ..UnbundleRules::default() };
    let mut request = request.with_rules(rules);
    let file = shown(OffloadFile::from_bytes(
        bytes.split_last().map_or(bytes, |(_, bytes)| bytes),
    ));
    let ids: Vec<String> = file
        .iter()
        .flat_map(OffloadFile::entries)
        .filter_map(|entry| entry.id().ok().map(Into::into))
        .take(4)
        .collect();
    request.wanted = ids.into_iter().map(|id| EntryRequest::new(id, STANDARD)).collect();
    written(|context| ops::unbundle(&REGISTRY, &request, context));
    if let Some(file) = file.filter(|_| !choices.scan().carve) {
        request.wanted.truncate(1);
        let done = written(|context| ops::unbundle(&REGISTRY, &request, context));
        let outputs = done
            .iter()
            .flat_map(|(report, out)| report.outputs.iter().map(move |output| (output, out)));
        for (output, out) in outputs {
            assert_eq!(u64::try_from(out.len()), Ok(output.size.0));
            let place = output.bundle.zip(output.entry);
            let stored = place.and_then(|(bundle, entry)| content(&file, bundle, entry));
            assert_eq!(out, &stored.unwrap_or_default(), "not what the file holds");
        }
    }
    request.wanted.clear();
    request.all = true;
    request.dry_run = true;
    written(|context| ops::unbundle(&REGISTRY, &request, context));
});
