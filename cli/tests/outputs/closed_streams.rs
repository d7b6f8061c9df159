//! Closed, unusable and full standard streams: commands that need the stream fail, others succeed.

use std::path::Path;
use std::process::{Output, Stdio};

use crate::support::program::{clean, command, offload_bundle, shell, told};

use super::{listed, scene};

fn run(folder: &Path, words: &str, redirections: &str) -> Output {
    let mut command = shell(&format!("exec \"$@\" {redirections}"));
    command.arg("sh").arg(offload_bundle()).args(words.split(' '));
    clean(&mut command).current_dir(folder).output().unwrap()
}

#[test]
fn unprintable_results_fail() {
    let folder = scene();
    let before = listed(folder.path());
    for words in [
        "--help",
        "--version",
        "list bundle",
        "list --json bundle",
        "verify bundle",
        "inspect bundle",
        "formats",
        "target compat gfx90a gfx90a",
        "completions bash",
        "man",
        "json-schema list",
        "bundle -t bc -o - host-x86_64-unknown-linux-gnu-=host",
        "unbundle bundle hip-amdgcn-amd-amdhsa--gfx90a=-",
        "decompress -o - ccob",
        "compress -o - bundle",
        "clang-offload-bundler --help",
        "clang-offload-bundler --version",
        "clang-offload-bundler -list -type=bc -input=bundle",
        "clang-offload-packager --help",
    ] {
        for redirection in [">&-", "1</dev/null", "<&- >&-"] {
            let output = run(folder.path(), words, redirection);
            let told = format!("{words} {redirection}: {}", told(&output));
            let code = if words.starts_with("clang") { 1 } else { 2 };
            assert_eq!(output.status.code(), Some(code), "{told}");
            assert!(told.contains("Bad file descriptor"), "{told}");
            assert_eq!(listed(folder.path()), before, "{told}");
        }
    }
}

#[test]
fn unreadable_input_is_not_an_empty_file() {
    let folder = scene();
    for (words, code) in [
        ("list -", 2),
        ("verify -", 2),
        ("inspect -", 2),
        ("extract - -d parts", 2),
        ("decompress - -o new", 2),
        ("bundle -t bc -o new host-x86_64-unknown-linux-gnu-=-", 2),
        ("clang-offload-bundler -list -type=bc -input=-", 1),
    ] {
        for redirection in ["<&-", "0>/dev/null"] {
            let output = run(folder.path(), words, redirection);
            let told = format!("{words} {redirection}: {}", told(&output));
            assert_eq!(output.status.code(), Some(code), "{told}");
            assert!(told.contains("Bad file descriptor"), "{told}");
        }
    }
}

#[test]
fn closed_stream_path_fails_too() {
    let folder = scene();
    for words in ["unbundle bundle hip-amdgcn-amd-amdhsa--gfx90a=/dev/stdout", "decompress -o /dev/stdout ccob"] {
        let output = run(folder.path(), words, ">&-");
        assert_eq!(output.status.code(), Some(2), "{words}: {}", told(&output));
        assert_ne!(told(&output), "", "{words}");
    }
    let output = run(folder.path(), "list /dev/stdin", "<&-");
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
}

#[test]
fn unwritable_messages_fail() {
    let folder = scene();
    for redirection in ["2>&-", "2>/dev/full", "2</dev/null"] {
        let code = |words| run(folder.path(), words, redirection).status.code();
        assert_eq!(code("list missing"), Some(2));
        assert_eq!(code("list bundle --verbose"), Some(2), "{redirection}");
        assert_eq!(code("compress --json -o - bundle"), Some(2), "{redirection}");
        let words = "clang-offload-bundler --emulate=22 -type=bc -input=missing -output=new -targets=x-y";
        assert_eq!(code(words), Some(1));
    }
}

#[test]
fn unused_streams_may_be_closed() {
    let folder = scene();
    for words in ["list bundle", "verify bundle", "clang-offload-bundler -list -type=bc -input=bundle"] {
        for redirection in ["<&-", "2>&-", "<&- 2>&-", ">/dev/null", "1<>/dev/null", "0<>/dev/null"] {
            let output = run(folder.path(), words, redirection);
            assert_eq!(
                output.status.code(),
                Some(0),
                "{words} {redirection}: {}",
                told(&output)
            );
        }
        // As Python's `subprocess.DEVNULL`: open for reading and writing.
        let mut command = command();
        let command = clean(command.args(words.split(' '))).current_dir(folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        assert_eq!(command.status().unwrap().code(), Some(0));
    }
}
