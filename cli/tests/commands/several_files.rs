//! Exit codes, messages and totals for several files.

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};
use offload_bundle::BundleBuilder;
use serde_json::Value;
use tempfile::TempDir;

const HOST: &str = "host-x86_64-unknown-linux-gnu-";

fn device(processor: &str) -> String {
    format!("hip-amdgcn-amd-amdhsa--{processor}")
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    let bundle = |processors: &[&str]| {
        let host = BundleBuilder::new().entry(HOST, b"");
        let all = processors
            .iter()
            .fold(host, |bundle, name| bundle.entry(device(name), *name));
        all.to_bytes().unwrap()
    };
    let two = bundle(&["gfx1030", "gfx908", "gfx90a"]);
    put("one", &bundle(&["gfx908"]));
    put("two", &two);
    put("unsound", &[&bundle(&["gfx906"])[..], b"more"].concat());
    put("text", b"no bundle");
    put("packed.lz4", b"\x04\x22\x4d\x18");
    put("damaged", &two[..100]);
    folder
}

fn code(folder: &Path, words: &[&str]) -> i32 {
    let output = run(folder, words);
    output
        .status
        .code()
        .unwrap_or_else(|| panic!("{words:?} {}", told(&output)))
}

fn json(folder: &Path, words: &[&str]) -> Value {
    serde_json::from_slice(&run(folder, &[words, &["--json"]].concat()).stdout).unwrap()
}

const COMMANDS: [&[&str]; 6] = [
    &["list"],
    &["size"],
    &["list", "--ids-only"],
    &["verify", "--allow", "unknown-content"],
    &["inspect"],
    &["extract", "--force", "-d", "parts"],
];

#[test]
fn exit_codes_follow_one_rule() {
    let folder = folder();
    let cases: [(&[&str], i32); 7] = [
        (&["one", "two"], 0),
        (&["text"], 1),
        (&["text", "packed.lz4"], 1),
        (&["one", "text", "packed.lz4"], 0),
        (&["text", "missing"], 2),
        (&["one", "text", "missing"], 2),
        (&["one", "damaged"], 2),
    ];
    for command in COMMANDS {
        for (files, expected) in cases {
            let is_found = command[0] == "verify" && files.contains(&"damaged");
            for json in [&[][..], &["--json"]] {
                let words = [command, json, files].concat();
                assert_eq!(
                    code(folder.path(), &words),
                    if is_found { 1 } else { expected },
                    "{words:?}"
                );
            }
        }
    }
    assert_eq!(code(folder.path(), &["verify", "one", "unsound", "text"]), 1);
    assert_eq!(
        code(folder.path(), &["list", "--arch", "gfx1100", "one", "two", "text"]),
        1
    );
    assert_eq!(
        code(folder.path(), &["list", "--arch", "gfx1030", "one", "two", "text"]),
        0
    );
}

#[test]
fn files_without_bundles_are_counted() {
    let folder = folder();
    let said = |words: &[&str]| String::from_utf8(run(folder.path(), words).stderr).unwrap();
    for command in COMMANDS {
        for json in [&[][..], &["--json"]] {
            let with = |files: &[&str]| said(&[command, json, files].concat());
            assert_eq!(with(&["one", "two"]), "");
            assert_eq!(
                with(&["one", "text"]),
                "note: 1 of 2 files holds no offload bundle; `-v` names them\n"
            );
            assert_eq!(
                with(&["text", "one", "packed.lz4", "two"]),
                "note: 2 of 4 files hold no offload bundles; `-v` names them\n"
            );
            let none = "error: none of 2 files holds an offload bundle; `-v` names them\n";
            assert_eq!(with(&["text", "packed.lz4"]), none);
            assert_eq!(with(&["-q", "text", "packed.lz4"]), none);
            assert_eq!(with(&["-q", "text", "one"]), "");
            let all = with(&["-v", "text", "one", "packed.lz4"]);
            assert!(
                all.contains("packed.lz4: not an offload bundle: a file compressed with lz4\n"),
                "{all}"
            );
            assert!(all.contains("note: 2 of 3 files hold no offload bundles\n"), "{all}");
            assert!(with(&["text"]).contains("text: not an offload bundle: "));
        }
    }
}

#[test]
fn totals_are_printed_for_several_files() {
    let folder = folder();
    let text = |words: &[&str]| String::from_utf8(run(folder.path(), words).stdout).unwrap();
    assert_eq!(
        text(&["verify", "--allow", "unknown-content", "one", "two", "text", "missing", "unsound", "packed.lz4"])
            .lines()
            .last(),
        Some(
            "all 6 files: 2 sound, 1 not sound, 2 without offload bundles, 1 not verified: 3 bundles, 8 entries, 4 targets: \
             gfx906, gfx908, gfx90a, gfx1030"
        )
    );
    for single in [&["list", "two"][..], &["verify", "--allow", "unknown-content", "two", "--quiet"]] {
        assert!(!text(single).contains("files"), "{single:?}");
        assert_eq!(json(folder.path(), single)["totals"], Value::Null);
    }
    let totals = |words: &[&str]| json(folder.path(), words)["totals"].clone();
    let list = totals(&["list", "one", "two", "text"]);
    assert_eq!(
        (&list["file_count"], &list["without_bundles_count"]),
        (&3.into(), &1.into())
    );
    let verify = totals(&["verify", "--allow", "unknown-content", "one", "two", "text", "unsound"]);
    let counts = ["sound_count", "not_sound_count", "without_bundles_count", "failed_count", "bundle_count"];
    assert_eq!(counts.map(|key| verify[key].as_u64()), [2, 1, 1, 0, 3].map(Some));
    for command in [&["list"][..], &["inspect"], &["extract", "--force", "-d", "parts"]] {
        assert_eq!(
            totals(&[command, &["one", "text"]].concat())["without_bundles_count"],
            1
        );
    }
}

#[test]
fn targets_are_printed_in_every_table() {
    let folder = folder();
    let report = json(folder.path(), &["verify", "two"]);
    assert_eq!(
        report["files"][0]["coverage"][0]["targets"],
        serde_json::json!(["gfx908", "gfx90a", "gfx1030"])
    );
    let verified = String::from_utf8(run(folder.path(), &["verify", "two"]).stdout).unwrap();
    assert!(verified.ends_with("3 targets: gfx908, gfx90a, gfx1030\n"), "{verified}");
}

#[test]
fn empty_host_entries_are_skipped_silently() {
    let folder = folder();
    let output = run(folder.path(), &["extract", "-d", "parts", "two"]);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let empty = BundleBuilder::new()
        .entry(HOST, b"")
        .entry(device("gfx906"), b"")
        .entry(device("gfx908"), b"c");
    fs::write(folder.path().join("empty"), empty.to_bytes().unwrap()).unwrap();
    let output = run(folder.path(), &["extract", "-d", "parts", "empty"]);
    let note = "note: entries without content that were left out: 1\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), note);
}
