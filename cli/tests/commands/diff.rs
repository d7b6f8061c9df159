//! `diff`.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use crate::support::program::run;

fn said(words: &[&str]) -> (Option<i32>, String, String) {
    let output = run(&offload_bundle_testing::fixtures().join("objects"), words);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

const CHANGED: &str = "\
change   target         kind  code objects  before  after
changed  gfx906         hip              1    3544   4244
changed  gfx90a:xnack+  hip              1    4616   4532

before: 2 code objects, 8160 bytes in 1 file; after: 2 code objects, 8776 bytes in 1 file; 0 the same
";

#[test]
fn changes_are_printed_with_sizes() {
    let (code, text, _) = said(&["diff", "--sizes", "exact", "hip.22.so", "rdc.22.o"]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(text, CHANGED);
}

#[test]
fn compressed_library_is_equal() {
    let (code, text, said) = said(&["diff", "hip.22.so", "hip-compressed.22.so"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let expected = "before: 2 code objects, 8.0 KiB in 1 file; after: 2 code objects, 8.0 KiB in 1 file; 2 the same\n";
    assert_eq!(text, expected);
}

#[test]
fn diff_of_non_bundle_fails() {
    let (code, _, text) = said(&["diff", "hip.22.so", "../manifest.json"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("manifest.json: not an offload bundle"), "{text}");
    assert_eq!(said(&["diff", "hip.22.so", "missing"]).0, Some(2));
    let (code, _, text) = said(&["diff", "--arch", "gfx1100", "hip.22.so", "hip.19.so"]);
    assert!(code == Some(1) && text.contains("gfx1100"), "{text}");
    assert_eq!(said(&["diff", "hip.22.so"]).0, Some(2));
    // For a folder, only `--verbose` prints this.
    let (_, _, quiet) = said(&["diff", ".", "../sources"]);
    let (_, _, text) = said(&["diff", "-v", ".", "../sources"]);
    let line = "../sources/one.c: not an offload bundle: text";
    assert!(text.contains(line) && !quiet.contains(line), "{quiet}\n{text}");
}
