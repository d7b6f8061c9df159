//! `unbundle` of files with several matching bundles.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use serde_json::Value;

/// The wanted ID.
const ID: &str = "hip-amdgcn-amd-amdhsa--gfx906";

fn three(folder: &Path) -> usize {
    let fixture = offload_bundle_testing::fixtures().join("hip/device.22.hipfb");
    let one = fs::read(fixture).unwrap();
    fs::write(folder.join("three"), one.repeat(3)).unwrap();
    one.len()
}

#[test]
fn other_matches_are_listed_with_offsets() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let len = three(folder);
    let done = run(folder, &["unbundle", "three", &format!("{ID}=dev.co")]);
    assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    let said = String::from_utf8(done.stderr.clone()).unwrap();
    for part in [
        "warning: three: 3 entries serve hip-amdgcn-amd-amdhsa--gfx906;".to_owned(),
        "written was that of bundle 0 (hipv4-amdgcn-amd-amdhsa--gfx906)".into(),
        format!("bundle 1 at byte {len:#x} (hipv4-amdgcn-amd-amdhsa--gfx906)"),
        format!("bundle 2 at byte {:#x} (hipv4-amdgcn-amd-amdhsa--gfx906)", 2 * len),
        "`unbundle --all`".into(),
    ] {
        assert!(said.contains(&part), "{part}: {}", told(&done));
    }
    assert_eq!(said.lines().count(), 1, "{}", told(&done));
    assert!(fs::read(folder.join("dev.co")).unwrap().starts_with(b"\x7fELF"));
    let done = run(folder, &["unbundle", "--json", "three", &format!("{ID}=dev.co")]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    let others = answer["outputs"][0]["other_matches"].as_array().unwrap();
    let places: Vec<_> = others.iter().map(|other| (&other["bundle"], &other["start"])).collect();
    assert_eq!(places, [(&1.into(), &len.into()), (&2.into(), &(2 * len).into())]);
    let done = run(folder, &["extract", "-d", "all", "--arch", "gfx906", "three"]);
    assert_eq!(String::from_utf8(done.stdout).unwrap().lines().count(), 3);
}

#[test]
fn why_the_first_was_chosen_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    three(folder);
    let done = run(folder, &["unbundle", "--explain", "three", &format!("{ID}=dev.co")]);
    let text = String::from_utf8(done.stdout).unwrap();
    let answer = |bundle: u32| {
        let start = format!("  bundle {bundle}: hipv4-amdgcn-amd-amdhsa--gfx906: ");
        text.lines().find_map(|line| line.strip_prefix(&start)).unwrap()
    };
    assert_eq!(answer(0), "chosen");
    assert_eq!(answer(2), "yes, but not the first of the best");
}

#[test]
fn single_match_gives_no_note() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let fixture = offload_bundle_testing::fixtures().join("hip/device.22.hipfb");
    // The hosts' entries are empty, so nothing is lost.
    three(folder);
    for (file, id) in [(fixture.to_str().unwrap(), ID), ("three", "host-x86_64-unknown-linux-gnu-")] {
        let done = run(folder, &["unbundle", file, &format!("{id}=out")]);
        assert_eq!(
            (done.status.code(), done.stderr.as_slice()),
            (Some(0), b"".as_slice()),
            "{}",
            told(&done)
        );
    }
}

#[test]
fn entries_before_damage_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let len = three(folder);
    let bytes = fs::read(folder.join("three")).unwrap();
    fs::write(folder.join("cut"), &bytes[..2 * len + 60]).unwrap();
    for command in ["list", "size"] {
        let done = run(folder, &[command, "cut"]);
        assert_eq!(done.status.code(), Some(2), "{}", told(&done));
        let text = String::from_utf8(done.stdout.clone()).unwrap();
        assert!(text.contains("gfx906"), "{}", told(&done));
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(said.starts_with("error: cut: at byte "), "{said}");
    }
}
