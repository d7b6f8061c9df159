//! `list` and `inspect`, also of nested bundles; `target`.

use serde_json::{Value, json};

use super::formats::{METHODS, Wrap, packed};
use super::{Folder, REGISTRY, Run, inspect, list, listing, written};
use crate::input::Input;
use crate::ops::{self, Context, compress, target_canonical, target_compat, target_parse};
use crate::report::Outcome;
use crate::request::rules::ScanRules;
use crate::request::{
    CompressRequest, CompressionMethod, CompressionRequest, InspectRequest, ListForm, ListRequest, ScanRequest,
    TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest,
};

fn request(inputs: &[&str]) -> ListRequest {
    ListRequest { inputs: inputs.iter().map(|input| (*input).into()).collect(), ..ListRequest::default() }
}

#[test]
fn every_entry_is_listed() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b"AAAA"), ("far--b", b"")]);
    bytes.extend([0; 100]);
    bytes.extend(packed(&[("own--a", b"B")]));
    let input = folder.put("in", bytes);
    let run_ = list(&request(&[&input]));
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    let bundles = run_.report["files"][0]["bundles"].as_array().unwrap();
    let entries = bundles.iter().flat_map(|bundle| {
        let entries = bundle["entries"].as_array().unwrap();
        entries
            .iter()
            .map(|entry| json!([bundle["bundle"], entry["offset"], entry["size"], entry["id"]]))
    });
    assert_eq!(
        entries.collect::<Vec<_>>(),
        [json!([0, 72, 4, "own--a"]), json!([0, 76, 0, "far--b"]), json!([1, 218, 1, "own--a"])]
    );
    let ids_only = list(&ListRequest {
        form: ListForm::Ids,
        scan: ScanRequest::default().with_rules(ScanRules { unchecked: true, own_form: false }),
        ..request(&[&input])
    })
    .report;
    assert_eq!(
        ids_only["files"][0]["ids"],
        json!([{ "id": "own--a", "canonical": "own--a" }, { "id": "far--b", "canonical": "far--b" }])
    );
    assert_eq!(ids_only["files"][0]["bundles"], json!([]));
}

#[test]
fn failed_input_has_its_error_in_report() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--A", b"AAAA")]));
    let other = folder.put("other", "text");
    let run_ = list(&request(&[&other, &input]));
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    assert_eq!(folder.strip(&run_.said), "other: not an offload bundle\n");
    let entry = json!({ "entry": 0, "id": "own--A", "canonical": "own--a", "offset": 42, "size": 4 });
    let bundle = json!({
        "bundle": 0, "offset": 0, "size": 46, "format": "packed", "section": null, "compression": null, "entries": [entry],
    });
    let error = json!({ "code": "not-a-bundle", "message": "other: not an offload bundle" });
    assert_eq!(
        folder.stripped(&run_.report),
        json!({ "files": [
            { "file": "other", "bundles": [], "warnings": [], "external_code": [], "error": error },
            { "file": "in", "bundles": [bundle], "warnings": [], "external_code": [] },
        ], "totals": { "file_count": 2, "without_bundles_count": 1 }, "notes": [] })
    );
}

#[test]
fn malformed_bundle_is_listed_only_if_lenient() {
    let folder = Folder::new();
    let good = folder.put("good", packed(&[("own--a", b"A")]));
    let bytes = packed(&[("own--a", b"AAAA"), ("far--b", b"BBBB")]);
    let input = folder.put("in", &bytes[..bytes.len() - 1]);
    let strict = list(&request(&[&input, &good]));
    assert_eq!(strict.result.unwrap(), Outcome::Failed);
    let files = &strict.report["files"];
    assert_eq!(files[0]["bundles"], json!([]));
    assert_eq!(files[1]["bundles"][0]["size"], json!(43));
    assert_eq!(
        folder.strip(&strict.said),
        "in: 0x32 (entries[1].len): runs past the end of the file: expected at most 3 bytes, found 4\n\
         in: at byte 0x32 (entries[1].len): runs past the end of the file: expected at most 3 bytes, found 4\n"
    );
    let lenient = list(&ListRequest { lenient: true, ..request(&[&input]) });
    assert_eq!(lenient.result.unwrap(), Outcome::Done);
    let file = &lenient.report["files"][0];
    let entry = json!({ "entry": 1, "id": "far--b", "canonical": "far--b", "offset": null, "size": null });
    assert_eq!(file["bundles"][0]["entries"][1], entry);
    assert_eq!(
        (
            &file["warnings"][0]["bundle"],
            &file["warnings"][0]["entry"],
            &file["warnings"][0]["severity"]
        ),
        (&json!(0), &json!(1), &json!("error"))
    );
}

#[test]
fn verify_option_checks_compressed_bundles() {
    let folder = Folder::new();
    let plain = folder.put("plain", packed(&[("own--a", b"AAAA")]));
    let request_ = CompressRequest {
        inputs: vec![plain.into()],
        output: Some(folder.path("out").into()),
        ..CompressRequest::default()
    };
    compress(&REGISTRY, &request_, &mut Context::default()).unwrap();
    let verify = ListRequest { verify: true, ..request(&[&folder.path("out")]) };
    let report = ops::list(&REGISTRY, &verify).unwrap();
    assert!(report.files[0].bundles[0].compression.as_ref().unwrap().took.is_some());
    let mut wrong = folder.get("out");
    wrong[6] ^= 1;
    folder.put("out", wrong);
    let run_ = list(&verify);
    assert_eq!(run_.result.unwrap(), Outcome::Failed);
    assert!(run_.said.contains("(digest)"), "{}", run_.said);
}

#[test]
fn inspect_explains_fields_before_the_error() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b"A")]);
    bytes.extend_from_slice(b"PACK\x01");
    let input = folder.put("in", bytes);
    let request = InspectRequest { inputs: vec![input.into()], canonical: true, ..InspectRequest::default() };
    let run_ = inspect(&request);
    assert_eq!(run_.result.unwrap(), Outcome::Failed);
    let file = &folder.stripped(&run_.report)["files"][0];
    let message = "in: at byte 0x2f (count): the file ends too early: the field needs 8 bytes, but 1 is left";
    assert_eq!(file["error"], json!({ "code": "truncated", "message": message }));
    let rows = file["parts"][0]["rows"].as_array().unwrap();
    let id = rows.iter().find(|row| row["path"] == "entries[0].id").unwrap();
    assert_eq!(id["value"], json!("\"own--a\""));
    assert_eq!(id["meaning"], json!("Made up."));
    assert_eq!(rows[1]["number"], 1);
    assert_eq!(file["parts"][0]["value"]["entries"][0]["id"], "own--a");
    let cut = &file["parts"][1];
    assert_eq!(cut["rows"][0]["offset"], json!(0x2b));
    assert_eq!(cut["rows"][0]["size"], json!(4));
    assert_eq!(cut["findings"][0]["offset"], json!(0x2f));
    assert_eq!(cut["findings"][0]["path"], json!("count"));
    assert_eq!(file["warnings"][0]["code"], "truncated");
}

#[test]
fn inspect_shows_only_places_of_unrequested_parts() {
    let folder = Folder::new();
    let two = [packed(&[("own--a", b"A")]), packed(&[("far--b", b"B")])].concat();
    let inputs = vec![folder.put("in", &two).into(), folder.put("other", two).into()];
    let all = InspectRequest { inputs, canonical: true, ..InspectRequest::default() };
    let parts = |request: &InspectRequest| {
        let report = ops::inspect(&REGISTRY, request).unwrap();
        report.files.into_iter().flat_map(|file| file.parts).collect::<Vec<_>>()
    };
    let whole = parts(&all);
    // Parts are counted over all inputs.
    let some = parts(&InspectRequest { parts: Some(1..3), ..all });
    assert_eq!((whole.len(), some.len()), (4, 4));
    for (number, (part, whole)) in some.iter().zip(&whole).enumerate() {
        assert_eq!(part.place, whole.place);
        assert!(!whole.rows.is_empty());
        match number {
            1 | 2 => assert_eq!(part, whole),
            _ => assert!(part.rows.is_empty() && part.end.value.is_none()),
        }
    }
}

#[test]
fn empty_content_past_end_is_a_warning() {
    let folder = Folder::new();
    let mut bytes = packed(&[("own--a", b""), ("far--b", b"")]);
    bytes[42] = 200;
    let input = folder.put("in", bytes);
    let run_ = list(&request(&[&input]));
    assert_eq!(run_.result.unwrap(), Outcome::Done);
    assert_eq!(run_.report["files"][0]["bundles"][0]["entries"][1]["offset"], 200);
    assert_eq!(
        folder.strip(&run_.said),
        "in: 0x2a (entries[1].ofs): the empty content points past the end of the file: expected an offset of at most 72, found 200 \
         (for 0 bytes)\n"
    );
}

#[test]
fn unknown_names_are_listed_unchecked() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--a", b""), ("strange--b", b"")]));
    let strict = list(&request(&[&input]));
    assert!(strict.said.contains("strange"));
    let unchecked = ListRequest {
        form: ListForm::Ids,
        scan: ScanRequest::default().with_rules(ScanRules { unchecked: true, own_form: false }),
        ..request(&[&input])
    };
    let run_ = list(&unchecked);
    let ids = run_.report["files"][0]["ids"].as_array().unwrap();
    let ids: Vec<&str> = ids.iter().filter_map(|id| id["id"].as_str()).collect();
    assert_eq!((ids, run_.said.as_str()), (vec!["own--a", "strange--b"], ""));
}

#[test]
fn standard_input_is_read_once() {
    let error = list(&request(&["-", "-"])).error();
    assert_eq!(error, "standard input is given twice, but can be read only once");
}

fn listed(bytes: Vec<u8>) -> Run {
    let request = listing(Input::from_bytes("in", bytes));
    list(&request)
}

fn nested(depth: usize) -> Vec<u8> {
    (0..depth).fold(packed(&[("own--a", b"core")]), |inner, _| packed(&[("own--a", &inner)]))
}

fn depth(report: &Value) -> usize {
    let first = |bundles: &Value| bundles[0]["entries"][0]["contents"].clone();
    let mut holds = first(&report["files"][0]["bundles"]);
    let mut depth = 0_usize;
    while !holds.is_null() {
        depth = depth.saturating_add(1);
        holds = first(&holds);
    }
    depth
}

#[test]
fn nested_bundles_are_listed_like_files() {
    let inner = packed(&[("own--a", b"AAAA"), ("far--b", b"B")]);
    let run = listed(packed(&[("own--a", b"plain"), ("far--b", &inner)]));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let file = &run.report["files"][0];
    let entries = &file["bundles"][0]["entries"];
    assert_eq!((&entries[0]["contents"], &file["warnings"]), (&Value::Null, &json!([])));
    let entry =
        |entry, id, offset, size| json!({ "entry": entry, "id": id, "canonical": id, "offset": offset, "size": size });
    assert_eq!(
        entries[1]["contents"],
        json!([{
            "bundle": 0, "offset": 0, "size": 77, "format": "packed", "section": null, "compression": null,
            "entries": [entry(0, "own--a", 72, 4), entry(1, "far--b", 76, 1)],
        }])
    );
}

#[test]
fn nested_levels_are_listed_up_to_limit() {
    for levels in [0, 1, 3, 16] {
        let run = listed(nested(levels));
        assert_eq!(depth(&run.report), levels);
        assert_eq!(run.report["files"][0]["warnings"], json!([]), "{levels}");
    }
}

#[test]
fn deeper_levels_are_reported_without_search() {
    for levels in [17, 2_000] {
        let run = listed(nested(levels));
        assert_eq!((run.result.unwrap(), depth(&run.report)), (Outcome::Done, 16));
        let warnings = run.report["files"][0]["warnings"].as_array().unwrap().clone();
        assert_eq!(warnings.len(), 1);
        let warning = &warnings[0];
        assert_eq!(
            (
                &warning["code"],
                &warning["severity"],
                &warning["bundle"],
                &warning["entry"]
            ),
            (&json!("nested-too-deep"), &json!("warning"), &json!(0), &json!(0))
        );
        assert_eq!(warning["file"], format!("in{}", "(entry 0)".repeat(16)));
        assert_eq!(
            warning["message"],
            "entry 0 is nested deeper than 16 levels and was not searched"
        );
    }
}

#[test]
fn nested_damage_is_a_warning_for_entry() {
    let inner = packed(&[("own--a", b"AAAA"), ("far--b", b"BBBB")]);
    let cut = &inner[..inner.len() - 1];
    let run = listed(packed(&[("own--a", b"sound"), ("far--b", cut)]));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let file = &run.report["files"][0];
    assert_eq!(file["error"], Value::Null);
    let warnings = file["warnings"].as_array().unwrap();
    let said: Vec<_> = warnings
        .iter()
        .map(|warning| json!([warning["severity"], warning["file"], warning["entry"], warning["path"]]))
        .collect();
    assert_eq!(said, [json!(["warning", "in(entry 1)", 1, "entries[1].len"])]);
    let held = &file["bundles"][0]["entries"][1]["contents"][0]["entries"];
    assert_eq!(held[0]["size"], 4, "{held}");
    // An unreadable nested container is not listed.
    let run = listed(packed(&[("own--a", &inner[..20])]));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let file = &run.report["files"][0];
    assert_eq!(file["bundles"][0]["entries"][0]["contents"], Value::Null);
    assert_eq!(file["warnings"][0]["severity"], json!("warning"));
    assert_eq!(file["warnings"][0]["entry"], json!(0));
}

fn claiming(count: u64, place: impl Fn(u64) -> (u64, u64), content: &[u8]) -> Vec<u8> {
    let frame = count.saturating_mul(30).saturating_add(12);
    let mut bytes = [b"PACK".as_slice(), &count.to_le_bytes()].concat();
    for _ in 0..count {
        let (ofs, len) = place(frame);
        bytes.extend([ofs, len, 6].map(u64::to_le_bytes).concat());
        bytes.extend(b"own--a");
    }
    [bytes, content.to_vec()].concat()
}

#[test]
fn shared_entry_bytes_are_searched_once() {
    // Otherwise, each level would multiply the work by 50.
    let count = 50;
    let mut bytes = packed(&[("own--a", b"core")]);
    for _ in 0..10 {
        let len = bytes.len() as u64;
        bytes = claiming(count, |frame| (frame, len), &bytes);
    }
    // They share an ID, too.
    let inputs = vec![Input::from_bytes("in", bytes).into()];
    let request = ListRequest { inputs, lenient: true, ..ListRequest::default() };
    let run = list(&request);
    assert_eq!(depth(&run.report), 10);
    let entries = run.report["files"][0]["bundles"][0]["entries"].as_array().unwrap();
    let holding = entries.iter().filter(|entry| !entry["contents"].is_null());
    assert_eq!(holding.count(), 1);
}

#[test]
fn container_never_contains_itself() {
    let run = listed(claiming(1, |frame| (0, frame), b""));
    assert_eq!(depth(&run.report), 0);
}

#[test]
fn nested_compressed_bundle_is_not_searched() {
    let folder = Folder::new();
    let (inner, output) = (folder.put("inner", nested(1)), folder.path("wrapped"));
    let method = CompressionMethod { envelope: &Wrap, method: METHODS[0] };
    let compression = CompressionRequest { method: Some(method), ..CompressionRequest::default() };
    let inputs = vec![inner.as_str().into()];
    let request = CompressRequest { inputs, output: Some(output.into()), compression, ..CompressRequest::default() };
    written(|context| compress(&REGISTRY, &request, context)).done();
    let compressed = folder.get("wrapped");
    let run = listed(packed(&[("own--a", &compressed)]));
    assert_eq!(depth(&run.report), 1);
    let held = &run.report["files"][0]["bundles"][0]["entries"][0]["contents"][0];
    assert_eq!(held["compression"]["format"], "wrap", "{held}");
}

#[test]
fn ids_and_filters_ignore_nested_entries() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--a", &packed(&[("far--b", b"B")]))]));
    let request = ListRequest { inputs: vec![input.as_str().into()], form: ListForm::Ids, ..ListRequest::default() };
    let run = list(&request);
    assert_eq!(
        run.report["files"][0]["ids"],
        json!([{ "id": "own--a", "canonical": "own--a" }])
    );
}

#[test]
fn target_commands_show_parts_and_spelling() {
    let parse = TargetParseRequest { ids: vec!["own--A".into()] };
    let report = Run::from_result(target_parse(&REGISTRY, &parse), |_| Outcome::Done).report;
    assert_eq!(
        report["ids"][0]["parts"],
        json!([
            { "name": "kind", "value": "own", "column": 1, "meaning": "Made up." },
            { "name": "place", "value": "", "column": 5, "meaning": "Made up." },
            { "name": "name", "value": "A", "column": 6, "meaning": "Made up." },
        ])
    );
    let canonical = TargetCanonicalRequest { ids: vec!["own--A".into()] };
    let report = Run::from_result(target_canonical(&REGISTRY, &canonical), |_| Outcome::Done).report;
    assert_eq!(
        report,
        json!({ "ids": [{ "id": "own--A", "canonical": "own--a" }], "notes": [] })
    );
}

#[test]
fn compatibility_is_reported_with_its_reason() {
    let compat = |stored: &str, requested: &str| {
        target_compat(
            &REGISTRY,
            &TargetCompatRequest { stored: stored.into(), requested: requested.into() },
        )
    };
    let yes = compat("far--b", "far--b+x").unwrap();
    assert_eq!((yes.compatible, yes.reasons[0].text.as_str()), (true, "far for far"));
    let no = compat("far--b+x", "far--b").unwrap();
    assert_eq!((no.compatible, no.reasons[0].rule), (false, "feature"));
    let bad = compat("far--b", "odd").unwrap_err();
    assert_eq!(bad.to_string(), "\"odd\": column 4: expected `-`, found the end");
}
