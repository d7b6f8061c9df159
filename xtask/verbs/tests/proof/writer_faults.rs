//! The tests that are generated from schemas, and those of core, notice one-line faults of writers, each of them by itself.

use std::fs;

#[path = "../writers/faults.rs"]
mod faults;

use crate::scratch::Scratch;
use faults::FAULTS;

/// What notices.
const TESTS: &[&str] =
    &["test", "--quiet", "--package", "offload-bundle-core", "--package", "offload-bundle-formats", "--lib"];

// Compiles core for each fault, a quarter of an hour: `cargo xtask prove writer`.
#[test]
fn each_fault_of_a_writer_is_noticed() {
    let scratch = Scratch::copy("writers");
    let (sound, told) = scratch.tried(TESTS);
    assert!(sound, "without any fault:\n{told}");
    let mut missed = Vec::new();
    for fault in FAULTS {
        let file = scratch.root.join(fault.file);
        let old = fs::read_to_string(&file).expect("the file is there");
        fs::write(&file, old.replacen(fault.from, fault.to, 1)).expect("the file can be written");
        let (passed, told) = scratch.tried(TESTS);
        fs::write(&file, old).expect("the file can be written");
        // What does not compile proves nothing.
        assert!(
            passed || told.contains("test result: FAILED"),
            "{}:\n{told}",
            fault.what
        );
        if passed {
            missed.push(fault.what);
        }
    }
    assert!(missed.is_empty(), "nothing notices: {missed:#?}");
}
