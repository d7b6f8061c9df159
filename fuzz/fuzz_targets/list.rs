//! `list`, `size` and `diff` of any input: the list of IDs agrees with the entries, sums agree with the file, and the
//! file equals itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use offload_bundle::ops;
use offload_bundle::report::{ListReport, ListedEntry, Outcome, SizeRow};
use offload_bundle::request::rules::ScanRules;
use offload_bundle::request::{DiffRequest, ListRequest, SizeBy, SizeRequest};
use offload_bundle_formats::registry::REGISTRY;
use offload_bundle_fuzz::files::{Choices, shown};

fn entries(report: &ListReport) -> impl Iterator<Item = &ListedEntry> {
    let bundles = report.files.iter().flat_map(|file| &file.bundles);
    bundles.flat_map(|bundle| &bundle.entries)
}

fuzz_target!(|bytes: &[u8]| {
    let (input, choices) = Choices::of(bytes);
    let mut request = ListRequest::default();
    request.inputs = vec![input.clone()];
    request.scan = choices
        .scan()
        .with_rules(ScanRules { own_form: false, unchecked: choices.has(6) });
    request.verify = choices.has(4);
    request.lenient = choices.has(5);
    let plain = shown(ops::list(&REGISTRY, &request));
    request.form = choices.has(3).into();
    let report = shown(ops::list(&REGISTRY, &request));
    let (Some(plain), Some(report)) = (plain, report) else {
        return;
    };
    if plain.summary.outcome != Outcome::Done {
        // Inner contents and declared sizes are checked only when entries are shown.
        return;
    }
    assert_eq!(report.summary.outcome, Outcome::Done);
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
    let mut request = SizeRequest::default();
    request.inputs = vec![input.clone()];
    let kernels = choices.has(2);
    request.by = if kernels { SizeBy::Kernel } else { SizeBy::Target };
    let Some(report) = shown(ops::size(&REGISTRY, &request)) else {
        return;
    };
    let sum = |of: fn(&SizeRow) -> u64| report.rows.iter().map(of).fold(0_u64, u64::saturating_add);
    assert_eq!(
        sum(|row| row.sums.size.0),
        report.total.size.0,
        "the rows are all there is"
    );
    let in_file = sum(|row| row.sums.size_in_file.0);
    let parts = [in_file, report.containers_size.0, report.other_size.0];
    assert_eq!(
        parts.into_iter().fold(0, u64::saturating_add),
        report.files_size.0,
        "a file and its parts"
    );

    let mut request = DiffRequest::default();
    (request.before, request.after) = (input.clone(), input);
    let Some(report) = shown(ops::diff(&REGISTRY, &request)) else {
        return;
    };
    assert!(report.changes.is_empty(), "it differs from itself");
    assert_eq!(
        report.same_count, report.after.code_object_count,
        "all of it is the same"
    );
});
