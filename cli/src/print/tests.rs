//! Text output; and JSON written item by item equals the serialized report.

use std::path::Path;

use offload_bundle::BundleBuilder;
use offload_bundle::ops::{Context, extract, inspect, list, verify};
use offload_bundle::report::Outcome;
use offload_bundle::request::{
    CompressionRequest, EntryRequest, ExtractRequest, InspectRequest, ListForm, ListRequest, TargetCompatRequest,
    UnbundleRequest, VerifyRequest,
};
use offload_bundle_formats::registry::REGISTRY;
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;

use super::{Printer, Settings};

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--one";

/// Without the name of `folder`.
fn printed<T>(folder: &TempDir, json: bool, print: impl FnOnce(&mut Printer<'_>) -> T) -> (T, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let settings = Settings { json, ..Settings::default() };
    let result = print(&mut Printer::new(&mut out, &mut err, settings));
    let [out, err] = [out, err].map(|text| without(folder, &String::from_utf8(text).unwrap()));
    (result, out, err)
}

fn without(folder: &TempDir, text: &str) -> String {
    text.replace(&format!("{}/", folder.path().to_str().unwrap()), "")
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

/// Plain, compressed, truncated, and another file.
fn files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bundle = BundleBuilder::new().entry(HOST, b"").entry(DEVICE, b"code");
    let plain = bundle.to_bytes().unwrap();
    let packed = offload_bundle::compress(&plain, &CompressionRequest::default()).unwrap();
    let mut wrong = packed.clone();
    wrong[24] ^= 1;
    let put = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    put("both", &[plain.as_slice(), &packed].concat());
    put("cut", plain.split_last().unwrap().1);
    put("wrong", &wrong);
    put("other", b"text");
    folder
}

const INPUTS: [&str; 5] = ["both", "other", "cut", "wrong", "missing"];

fn inputs(folder: &TempDir) -> Vec<offload_bundle::input::InputFile> {
    INPUTS.iter().map(|name| path(folder, name).into()).collect()
}

fn json(folder: &TempDir, report: &impl Serialize) -> Value {
    serde_json::from_str(&without(folder, &serde_json::to_string(report).unwrap())).unwrap()
}

#[test]
fn json_in_pieces_is_the_collected_report() {
    let folder = files();
    for (form, lenient) in [(ListForm::Bundles, false), (ListForm::Ids, false), (ListForm::Bundles, true)] {
        let mut request = ListRequest::default();
        (request.inputs, request.form, request.lenient) = (inputs(&folder), form, lenient);
        let (outcome, out, _) = printed(&folder, true, |printer| {
            super::list(printer, &REGISTRY, &request).unwrap()
        });
        let report = list(&REGISTRY, &request).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json(&folder, &report));
        assert_eq!((outcome, report.files.len()), (report.summary.outcome, INPUTS.len()));
    }
    let mut request = InspectRequest::default();
    (request.inputs, request.canonical) = (inputs(&folder), true);
    let (outcome, out, _) = printed(&folder, true, |printer| {
        super::inspect(printer, &REGISTRY, &request).unwrap()
    });
    let report = inspect(&REGISTRY, &request).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json(&folder, &report));
    assert_eq!(outcome, report.summary.outcome);
    let mut request = VerifyRequest::default();
    request.inputs = inputs(&folder);
    let (outcome, out, _) = printed(&folder, true, |printer| {
        super::verify(printer, &REGISTRY, &request).unwrap()
    });
    let report = verify(&REGISTRY, &request).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json(&folder, &report));
    assert_eq!(outcome, report.summary.outcome);
    let mut request = ExtractRequest::default();
    (request.inputs, request.folder, request.dry_run) = (inputs(&folder), folder.path().join("parts"), true);
    let (outcome, out, _) = printed(&folder, true, |printer| {
        super::extract(printer, &REGISTRY, &request, &mut ()).unwrap()
    });
    let report = extract(&REGISTRY, &request, &mut Context::default()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap(), json(&folder, &report));
    assert_eq!((outcome, report.summary.outcome), (Outcome::Failed, Outcome::Failed));
}

#[test]
fn list_prints_row_per_entry() {
    let folder = files();
    let mut request = ListRequest::default();
    request.inputs = vec![path(&folder, "both").into()];
    let (outcome, out, err) = printed(&folder, false, |printer| {
        super::list(printer, &REGISTRY, &request).unwrap()
    });
    let rows: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        rows[0],
        ["bundle", "start", "version", "method", "compressed", "offset", "size", "ID"]
    );
    assert_eq!(rows[2], ["0", "-", "-", "-", "-", rows[4][5], "4", DEVICE]);
    assert_eq!(rows[4][..4], ["1", rows[3][1], "3", "zstd"]);
    assert_eq!((outcome, err.as_str()), (Outcome::Done, ""));
    request.inputs.push(path(&folder, "other").into());
    request.form = ListForm::Ids;
    let (outcome, out, err) = printed(&folder, false, |printer| {
        super::list(printer, &REGISTRY, &request).unwrap()
    });
    assert_eq!(out, format!("{HOST}\n{DEVICE}\n"));
    assert_eq!(
        (outcome, err.as_str()),
        (
            Outcome::Done,
            "note: 1 of 2 files holds no offload bundle; `-v` names them\n"
        )
    );
}

#[test]
fn chosen_entry_is_printed_with_reason() {
    let folder = files();
    let mut request = UnbundleRequest::default();
    request.input = path(&folder, "both").into();
    request.wanted = vec![EntryRequest::new(DEVICE, path(&folder, "out"))];
    request.explain = true;
    let unbundle = |request: &UnbundleRequest| {
        printed(&folder, false, |printer| {
            super::unbundle(printer, &REGISTRY, request, &mut ()).is_ok()
        })
    };
    let (done, out, _) = unbundle(&request);
    assert!(
        done && out.starts_with(&format!("{DEVICE}:\n  bundle 0: {HOST}: no\n    ")),
        "{out}"
    );
    assert!(out.contains(&format!("\n  bundle 0: {DEVICE}: chosen\n    ")), "{out}");
    assert!(
        out.contains(&format!(
            "\n  bundle 1: {DEVICE}: yes, but not the first of the best\n    "
        )),
        "{out}"
    );
    // The reason of an empty result is printed too.
    request.wanted = vec![EntryRequest::new("hip-amdgcn-amd-amdhsa--two", path(&folder, "none"))];
    let (done, out, _) = unbundle(&request);
    assert!(
        !done && out.contains(&format!("\n  bundle 1: {DEVICE}: no\n    ")),
        "{out}"
    );
    assert!(!Path::new(&path(&folder, "none")).exists());
    let mut request = TargetCompatRequest::default();
    (request.stored, request.requested) = (DEVICE.into(), DEVICE.into());
    let report = offload_bundle::ops::target_compat(&REGISTRY, &request).unwrap();
    assert!(super::compatibility(&report, Settings::default()).starts_with("yes\n  "));
}

#[test]
fn unreadable_field_ends_table() {
    let folder = files();
    let mut request = InspectRequest::default();
    request.inputs = vec![path(&folder, "wrong").into()];
    let (outcome, out, err) = printed(&folder, false, |printer| {
        super::inspect(printer, &REGISTRY, &request).unwrap()
    });
    assert!(
        out.starts_with("wrong: compressed clang offload bundle at byte 0x0\n"),
        "{out}"
    );
    assert!(out.contains("unreadable: "), "{out}");
    assert_eq!((outcome, err.lines().count()), (Outcome::Failed, 2));
}
