//! `convert`.

use super::imaged::{REGISTRY, source};
use super::packed::packed;
use super::{Folder, Run, written};
use crate::ops::{convert, pack};
use crate::request::{ContainerFormat, ConvertRequest, FormatVersion, PackRequest};

fn request(folder: &Folder, from: &str, to: &str, format: &str, version: Option<u64>) -> ConvertRequest {
    ConvertRequest {
        input: folder.path(from).into(),
        output: Some(folder.path(to).into()),
        to: ContainerFormat::named(&REGISTRY, format),
        version: version.map(FormatVersion),
        ..ConvertRequest::default()
    }
}

fn converted(request: &ConvertRequest) -> Run {
    written(|context| convert(&REGISTRY, request, context))
}

#[test]
fn a_bundle_comes_back_through_every_version() {
    let folder = Folder::new();
    let bundle = packed(&[("far--a+x", b"CODE"), ("far--b+y", b""), ("far--c+z", b"other")]);
    folder.put("bundle", &bundle);
    let ways = [("bundle", "1", "imaged", Some(1)), ("1", "2", "imaged", Some(2)), ("2", "1.again", "imaged", None)];
    for (from, to, format, version) in ways {
        let run = converted(&request(&folder, from, to, format, version));
        run.result.unwrap();
        assert_eq!(run.report["container_count"], if version == Some(2) { 1 } else { 3 });
        assert_eq!(run.report["entries"][1]["id"], "far--b+y");
    }
    assert!(folder.get("1").starts_with(b"IMG1") && folder.get("2").starts_with(b"IMG2"));
    assert_eq!(folder.get("1"), folder.get("1.again"));
    for from in ["1", "2", "bundle"] {
        converted(&request(&folder, from, "back", "packed", None)).done();
        assert_eq!(folder.get("back"), bundle, "{from}");
    }
}

#[test]
fn what_cannot_be_kept_is_told_and_lost_only_where_that_is_allowed() {
    let folder = Folder::new();
    folder.put("a.o", "A");
    let pack_request = PackRequest {
        output: folder.path("images").into(),
        images: vec![source(&folder, "file=@a.o,triple=t,arch=x,kind=3,k=v,flags=2")],
        ..PackRequest::default()
    };
    written(|context| pack(&REGISTRY, &pack_request, context)).done();
    let mut request = self::request(&folder, "images", "out", "packed", None);
    request.host = Some("own--h".into());
    assert_eq!(
        folder.strip(&converted(&request).error()),
        "images: cannot be stored in this format: \"far-t-x\": what_content 1 (object); \"far-t-x\": runtime 3 (far); \"far-t-x\": \
         flags 2; \"far-t-x\": k=v"
    );
    assert_eq!(folder.names(), ["a.o", "images"]);
    request.lossy = true;
    let run = converted(&request);
    assert_eq!(folder.get("out"), packed(&[("own--h", b""), ("far-t-x", b"A")]));
    let lost = run.report["lost"].as_array().unwrap();
    assert_eq!(
        (lost.len(), &lost[3]["code"], &lost[3]["entry"]),
        (4, &"text".into(), &0.into())
    );

    // What no reader needs goes without being asked.
    let run = converted(&self::request(&folder, "out", "images.1", "imaged", Some(2)));
    assert_eq!(run.report["lost"].as_array().map(Vec::len), Some(0));
    assert_eq!(run.report["left_out"][0]["code"], "host");

    folder.put("hosted", packed(&[("own--h", b"H"), ("far-t-x", b"A")]));
    let mut request = self::request(&folder, "hosted", "images.2", "imaged", Some(2));
    assert_eq!(
        folder.strip(&converted(&request).error()),
        "hosted: cannot be stored in this format: \"own--h\": the entry for the host, with 1 bytes of content"
    );
    request.lossy = true;
    request.dry_run = true;
    converted(&request).done();
    assert!(!folder.names().contains(&"images.2".to_owned()));
}

#[test]
fn what_is_ambiguous_or_impossible_is_refused() {
    let folder = Folder::new();
    let one = packed(&[("far--a+x", b"1")]);
    folder.put("twice", [one.as_slice(), &one].concat());
    folder.put("unknown", packed(&[("else--a+x", b"1")]));
    assert_eq!(
        converted(&request(&folder, "twice", "out", "packed", None)).error(),
        "\"far--a+x\" is given twice"
    );
    converted(&request(&folder, "twice", "out", "imaged", Some(2))).done();
    assert_eq!(
        folder.strip(&converted(&request(&folder, "twice", "twice", "imaged", None)).error()),
        "twice: the output is one of the inputs"
    );
    assert_eq!(
        converted(&request(&folder, "twice", "out", "imaged", Some(7))).error(),
        "no version 7 of this format (imaged container) is known; there is 1, 2"
    );
    let error = folder.strip(&converted(&request(&folder, "unknown", "out", "imaged", None)).error());
    assert_eq!(error, "every release: no number for the word \"else\"; known: own, far");
    // A version that holds one image has no container without images; one that holds any number has.
    folder.put("empty", packed(&[]));
    assert_eq!(
        converted(&request(&folder, "empty", "out", "imaged", Some(1))).error(),
        "there is no image to pack"
    );
    converted(&request(&folder, "empty", "none", "imaged", Some(2))).done();
    assert_eq!(folder.get("none"), b"IMG2\0\0\0\0\0\0\0\0");
    converted(&request(&folder, "none", "back", "packed", None)).done();
    assert_eq!(folder.get("back"), packed(&[]));
    for (word, found) in [("packed", true), ("imaged", true), ("written", false), ("", false), ("aged", false)] {
        assert_eq!(ContainerFormat::named(&REGISTRY, word).is_some(), found, "{word}");
    }
}
