//! The ways to call the drop-in.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use offload_bundle_conformance::program::{offload_bundle, run, told};

#[test]
fn its_name_with_or_without_a_release_calls_it() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["clang-offload-bundler", "clang-offload-bundler-22"] {
        let path = folder.path().join(name);
        symlink(offload_bundle(), &path).unwrap();
        let output = Command::new(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            said,
            format!("{name}: for the --type option: must be specified at least once!\n")
        );
    }
    let other = folder.path().join("clang-offload-bundler-x");
    symlink(offload_bundle(), &other).unwrap();
    let output = Command::new(&other).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
}

#[test]
fn it_is_a_command_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["clang-offload-bundler", "-type=bc"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "clang-offload-bundler: error: no output file specified!\n");
}

#[test]
fn the_environment_chooses_the_release_and_the_option_beats_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), "x").unwrap();
    let bundle = |variable: &str, option: &[&str]| {
        let output = Command::new(offload_bundle())
            .args(["clang-offload-bundler", "-type=s", "-input=in", "-output=-"])
            .arg("-targets=host-x86_64-unknown-linux-gnu")
            .args(option)
            .env("OFFLOAD_BUNDLE_EMULATE", variable)
            .current_dir(folder.path())
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    let written = |dash: &str| {
        let marker =
            |word: &str| format!("\n# __CLANG_OFFLOAD_BUNDLE____{word}__ host-x86_64-unknown-linux-gnu{dash}\n");
        (Some(0), format!("{}x{}", marker("START"), marker("END")))
    };
    assert_eq!(bundle("14", &[]), written(""));
    assert_eq!(bundle("14", &["--emulate=22"]), written("-"));
    assert_eq!(bundle("15", &[]).0, Some(1));
}
