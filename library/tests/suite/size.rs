//! `size` of every fixture.

use std::collections::BTreeSet;
use std::fs;

use offload_bundle::REGISTRY;
use offload_bundle::input::Input;
use offload_bundle::ops::size;
use offload_bundle::report::{CodePart, Outcome, SizeReport, SizeRow};
use offload_bundle::request::{ByteSize, SizeBy, SizeRequest};

use crate::support;
use crate::support::{about, files_below, fixtures, listed, target};

fn of(inputs: Vec<Input>, by: SizeBy) -> SizeReport {
    let mut request = SizeRequest::default();
    request.inputs = inputs.into_iter().map(Into::into).collect();
    request.by = by;
    size(&REGISTRY, &request).unwrap()
}

fn sum(rows: &[SizeRow], of: fn(&SizeRow) -> u64) -> u64 {
    rows.iter().map(of).sum()
}

fn bundle(processors: &[(&str, usize)]) -> Vec<u8> {
    let entries = processors.iter().map(|(name, len)| (*name, &[b'.'; 64][..*len]));
    support::bundle(&entries.collect::<Vec<_>>())
}

#[test]
fn fixture_bytes_are_counted_once() {
    let mut seen = 0;
    for path in files_below(&fixtures()) {
        let listed = listed(path.as_path());
        let bundles = listed.files.iter().flat_map(|file| &file.bundles);
        let places: BTreeSet<_> = bundles
            .flat_map(|bundle| {
                bundle
                    .entries
                    .iter()
                    .map(|entry| (bundle.bundle, entry.offset, entry.size))
            })
            .filter(|(_, _, size)| size.is_some_and(|size| size.0 > 0))
            .collect();
        let mut totals = Vec::new();
        for (word, by) in SizeBy::ALL {
            let input = Input::open(&path).unwrap();
            let report = of(vec![input], by);
            let at = format!("{} by {word}", path.display());
            assert_eq!(sum(&report.rows, |row| row.sums.size.0), report.total.size.0, "{at}");
            let in_file = sum(&report.rows, |row| row.sums.size_in_file.0);
            assert_eq!(in_file, report.total.size_in_file.0, "{at}");
            let all = in_file + report.containers_size.0 + report.other_size.0;
            assert_eq!(all, report.files_size.0, "{at}");
            assert!(
                report
                    .rows
                    .is_sorted_by_key(|row| std::cmp::Reverse(row.sums.size_in_file.0)),
                "{at}"
            );
            seen += report.rows.len();
            totals.push((report.total, report.containers_size));
        }
        totals.dedup();
        assert_eq!(totals.len(), 1, "{}: {totals:?}", path.display());
        let (total, _) = &totals[0];
        let listed: u64 = places.iter().filter_map(|(.., size)| *size).map(|size| size.0).sum();
        assert!(total.size.0 <= listed, "{}", path.display());
    }
    assert_eq!(seen, 1343);
}

#[test]
fn compressed_size_is_shared_proportionally() {
    let path = fixtures().join("compressed/device.22.hipfb");
    let one = fs::metadata(&path).unwrap().len();
    let two = Input::from_bytes("two", fs::read(&path).unwrap().repeat(2));
    let report = of(vec![two], SizeBy::Target);
    let row = |row: &SizeRow| (row.target.clone().unwrap(), row.sums.size.0, row.sums.bundle_count);
    let rows: Vec<_> = report.rows.iter().map(row).collect();
    assert_eq!(
        rows,
        [("gfx90a:xnack+".to_owned(), 2 * 4616, 2), ("gfx906".to_owned(), 2 * 3544, 2)]
    );
    assert_eq!((report.files_size.0, report.other_size.0), (2 * one, 0));
    assert!(
        report.total.size_in_file.0 > 0 && report.containers_size.0 > 0,
        "{report:?}"
    );
}

#[test]
fn shared_bytes_count_once() {
    let mut bytes = bundle(&[("gfx906", 40), ("gfx90a", 50)]);
    // The offset and length of the second entry with code.
    let at = |id: &str| bytes.windows(id.len()).position(|here| here == id.as_bytes()).unwrap() - 24;
    let (first, second) = (at("hip-amdgcn-amd-amdhsa--gfx906"), at("hip-amdgcn-amd-amdhsa--gfx90a"));
    let place = bytes[first..first + 16].to_vec();
    bytes[second..second + 16].copy_from_slice(&place);
    let len = bytes.len();
    let request: SizeRequest = about(Input::from_bytes("shared", bytes));
    let report = size(&REGISTRY, &request).unwrap();
    let sizes: Vec<u64> = report.rows.iter().map(|row| row.sums.size.0).collect();
    assert_eq!((sizes, report.files_size.0), (vec![40], len as u64));
    assert_eq!(report.total.code_object_count, 2);
}

#[test]
fn budget_and_filters_cover_all_files() {
    let inputs = || {
        let one = Input::from_bytes("one", bundle(&[("gfx906", 10), ("gfx1030", 20)]));
        let two = Input::from_bytes("two", [bundle(&[("gfx906", 30)]), bundle(&[("gfx906", 1)])].concat());
        vec![one, two]
    };
    let report = of(inputs(), SizeBy::Target);
    let row = |row: &SizeRow| {
        (
            row.target.clone().unwrap(),
            row.sums.size.0,
            row.sums.bundle_count,
            row.sums.file_count,
        )
    };
    let rows: Vec<_> = report.rows.iter().map(row).collect();
    assert_eq!(
        rows,
        [("gfx906".to_owned(), 41, 3, 2), ("gfx1030".to_owned(), 20, 1, 1)]
    );
    assert_eq!(report.total.bundle_count, 3);
    assert_eq!(report.total.file_count, 2);
    assert_eq!(report.outcome, Outcome::Done);
    let by_file = of(inputs(), SizeBy::File);
    let names: Vec<String> = by_file
        .rows
        .iter()
        .map(|row| row.file.as_ref().unwrap().to_string())
        .collect();
    assert_eq!(names, ["two", "one"]);
    let by_bundle = of(inputs(), SizeBy::Bundle);
    let bundles: Vec<_> = by_bundle.rows.iter().map(|row| (row.bundle, row.sums.size.0)).collect();
    assert_eq!(bundles, [(Some(0), 30), (Some(0), 30), (Some(1), 1)]);

    let mut request = SizeRequest::default();
    request.inputs = inputs().into_iter().map(Into::into).collect();
    request.budget = Some(ByteSize(61));
    let within = size(&REGISTRY, &request).unwrap();
    assert_eq!((within.over_budget, within.outcome), (false, Outcome::Done));
    request.budget = Some(ByteSize(60));
    let over = size(&REGISTRY, &request).unwrap();
    assert_eq!((over.over_budget, over.outcome), (true, Outcome::Negative));
    request.filter.targets = vec![target("gfx1030")];
    let filtered = size(&REGISTRY, &request).unwrap();
    assert_eq!((filtered.over_budget, filtered.total.size.0), (false, 20));
    assert_eq!(filtered.containers_size, over.containers_size);
    assert_eq!(filtered.other_size.0, over.other_size.0 + 41);
    request.filter.targets = vec![target("gfx1100")];
    let none = size(&REGISTRY, &request).unwrap();
    assert_eq!(
        (none.rows.len(), none.error.is_some(), none.outcome),
        (0, true, Outcome::Negative)
    );
}

#[test]
fn kernels_are_separated_from_other_parts() {
    let of = |mangled| {
        let mut request: SizeRequest = about(fixtures().join("objects/hip.22.so").as_path());
        request.filter.targets = vec![target("gfx90a")];
        (request.by, request.mangled) = (SizeBy::Kernel, mangled);
        size(&REGISTRY, &request).unwrap()
    };
    let report = of(false);
    let row = |part, size: u64| (None, Some(part), size);
    let rows: Vec<_> = report
        .rows
        .iter()
        .map(|row| (row.kernel.clone(), row.part, row.sums.size.0))
        .collect();
    // `llvm-readelf`: the kernel has 76 bytes, its descriptor 64; the section with code has 1152, the note 596, the
    // comment 67.
    assert_eq!(
        rows,
        [
            row(CodePart::Padding, 1692),
            row(CodePart::OtherCode, 1152 - 76),
            row(CodePart::Symbols, 1045),
            row(CodePart::Metadata, 596),
            (Some("add(float*, float const*, int)".to_owned()), None, 76 + 64),
            row(CodePart::Other, 67),
        ]
    );
    let names = of(true).rows.into_iter().filter_map(|row| row.kernel);
    assert_eq!(names.collect::<Vec<_>>(), ["_Z3addPfPKfi"]);
}

#[test]
fn code_without_elf_is_opaque() {
    let report = of(
        vec![Input::from_bytes("text", bundle(&[("gfx906", 10)]))],
        SizeBy::Kernel,
    );
    let rows: Vec<_> = report.rows.iter().map(|row| (row.part, row.sums.size.0)).collect();
    assert_eq!(rows, [(Some(CodePart::Opaque), 10)]);
}

#[test]
fn thin_archive_members_are_separate_files() {
    let folder = tempfile::tempdir().unwrap();
    let members = [("one.o", bundle(&[("gfx906", 10)])), ("two.o", bundle(&[("gfx906", 30)]))];
    let mut archive = b"!<thin>\n".to_vec();
    let names: String = members.iter().map(|(name, _)| format!("{name}/\n")).collect();
    archive.extend(
        format!(
            "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n{names}",
            "//",
            "",
            "",
            "",
            "",
            names.len()
        )
        .bytes(),
    );
    for ((name, bytes), at) in members.iter().zip([0, 7]) {
        fs::write(folder.path().join(name), bytes).unwrap();
        let len = bytes.len();
        archive.extend(
            format!(
                "{:<16}{:<12}{:<6}{:<6}{:<8}{len:<10}`\n",
                format!("/{at}"),
                0,
                0,
                0,
                644
            )
            .bytes(),
        );
    }
    let path = folder.path().join("thin.a");
    fs::write(&path, &archive).unwrap();
    let report = of(vec![Input::open(&path).unwrap()], SizeBy::Bundle);
    let rows: Vec<_> = report
        .rows
        .iter()
        .map(|row| (row.bundle, row.sums.size_in_file.0))
        .collect();
    assert_eq!(rows, [(Some(1), 30), (Some(0), 10)]);
    let all = archive.len() + members.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    assert_eq!(report.files_size.0, all as u64);
    let sum = report.total.size_in_file.0 + report.containers_size.0 + report.other_size.0;
    assert_eq!(sum, all as u64);
    // Members of a normal archive do not count twice.
    let thick = Input::open(fixtures().join("kinds/archive.22.a")).unwrap();
    let len = thick.len();
    assert_eq!(of(vec![thick], SizeBy::Bundle).files_size.0, len);
}
