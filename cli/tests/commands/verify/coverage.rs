//! Targets of the bundles in a file, and the bundle that differs.

use serde_json::json;

use super::scene::{HOST, Scene, amd, bundle};

/// A bundle for these processors among gfx900, gfx906 and gfx90a.
fn serving(processors: &[&str]) -> Vec<u8> {
    let ids: Vec<String> = processors
        .iter()
        .map(|name| format!("hip-amdgcn-amd-amdhsa--{name}"))
        .collect();
    let contents: Vec<Vec<u8>> = processors
        .iter()
        .map(|name| match *name {
            "gfx900" => amd(0x12c),
            "gfx906" => amd(0x52f),
            _ => amd(0x53f),
        })
        .collect();
    let mut entries: Vec<(&str, &[u8])> = vec![(HOST, b"")];
    entries.extend(ids.iter().map(String::as_str).zip(contents.iter().map(Vec::as_slice)));
    bundle(&entries)
}

const ALL: &[&str] = &["gfx900", "gfx906", "gfx90a"];

#[test]
fn single_deviating_bundle_is_found() {
    let scene = Scene::new();
    let mut file = Vec::new();
    for number in 0..134 {
        file.extend(serving(if number == 7 { &["gfx900"] } else { ALL }));
    }
    let verified = scene.verify(&file);
    let at = 7 * serving(ALL).len();
    assert_eq!(verified.findings, [format!("warning coverage: 7, null, \"\" at {at}")]);
    assert_eq!(verified.code, 1);
    assert_eq!(
        verified.value["findings"][0]["message"],
        "the bundle lacks targets: gfx906, gfx90a, unlike 133 of 134 bundles"
    );
    let rows = verified.value["coverage"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["targets"], json!(ALL));
    assert_eq!(rows[0]["bundles"].as_array().unwrap().len(), 133);
    assert_eq!(rows[1], json!({ "kind": "hip", "targets": ["gfx900"], "bundles": [7] }));
}

#[test]
fn missing_majority_gives_note() {
    let scene = Scene::new();
    let two = [serving(ALL), serving(&["gfx900", "gfx906"])].concat();
    let verified = scene.verify(&two);
    assert_eq!(
        verified.findings,
        [format!("note coverage: 1, null, \"\" at {}", serving(ALL).len())]
    );
    assert_eq!(verified.code, 0);
    let four = [serving(&["gfx900"]), serving(&["gfx906"]), serving(&["gfx900"]), serving(&["gfx906"])].concat();
    assert_eq!(scene.verify(&four).findings.len(), 1);
    let same = [serving(ALL), serving(ALL)].concat();
    assert!(scene.verify(&same).findings.is_empty());
}

#[test]
fn empty_code_object_covers_nothing() {
    let scene = Scene::new();
    let usual = serving(&["gfx900"]);
    let id = "hip-amdgcn-amd-amdhsa--gfx900";
    let file = [usual.clone(), usual.clone(), bundle(&[(HOST, b""), (id, b"")]), serving(ALL), usual].concat();
    let verified = scene.verify(&file);
    let messages: Vec<&str> = verified.value["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["message"].as_str().unwrap())
        .collect();
    assert_eq!(
        messages,
        [
            "the bundle lacks targets: gfx900, unlike 3 of 5 bundles",
            "the bundle has extra targets: gfx906, gfx90a, unlike 3 of 5 bundles",
        ]
    );
}

#[test]
fn interchangeable_kinds_are_compared() {
    let scene = Scene::new();
    let hip = serving(&["gfx906"]);
    let code = amd(0x52f);
    let hipv4 = bundle(&[(HOST, b""), ("hipv4-amdgcn-amd-amdhsa--gfx906", &code)]);
    let openmp = bundle(&[(HOST, b""), ("openmp-nvptx64-nvidia-cuda--sm_70", b"BC\xc0\xde")]);
    let verified = scene.verify(&[hip, hipv4, openmp].concat());
    assert!(verified.findings.is_empty(), "{:?}", verified.findings);
    assert_eq!(verified.value["coverage"].as_array().unwrap().len(), 2);
}

#[test]
fn long_target_lists_are_truncated() {
    let id = |number: usize| format!("openmp-x86_64-unknown-linux-gnu{number:02}-");
    let ids: Vec<String> = (0..40).map(id).collect();
    let of = |ids: &[String]| {
        let entries = ids.iter().map(|id| (id.as_str(), &b"code"[..]));
        bundle(&std::iter::once((HOST, &b""[..])).chain(entries).collect::<Vec<_>>())
    };
    let file = [of(&ids), of(&ids), of(&ids[..1]), of(&ids)].concat();
    let verified = Scene::new().verify(&file);
    let findings = verified.value["findings"].as_array().unwrap();
    let message = findings
        .iter()
        .filter(|finding| finding["code"] == "coverage")
        .map(|finding| finding["message"].as_str().unwrap());
    let messages: Vec<&str> = message.collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains("the bundle lacks targets: x86_64-unknown-linux-gnu01"),
        "{messages:?}"
    );
    assert!(
        messages[0].ends_with("gnu16 and 23 more, unlike 3 of 4 bundles"),
        "{messages:?}"
    );
}
