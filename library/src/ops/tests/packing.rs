//! `pack`.

use super::imaged::{REGISTRY, source};
use super::{Folder, Run, written};
use crate::ops::pack;
use crate::report::Outcome;
use crate::request::{FormatVersion, PackRequest, Release};

/// The request for images as people write them, with `@` for the folder.
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

/// The numbers of the image `position`, and its texts.
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
fn images_are_packed_as_the_version_holds_them() {
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
fn the_release_says_which_number_a_word_is() {
    let folder = Folder::new();
    folder.put("a", "");
    let mut request = request(
        &folder,
        &["file=@a,triple=t,arch=x,kind=far", "file=@a,triple=t,arch=x,kind=9"],
    );
    for (release, number) in [(None, 4), (Some("1"), 3), (Some("2"), 4)] {
        request.release = release.and_then(|release| Release::named(&REGISTRY, release));
        let run = packed(&request);
        assert_eq!((said(&run, 0).0[1], said(&run, 1).0[1]), (number, 9), "{release:?}");
    }
    assert!(Release::named(&REGISTRY, "3").is_none());
}

#[test]
fn files_of_one_image_are_an_image_each_and_texts_under_one_key_are_one() {
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
fn what_is_missing_or_unknown_is_warned_of() {
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
fn nothing_is_packed_where_something_is_wrong() {
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
    assert_eq!(
        error,
        "no version 3 of this format (imaged container) is known; there is 1, 2"
    );
}
