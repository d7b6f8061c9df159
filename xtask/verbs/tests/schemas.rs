//! Schemas made up by chance: whatever the generator accepts compiles without warnings and passes its generated tests, or is only read; and
//! Kaitai's reader agrees. `OFFLOAD_BUNDLE_SCHEMAS` is how many there are, `OFFLOAD_BUNDLE_SEED` where chance begins.

use std::process::Command;

#[test]
fn what_the_generator_accepts_compiles_and_keeps_its_laws() {
    passes("schemas", "24");
}

#[test]
fn formats_that_are_only_read_are_read_as_the_official_reader_reads_them() {
    passes("trees", "48");
}

/// The verb, with so many schemas by default.
fn passes(verb: &str, count: &str) {
    let number = |name: &str, otherwise: &str| std::env::var(name).unwrap_or_else(|_| otherwise.to_owned());
    let (count, seed) = (
        number("OFFLOAD_BUNDLE_SCHEMAS", count),
        number("OFFLOAD_BUNDLE_SEED", "1"),
    );
    let output = Command::new(env!("CARGO_BIN_EXE_xtask-verbs"))
        .args([verb, "--count", &count, "--seed", &seed])
        .output()
        .expect("the verb runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}",
        told.chars().take(4000).collect::<String>()
    );
}
