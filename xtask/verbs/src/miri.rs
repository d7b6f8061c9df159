//! `cargo xtask miri`: the tests of `core` and of the generated readers and writers under Miri, which sees what no test of values does:
//! undefined behaviour of dependencies, numbers that overflow, memory that is lost. Each property is tried on few values, as Miri is slow.

use std::process::Command;

use crate::files;

/// What is tested. None of it does more than compute.
const PACKAGES: [&str; 2] = ["offload-bundle-core", "offload-bundle-formats"];

/// How many values a property is tried on where it does not say.
const CASES: &str = "2";

/// Runs the verb; the words are names of tests.
pub fn run(words: &[&str]) -> Result<(), String> {
    let miri = |words: &[&str]| {
        let mut rustup = Command::new("rustup");
        rustup
            .args(["run", "nightly", "cargo", "miri"])
            .args(words)
            .current_dir(files::root());
        rustup
    };
    let there = miri(&["--version"]).output();
    if !there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: Miri is not installed; `rustup component add --toolchain nightly miri rust-src`");
        return Ok(());
    }
    for package in PACKAGES {
        let status = miri(&["test", "--locked", "--lib", "--package", package, "--target-dir", "target/miri", "--"])
            .args(words)
            // What draws values asks for its environment.
            .env("MIRIFLAGS", "-Zmiri-disable-isolation")
            .env("PROPTEST_CASES", CASES)
            // Cargo sets it for the toolchain that runs this.
            .env_remove("RUSTC")
            .status()
            .map_err(|error| format!("rustup: {error}"))?;
        if !status.success() {
            return Err(format!("tests of {package} fail under Miri"));
        }
    }
    Ok(())
}
