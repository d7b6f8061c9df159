//! `size`.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use crate::support::program::run;

fn said(words: &[&str]) -> (Option<i32>, String) {
    let output = run(&offload_bundle_testing::fixtures(), words);
    let text = String::from_utf8(output.stdout.clone()).unwrap() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

#[test]
fn table_lists_largest_first_and_rest() {
    let (code, text) = said(&["size", "--sizes", "exact", "compressed/device.22.hipfb", "objects/hip.22.so"]);
    assert_eq!(code, Some(0), "{text}");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        lines[0],
        ["target", "kind", "in", "file", "%", "unpacked", "code", "objects", "bundles", "files"]
    );
    assert_eq!((lines[1][0], lines[1][4]), ("gfx90a:xnack+", "9232"), "{text}");
    assert_eq!(lines[1][5..], ["2", "2/2", "2/2"], "{text}");
    assert_eq!((lines[3][0], &lines[3][3..]), ("all", &["4", "2", "2"][..]), "{text}");
    assert!(text.contains("\n2 files with bundles, "), "{text}");
    assert!(text.contains(" for the rest of the bundles, "), "{text}");
}

#[test]
fn budget_is_limit() {
    let file = "objects/hip.22.so";
    let (code, text) = said(&["size", "--budget", "8160", file]);
    assert_eq!(
        (code, text.ends_with("within the budget: 8.0 KiB of 8.0 KiB\n")),
        (Some(0), true),
        "{text}"
    );
    let (code, text) = said(&["size", "--budget", "4KiB", "--by", "kind", file]);
    assert_eq!(
        (code, text.ends_with("over budget: 8.0 KiB of 4.0 KiB\n")),
        (Some(1), true),
        "{text}"
    );
    assert_eq!(said(&["size", "--budget", "4 KiB", file]).0, Some(2));
}

#[test]
fn kernel_names_are_demangled_by_default() {
    let of = |words: &[&str]| said(&[&["size", "--by", "kernel", "objects/hip.22.so"], words].concat()).1;
    assert!(of(&[]).contains("  add(float*, float const*, int)\n"), "{}", of(&[]));
    assert!(of(&["--no-demangle"]).contains("  _Z3addPfPKfi\n"));
    assert!(of(&[]).contains("  (notes and metadata)\n"));
    let rows: serde_json::Value = serde_json::from_str(&of(&["--json"])).unwrap();
    let rows = rows["rows"].as_array().unwrap();
    let has = |key: &str, value: &str| rows.iter().any(|row| row[key] == value);
    assert!(has("kernel", "add(float*, float const*, int)") && has("part", "other-code"));
}

#[test]
fn bundles_are_named_by_member_and_file() {
    let (code, text) = said(&["size", "--by", "bundle", "objects"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.trim_start().starts_with("bundle  "), "{text}");
    let (code, text) = said(&["size", "--by", "what", "objects"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("arch") && text.contains("kernel"), "{text}");
}
