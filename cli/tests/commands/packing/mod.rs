//! `pack`, `unpack` and `convert`, compared with the packagers of releases 16, 19 and 22.

mod convert;
mod pack;
mod unpack;

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::{run, told};

const PACKAGERS: [(&str, &str); 3] =
    [("16", "clang-offload-packager-16"), ("19", "clang-offload-packager-19"), ("22", "llvm-offload-binary-22")];

fn ours(folder: &Path, words: &[&str]) -> Output {
    let done = run(folder, words);
    assert!(done.status.success(), "{words:?}: {}", told(&done));
    done
}

fn refused(folder: &Path, code: i32, words: &[&str], message: &str) {
    let done = run(folder, words);
    assert_eq!(done.status.code(), Some(code), "{words:?}: {}", told(&done));
    assert_eq!(String::from_utf8_lossy(&done.stderr), message, "{words:?}");
    assert!(done.stdout.is_empty(), "{words:?}: {}", told(&done));
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn get(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    put("a.o", b"IMG-a.o");
    put("b.o", b"BC\xc0\xde and more of it");
    put("c", b"");
    folder
}
