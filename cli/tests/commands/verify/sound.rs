//! Every fixture is sound, except for known findings.

use std::collections::BTreeSet;
use std::path::Path;

use super::scene::{GFX906, HOST, Scene, fixture, gfx906};
use crate::support::program::{run, told};
use offload_bundle_testing::manifest::Manifest;
use serde_json::Value;

const UNSOUND: [(&str, &str, &str); 1] = [(
    "matrix/four-empty-align4096.14.bc",
    "empty-beyond-end",
    "releases 14 and 16 leave out the padding before a last empty entry",
)];

fn holds_made_up(path: &str) -> bool {
    path.starts_with("matrix/") || path.starts_with("compressed/")
}

#[test]
fn fixtures_are_sound_except_known() {
    let manifest = Manifest::read().unwrap();
    let folder = offload_bundle_testing::fixtures();
    let mut bundles = 0;
    for fixture in &manifest.fixtures {
        let path = folder.join(&fixture.path);
        let output = run(Path::new("."), &["verify", "--json", path.to_str().unwrap()]);
        let files: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", told(&output)));
        let findings = files["files"][0]["findings"].as_array().unwrap();
        let told: BTreeSet<(&str, &str)> = findings
            .iter()
            .map(|finding| (finding["severity"].as_str().unwrap(), finding["code"].as_str().unwrap()))
            .collect();
        let mut expected: BTreeSet<(&str, &str)> = UNSOUND
            .iter()
            .filter(|(path, ..)| *path == fixture.path)
            .map(|(_, code, _)| ("warning", *code))
            .collect();
        let made_up = told.contains(&("warning", "unknown-content"));
        assert!(!made_up || holds_made_up(&fixture.path), "{}: {told:?}", fixture.path);
        assert_eq!(
            output.status.success(),
            expected.is_empty() && !made_up,
            "{}: {told:?}",
            fixture.path
        );
        // Made-up contents; those for HIP are invalid.
        expected.insert(("note", "unknown-content"));
        expected.extend(made_up.then_some(("warning", "unknown-content")));
        // Compressed bytes that contain the start of a header, as a test for readers.
        let looks_alike = fixture.path.contains("look-alike");
        assert_eq!(
            told.contains(&("note", "magic-inside")),
            looks_alike,
            "{}: {told:?}",
            fixture.path
        );
        expected.extend(looks_alike.then_some(("note", "magic-inside")));
        assert!(told.is_subset(&expected), "{}: {told:?}", fixture.path);
        bundles += files["files"][0]["bundle_count"].as_u64().unwrap();
    }
    assert!(bundles > 100, "{bundles} bundles: the manifest is not what it was");
}

#[test]
fn compiled_code_objects_match_their_ids() {
    let folder = offload_bundle_testing::fixtures();
    for path in ["hip/device.14.hipfb", "hip/device.22.hipfb", "compressed/device.22.hipfb", "objects/hip.22.so"] {
        let path = folder.join(path);
        let output = run(Path::new("."), &["verify", path.to_str().unwrap()]);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.ends_with(": sound: 1 bundle, 3 entries, 2 targets: gfx906, gfx90a:xnack+\n"),
            "{}",
            told(&output)
        );
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn notable_files_are_still_written() {
    let scene = Scene::new();
    let (device, host) = (format!("{GFX906}=in"), format!("{HOST}=/dev/null"));
    let other = "openmp-amdgcn-amd-amdhsa--gfx906=in";
    let made = scene.made(&["bundle", "-t", "bc", "-o", "out", &device, &host, other], &gfx906());
    let verified = scene.verify(&made);
    assert_eq!(verified.code, 0);
    assert_eq!(verified.value["findings"][0]["code"], "host-first");
}

#[test]
fn host_section_is_not_device_code() {
    let scene = Scene::new();
    for path in ["objects/rdc.14.o", "objects/rdc.22.o", "objects/rdc.22.obj"] {
        let verified = scene.verify(&fixture(path));
        assert_eq!(verified.value["bundle_count"], 1, "{path}");
        let unknown = verified
            .findings
            .iter()
            .find(|finding| finding.contains("unknown-content"));
        assert_eq!(unknown, None, "{path}");
    }
}

#[test]
fn partly_checked_file_is_undecided() {
    let folder = offload_bundle_testing::fixtures();
    let words = ["verify", "--max-size", "100", "compressed/device.22.hipfb"];
    let output = run(&folder, &words);
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("device.22.hipfb: not verified: a limit stopped the check: "),
        "{said}"
    );
    let output = run(&folder, &[&words[..], &["--json"]].concat());
    let files: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(files["files"][0]["verdict"], "undecided");
}
