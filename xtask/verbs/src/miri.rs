//! `cargo xtask miri`: the tests of `core`, of the generated readers and writers, and of what takes pointers from C, under Miri, which sees
//! what no test of values does: undefined behaviour, numbers that overflow, memory that is lost. Each property is tried on few values, as Miri is slow.

use std::process::Command;

use crate::files;

/// The crates that are tested, and words in the names of their tests; all of them where there is no word. None of these does more than
/// compute, and read fixtures: Miri calls no C, such as Zstandard.
/// What has unsafe code comes first, because there may not be time for all.
const PACKAGES: [(&str, &[&str]); 3] =
    [("offload-bundle-c", &["foreign::", "nulls::"]), ("offload-bundle-formats", &[]), ("offload-bundle-core", &[])];

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
    for (package, own) in PACKAGES {
        let status = miri(&["test", "--locked", "--lib", "--package", package, "--target-dir", "target/miri", "--"])
            .args(if words.is_empty() { own } else { words })
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
