//! Defaults on terminals and pipes: sizes are exact and verdicts plain in pipes.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used)]

use crate::support::program::{run, told};

/// A library with 3544 bytes of code for gfx906.
const LIBRARY: &str = "fixtures/objects/hip.22.so";

fn said(words: &[&str]) -> (String, String) {
    let output = run(&offload_bundle_testing::fixtures().join(".."), words);
    assert!(output.status.success(), "{}", told(&output));
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn piped_sizes_are_exact_by_default() {
    let (exact, _) = said(&["list", LIBRARY]);
    assert!(exact.contains("3544") && !exact.contains("KiB"), "{exact}");
    assert_eq!(said(&["list", LIBRARY, "--sizes", "auto"]).0, exact);
    assert_eq!(said(&["list", LIBRARY, "--sizes", "exact"]).0, exact);
    let (human, _) = said(&["list", LIBRARY, "--sizes=human"]);
    assert!(human.contains("3.5 KiB") && !human.contains("3544"), "{human}");
}

#[test]
fn sums_are_rounded_by_default() {
    let (human, _) = said(&["size", LIBRARY]);
    assert!(human.contains("3.5 KiB"), "{human}");
    let (exact, _) = said(&["size", "--sizes", "exact", LIBRARY]);
    assert!(exact.contains("3544") && !exact.contains("KiB"), "{exact}");
}

#[test]
fn json_sizes_are_always_exact() {
    for sizes in ["auto", "human", "exact"] {
        let (text, _) = said(&["list", "--json", "--sizes", sizes, LIBRARY]);
        let entry = &serde_json::from_str::<serde_json::Value>(&text).unwrap()["files"][0]["bundles"][0]["entries"][1];
        assert_eq!(
            (entry["offset"].as_u64(), entry["size"].as_u64()),
            (Some(8192), Some(3544)),
            "{sizes}"
        );
    }
}

#[test]
fn messages_say_sizes_in_the_same_way() {
    let extract = |sizes: &str| said(&["extract", "-v", "--dry-run", "--sizes", sizes, LIBRARY]).1;
    let (exact, human) = (extract("auto"), extract("human"));
    assert!(exact.contains("would write 3544 bytes: "), "{exact}");
    assert!(human.contains("would write 3.5 KiB: "), "{human}");
}

#[test]
fn verdicts_are_coloured_on_request() {
    const GOOD: &str = "\u{1b}[32m";
    const BAD: &str = "\u{1b}[1m\u{1b}[31m";
    const DOUBT: &str = "\u{1b}[1m\u{1b}[33m";
    let folder = offload_bundle_testing::fixtures().join("..");
    let cases: [(&[&str], &str, &str); 7] = [
        (&["verify"], GOOD, "sound"),
        (&["verify", "--require", "gfx1100"], BAD, "error[missing-target]"),
        (&["supports", "gfx906"], GOOD, "yes"),
        (&["supports", "gfx1100"], BAD, "no"),
        (&["supports", "gfx90a"], DOUBT, "only with xnack+"),
        (&["size", "--budget", "1"], BAD, "over budget"),
        (&["size", "--budget", "1M"], GOOD, "within the budget"),
    ];
    for (words, style, verdict) in cases {
        let print = |colour| {
            let output = run(&folder, &[words, &["--color", colour, LIBRARY]].concat());
            String::from_utf8(output.stdout).unwrap()
        };
        let expected = format!("{style}{verdict}\u{1b}[0m");
        assert!(print("always").contains(&expected), "{words:?} {}", print("always"));
        for colour in ["auto", "never"] {
            let text = print(colour);
            assert!(text.contains(verdict) && !text.contains('\u{1b}'), "{text}");
        }
    }
}
