//! `--arch` with unknown processors and near misses.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::{run, told};
use serde_json::Value;

fn extract(folder: &Path, words: &[&str]) -> Output {
    run(folder, &[&["extract", "-d", "out"], words].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn variety(folder: &Path) -> &'static str {
    fs::write(folder.join("dev.co"), "code").unwrap();
    let ids = [
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack+",
        "hip-amdgcn-amd-amdhsa--gfx90a:xnack-",
        "hipv4-amdgcn-amd-amdhsa--gfx1100",
        "hip-amdgcn-amd-amdhsa--gfx803",
        "hip-amdgcn-amd-amdhsa--gfx1990",
    ];
    let entries: Vec<String> = ids.iter().map(|id| format!("{id}=dev.co")).collect();
    let words = [["bundle", "-t", "bc", "-o", "b"].as_slice(), &entries.iter().map(String::as_str).collect::<Vec<_>>()];
    let done = run(folder, &words.concat());
    assert!(done.status.success(), "{}", told(&done));
    "b"
}

#[test]
fn unknown_processor_is_matched_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    let done = extract(folder, &["--arch", "gfx1990:xnack+", bundle]);
    assert_eq!(done.status.code(), Some(0), "{}", told(&done));
    assert_eq!(text(&done.stdout), "out/b.0.hip-amdgcn-amd-amdhsa--gfx1990\n");
    assert!(text(&done.stderr).starts_with("note: unknown processor \"gfx1990\""));
    // Suggestions are printed.
    let done = extract(folder, &["--arch", "gfx110", bundle]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    let message = "note: unknown processor \"gfx110\"; known: gfx1100, gfx1101, gfx1102, gfx1103; entries are matched by this name\n";
    assert!(text(&done.stderr).contains(message), "{}", told(&done));
    let done = extract(folder, &["--json", "--dry-run", "--force", "--arch", "gfx1990", bundle]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(answer["notes"][0]["code"], "unknown-name");
}

#[test]
fn near_misses_are_printed_with_reason() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    variety(folder);
    let fixture = offload_bundle_testing::fixtures().join("objects/hip.22.so");
    fs::copy(fixture, folder.join("lib")).unwrap();
    let done = extract(folder, &["-a", "gfx90a:xnack-", "lib"]);
    let nearest = "nearest: \"hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+\" (the entry has `xnack+`, not `xnack-`)\n";
    assert!(text(&done.stderr).ends_with(nearest), "{}", told(&done));
    for (words, nearest) in [
        (
            ["-k", "hip", "-a", "gfx90a:xnack+:sramecc+", "-a", "gfx906:xnack+"].as_slice(),
            "",
        ),
        (
            &["-a", "gfx1101"],
            "nearest: \"hipv4-amdgcn-amd-amdhsa--gfx1100\" (the processor is `gfx1100`, not `gfx1101`)\n",
        ),
        (
            &["-k", "openmp", "-a", "gfx803"],
            "nearest: \"hip-amdgcn-amd-amdhsa--gfx803\" (the entry is for `hip`, the request is for `openmp`)\n",
        ),
    ] {
        let done = extract(folder, &[words, ["--dry-run", "b"].as_slice()].concat());
        assert_eq!(done.status.code() == Some(0), nearest.is_empty(), "{}", told(&done));
        assert!(text(&done.stderr).ends_with(nearest), "{words:?}: {}", told(&done));
    }
}

#[test]
fn list_chooses_entries_by_the_same_rules() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    fs::write(folder.join("other"), "no bundle").unwrap();
    let ids = |words: &[&str]| {
        let done = run(folder, &[["list", "--ids-only"].as_slice(), words, &[bundle]].concat());
        (text(&done.stdout), done.status.code())
    };
    let both = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+\nhip-amdgcn-amd-amdhsa--gfx90a:xnack-\n";
    assert_eq!(ids(&["--arch", "gfx90a"]), (both.into(), Some(0)));
    assert_eq!(ids(&["--kind", "openmp"]), (String::new(), Some(1)));
    let done = run(folder, &["list", "--json", "--arch", "gfx1100", bundle]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    let entries = &answer["files"][0]["bundles"][0]["entries"];
    assert_eq!(
        (entries[0]["entry"].as_u64(), entries.as_array().unwrap().len()),
        (Some(2), 1)
    );
    let done = run(folder, &["list", "--json", "--arch", "gfx906", bundle]);
    let answer: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!(answer["error"]["code"], "nothing-fits");
    assert_eq!(answer["files"][0]["bundles"], serde_json::json!([]));
}

#[test]
fn findings_can_be_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let bundle = variety(folder);
    let verify = |words: &[&str]| {
        let done = run(folder, &[["verify"].as_slice(), words, &[bundle]].concat());
        (text(&done.stdout), done.status.code(), text(&done.stderr))
    };
    let (found, code, _) = verify(&["--allow", "unknown-content"]);
    assert_eq!(code, Some(0), "{found}");
    let note = "note[unknown-target]: unknown processor \"gfx1990\" in \"hip-amdgcn-amd-amdhsa--gfx1990\"\n";
    assert!(found.contains(note), "{found}");
    let sum = "b: sound: 1 bundle, 5 entries, 5 targets: gfx803, gfx90a:xnack+, gfx90a:xnack-, gfx1100, gfx1990";
    assert!(found.ends_with(&format!("{sum}; allowed: 5 findings\n")), "{found}");
    let (found, code, _) = verify(&["--allow", "unknown-target", "--allow", "unknown-content"]);
    assert_eq!(
        (found.as_str(), code),
        (format!("{sum}; allowed: 6 findings\n").as_str(), Some(0))
    );
    let (_, code, said) = verify(&["--allow", "unknown-targt"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("did you mean `unknown-target`?"), "{said}");
    // The summary counts findings, except allowed ones.
    let bytes = fs::read(folder.join(bundle)).unwrap();
    fs::write(folder.join(bundle), [bytes.as_slice(), b"trailing bytes"].concat()).unwrap();
    let (found, code, _) = verify(&["--allow", "unknown-content"]);
    assert_eq!(code, Some(1), "{found}");
    assert!(
        found.contains("b: not sound: 1 warning: 1 bundle, 5 entries, 5 targets: "),
        "{found}"
    );
    assert_eq!(
        verify(&["--allow", "trailing", "--allow", "unknown-content"]).1,
        Some(0)
    );
}
