//! `bundle` and `unbundle`.

use proptest::prelude::*;

use super::formats::packed;
use super::{Folder, REGISTRY, Run, file_type, written};
use crate::ops::{Context, bundle, unbundle};
use crate::report::Outcome;
use crate::request::{BundleRequest, EntryRequest, EntrySource, ScanRequest, UnbundleRequest};

fn request(name: &str, output: &str, entries: &[(&str, &str)]) -> BundleRequest {
    BundleRequest {
        file_type: Some(file_type(name)),
        output: output.into(),
        entries: entries.iter().map(|(id, path)| EntrySource::new(*id, *path)).collect(),
        ..BundleRequest::default()
    }
}

fn bundled(request: &BundleRequest) -> Run {
    written(|context| bundle(&REGISTRY, request, context))
}

#[test]
fn contents_are_aligned() {
    let folder = Folder::new();
    let (a, b) = (folder.put("a", "AAAA"), folder.put("b", ""));
    let mut request = request("packed", &folder.path("out"), &[("own--a", &a), ("far--b", &b)]);
    assert_eq!(bundled(&request).result.unwrap(), Outcome::Done);
    assert_eq!(folder.get("out"), packed(&[("own--a", b"AAAA"), ("far--b", b"")]));
    request.alignment = Some(100);
    let report = bundled(&request).report;
    assert_eq!(folder.get("out").len(), 200);
    assert_eq!(&folder.get("out")[100..104], b"AAAA");
    assert_eq!(
        (&report["size"], &report["entries"][1]["offset"]),
        (&200.into(), &200.into())
    );
    assert_eq!(folder.names(), ["a", "b", "out"]);
}

#[test]
fn failed_bundling_writes_nothing() {
    let folder = Folder::new();
    let (a, out) = (folder.put("a", "A"), folder.put("out", "before"));
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("own--a", &a), ("own--a", &a)], "\"own--a\" is given twice"),
        (
            &[("own--a", &a), ("own--A", &a)],
            "\"own--a\" and \"own--A\" are the same target",
        ),
        (&[("zzz--a", &a)], "\"zzz--a\": unknown kind \"zzz\""),
        (&[("", &a)], "\"\": column 1: expected a kind, found the end"),
        (
            &[("own--\0", &a)],
            "\"own--\\0\": column 6: expected a printable character, found '\\0'",
        ),
        (&[("shy--x", &a)], "expected exactly one host target, found 0"),
        (
            &[("own--a", &a), ("own--b", &a)],
            "expected exactly one host target, found 2",
        ),
        (
            &[("far--a", &a), ("far--a+x", &a)],
            "\"far--a\" and \"far--a+x\" cannot be in one bundle: one leaves open what the other says",
        ),
        (&[("own--a", "missing")], "missing: No such file or directory"),
        (
            &[("own--a", &a), ("far--b", &out)],
            "out: the output is one of the inputs",
        ),
    ];
    for (entries, message) in cases {
        let error = bundled(&request("packed", &out, entries)).error();
        assert_eq!(&folder.strip(&error), message);
        assert_eq!(folder.get("out"), b"before");
    }
    let object = folder.put("object", "OBJECT");
    let error = bundled(&request("packed", &out, &[("own--a", &object)])).error();
    assert_eq!(
        folder.strip(&error),
        "object: not supported as file type \"packed\": sections can be added only to ELF and COFF object files"
    );
    assert_eq!(folder.get("out"), b"before");
    assert_eq!(folder.names(), ["a", "object", "out"]);
}

#[test]
fn host_input_decides_the_form() {
    let folder = Folder::new();
    let (object, plain) = (folder.put("object", "OBJECT"), folder.put("plain", "AAAA"));
    let out = folder.path("out");
    let bundle = |entries: &[(&str, &str)]| {
        let mut request = request("packed", &out, entries);
        request.rules.unchecked = true;
        bundled(&request)
    };
    let (object, plain) = (object.as_str(), plain.as_str());
    for entries in [[("own--a", plain), ("far--b", object)], [("far--b", object), ("own--a", plain)]] {
        bundle(&entries).done();
    }
    for entries in [[("own--a", object), ("far--b", plain)], [("far--b", plain), ("own--a", object)]] {
        let error = bundle(&entries).error();
        assert!(
            error.ends_with("only to ELF and COFF object files"),
            "{entries:?}: {error}"
        );
    }
    bundle(&[("far--a", plain), ("far--b", object)]).done();
    let error = bundle(&[("far--b", object), ("far--a", plain)]).error();
    assert!(error.contains("an object file needs a host entry"), "{error}");
}

#[test]
fn output_replaces_input_if_allowed() {
    let folder = Folder::new();
    let a = folder.put("a", "AAAA");
    let mut request = request("packed", &a, &[("own--a", &a)]);
    request.rules.allow_output_is_input = true;
    bundled(&request).done();
    assert_eq!(folder.get("a"), packed(&[("own--a", b"AAAA")]));
}

#[test]
fn unreadable_content_is_refused() {
    let folder = Folder::new();
    let good = folder.put("good", "%end\nx");
    let bad = folder.put("bad", "xy\n%end\nz");
    let out = folder.path("out");
    let error = bundled(&request("written", &out, &[("own--a", &good), ("far--b", &bad)])).error();
    assert_eq!(
        folder.strip(&error),
        "bad: at byte 0x2: the content cannot be read back: a line %end"
    );
    assert_eq!(folder.names(), ["bad", "good"]);
    bundled(&request("written", &out, &[("own--a", &good)])).done();
    assert_eq!(folder.get("out"), b"\n%begin own--a\n%end\nx\n%end\n");
}

#[test]
fn standard_output_receives_the_bundle() {
    let folder = Folder::new();
    let a = folder.put("a", "A");
    let request = request("written", "-", &[("own--a", &a)]);
    let run_ = bundled(&request);
    assert_eq!(run_.stdout, b"\n%begin own--a\nA\n%end\n");
    assert_eq!(run_.report["output"], "-");
    let error = bundle(&REGISTRY, &request, &mut Context::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot write standard output: standard output is not available"
    );
}

proptest! {
    #[test]
    fn bundled_entries_can_be_listed(contents in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..50), 1..6), alignment in 1..70_u64) {
        let folder = Folder::new();
        let entries: Vec<_> = contents.iter().enumerate().map(|(number, content)| {
            EntrySource::new(format!("far--{number}"), folder.put(&format!("in{number}"), content))
        }).collect();
        let request = BundleRequest { entries, alignment: Some(alignment), ..request("packed", &folder.path("out"), &[]) };
        prop_assert_eq!(bundled(&request).result.unwrap(), Outcome::Done);
        let input = crate::input::Input::open(&request.output).unwrap();
        let scan = crate::scan::scan(&super::REGISTRY, &std::sync::Arc::new(input), &ScanRequest::default()).unwrap();
        prop_assert_eq!(scan.findings().count(), 0);
        let bytes = folder.get("out");
        let listed = &scan.bundles[0].bundle.entries;
        let ids: Vec<&str> = listed.iter().map(|entry| entry.id.as_deref().unwrap()).collect();
        prop_assert_eq!(ids, request.entries.iter().map(|entry| entry.id.as_str()).collect::<Vec<_>>());
        for (entry, content) in listed.iter().zip(&contents) {
            let place = entry.place.clone().unwrap();
            prop_assert_eq!(place.len, content.len() as u64);
            prop_assert!(place.ofs.is_multiple_of(alignment));
            let found = bytes.iter().skip(usize::try_from(place.ofs).unwrap()).take(content.len());
            prop_assert!(found.eq(content));
        }
    }
}

fn unbundle_request(input: &str, wanted: &[(&str, String)]) -> UnbundleRequest {
    UnbundleRequest {
        input: input.into(),
        wanted: wanted
            .iter()
            .map(|(id, output)| EntryRequest::new(*id, output.clone()))
            .collect(),
        ..UnbundleRequest::default()
    }
}

fn unbundled(request: &UnbundleRequest) -> Run {
    written(|context| unbundle(&REGISTRY, request, context))
}

fn sample() -> Vec<u8> {
    let mut bytes = packed(&[("own--a", b"HOME"), ("far--b", b"any")]);
    bytes.extend(packed(&[("far--b+x", b"with x"), ("far--c", b"")]));
    bytes
}

#[test]
fn most_specific_entry_wins_across_bundles() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let wanted = [("far--b+x", folder.path("x")), ("far--b+y", folder.path("y")), ("far--c", folder.path("c"))];
    let request = UnbundleRequest { explain: true, ..unbundle_request(&input, &wanted) };
    let run_ = unbundled(&request);
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    assert_eq!(folder.get("x"), b"with x".to_vec());
    assert_eq!(folder.get("y"), b"any".to_vec());
    assert_eq!(folder.get("c"), b"");
    let explanation = &run_.report["explanations"][0];
    assert_eq!(explanation["requested"], "far--b+x");
    let verdicts = [
        (0, "own--a", false, false, "own is not far"),
        (0, "far--b", true, false, "far for far"),
        (1, "far--b+x", true, true, "far--b+x for far--b+x"),
    ];
    for (entry, (bundle, id, compatible, chosen, reason)) in
        explanation["entries"].as_array().unwrap().iter().zip(verdicts)
    {
        assert_eq!((&entry["bundle"], &entry["id"]), (&bundle.into(), &id.into()));
        assert_eq!(
            (&entry["compatible"], &entry["chosen"]),
            (&compatible.into(), &chosen.into())
        );
        assert_eq!(entry["reasons"][0]["text"], reason);
    }
    assert_eq!(folder.names(), ["c", "in", "x", "y"]);
}

#[test]
fn entry_serves_only_one_request_if_required() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("far--b", b"any")]));
    let wanted = [("far--b+x", folder.path("x")), ("far--b+y", folder.path("y"))];
    let mut request = unbundle_request(&input, &wanted);
    request.rules.one_request_per_entry = true;
    let error = unbundled(&request).result.unwrap_err();
    assert_eq!(
        folder.strip(&error.to_string()),
        "in: no entry for \"far--b+y\"; available: \"far--b\""
    );
    assert_eq!(error.outcome(), Outcome::Negative);
    assert_eq!(folder.names(), ["in"]);
    request.rules.one_request_per_entry = false;
    unbundled(&request).done();
    assert_eq!(folder.names(), ["in", "x", "y"]);
}

#[test]
fn many_entries_are_not_compared_pairwise() {
    let folder = Folder::new();
    let ids: Vec<String> = (0..5000).map(|number| format!("far--{number}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (id.as_str(), id.as_bytes())).collect();
    let input = folder.put("in", packed(&entries));
    let wanted: Vec<(&str, String)> = ids.iter().map(|id| (id.as_str(), "/dev/null".into())).collect();
    assert_eq!(
        unbundled(&unbundle_request(&input, &wanted)).result.unwrap(),
        Outcome::Done
    );
}

#[test]
fn missing_entries_are_empty_files_if_allowed() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let mut request = unbundle_request(&input, &[("own--a", folder.path("h")), ("far--z", folder.path("z"))]);
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "not-found");
    request.allow_missing = true;
    unbundled(&request).done();
    assert_eq!((folder.get("h"), folder.get("z")), (b"HOME".to_vec(), Vec::new()));
    request.input = folder.put("plain", "no container").into();
    unbundled(&request).done();
    assert_eq!(folder.get("h"), b"no container".to_vec());
    assert_eq!(folder.get("z"), b"");
}

#[test]
fn unsound_input_is_unbundled_only_if_lenient() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b"HOME"), ("far--b", b"any")]);
    bytes[12] = 3;
    let input = folder.put("in", bytes);
    let mut request = unbundle_request(&input, &[("own--a", folder.path("h"))]);
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "inside-frame");
    assert_eq!(folder.names(), ["in"]);
    request.lenient = true;
    let run_ = unbundled(&request);
    assert!(run_.result.is_ok());
    assert!(run_.said.contains("inside the header"), "{}", run_.said);
    assert_eq!(folder.get("h").len(), 4);
}

#[test]
fn entries_get_unique_safe_names() {
    let folder = Folder::new();
    let input = folder.put(
        "in",
        packed(&[("own--a", b"1"), ("far--../../x", b"2"), ("far--b:+", b"3")]),
    );
    let mut request = unbundle_request(&input, &[]);
    (request.all, request.folder) = (true, folder.path("new/deep").into());
    unbundled(&request).done();
    assert_eq!(folder.names_in("new/deep").len(), 3);
    assert_eq!(folder.get("new/deep/in.0.far--..%2F..%2Fx"), b"2");
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "exists");
    request.force = true;
    unbundled(&request).done();
}

#[test]
fn new_folders_are_removed_on_failure() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let mut request = unbundle_request(&input, &[("own--a", "/dev/full".into())]);
    (request.all, request.folder) = (true, folder.path("new/deep").into());
    let error = unbundled(&request).error();
    assert_eq!(error, "cannot write /dev/full: No space left on device");
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn outputs_must_be_separate_files() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let same = folder.path("./same");
    let mut request = unbundle_request(&input, &[("own--a", folder.path("same")), ("far--b", same)]);
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "same-output");
    assert_eq!(folder.names(), ["in"]);
    request.rules.allow_same_output = true;
    unbundled(&request).done();
    assert_eq!(folder.get("same"), b"any");
    request.wanted = vec![EntryRequest::new("own--a", input.clone())];
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "output-is-input");
    assert_eq!(folder.get("in"), sample());
}

#[test]
fn report_lists_written_files() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let run_ = unbundled(&unbundle_request(&input, &[("far--b+y", folder.path("y"))]));
    let report = folder.stripped(&run_.report);
    let output = serde_json::json!({
        "requested": "far--b+y", "bundle": 0, "entry": 1, "id": "far--b", "offset": 76, "size": 3, "output": "y",
        "matching": { "bundles": 1, "total": 2 }, "other_matches": []
    });
    assert_eq!(
        report,
        serde_json::json!({ "file": "in", "outputs": [output], "warnings": [] })
    );
}

#[test]
fn serving_entries_of_more_bundles_are_reported() {
    let folder = Folder::new();
    let unit = packed(&[("own--a", b""), ("far--b", b"any"), ("far--b+x", b"x")]);
    let other = packed(&[("far--b", b"other")]);
    let none = packed(&[("own--a", b"HOME"), ("far--c", b"c")]);
    let input = folder.put("in", [unit, none, other].concat());
    let wanted = [("far--b+x", folder.path("x")), ("far--c", folder.path("c")), ("own--a", folder.path("h"))];
    let report = unbundled(&unbundle_request(&input, &wanted)).report;
    // A less specific entry of another bundle counts even if the text is equal: each bundle is loaded separately.
    let others = |output: usize| report["outputs"][output]["other_matches"].clone();
    let start = others(0)[0]["start"].as_u64().unwrap();
    assert_eq!(
        others(0),
        serde_json::json!([{
            "bundle": 2, "entry": 0, "id": "far--b", "start": start, "offset": start + 42, "size": 5
        }])
    );
    assert_eq!(others(1), serde_json::json!([]));
    assert_eq!(others(2)[0]["bundle"], 1);
    assert_eq!((folder.get("x"), folder.get("h")), (b"x".to_vec(), Vec::new()));
}

#[test]
fn nearest_entries_are_reported_with_reasons() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--a", b"H"), ("far--b+x", b"x"), ("far--c", b"c")]));
    let error = unbundled(&unbundle_request(&input, &[("far--b+y", folder.path("y"))])).error();
    assert_eq!(
        folder.strip(&error),
        "in: no entry for \"far--b+y\"; available: \"own--a\", \"far--b+x\", \"far--c\"; nearest: \"far--b+x\" (x+ is not none)"
    );
}
