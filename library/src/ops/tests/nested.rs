//! `list` of entries that hold bundles themselves.

use serde_json::{Value, json};

use super::envelope::{METHODS, Wrap};
use super::packed::packed;
use super::{Folder, REGISTRY, Run, list, listing, written};
use crate::input::Input;
use crate::ops::compress;
use crate::report::Outcome;
use crate::request::{CompressRequest, CompressionMethod, CompressionRequest, ListForm, ListRequest};

fn listed(bytes: Vec<u8>) -> Run {
    let request = listing(Input::from_bytes("in", bytes));
    list(&request)
}

/// A container in containers: `depth` of them lie around the innermost.
fn nested(depth: usize) -> Vec<u8> {
    (0..depth).fold(packed(&[("own--a", b"core")]), |inner, _| packed(&[("own--a", &inner)]))
}

/// How deep the first entries of the first file hold something.
fn depth(report: &Value) -> usize {
    let first = |bundles: &Value| bundles[0]["entries"][0]["holds"].clone();
    let mut holds = first(&report["files"][0]["bundles"]);
    let mut depth = 0_usize;
    while !holds.is_null() {
        depth = depth.saturating_add(1);
        holds = first(&holds);
    }
    depth
}

#[test]
fn what_an_entry_holds_is_listed_as_if_it_were_a_file() {
    let inner = packed(&[("own--a", b"AAAA"), ("far--b", b"B")]);
    let run = listed(packed(&[("own--a", b"plain"), ("far--b", &inner)]));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let file = &run.report["files"][0];
    let entries = &file["bundles"][0]["entries"];
    assert_eq!((&entries[0]["holds"], &file["warnings"]), (&Value::Null, &json!([])));
    let entry =
        |entry, id, offset, size| json!({ "entry": entry, "id": id, "canonical": id, "offset": offset, "size": size });
    assert_eq!(
        entries[1]["holds"],
        json!([{
            "bundle": 0, "offset": 0, "size": 77, "format": "packed", "section": null, "compression": null,
            "entries": [entry(0, "own--a", 72, 4), entry(1, "far--b", 76, 1)],
        }])
    );
}

#[test]
fn every_level_up_to_the_limit_is_listed() {
    for levels in [0, 1, 3, 16] {
        let run = listed(nested(levels));
        assert_eq!(depth(&run.report), levels);
        assert_eq!(run.report["files"][0]["warnings"], json!([]), "{levels}");
    }
}

#[test]
fn what_lies_deeper_is_told_and_not_looked_into() {
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
            "expected at most 16 levels of bundles within entries, found more in entry 0, which is not looked into; extract the outer \
             entry, and list the file that is written"
        );
    }
}

#[test]
fn damage_in_an_entry_is_a_warning_at_it() {
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
    let held = &file["bundles"][0]["entries"][1]["holds"][0]["entries"];
    assert_eq!(held[0]["size"], 4, "{held}");
    // Of one of which nothing can be read there is nothing to show.
    let run = listed(packed(&[("own--a", &inner[..20])]));
    assert_eq!(run.result.unwrap(), Outcome::Done);
    let file = &run.report["files"][0];
    assert_eq!(file["bundles"][0]["entries"][0]["holds"], Value::Null);
    assert_eq!(file["warnings"][0]["severity"], json!("warning"));
    assert_eq!(file["warnings"][0]["entry"], json!(0));
}

/// A container whose entries all claim one place, which may depend on the length of its records; `content` is behind these.
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
fn bytes_that_several_entries_claim_are_looked_into_once() {
    // If all were, each level would have 50 times as many as the one above.
    let count = 50;
    let mut bytes = packed(&[("own--a", b"core")]);
    for _ in 0..10 {
        let len = bytes.len() as u64;
        bytes = claiming(count, |frame| (frame, len), &bytes);
    }
    // They have one ID too.
    let inputs = vec![Input::from_bytes("in", bytes).into()];
    let request = ListRequest { inputs, lenient: true, ..ListRequest::default() };
    let run = list(&request);
    assert_eq!(depth(&run.report), 10);
    let entries = run.report["files"][0]["bundles"][0]["entries"].as_array().unwrap();
    let holding = entries.iter().filter(|entry| !entry["holds"].is_null());
    assert_eq!(holding.count(), 1);
}

#[test]
fn no_container_holds_itself() {
    let run = listed(claiming(1, |frame| (0, frame), b""));
    assert_eq!(depth(&run.report), 0);
}

#[test]
fn what_is_compressed_is_listed_and_not_looked_into() {
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
    let held = &run.report["files"][0]["bundles"][0]["entries"][0]["holds"][0];
    assert_eq!(held["compression"]["format"], "wrap", "{held}");
}

#[test]
fn ids_and_filters_are_about_the_entries_of_the_file() {
    let folder = Folder::new();
    let input = folder.put("in", packed(&[("own--a", &packed(&[("far--b", b"B")]))]));
    let request = ListRequest { inputs: vec![input.as_str().into()], form: ListForm::Ids, ..ListRequest::default() };
    let run = list(&request);
    assert_eq!(
        run.report["files"][0]["ids"],
        json!([{ "id": "own--a", "canonical": "own--a" }])
    );
}
