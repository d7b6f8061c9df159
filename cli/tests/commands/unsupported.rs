//! What is not supported has exit code 2, a sentence that says so, and a line with the way out.

use std::fs;

use offload_bundle_testing::fixtures;

use crate::support::program::run;

/// The words of a command line, what their message ends with, and what the hint says.
const CASES: &[(&str, &str, &str)] = &[
    (
        "convert --to kpack libapp.so -o out",
        "--to kpack: moving code out to kpack archives is not supported",
        "ROCm's own splitter writes kpack archives; offload-bundle reads, follows and verifies them",
    ),
    (
        "convert --in-place --scheme=none --to=kpack .",
        "--to kpack: moving code out to kpack archives is not supported",
        "ROCm's own splitter writes kpack archives; offload-bundle reads, follows and verifies them",
    ),
    (
        "convert --to embedded libapp.so -o out",
        "--to embedded: moving code from kpack archives back into libraries is not supported",
        "keep the libraries as they were before the split; `extract` takes code objects out of kpack archives",
    ),
];

#[test]
fn unsupported_forms_are_refused_with_a_hint() {
    for (words, message, hint) in CASES {
        let folder = tempfile::tempdir().unwrap();
        fs::copy(fixtures().join("objects/hip.22.so"), folder.path().join("libapp.so")).unwrap();
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(folder.path(), &words);
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = format!("offload-bundle: {message}\nhint: {hint}\n");
        assert_eq!((output.status.code(), said), (Some(2), expected), "{words:?}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{words:?}");
    }
}
