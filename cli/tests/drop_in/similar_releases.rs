//! Releases that were not measured behave as a measured one. LLVM's history: `-input` and `-output` since 15, `-compress` since 18, the
//! strict form of targets since 22; the packager's `--archive` since 17, its number 4 for HIP since 21.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::support::program::{run, told};

fn behaviour(folder: &Path, tool: &str, release: &str, words: &[&str]) -> (String, Result<Vec<u8>, String>) {
    let emulate = format!("--emulate={release}");
    let help = told(&run(folder, &[tool, &emulate, "-help"]));
    let _ = fs::remove_file(folder.join("out"));
    let made = run(folder, &[&[tool, &emulate], words].concat());
    let outcome = match made.status.success() {
        true => Ok(fs::read(folder.join("out")).unwrap()),
        false => Err(told(&made).replace(release, "N")),
    };
    (help, outcome)
}

#[test]
fn unmeasured_releases_follow_llvm_history() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in"), "x").unwrap();
    let bundle = ["-type=bc", "-targets=host-x86_64-unknown-linux", "-input=in", "-output=out"];
    let pack = ["-o", "out", "--image=file=in,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip"];
    let (bundler, packager) = ("clang-offload-bundler", "clang-offload-packager");
    for (tool, words, alike) in [
        (
            bundler,
            bundle.as_slice(),
            [&["14"][..], &["16", "15", "17"], &["19", "18", "20", "21"], &["22"]].as_slice(),
        ),
        (packager, &pack, &[&["16"], &["19", "17", "18"], &["22", "21"]]),
    ] {
        let mut seen: Vec<(String, Result<Vec<u8>, String>)> = Vec::new();
        for releases in alike {
            let of = |release: &&str| behaviour(folder, tool, release, words);
            let mut all = releases.iter().map(of);
            let first = all.next().unwrap();
            assert!(!seen.contains(&first), "{tool} {releases:?} is as another one");
            assert!(all.all(|other| other == first), "{tool} {releases:?}");
            seen.push(first);
        }
    }
}
