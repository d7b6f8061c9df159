//! `cargo test --package X` uses the same dependency features as `cargo test --workspace`, so that each crate is compiled once.

use std::collections::BTreeSet;
use std::process::Command;

/// Tested separately.
const CRATES: [&str; 12] = [
    "offload-bundle",
    "offload-bundle-c",
    "offload-bundle-cli",
    "offload-bundle-cli-definitions",
    "offload-bundle-cli-words",
    "offload-bundle-codegen",
    "offload-bundle-conformance",
    "offload-bundle-core",
    "offload-bundle-formats",
    "offload-bundle-rewrite",
    "offload-bundle-testing",
    "xtask-verbs",
];

fn asked(crates: &[&str]) -> BTreeSet<String> {
    let form = ["tree", "--locked", "--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}: {f}"];
    let output = Command::new(env!("CARGO"))
        .args(form)
        .args(crates)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |line: &str| line.replace(" (*)", "").replace(" (proc-macro)", "");
    lines.lines().map(line).filter(|line| !line.is_empty()).collect()
}

#[test]
fn single_crates_use_workspace_features() {
    let all = asked(&["--workspace"]);
    for name in CRATES {
        let own = asked(&["--package", name]);
        let others: Vec<&String> = own.difference(&all).collect();
        assert!(
            others.is_empty(),
            "{name} alone has other features of {others:#?}: let xtask/one_world/Cargo.toml ask for what all crates together do"
        );
    }
}
