//! `supports` and `verify --require`, as users run them.

use std::fs;
use std::path::Path;

use offload_bundle::BundleBuilder;
use serde_json::Value;
use tempfile::TempDir;

use crate::support::program::{run, told};

/// A folder with the bundles `all`, which has code for two processors, and `part`, which lacks one in its second bundle; and a text.
fn scene() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let bundle = |processors: &[&str]| {
        let host = BundleBuilder::new().entry("host-x86_64-unknown-linux-gnu-", b"");
        let with = |bundle: BundleBuilder, name: &&str| bundle.entry(format!("hip-amdgcn-amd-amdhsa--{name}"), *name);
        processors.iter().fold(host, with).to_bytes().unwrap()
    };
    let both = bundle(&["gfx906", "gfx90a:xnack+"]);
    fs::write(folder.path().join("all"), &both).unwrap();
    fs::write(folder.path().join("part"), [both, bundle(&["gfx906"])].concat()).unwrap();
    fs::write(folder.path().join("text"), "no bundle").unwrap();
    folder
}

fn asked(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, words);
    (output.status.code(), told(&output))
}

#[test]
fn a_line_a_file_says_whether_it_runs_there_and_why() {
    let folder = scene();
    let (code, text) = asked(folder.path(), &["supports", "gfx90a", "all", "part", "text"]);
    assert_eq!(code, Some(1));
    for line in [
        "all: yes: gfx90a:xnack+ (1 of 1 bundle, another variant)\n",
        "part: no: 1 of 2 bundles have no code for gfx90a: 1; others: gfx90a:xnack+ (1 of 2 bundles, another variant); there is code for \
         gfx906, gfx90a:xnack+\n",
        "1 of 3 files holds no offload bundle",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let (code, text) = asked(folder.path(), &["supports", "gfx1100", "all"]);
    assert_eq!(code, Some(1));
    assert!(
        text.contains("all: no: none of 1 bundle has code for gfx1100; there is code for gfx906, gfx90a:xnack+\n"),
        "{text}"
    );
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "all", "part"]).0, Some(0));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "."]).0, Some(0));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "text"]).0, Some(1));
    assert_eq!(asked(folder.path(), &["supports", "gfx906", "missing"]).0, Some(2));
    assert_eq!(asked(folder.path(), &["supports", "not a gpu", "all"]).0, Some(2));
}

#[test]
fn a_gpu_can_be_named_as_it_is_sold() {
    let folder = scene();
    for (name, product) in [("MI250X", "Instinct MI250X"), ("instinct-mi210", "Instinct MI210")] {
        let (code, text) = asked(folder.path(), &["supports", name, "all"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(
            text.contains(&format!("note: {name:?}: {product} has the processor gfx90a\n")),
            "{text}"
        );
    }
    assert_eq!(asked(folder.path(), &["supports", "RX 7900 XTX", "all"]).0, Some(1));
    assert_eq!(
        asked(folder.path(), &["supports", "GFX906", "all"]),
        asked(folder.path(), &["supports", "gfx906", "all"])
    );
    // Where all that are called so have one processor, it does not matter which is meant.
    assert!(
        asked(folder.path(), &["supports", "MI300", "all"])
            .1
            .contains("processor gfx942")
    );
    let (code, text) = asked(folder.path(), &["supports", "RTX 4000", "all"]);
    assert_eq!(code, Some(2), "{text}");
    for candidate in ["RTX 4000 Ada (sm_89)", "Quadro RTX 4000 (sm_75)", "RTX PRO 4000 Blackwell (sm_120)"] {
        assert!(text.contains(candidate), "{text}");
    }
    let (code, text) = asked(folder.path(), &["supports", "RX 9999", "all"]);
    assert!(code == Some(2) && text.contains("unknown GPU \"RX 9999\""), "{text}");
    assert_eq!(asked(folder.path(), &["list", "--arch", "mi210", "all"]).0, Some(0));
    assert_eq!(
        asked(
            folder.path(),
            &["verify", "--allow", "unknown-content", "--require", "MI60", "all"]
        )
        .0,
        Some(0)
    );
}

#[test]
fn the_same_for_programs() {
    let folder = scene();
    let output = run(folder.path(), &["supports", "--json", "gfx90a:xnack+", "part"]);
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let file = &found["files"][0];
    assert_eq!(file["supported"], false);
    assert_eq!(
        (&file["unit_count"], &file["supported_unit_count"]),
        (&2.into(), &1.into())
    );
    assert_eq!(file["bundles_without"], serde_json::json!([1]));
    assert_eq!(
        file["with"],
        serde_json::json!([{ "target": "gfx90a:xnack+", "how": "exact", "unit_count": 1 }])
    );
}

#[test]
fn a_release_gate_names_the_bundle_that_lacks_code() {
    let folder = scene();
    let gate = ["verify", "--allow", "unknown-content", "--require", "gfx906", "--require", "gfx90a"];
    assert_eq!(asked(folder.path(), &[&gate[..], &["all"]].concat()).0, Some(0));
    let (code, text) = asked(folder.path(), &[&gate[..], &["part"]].concat());
    assert_eq!(code, Some(1));
    assert!(
        text.contains("error[missing-target]: expected code that runs on gfx90a, found none; there is code for gfx906"),
        "{text}"
    );
    assert_eq!(asked(folder.path(), &[&gate[..], &["all", "text"]].concat()).0, Some(1));
    assert_eq!(
        asked(folder.path(), &["verify", "--allow", "unknown-content", "all", "text"]).0,
        Some(0)
    );
}
