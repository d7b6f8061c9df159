//! Bundles in the data that a program loads, files without bundles, and the number of matching bundles.

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use serde_json::Value;
use tempfile::TempDir;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/");
const KNOWN: &[u8] = b".hip_fatbin\0";
const OTHER: &[u8] = b".my_rodata_\0";

fn replaced(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    for at in 0..bytes.len().saturating_sub(from.len()) {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
    }
    bytes
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let library = fs::read(format!("{FIXTURES}objects/hip.22.so")).unwrap();
    let hidden = replaced(library, KNOWN, OTHER);
    put("hidden.so", &hidden);
    put("none.so", &replaced(hidden, b"__CLANG_OFFLOAD_BUNDLE__", b"__ANOTHER"));
    let bundle = fs::read(format!("{FIXTURES}hip/device.22.hipfb")).unwrap();
    let other = replaced(bundle.clone(), b"gfx906", b"gfx908");
    let padding = vec![0; bundle.len().next_multiple_of(4096) - bundle.len()];
    put("two.hipfb", &[&bundle[..], &padding, &other].concat());
    folder
}

fn json(folder: &Path, words: &[&str], code: i32) -> Value {
    let output = run(folder, &[words, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(code), "{words:?} {}", told(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn searched_bundle_is_shown_with_offset() {
    let folder = folder();
    let at = folder.path();
    let output = run(at, &["list", "-v", "hidden.so"]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    assert!(text(&output.stdout).contains(" .my_rodata_+0x0 "), "{}", told(&output));
    let details = text(&output.stderr);
    assert!(details.contains("not searched: "), "{details}");
    let bundle = &json(at, &["list", "hidden.so"], 0)["files"][0]["bundles"][0];
    assert_eq!(
        (&bundle["section"], &bundle["section_offset"]),
        (&".my_rodata_".into(), &0.into())
    );
    let report = json(at, &["verify", "hidden.so"], 0);
    assert_eq!(report["files"][0]["verdict"], "sound");
    assert!(report["files"][0]["searched"]["unsearched_size"].as_u64().unwrap() > 0);
    let report = json(at, &["extract", "hidden.so", "-n", "--arch", "gfx906"], 0);
    assert_eq!(report["outputs"][0]["section_offset"], 0);
}

#[test]
fn file_without_bundles_is_not_sound() {
    let folder = folder();
    let at = folder.path();
    let output = run(at, &["verify", "none.so"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let (verdict, rest) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(verdict, "none.so: no offload bundles\n", "{rest}");
    assert!(rest.contains("none.so: not an offload bundle: an ELF file"), "{rest}");
    assert!(rest.ends_with("`--carve` searches the rest of the file\n"), "{rest}");
    let report = json(at, &["verify", "none.so"], 1);
    assert_eq!(
        (&report["files"][0]["verdict"], &report["files"][0]["bundle_count"]),
        (&"no-bundles".into(), &0.into())
    );
    let report = json(at, &["verify", "missing"], 2);
    assert_eq!(report["files"][0]["verdict"], Value::Null);
    fs::write(at.join("cut.hipfb"), &fs::read(at.join("two.hipfb")).unwrap()[..200]).unwrap();
    let report = json(at, &["verify", "cut.hipfb"], 1);
    assert_eq!(report["files"][0]["verdict"], "not-sound");
}

#[test]
fn matching_bundles_are_counted() {
    let folder = folder();
    let at = folder.path();
    for words in [
        &["list", "two.hipfb", "--arch", "gfx906"][..],
        &["size", "two.hipfb", "--arch", "gfx906"],
        &["list", "--ids-only", "two.hipfb", "--arch", "gfx906"],
        &["extract", "-n", "two.hipfb", "--arch", "gfx906"],
    ] {
        let output = run(at, words);
        assert_eq!(output.status.code(), Some(0), "{}", told(&output));
        let said = text(&output.stderr);
        assert!(
            said.contains("two.hipfb: 1 of 2 bundles has a matching entry"),
            "{words:?} {said}"
        );
        let notes = &json(at, words, 0)["files"][0]["matching"];
        assert_eq!(
            (&notes["bundles"], &notes["total"]),
            (&1.into(), &2.into()),
            "{words:?}"
        );
    }
    let all = run(at, &["list", "two.hipfb", "--arch", "gfx90a"]);
    assert_eq!((all.status.code(), text(&all.stderr).as_str()), (Some(0), ""));
    assert_eq!(json(at, &["list", "two.hipfb"], 0)["files"][0].get("matching"), None);
    let output = run(at, &["list", "two.hipfb", "hidden.so", "--arch", "gfx908"]);
    let said = text(&output.stderr);
    assert!(
        said.contains("two.hipfb: 1 of 2 bundles has") && said.contains("hidden.so: none of 1 bundle has"),
        "{said}"
    );
    let id = "hipv4-amdgcn-amd-amdhsa--gfx906";
    let output = run(at, &["unbundle", "two.hipfb", &format!("{id}=dev.co")]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let said = text(&output.stderr);
    assert!(
        said.contains(&format!("two.hipfb: 1 of 2 bundles has something that serves {id}")),
        "{said}"
    );
}
