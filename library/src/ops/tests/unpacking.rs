//! `unpack`.

use super::imaged::{REGISTRY, source, wanted};
use super::{Folder, Run, written};
use crate::ops::{pack, unpack};
use crate::request::{FormatVersion, PackRequest, UnpackRequest};

/// A folder with a file `in.bin` of four images.
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

/// The request for images as people write them, with `@` for the folder.
fn request(folder: &Folder, images: &[&str]) -> UnpackRequest {
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

/// The names of the outputs, without folders.
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
fn every_image_goes_to_a_file_of_its_own_that_cannot_leave_the_folder() {
    let folder = folder();
    let run = unpacked(&request(&folder, &[]));
    let names = ["in-t-x.0.o", "in-t-x+f.1.c", "in-%2E.%2F..%2Ft.2.o", "in-u.3.c"];
    assert_eq!(outputs(&run), names);
    assert_eq!(folder.get("out/in-t-x+f.1.c"), b"CODE");
    assert_eq!(folder.names(), ["in.bin", "in.c", "in.o", "out"]);
    let error = unpacked(&request(&folder, &[])).error();
    assert!(error.ends_with("out/in-t-x.0.o: exists already"), "{error}");
    let mut request = request(&folder, &[]);
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
fn filters_take_what_is_said_of_images() {
    let folder = folder();
    let taken = |wanted: &str, change: &dyn Fn(&mut UnpackRequest)| {
        let mut request = request(&folder, &[wanted]);
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
    // What runs on `x+g` by the rules of the made-up grammar.
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
fn one_file_is_for_one_image() {
    let folder = folder();
    let run = unpacked(&request(&folder, &["file=@a,triple=u", "file=@b,kind=7"]));
    assert_eq!(outputs(&run), ["a", "b"]);
    assert_eq!((folder.get("a"), folder.get("b")), (b"CODE".to_vec(), b"CODE".to_vec()));
    assert_eq!(run.report["outputs"][0]["others"][0]["entry"], 0);
    let mut request = request(&folder, &["file=@c,kind=far"]);
    let error = folder.strip(&unpacked(&request).error());
    assert_eq!(
        error,
        "c: 2 images fit \"kind=far\": \"far-t-x\", \"far-t-x+f\"; ask for more of what tells them apart, or leave out the file, \
         and each goes to one of its own"
    );
    request.rules.last_of_several = true;
    unpacked(&request).done();
    assert_eq!(folder.get("c"), b"CODE");
    let twice = ["file=@d,kind=3", "file=@d,kind=4"];
    let mut request = self::request(&folder, &twice);
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "d: two outputs are this file; give each a file of its own"
    );
    request.rules.last_of_several = true;
    unpacked(&request).done();
    assert_eq!(folder.get("d"), b"CODE");
    let own = self::request(&folder, &["file=@in.bin,kind=3"]);
    assert_eq!(
        folder.strip(&unpacked(&own).error()),
        "in.bin: the output is one of the inputs"
    );
}

#[test]
fn what_nothing_fits_is_told_with_what_there_is() {
    let folder = folder();
    folder.put("bundle", super::packed::packed(&[("own--a", b"")]));
    folder.put("empty", "IMG2\0\0\0\0\0\0\0\0");
    let there = "there is \"far-t-x\", \"far-t-x+f\", \"own-../../t-\", \"7-u-\"";
    for (wanted, nearest) in [
        ("kind=9", ""),
        (
            "kind=far,triple=v,k=v,file=@a",
            "; nearest: \"far-t-x+f\" (triple is \"t\", not \"v\")",
        ),
        ("zz=,kind=7", "; nearest: \"7-u-\" (it says nothing of \"zz\")"),
    ] {
        let mut request = request(&folder, &["kind=3,file=@b", wanted]);
        request.exact = true;
        let error = unpacked(&request).result.unwrap_err();
        let asked = request.wanted[1].to_string();
        assert_eq!(
            folder.strip(&error.to_string()),
            format!("in.bin: no image fits {asked}; {there}{nearest}")
        );
        assert_eq!(error.outcome(), crate::report::Outcome::Negative);
        assert!(!folder.names().contains(&"b".to_owned()));
    }
    let mut request = request(&folder, &[]);
    request.input = folder.path("bundle").into();
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "bundle: it holds no images, but a packed container"
    );
    request.input = folder.path("empty").into();
    assert_eq!(
        folder.strip(&unpacked(&request).error()),
        "empty: no image fits any image; there are no entries"
    );
}

#[test]
fn images_go_to_an_archive() {
    let folder = folder();
    let mut request = request(&folder, &["file=@a.a,triple=t"]);
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
    let mut unnamed = self::request(&folder, &["triple=t"]);
    unnamed.archive = true;
    assert_eq!(
        unpacked(&unnamed).error(),
        "no file is given for the archive of what fits \"triple=t\""
    );
}
