//! Tools at a path, with a description file and limits from the command line.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_offload-bundle-conformance");
const CASES: &str = "binary_bundle/layouts_written/";

fn run(words: &[&str]) -> Output {
    Command::new(PROGRAM).args(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn tool(folder: &Path, name: &str, script: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_string_lossy().into_owned()
}

/// Verdicts on a script that acts as clang-offload-bundler.
fn verdicts_on(script: &str, more: &[&str]) -> Vec<String> {
    let scene = tempfile::tempdir().unwrap();
    let program = tool(scene.path(), "clang-offload-bundler", script);
    let output = run(&[&["--program", &program, "--filter", CASES, "--verbose"], more].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    let lines = said
        .lines()
        .filter(|line| line.starts_with("clang-offload-bundler binary_bundle/"));
    lines.map(String::from).collect()
}

fn any(lines: &[String], words: &str) -> bool {
    lines.iter().any(|line| line.contains(words))
}

#[test]
fn bare_name_is_found_in_path() {
    let scene = tempfile::tempdir().unwrap();
    tool(scene.path(), "clang-offload-bundler", "echo no >&2; exit 1");
    let asked = |name: &str| {
        let words = ["--program", name, "--emulate", "clang-offload-bundler-22", "--filter", CASES];
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(scene.path().to_owned()).chain(std::env::split_paths(&folders));
        let path = std::env::join_paths(folders).unwrap();
        Command::new(PROGRAM).args(words).env("PATH", path).output().unwrap()
    };
    let found = asked("clang-offload-bundler");
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert_eq!(asked("no-such-bundler").status.code(), Some(2));
}

#[test]
fn build_tree_tool_is_asked_by_name() {
    let scene = tempfile::tempdir().unwrap();
    let program = tool(scene.path(), "clang-offload-bundler", "echo no >&2; exit 1");
    let asked = |words: &[&str]| run(&[&["--program", &program, "--filter", CASES], words].concat());
    // Known failures depend on the release.
    let output = asked(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("clang-offload-bundler"));
    assert_eq!(asked(&["--emulate", "clang-offload-bundler-14"]).status.code(), Some(1));
    assert_eq!(asked(&["--release", "20"]).status.code(), Some(1));
    let other = tool(scene.path(), "my-bundler", "exit 1");
    let output = run(&["--program", &other]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--emulate"), "{}", text(&output.stderr));
    let missing = scene.path().join("none").join("clang-offload-bundler");
    assert_eq!(run(&["--program", missing.to_str().unwrap()]).status.code(), Some(2));
    // Expectations blessed here apply to a program of the same name.
    let known = scene.path().join("known");
    let output = asked(&["--expectations", known.to_str().unwrap(), "--bless"]);
    assert!(
        text(&output.stderr).contains("without a reason"),
        "{}",
        text(&output.stderr)
    );
    assert!(known.join("clang-offload-bundler.txt").exists());
}

#[test]
fn tool_is_asked_as_described() {
    let scene = tempfile::tempdir().unwrap();
    let ids = "echo host-x86_64-unknown-linux-gnu-; echo hip-amdgcn-amd-amdhsa--gfx906";
    let lists = format!("[ \"$1\" = --ids-of ] && [ -s \"$2\" ] && [ $# = 2 ] || exit 1; {ids}");
    let program = tool(scene.path(), "mine.sh", &lists);
    let file = scene.path().join("mine.yaml");
    let description = "name: mine\nabout: mine\nprogram: ./mine.sh\nfile-types: [bc]\noperations:\n  list:\n    words: [--ids-of, '{input}']\n";
    std::fs::write(&file, description).unwrap();
    let path = file.to_str().unwrap();
    let case = "binary_bundle/header/two_entries";
    for (words, name) in [(&["--testee", path][..], "mine"), (&["--program", &program, "--emulate", path], "mine.sh")] {
        let output = run(&[words, &["--case", case, "--verbose"]].concat());
        let said = text(&output.stdout);
        assert!(
            said.contains(&format!("{name} {case}: pass: it is right\n")),
            "{said}{}",
            text(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(0));
    }
    std::fs::write(&file, description.replace("name: mine", "name: ../mine")).unwrap();
    let output = run(&["--testee", path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("cannot be the name of a testee"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn sanitizer_report_is_crash_for_tool() {
    let summary = "echo 'SUMMARY: AddressSanitizer: heap-buffer-overflow bundler.cpp:3 in read' >&2";
    for code in [0, 1] {
        let lines = verdicts_on(&format!("{summary}; exit {code}"), &[]);
        let crashes = any(&lines, ": crash") && any(&lines, "heap-buffer-overflow");
        assert!(crashes && !any(&lines, ": fail"), "{lines:?}");
    }
    let lines = verdicts_on("echo 'SUMMARY: 3 files' >&2; exit 1", &[]);
    assert!(any(&lines, ": fail") && !any(&lines, ": crash"), "{lines:?}");
}

#[test]
fn limits_are_applied() {
    let limited = "[ \"$(ulimit -v)\" = unlimited ] || kill -SEGV $$; exit 1";
    assert!(any(&verdicts_on(limited, &[]), ": crash"));
    assert!(!any(&verdicts_on(limited, &["--memory", "none"]), ": crash"));
    let small = "[ \"$(ulimit -v)\" = 524288 ] && kill -SEGV $$; exit 1";
    assert!(any(&verdicts_on(small, &["--memory", "512M"]), ": crash"));
    assert_eq!(run(&["--memory", "much"]).status.code(), Some(2));
}

#[test]
fn repeatedly_hanging_tool_is_abandoned() {
    let lines = verdicts_on("sleep 60", &["--timeout", "1", "--hangs", "2", "--jobs", "1"]);
    let those_with = |words: &str| lines.iter().filter(|line| line.contains(words)).count();
    assert_eq!(those_with(": hang"), 2, "{lines:?}");
    assert_eq!(those_with("given up after 2 hangs"), lines.len() - 2, "{lines:?}");
}

#[test]
fn run_with_closed_output_ends_normally() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(PROGRAM)
        .args(["--testee", "offload-bundle", "--filter", "target_id/parts/", "--verbose"])
        .stdout(writer)
        .output()
        .unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}
