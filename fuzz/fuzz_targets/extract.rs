//! `extract` of any input, without output: it takes the listed entries. The entries of an opened file have their
//! declared lengths.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::report::{ExtractReport, ListedFile, Outcome};
use offload_bundle::request::ExtractRequest;
use offload_bundle::{OffloadFile, TargetId, ops};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, NOWHERE, is_all, listed, shown, written};

/// Extracted entries are listed with the same ID, place and length. With empty entries, they are complete.
fn as_listed(report: &ExtractReport, listed: &ListedFile, with_empty: bool) {
    for output in &report.outputs {
        let bundle = listed.bundles.iter().find(|bundle| bundle.bundle == output.bundle);
        let mut entries = bundle.into_iter().flat_map(|bundle| &bundle.entries);
        let Some(entry) = entries.find(|entry| entry.entry == output.entry) else {
            panic!("extracted, and not listed: {output:?}")
        };
        assert_eq!(
            (&output.id, Some(output.offset), Some(output.size)),
            (&entry.id, entry.offset, entry.size),
            "extracted otherwise than listed"
        );
    }
    if with_empty {
        is_all(report, listed);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = ExtractRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan();
    request.folder = NOWHERE.into();
    request.dry_run = true;
    request.empty = choices.has(2);
    request.lenient = choices.has(3);
    let extracted = written(|context| ops::extract(&REGISTRY, &request, context));
    let extracted = extracted.filter(|(report, _)| report.summary.outcome == Outcome::Done);
    if let Some((report, _)) = extracted
        && let Some(listed) = listed(&input, choices.scan())
    {
        as_listed(&report, &listed, request.empty && !request.lenient);
    }
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
            let serves = shown(file.best_match(&id)).flatten();
            assert!(
                serves.is_some() || !id.is_compatible_with(&id).compatible,
                "{id} serves itself, and nothing is found"
            );
        }
    }
    let target = TargetId { processor: "", features: Vec::new() };
    for candidate in file.candidates(&target).into_iter().flatten() {
        let _ = candidate.is_compatible();
    }
});
