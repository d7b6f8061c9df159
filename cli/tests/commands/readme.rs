//! The README shows what compiles and runs: its library examples are programs beside it, and its command lines succeed.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use crate::support::program::{offload_bundle, told};

/// The programs that the Rust blocks of the README stand in, in order.
const PROGRAMS: [&str; 2] = ["library/examples/loader.rs", "conformance/examples/sizes.rs"];

#[test]
fn the_library_examples_are_those_that_compile() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let blocks: Vec<&str> = readme
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(blocks.len(), PROGRAMS.len());
    for (block, program) in blocks.into_iter().zip(PROGRAMS) {
        let compiled = fs::read_to_string(root.join(program)).expect("the example is there");
        // Tests call it too, so there it is not private.
        let compiled = compiled.replace("pub(crate) fn", "fn");
        assert!(
            compiled.contains(block),
            "make the example of README.md and {program} equal"
        );
    }
}

/// Runs the command lines under "Use" one after the other, in a folder of their own with the fixtures that they name.
#[test]
#[cfg(unix)]
fn every_command_line_that_is_shown_succeeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("the README is there");
    let (_, uses) = readme.split_once("\n## Use\n").expect("the README shows uses");
    let (uses, _) = uses
        .split_once("\nThe library")
        .expect("the library comes after the tool");
    let blocks: Vec<&str> = uses
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert_eq!(
        blocks.len(),
        5,
        "files, commands, two drop-ins for scripts, and one for clang"
    );
    let folder = tempfile::tempdir().expect("a folder for the files");
    std::os::unix::fs::symlink(root.join("conformance"), folder.path().join("conformance"))
        .expect("the fixtures are shown");
    let program = offload_bundle().parent().expect("the program stands in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-e", "-c", &blocks.concat()])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", program.display()))
        .env("HOME", folder.path())
        .output()
        .expect("there is a shell");
    assert!(output.status.success(), "{}", told(&output));
}
