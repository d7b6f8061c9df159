//! Ways to call the drop-in.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use crate::support::program::{command, command_by, offload_bundle, run, told};
use offload_bundle_testing::recorded::Tool;
use offload_bundle_testing::releases::RELEASES;

#[test]
fn name_with_optional_release_calls_drop_in() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["clang-offload-bundler", "clang-offload-bundler-22"] {
        let path = folder.path().join(name);
        symlink(offload_bundle(), &path).unwrap();
        let output = command_by(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", told(&output));
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            said,
            format!("{name}: for the --type option: must be specified at least once!\n")
        );
    }
    let other = folder.path().join("clang-offload-bundler-x");
    symlink(offload_bundle(), &other).unwrap();
    let output = command_by(&other).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
}

#[test]
fn drop_in_is_a_command_too() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["clang-offload-bundler", "-type=bc"]);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said, "clang-offload-bundler: error: no output file specified!\n");
}

fn version(program: &Path, words: &[&str], environment: &str) -> String {
    let output = command_by(program)
        .args(words)
        .arg("--version")
        .env("OFFLOAD_BUNDLE_EMULATE", environment)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let own = said.split(" (offload-bundle").next().unwrap_or_default();
    own.to_owned()
}

#[test]
fn release_comes_from_name_option_environment() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let is = |release: &str| format!("clang-offload-bundler version {release}.0.0");
    symlink(offload_bundle(), path("clang-offload-bundler")).unwrap();
    for (name, release) in [
        ("clang-offload-bundler-19", "19"),
        ("clang-offload-bundler-16.exe", "16"),
        ("clang-offload-bundler-17", "17"),
        ("clang-offload-bundler-99", "99"),
    ] {
        symlink(offload_bundle(), path(name)).unwrap();
        assert_eq!(version(&path(name), &["-emulate=14"], "22"), is(release), "{name}");
    }
    let plain = path("clang-offload-bundler");
    assert_eq!(version(&plain, &["-emulate=14"], "16"), is("14"));
    assert_eq!(version(&plain, &[], "16"), is("16"));
    assert_eq!(version(offload_bundle(), &["clang-offload-bundler-19"], "16"), is("19"));
    // clang calls the tool without a number: the link's target has one.
    fs::create_dir(path("19")).unwrap();
    symlink("../clang-offload-bundler-19", path("19/clang-offload-bundler")).unwrap();
    assert_eq!(version(&path("19/clang-offload-bundler"), &[], "16"), is("19"));
}

#[test]
fn version_matches_release_format() {
    let numbers = |said: &str| {
        let (_, rest) = said.split_once("clang-offload-bundler version ")?;
        let number = rest.split_whitespace().next()?;
        number.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>().ok()
    };
    let folder = tempfile::tempdir().unwrap();
    let nothing = tempfile::tempdir().unwrap();
    for release in RELEASES {
        let name = format!("clang-offload-bundler-{release}");
        let real = Tool::new(&name).run(nothing.path(), &["--version"]);
        let real = numbers(&String::from_utf8_lossy(&real.stdout)).unwrap();
        let link = folder.path().join(&name);
        symlink(offload_bundle(), &link).unwrap();
        let here = numbers(&version(&link, &[], "")).unwrap();
        assert_eq!((here.len(), here[0]), (real.len(), real[0]));
    }
}

#[test]
fn releases_have_different_help_and_options() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = tempfile::tempdir().unwrap();
    for release in ["16", "19", "22"] {
        let name = format!("clang-offload-bundler-{release}");
        let link = folder.path().join(&name);
        symlink(offload_bundle(), &link).unwrap();
        let text = |output: Output| String::from_utf8_lossy(&output.stdout).into_owned();
        let ours = text(command_by(&link).arg("--help").output().unwrap());
        let theirs = text(Tool::new(&name).run(nothing.path(), &["--help"]));
        assert!(theirs.contains("--bundle-align"), "{release}: {theirs}");
        assert_eq!(ours, theirs, "{release}");
    }
    for (release, word) in [("14", "-input=in"), ("16", "-compress")] {
        let output = run(
            folder.path(),
            &["clang-offload-bundler", "-emulate", release, "-type=bc", "-list", word],
        );
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let unknown = format!("clang-offload-bundler: Unknown command line argument '{word}'.");
        assert!(said.starts_with(&unknown), "{said}");
        assert!(said.contains("it is an option of"), "{said}");
    }
}

#[test]
fn option_overrides_environment_release() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), "x").unwrap();
    let bundle = |variable: &str, option: &[&str]| {
        let output = command()
            .args(["clang-offload-bundler", "-type=s", "-inputs=in", "-outputs=-"])
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
    assert_eq!(bundle("15", &[]), written(""));
    assert_eq!(bundle("13", &[]).0, Some(1));
    assert_eq!(bundle("verbatim", &[]), written(""));
}
