//! `bundle`.

use proptest::prelude::*;

use super::packed::packed;
use super::{Folder, REGISTRY, Run, file_type, written};
use crate::ops::{Context, bundle};
use crate::report::Outcome;
use crate::request::{BundleRequest, EntrySource, ScanRequest};

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
fn contents_are_placed_at_multiples_of_the_alignment() {
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
fn nothing_is_written_where_something_is_wrong() {
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
            "\"far--a\" and \"far--a+x\" cannot stand in one bundle: one leaves open what the other says",
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
        "object: not supported as file type \"packed\": sections can only be added to object files in ELF and COFF form, not to others and not to images"
    );
    assert_eq!(folder.get("out"), b"before");
    assert_eq!(folder.names(), ["a", "object", "out"]);
}

#[test]
fn the_input_of_the_host_decides_on_the_form_wherever_it_stands() {
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
            error.ends_with("not to others and not to images"),
            "{entries:?}: {error}"
        );
    }
    bundle(&[("far--a", plain), ("far--b", object)]).done();
    let error = bundle(&[("far--b", object), ("far--a", plain)]).error();
    assert!(error.contains("no input is the host's"), "{error}");
}

#[test]
fn an_output_may_replace_an_input_where_that_is_allowed() {
    let folder = Folder::new();
    let a = folder.put("a", "AAAA");
    let mut request = request("packed", &a, &[("own--a", &a)]);
    request.rules.allow_output_is_input = true;
    bundled(&request).done();
    assert_eq!(folder.get("a"), packed(&[("own--a", b"AAAA")]));
}

#[test]
fn content_that_could_not_be_read_back_is_refused() {
    let folder = Folder::new();
    let good = folder.put("good", "%end\nx");
    let bad = folder.put("bad", "xy\n%end\nz");
    let out = folder.path("out");
    let error = bundled(&request("written", &out, &[("own--a", &good), ("far--b", &bad)])).error();
    assert_eq!(
        folder.strip(&error),
        "bad: at byte 0x2: expected content that can be read back, found a line %end"
    );
    assert_eq!(folder.names(), ["bad", "good"]);
    bundled(&request("written", &out, &[("own--a", &good)])).done();
    assert_eq!(folder.get("out"), b"\n%begin own--a\n%end\nx\n%end\n");
}

#[test]
fn standard_output_gets_the_file() {
    let folder = Folder::new();
    let a = folder.put("a", "A");
    let request = request("written", "-", &[("own--a", &a)]);
    let run_ = bundled(&request);
    assert_eq!(run_.stdout, b"\n%begin own--a\nA\n%end\n");
    assert_eq!(run_.report["output"], "-");
    let error = bundle(&REGISTRY, &request, &mut Context::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot write standard output: there is no standard output"
    );
}

proptest! {
    #[test]
    fn what_is_bundled_can_be_listed(contents in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..50), 1..6), alignment in 1..70_u64) {
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
