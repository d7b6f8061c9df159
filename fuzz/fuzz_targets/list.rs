//! `list` of any input: the IDs, or the sums for each target, are those of the entries that are listed without that.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::report::{ListReport, ListedEntry, Outcome};
use offload_bundle::request::rules::ScanRules;
use offload_bundle::request::ListRequest;
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, shown};

/// The entries of a listing.
fn entries(report: &ListReport) -> impl Iterator<Item = &ListedEntry> {
    let bundles = report.files.iter().flat_map(|file| &file.bundles);
    bundles.flat_map(|bundle| &bundle.entries)
}

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = ListRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices.scan().by(ScanRules { own_form: false, unchecked: choices.has(6) });
    request.verify = choices.has(4);
    request.lenient = choices.has(5);
    let plain = shown(ops::list(&REGISTRY, &request));
    request.ids_only = choices.has(3);
    // Who asks for both gets the IDs.
    request.summary = choices.has(2) && !choices.has(3);
    let report = shown(ops::list(&REGISTRY, &request));
    let (Some(plain), Some(report)) = (plain, report) else {
        return;
    };
    if plain.outcome != Outcome::Done {
        // What entries hold themselves, and whether all is as declared, is looked at only where entries are shown.
        return;
    }
    assert_eq!(report.outcome, Outcome::Done);
    if let Some(ids) = report.files.iter().find_map(|file| file.ids.as_ref()) {
        let mut expected: Vec<&str> = Vec::new();
        for id in entries(&plain).filter_map(|entry| entry.id.as_deref()) {
            if !expected.contains(&id) {
                expected.push(id);
            }
        }
        let ids: Vec<&str> = ids.iter().map(|id| id.id.as_str()).collect();
        assert_eq!(ids, expected, "the IDs of the entries");
    }
    if let Some(targets) = report.files.iter().find_map(|file| file.summary.as_ref()) {
        let sizes = entries(&plain).filter_map(|entry| entry.size).map(|size| size.0);
        let sizes: Vec<u64> = sizes.filter(|size| *size > 0).collect();
        let count: usize = targets.iter().map(|target| target.code_objects).sum();
        assert_eq!(count, sizes.len(), "the entries that are not empty");
        let size = targets
            .iter()
            .fold(0_u64, |sum, target| sum.saturating_add(target.size.0));
        assert_eq!(size, sizes.into_iter().fold(0, u64::saturating_add), "their bytes");
    }
});
