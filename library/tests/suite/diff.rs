//! `diff`.

use std::fs;

use offload_bundle::REGISTRY;
use offload_bundle::input::Input;
use offload_bundle::ops;
use offload_bundle::report::{Change, DiffReport, DiffSide, Outcome};
use offload_bundle::request::DiffRequest;

use crate::support;
use crate::support::{diff, fixtures, own, targets};

fn bundle(entries: &[(&str, &str)]) -> Vec<u8> {
    let entries: Vec<(&str, &[u8])> = entries
        .iter()
        .map(|(name, content)| (*name, content.as_bytes()))
        .collect();
    support::bundle(&entries)
}

fn in_memory(before: Vec<u8>, after: Vec<u8>) -> DiffReport {
    diff(Input::from_bytes("before", before), Input::from_bytes("after", after))
}

fn rows(report: &DiffReport) -> Vec<(Change, String, String, u64, u64)> {
    let rows = report.changes.iter().map(|change| {
        let file = change.file.as_ref().map(ToString::to_string).unwrap_or_default();
        let target = change.target.clone().unwrap_or_default();
        (change.change, target, file, change.before_size.0, change.after_size.0)
    });
    rows.collect()
}

#[test]
fn targets_are_added_removed_and_changed() {
    let before = bundle(&[("gfx906", "one"), ("gfx90a", "two"), ("gfx1030", "three")]);
    let after = bundle(&[("gfx906", "one"), ("gfx90a", "other"), ("gfx1100", "four")]);
    let report = in_memory(before.clone(), after);
    let row = |change, target: &str, before, after| (change, target.to_owned(), String::new(), before, after);
    assert_eq!(
        rows(&report),
        [
            row(Change::Changed, "gfx90a", 3, 5),
            row(Change::Removed, "gfx1030", 5, 0),
            row(Change::Added, "gfx1100", 0, 4),
        ]
    );
    assert_eq!((report.same_count, report.outcome), (1, Outcome::Negative));
    let same = in_memory(before.clone(), before);
    assert_eq!(same.changes.len(), 0);
    assert_eq!(same.same_count, 3);
    assert_eq!(same.outcome, Outcome::Done);
}

#[test]
fn moved_or_compressed_code_is_the_same() {
    let [one, two] = [("gfx906", "one"), ("gfx90a", "two")].map(|entry| bundle(&[entry]));
    let apart = [two, one].concat();
    let report = in_memory(bundle(&[("gfx906", "one"), ("gfx90a", "two")]), apart);
    assert_eq!((report.changes.len(), report.outcome), (0, Outcome::Done));
    assert_eq!((report.before.bundle_count, report.after.bundle_count), (1, 2));
    let library = |name: &str| fixtures().join("objects").join(name);
    let report = diff(library("hip.22.so"), library("hip-compressed.22.so"));
    assert_eq!(report.changes.len(), 0);
    assert_eq!(report.same_count, 2);
    // Each of several equal code objects counts.
    let twice = bundle(&[("gfx906", "one")]).repeat(2);
    let (one, two) = (twice.len() as u64 / 2, twice.len() as u64);
    let report = in_memory(bundle(&[("gfx906", "one")]), twice);
    assert_eq!((report.same_count, report.changes[0].after_count), (1, 1));
    assert_eq!((report.before.files_size.0, report.after.files_size.0), (one, two));
}

#[test]
fn folder_files_are_compared_by_path() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    write("before/lib/a", &bundle(&[("gfx906", "one")]));
    write("before/b", &bundle(&[("gfx90a", "two")]));
    write("before/text", b"no bundle");
    write("after/a", &bundle(&[("gfx906", "one")]));
    write("after/b", &bundle(&[("gfx90a", "three")]));
    write("after/c", &bundle(&[("gfx90a", "four")]));
    let report = diff(folder.path().join("before"), folder.path().join("after"));
    let row = |change, file: &str, before, after| (change, "gfx90a".to_owned(), file.to_owned(), before, after);
    assert_eq!(
        rows(&report),
        [row(Change::Changed, "b", 3, 5), row(Change::Added, "c", 0, 4)]
    );
    assert_eq!(report.before.file_count, 2);
    assert_eq!(report.after.file_count, 3);
    assert_eq!(report.same_count, 1);
    let sizes = |names: [&str; 2]| names.map(|name| fs::metadata(folder.path().join(name)).unwrap().len());
    let sizes = sizes(["before/lib/a", "before/b"]);
    assert_eq!(report.before.files_size.0, sizes.iter().sum::<u64>());
    // The first of equal code objects existed before.
    write("after/d", &bundle(&[("gfx90a", "four")]));
    write("before/c", &bundle(&[("gfx90a", "four")]));
    let report = diff(folder.path().join("before"), folder.path().join("after"));
    assert_eq!(
        rows(&report),
        [row(Change::Changed, "b", 3, 5), row(Change::Added, "d", 0, 4)]
    );
    assert!(report.before.files.is_empty());
    let without = |side: &DiffSide| (side.without_bundles_count, side.passed_over.len());
    assert_eq!((without(&report.before), without(&report.after)), ((1, 1), (0, 0)));
}

#[test]
fn top_folder_may_be_renamed() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in
        [("before/app-1.0/lib/a", "one"), ("after/app-1.1/lib/a", "other"), ("after/app-1.1/b", "new")]
    {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bundle(&[("gfx906", content)])).unwrap();
    }
    let report = diff(folder.path().join("before"), folder.path().join("after"));
    let told: Vec<_> = rows(&report)
        .into_iter()
        .map(|(change, _, file, ..)| (change, file))
        .collect();
    let row = |change, file: &str| (change, file.to_owned());
    assert_eq!(
        told,
        [row(Change::Added, "app-1.1/b"), row(Change::Changed, "app-1.0/lib/a")]
    );
    // A file outside the common folder.
    fs::write(folder.path().join("after/c"), bundle(&[("gfx906", "more")])).unwrap();
    let report = diff(folder.path().join("before"), folder.path().join("after"));
    assert!(
        report.changes.iter().all(|change| change.change != Change::Changed),
        "{report:?}"
    );
}

#[test]
fn filters_limit_comparison_and_errors_are_reported() {
    let (before, after) = (
        bundle(&[("gfx906", "one"), ("gfx90a", "two")]),
        bundle(&[("gfx906", "one")]),
    );
    let mut request = DiffRequest::default();
    request.before = Input::from_bytes("before", before).into();
    request.after = Input::from_bytes("after", after.clone()).into();
    request.filter.targets = targets(&["gfx906"]);
    assert_eq!(ops::diff(&REGISTRY, &request).unwrap().outcome, Outcome::Done);

    let report = in_memory(after[..after.len() - 1].to_vec(), after);
    assert_eq!((report.outcome, report.before.files.len()), (Outcome::Failed, 1));
    let nothing = in_memory(b"no bundle".to_vec(), b"none".to_vec());
    assert_eq!((nothing.outcome, nothing.before.files.len()), (Outcome::Negative, 1));
}

/// Two separately registered images are one unit, as everywhere.
#[test]
fn unit_counts_agree_with_supports() {
    let sycl = own("sycl");
    let report = diff(sycl.join("dpcpp-v2.so"), sycl.join("llvm-lld.so"));
    let counts = |side: &DiffSide| (side.bundle_count, side.unit_count);
    assert_eq!((counts(&report.before), counts(&report.after)), ((2, 1), (1, 1)));
    let report = in_memory(bundle(&[("gfx906", "one")]), bundle(&[("gfx906", "one")]).repeat(3));
    assert_eq!((counts(&report.before), counts(&report.after)), ((1, 1), (3, 3)));
}
