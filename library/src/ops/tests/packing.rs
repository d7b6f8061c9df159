//! `pack` and `unpack`.

use super::imaged::{REGISTRY, source, wanted};
use super::{Folder, Run, written};
use crate::ops::{pack, unpack};
use crate::report::Outcome;
use crate::request::{FormatVersion, PackRequest, Release, UnpackRequest};

fn request(folder: &Folder, images: &[&str]) -> PackRequest {
    PackRequest {
        output: folder.path("out").into(),
        images: images.iter().map(|said| source(folder, said)).collect(),
        ..PackRequest::default()
    }
}

fn packed(request: &PackRequest) -> Run {
    written(|context| pack(&REGISTRY, request, context))
}

fn said(run: &Run, position: usize) -> (Vec<u64>, String) {
    let attributes = &run.report["images"][position]["attributes"];
    let list = |name: &str| attributes[name].as_array().unwrap().clone();
    let numbers = list("numbers")
        .iter()
        .map(|number| number["number"].as_u64().unwrap())
        .collect();
    let text =
        |text: &serde_json::Value| format!("{}={}", text["key"].as_str().unwrap(), text["value"].as_str().unwrap());
    (numbers, list("texts").iter().map(text).collect::<Vec<_>>().join(","))
}

#[test]
fn images_per_container_follow_the_version() {
    let folder = Folder::new();
    folder.put("a.o", "AAAA");
    folder.put("b", "CODE");
    let images = ["file=@a.o,triple=t,arch=x,kind=far", "arch=y,other=1,file=@b,triple=t,flags=7"];
    let mut request = request(&folder, &images);
    let run = packed(&request);
    assert_eq!(*run.result.as_ref().unwrap(), Outcome::Done);
    let texts = "what_content=1;runtime=4;flags=0;triple=t;arch=x";
    let bytes = folder.get("out");
    assert!(bytes.starts_with(b"IMG1") && bytes.windows(texts.len()).any(|found| found == texts.as_bytes()));
    assert_eq!(said(&run, 0), (vec![1, 4, 0], "triple=t,arch=x".into()));
    assert_eq!(said(&run, 1), (vec![2, 0, 7], "arch=y,other=1,triple=t".into()));
    assert_eq!(
        (&run.report["container_count"], &run.report["size"]),
        (&2.into(), &bytes.len().into())
    );
    let image = &run.report["images"][1];
    let place = |name: &str| usize::try_from(image[name].as_u64().unwrap()).unwrap();
    assert_eq!(
        (&image["bundle"], &image["entry"], &image["id"]),
        (&1.into(), &0.into(), &"0-t-y".into())
    );
    assert_eq!(bytes[place("start")..][..4], *b"IMG1");
    assert_eq!(bytes[place("offset")..][..place("size")], *b"CODE");

    request.version = Some(FormatVersion(2));
    let run = packed(&request);
    let image = &run.report["images"][1];
    assert_eq!(
        (&run.report["version"], &run.report["container_count"]),
        (&2.into(), &1.into())
    );
    assert_eq!(
        (&image["bundle"], &image["entry"], &image["start"]),
        (&0.into(), &1.into(), &0.into())
    );
    assert!(folder.get("out").starts_with(b"IMG2"));

    request.dry_run = true;
    request.output = folder.path("dry").into();
    assert_eq!(packed(&request).report["size"], run.report["size"]);
    assert_eq!(folder.names(), ["a.o", "b", "out"]);
    request.dry_run = false;
    request.output = "-".into();
    assert_eq!(packed(&request).stdout, folder.get("out"));
}

#[test]
fn release_determines_numbers_of_words() {
    let folder = Folder::new();
    folder.put("a", "");
    let mut request = request(
        &folder,
        &["file=@a,triple=t,arch=x,kind=far", "file=@a,triple=t,arch=x,kind=9"],
    );
    for (release, number) in [(None, 4), (Some("1"), 3), (Some("2"), 4)] {
        request.release = release.and_then(|release| Release::from_name(&REGISTRY, release));
        let run = packed(&request);
        assert_eq!((said(&run, 0).0[1], said(&run, 1).0[1]), (number, 9), "{release:?}");
    }
    assert!(Release::from_name(&REGISTRY, "3").is_none());
}

#[test]
fn files_become_images_and_texts_are_joined() {
    let folder = Folder::new();
    folder.put("a", "A");
    folder.put("b,c", "B");
    let mut request = request(&folder, &["file=@a,triple=t,arch=x,k=1,arch=y,k=2"]);
    request.images[0].files.push(folder.path("b,c").into());
    let run = packed(&request);
    assert_eq!(said(&run, 0).1, "triple=t,arch=x,y,k=1,2");
    assert_eq!(said(&run, 0), said(&run, 1));
    assert_eq!(run.report["images"][1]["file"], folder.path("b,c"));
    assert_eq!(
        run.report["notes"][0]["message"],
        "\"arch\" is given more than once; stored is \"x,y\""
    );
    assert_eq!(run.report["notes"].as_array().unwrap().len(), 2);
}

#[test]
fn missing_and_unknown_words_are_warnings() {
    let folder = Folder::new();
    folder.put("a", "A");
    let run = packed(&request(&folder, &["file=@a,triple=,k=", "file=@a,triple=t,arch=new"]));
    let warnings = run.report["warnings"].as_array().unwrap();
    let messages: Vec<String> = warnings
        .iter()
        .map(|warning| folder.strip(warning["message"].as_str().unwrap()))
        .collect();
    assert_eq!(
        messages,
        [
            "a: no `triple=`: what looks for code for its device may pass over the image",
            "a: no `arch=`: what looks for code for its device may pass over the image",
            "a: `arch`: unknown name \"new\"; known: a, A, b, B, x, X",
        ]
    );
    assert_eq!(said(&run, 0).1, "triple=,k=");
}

#[test]
fn failed_packing_writes_nothing() {
    let folder = Folder::new();
    folder.put("a", "A");
    folder.put("out", "before");
    for (images, message) in [
        (&[][..], "there is no image to pack"),
        (&["file=@missing,triple=t"], "missing: No such file or directory"),
        (&["file=@a", "file=@out"], "out: the output is one of the inputs"),
        (
            &["file=-", "file=-"],
            "standard input is given twice, but can be read only once",
        ),
    ] {
        let error = packed(&request(&folder, images)).error();
        assert_eq!(folder.strip(&error), message);
        assert_eq!(folder.get("out"), b"before");
    }
    let mut request = request(&folder, &["file=@a,kind=own"]);
    request.version = Some(FormatVersion(3));
    let error = packed(&request).error();
    assert_eq!(error, "unknown version 3 of imaged container; known: 1, 2");
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.put("in.o", "one");
    folder.put("in.c", "CODE");
    let image = |said| source(&folder, said);
    let request = PackRequest {
        output: folder.path("in.bin").into(),
        images: vec![
            image("file=@in.o,triple=t,arch=x,kind=3"),
            image("file=@in.c,triple=t,arch=x+f,kind=4,k=v"),
            image("file=@in.o,triple=../../t,arch=,kind=own,k="),
            image("file=@in.c,triple=u,kind=7"),
        ],
        version: Some(FormatVersion(2)),
        ..PackRequest::default()
    };
    written(|context| pack(&REGISTRY, &request, context)).done();
    folder
}

fn unpack_request(folder: &Folder, images: &[&str]) -> UnpackRequest {
    UnpackRequest {
        input: folder.path("in.bin").into(),
        wanted: images.iter().map(|said| wanted(folder, said)).collect(),
        folder: folder.path("out").into(),
        ..UnpackRequest::default()
    }
}

fn unpacked(request: &UnpackRequest) -> Run {
    written(|context| unpack(&REGISTRY, request, context))
}

fn outputs(run: &Run) -> Vec<String> {
    let outputs = run.report["outputs"].as_array().unwrap_or_else(|| panic!("{run:?}"));
    let name = |output: &serde_json::Value| {
        output["output"]
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
            .to_owned()
    };
    outputs.iter().map(name).collect()
}

#[test]
fn images_get_unique_safe_files() {
    let folder = folder();
    let run = unpacked(&unpack_request(&folder, &[]));
    let names = ["in-t-x.0.o", "in-t-x+f.1.c", "in-%2E.%2F..%2Ft.2.o", "in-u.3.c"];
    assert_eq!(outputs(&run), names);
    assert_eq!(folder.get("out/in-t-x+f.1.c"), b"CODE");
    assert_eq!(folder.names(), ["in.bin", "in.c", "in.o", "out"]);
    let error = unpacked(&unpack_request(&folder, &[])).error();
    assert!(error.ends_with("out/in-t-x.0.o: already exists"), "{error}");
    let mut request = unpack_request(&folder, &[]);
    request.force = true;
    unpacked(&request).done();
    request.folder = folder.path("dry").into();
    request.dry_run = true;
    assert_eq!(outputs(&unpacked(&request)), names);
    assert_eq!(folder.names(), ["in.bin", "in.c", "in.o", "out"]);
    request.rules.naming = Some(|image| format!("{}-{}.{}", image.triple, image.target, image.matched));
    assert_eq!(
        outputs(&unpacked(&request)),
        ["t-x.0", "t-x+f.1", "..%2F..%2Ft-.2", "u-.3"]
    );
}

#[test]
fn filters_match_image_attributes() {
    let folder = folder();
    let taken = |wanted: &str, change: &dyn Fn(&mut UnpackRequest)| {
        let mut request = unpack_request(&folder, &[wanted]);
        request.dry_run = true;
        request.allow_missing = true;
        change(&mut request);
        let run = unpacked(&request);
        let of = |output: &serde_json::Value| output["entry"].as_u64().unwrap();
        run.report["outputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(of)
            .collect::<Vec<_>>()
    };
    let usual = |_: &mut UnpackRequest| {};
    let missing = |request: &mut UnpackRequest| request.rules.missing_is_empty = true;
    let exact = |request: &mut UnpackRequest| request.exact = true;
    assert_eq!(taken("kind=far", &usual), [0, 1]);
    assert_eq!(taken("kind=4", &usual), [1]);
    assert_eq!(taken("kind=7", &usual), [3]);
    // By the rules of the made-up grammar.
    assert_eq!(taken("arch=x+g", &usual), [0]);
    assert_eq!(taken("arch=x+g", &exact), Vec::<u64>::new());
    assert_eq!(taken("triple=u", &usual), [0, 1, 3]);
    assert_eq!(taken("triple=u", &exact), [3]);
    assert_eq!(taken("arch=x+f", &exact), [1]);
    assert_eq!(taken("arch=", &exact), [2]);
    assert_eq!(taken("arch=", &|request| (exact(request), missing(request)).1), [2, 3]);
    assert_eq!(taken("k=", &usual), [2]);
    assert_eq!(taken("k=", &missing), [0, 2, 3]);
    assert_eq!(taken("k=v,arch=x", &exact), Vec::<u64>::new());
    assert_eq!(taken("what-content=1,triple=t", &exact), [0]);
}

#[test]
fn single_output_takes_one_image() {
    let folder = folder();
    let run = unpacked(&unpack_request(&folder, &["file=@a,triple=u", "file=@b,kind=7"]));
    assert_eq!(outputs(&run), ["a", "b"]);
    assert_eq!((folder.get("a"), folder.get("b")), (b"CODE".to_vec(), b"CODE".to_vec()));
    assert_eq!(run.report["outputs"][0]["other_matches"][0]["entry"], 0);
    let mut request = unpack_request(&folder, &["file=@c,kind=far"]);
    let error = folder.strip(&unpacked(&request).error());
    assert_eq!(error, "c: \"kind=far\" matches 2 images: \"far-t-x\", \"far-t-x+f\"");
    request.rules.last_of_several = true;
    unpacked(&request).done();
    assert_eq!(folder.get("c"), b"CODE");
    let twice = ["file=@d,kind=3", "file=@d,kind=4"];
    let mut request = self::unpack_request(&folder, &twice);
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "d: two outputs have this name"
    );
    request.rules.last_of_several = true;
    unpacked(&request).done();
    assert_eq!(folder.get("d"), b"CODE");
    let own = self::unpack_request(&folder, &["file=@in.bin,kind=3"]);
    assert_eq!(
        folder.strip(&unpacked(&own).error()),
        "in.bin: the output is one of the inputs"
    );
}

#[test]
fn unmatched_image_request_lists_images() {
    let folder = folder();
    folder.put("bundle", super::formats::packed(&[("own--a", b"")]));
    folder.put("empty", "IMG2\0\0\0\0\0\0\0\0");
    let there = "available: \"far-t-x\", \"far-t-x+f\", \"own-../../t-\", \"7-u-\"";
    for (wanted, nearest) in [
        ("kind=9", ""),
        (
            "kind=far,triple=v,k=v,file=@a",
            "; nearest: \"far-t-x+f\" (triple is \"t\", not \"v\")",
        ),
        ("zz=,kind=7", "; nearest: \"7-u-\" (it has no \"zz\")"),
    ] {
        let mut request = unpack_request(&folder, &["kind=3,file=@b", wanted]);
        request.exact = true;
        let error = unpacked(&request).result.unwrap_err();
        let asked = request.wanted[1].to_string();
        assert_eq!(
            folder.strip(&error.to_string()),
            format!("in.bin: no image matches {asked}; {there}{nearest}")
        );
        assert_eq!(error.outcome(), crate::report::Outcome::Negative);
        assert!(!folder.names().contains(&"b".to_owned()));
    }
    let mut request = unpack_request(&folder, &[]);
    request.input = folder.path("bundle").into();
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "bundle: contains a packed container, not images"
    );
    request.input = folder.path("empty").into();
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "empty: no image matches any image; the file has no entries"
    );
}

#[test]
fn images_are_unpacked_to_an_archive() {
    let folder = folder();
    let mut request = unpack_request(&folder, &["file=@a.a,triple=t"]);
    request.archive = true;
    let run = unpacked(&request);
    let archive = folder.get("a.a");
    assert!(archive.starts_with(b"!<arch>\n"));
    let holds = |text: &[u8]| archive.windows(text.len()).any(|found| found == text);
    assert!(holds(b"in-t-x.0.o/") && holds(b"in-t-x+f.1.c/") && holds(b"one\n") && holds(b"CODE"));
    let made = &run.report["archives"][0];
    assert_eq!(
        (&made["size"], &made["members"][1]["entry"]),
        (&archive.len().into(), &1.into())
    );
    let mut unnamed = self::unpack_request(&folder, &["triple=t"]);
    unnamed.archive = true;
    assert_eq!(
        unpacked(&unnamed).error(),
        "the archive for \"triple=t\" has no file name"
    );
}
