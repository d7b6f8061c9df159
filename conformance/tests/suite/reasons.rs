//! Reports name the offset, the field and both values of a failure, in files, on the page and in JUnit.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::program::{PROGRAM, run, text};

const CASE: &str = "ccob/versions/version_1_zlib";

/// A testee `zero` with a fixed answer about compressed bundles.
fn testee(folder: &Path, answer: &str) -> String {
    let script = folder.join("zero.sh");
    let describe = r#"{"name": "zero", "version": "1", "protocol": 1, "ops": ["decompress"]}"#;
    let lines = format!(
        "read line; echo '{describe}'\nwhile read -r line; do\n  id=${{line#*'\"id\":\"'}}\n  \
         printf '{{\"id\": \"%s\", %s}}\\n' \"${{id%%'\"'*}}\" '{answer}'\ndone\n"
    );
    std::fs::write(&script, lines).unwrap();
    format!("sh {}", script.display())
}

/// A testee that decompresses every input to two zero bytes.
fn zero(folder: &Path) -> String {
    testee(folder, r#""value": {"bytes": "0000"}"#)
}

#[test]
fn both_sides_are_kept_in_files() {
    let scene = tempfile::tempdir().unwrap();
    let pipe = zero(scene.path());
    let said = text(&run(&["--pipe", &pipe, "--case", CASE, "--verbose"]).stdout);
    for words in [
        "bytes differs from offset 0x0 on, in the field magic (",
        "\n  expected  000000  5f 5f 43",
        "\n  found     000000  00 00 ",
    ] {
        assert!(said.contains(words), "{words:?}: {said}");
    }
    let folder = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("files: "))
        .unwrap();
    let read = |name: &str| std::fs::read(Path::new(folder).join(name)).unwrap();
    assert_eq!(read("found.bin"), [0, 0]);
    assert!(read("expected.bin").starts_with(b"__CLANG_OFFLOAD_BUNDLE__"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn junit_has_class_file_time_and_reason() {
    let scene = tempfile::tempdir().unwrap();
    let pipe = zero(scene.path());
    let file = |name: &str| scene.path().join(name).to_str().unwrap().to_string();
    let (xml, page) = (file("report.xml"), file("report.html"));
    run(&["--pipe", &pipe, "--case", CASE, "--junit", &xml, "--html", &page]);
    let xml = std::fs::read_to_string(xml).unwrap();
    for words in [
        "classname=\"ccob.versions\"",
        "file=\"cases/ccob/versions.json\"",
        " time=\"",
        "<failure message=\"fail: expected",
        " failures=\"1\" skipped=\"0\"",
        "in the field magic",
        "000000  00 00",
    ] {
        assert!(xml.contains(words), "{words:?}: {xml}");
    }
    assert!(std::fs::read_to_string(page).unwrap().contains("in the field magic"));
}

#[test]
fn testee_texts_are_escaped() {
    let scene = tempfile::tempdir().unwrap();
    let pipe = testee(scene.path(), r#""broken": "\u001b[2Jgone\ufffe\uffff""#);
    let xml = scene.path().join("report.xml").to_str().unwrap().to_string();
    let output = run(&["--pipe", &pipe, "--case", CASE, "--junit", &xml]);
    let said = text(&output.stderr);
    assert!(said.contains("\\u{1b}[2Jgone") && !said.contains('\x1b'), "{said}");
    let verbose = text(&run(&["--pipe", &pipe, "--case", CASE, "--verbose"]).stdout);
    assert!(
        verbose.contains("\\u{1b}[2Jgone") && !verbose.contains('\x1b'),
        "{verbose}"
    );
    let xml = std::fs::read_to_string(xml).unwrap();
    assert!(
        xml.contains("gone\u{fffd}\u{fffd}") && !xml.contains(['\x1b', '\u{fffe}']),
        "{xml}"
    );
}

#[test]
fn shown_command_repeats_case() {
    let scene = tempfile::tempdir().unwrap();
    let folder = scene.path().join("with space");
    std::fs::create_dir(&folder).unwrap();
    let file = |name: &str, lines: &str| {
        let path = folder.join(name);
        std::fs::write(&path, lines).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        path.to_str().unwrap().to_string()
    };
    let program = file("clang-offload-bundler", "#!/bin/sh\nexit 1\n");
    let words = "operations: { list: { words: ['{input}'] } }";
    let adapter = file(
        "mine.yaml",
        &format!("{{ name: mine, about: a, program: ./clang-offload-bundler, {words} }}"),
    );
    let case = "binary_bundle/header/two_entries";
    let pipe = testee(scene.path(), r#""rejected": "no""#);
    for (named, case) in [
        (&["--pipe", &pipe, "--timeout", "7"][..], CASE),
        (&["--program", &program, "--release", "22"], case),
        (
            &["--program", &program, "--emulate", &adapter, "--memory", "none"],
            case,
        ),
        (&["--testee", &adapter], case),
        (&["--accepts", "false {input}"], case),
    ] {
        let file = |name: &str| scene.path().join(name).to_str().unwrap().to_string();
        let reports = [file("report.json"), file("report.xml")];
        let said = run(&[named, &["--case", case, "--json", &reports[0], "--junit", &reports[1]]].concat());
        let [json, xml] = reports.map(|report| std::fs::read_to_string(report).unwrap());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let command = json["testees"][0]["command"].as_str().unwrap();
        let again = format!("{command} --case {case} --verbose");
        assert!(
            xml.replace("&apos;", "'").contains(&format!("again: {again}")),
            "{again}: {xml}"
        );
        assert!(named.iter().all(|word| command.contains(word)), "{command}");
        let line = again.replacen("offload-bundle-conformance", PROGRAM, 1);
        let repeated = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(
            repeated.status.code(),
            said.status.code(),
            "{line}: {}",
            text(&repeated.stderr)
        );
        assert!(text(&repeated.stdout).contains(&format!(" {case}: fail: ")), "{line}");
    }
}
