//! `unbundle`.

use super::packed::packed;
use super::{Folder, REGISTRY, Run, written};
use crate::ops::unbundle;
use crate::report::Outcome;
use crate::request::{UnbundleRequest, WantedEntry};

fn request(input: &str, wanted: &[(&str, String)]) -> UnbundleRequest {
    UnbundleRequest {
        input: input.into(),
        wanted: wanted
            .iter()
            .map(|(id, output)| WantedEntry::new(*id, output.clone()))
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
fn the_most_specific_entry_of_all_bundles_wins() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let wanted = [("far--b+x", folder.path("x")), ("far--b+y", folder.path("y")), ("far--c", folder.path("c"))];
    let request = UnbundleRequest { explain: true, ..request(&input, &wanted) };
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
fn an_entry_serves_one_request_where_that_is_asked() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("far--b", b"any")]));
    let wanted = [("far--b+x", folder.path("x")), ("far--b+y", folder.path("y"))];
    let mut request = request(&input, &wanted);
    request.rules.one_request_per_entry = true;
    let error = unbundled(&request).result.unwrap_err();
    assert_eq!(
        folder.strip(&error.to_string()),
        "in: no entry for \"far--b+y\"; there is \"far--b\""
    );
    assert_eq!(error.outcome(), Outcome::Negative);
    assert_eq!(folder.names(), ["in"]);
    request.rules.one_request_per_entry = false;
    unbundled(&request).done();
    assert_eq!(folder.names(), ["in", "x", "y"]);
}

#[test]
fn very_many_entries_are_not_compared_each_with_each() {
    let folder = Folder::new();
    let ids: Vec<String> = (0..5000).map(|number| format!("far--{number}")).collect();
    let entries: Vec<(&str, &[u8])> = ids.iter().map(|id| (id.as_str(), id.as_bytes())).collect();
    let input = folder.put("in", packed(&entries));
    let wanted: Vec<(&str, String)> = ids.iter().map(|id| (id.as_str(), "/dev/null".into())).collect();
    assert_eq!(unbundled(&request(&input, &wanted)).result.unwrap(), Outcome::Done);
}

#[test]
fn missing_entries_are_empty_files_where_that_is_allowed() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let mut request = request(&input, &[("own--a", folder.path("h")), ("far--z", folder.path("z"))]);
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
fn input_that_is_not_sound_is_taken_apart_only_when_told_to() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b"HOME"), ("far--b", b"any")]);
    bytes[12] = 3;
    let input = folder.put("in", bytes);
    let mut request = request(&input, &[("own--a", folder.path("h"))]);
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "inside-frame");
    assert_eq!(folder.names(), ["in"]);
    request.lenient = true;
    let run_ = unbundled(&request);
    assert!(run_.result.is_ok());
    assert!(run_.said.contains("within the header"), "{}", run_.said);
    assert_eq!(folder.get("h").len(), 4);
}

#[test]
fn all_entries_get_safe_names_of_their_own() {
    let folder = Folder::new();
    let input = folder.put(
        "in",
        packed(&[("own--a", b"1"), ("far--../../x", b"2"), ("far--b:+", b"3")]),
    );
    let mut request = request(&input, &[]);
    (request.all, request.folder) = (true, folder.path("new/deep").into());
    unbundled(&request).done();
    assert_eq!(folder.names_in("new/deep").len(), 3);
    assert_eq!(folder.get("new/deep/in.0.far--..%2F..%2Fx"), b"2");
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "exists");
    request.force = true;
    unbundled(&request).done();
}

#[test]
fn folders_that_were_made_go_again_when_it_fails() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let mut request = request(&input, &[("own--a", "/dev/full".into())]);
    (request.all, request.folder) = (true, folder.path("new/deep").into());
    let error = unbundled(&request).error();
    assert_eq!(error, "cannot write /dev/full: No space left on device");
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn outputs_must_be_files_of_their_own() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let same = folder.path("./same");
    let mut request = request(&input, &[("own--a", folder.path("same")), ("far--b", same)]);
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "same-output");
    assert_eq!(folder.names(), ["in"]);
    request.rules.allow_same_output = true;
    unbundled(&request).done();
    assert_eq!(folder.get("same"), b"any");
    request.wanted = vec![WantedEntry::new("own--a", input.clone())];
    assert_eq!(unbundled(&request).result.unwrap_err().code(), "output-is-input");
    assert_eq!(folder.get("in"), sample());
}

#[test]
fn the_report_says_what_went_where() {
    let folder = Folder::new();
    let input = folder.put("in", sample());
    let run_ = unbundled(&request(&input, &[("far--b+y", folder.path("y"))]));
    let report = folder.stripped(&run_.report);
    let output = serde_json::json!({
        "requested": "far--b+y", "bundle": 0, "entry": 1, "id": "far--b", "offset": 76, "size": 3, "output": "y",
        "matching": { "bundles": 1, "of": 2 }, "others": []
    });
    assert_eq!(
        report,
        serde_json::json!({ "file": "in", "outputs": [output], "warnings": [] })
    );
}

#[test]
fn what_serves_a_request_in_other_bundles_is_told() {
    let folder = Folder::new();
    let unit = packed(&[("own--a", b""), ("far--b", b"any"), ("far--b+x", b"x")]);
    let other = packed(&[("far--b", b"other")]);
    let none = packed(&[("own--a", b"HOME"), ("far--c", b"c")]);
    let input = folder.put("in", [unit, none, other].concat());
    let wanted = [("far--b+x", folder.path("x")), ("far--c", folder.path("c")), ("own--a", folder.path("h"))];
    let report = unbundled(&request(&input, &wanted)).report;
    // Where the text is the same, what is less specific in another bundle still counts: each bundle is loaded alone.
    let others = |output: usize| report["outputs"][output]["others"].clone();
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
fn what_comes_nearest_is_told_with_its_reasons() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--a", b"H"), ("far--b+x", b"x"), ("far--c", b"c")]));
    let error = unbundled(&request(&input, &[("far--b+y", folder.path("y"))])).error();
    assert_eq!(
        folder.strip(&error),
        "in: no entry for \"far--b+y\"; there is \"own--a\", \"far--b+x\", \"far--c\"; nearest: \"far--b+x\" (x+ is not none)"
    );
}
