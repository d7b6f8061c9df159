//! Impossible requests.

use crate::judge::{Bench, complaints};

const HOST: &str = "host-x86_64-unknown-linux-gnu-=in1";
const DEVICE: &str = "hip-amdgcn-amd-amdhsa--gfx906=in2";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.put("in1", b"host");
    bench.put("in2", b"one");
    bench.put("in3", b"two");
    bench
}

fn bundle<'a>(entries: &[&'a str]) -> Vec<&'a str> {
    [&["bundle", "-t", "bc", "-o", "out"], entries].concat()
}

#[test]
fn conflicting_targets_are_refused() {
    let mut bench = bench();
    let cases: [(&str, &str, &str, i32, &[&str]); 5] = [
        ("twice", DEVICE, "hip-amdgcn-amd-amdhsa--gfx906=in3", 2, &["gfx906"]),
        (
            "twice once canonical",
            DEVICE,
            "hip-amdgcn-amd-amdhsa-gfx906=in3",
            2,
            &["gfx906"],
        ),
        (
            "any beside on",
            DEVICE,
            "hip-amdgcn-amd-amdhsa--gfx906:xnack+=in3",
            2,
            &["gfx906:xnack+"],
        ),
        (
            "features in another order",
            "hip-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack+=in2",
            "hip-amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc+=in3",
            2,
            &["gfx90a"],
        ),
        ("two hosts", HOST, "host-x86_64-pc-windows-msvc-=in3", 2, &["host"]),
    ];
    for (name, first, second, code, texts) in cases {
        let entries = if name == "two hosts" {
            vec![first, second]
        } else {
            vec![HOST, first, second]
        };
        bench.refuses(name, &bundle(&entries), code, texts);
    }
}

#[test]
fn invalid_ids_are_refused() {
    let mut bench = bench();
    for (name, entry) in [
        ("empty", "=in2"),
        ("malformed", "foo=in2"),
        ("newline", "hip-amdgcn-amd-amdhsa--gfx906\n=in2"),
        ("unknown kind", "foo-amdgcn-amd-amdhsa--gfx906=in2"),
        ("unknown triple", "hip-zzz-yyy-xxx--gfx906=in2"),
        ("no file", "hip-amdgcn-amd-amdhsa--gfx906"),
    ] {
        bench.refuses(name, &bundle(&[HOST, entry]), 2, &[]);
    }
}

#[test]
fn unusable_files_and_numbers_are_refused() {
    let mut bench = bench();
    let zero = ["bundle", "-t", "bc", "--align", "0", "-o", "out", HOST, DEVICE];
    bench.refuses("alignment 0", &zero, 2, &["0"]);
    let type_ = ["bundle", "-t", "zzz", "-o", "out", HOST, DEVICE];
    bench.refuses("unknown type", &type_, 2, &["zzz"]);
    bench.refuses(
        "missing input",
        &bundle(&[HOST, "hip-amdgcn-amd-amdhsa--gfx906=nowhere"]),
        2,
        &["nowhere"],
    );
    let into = ["bundle", "-t", "bc", "-o", "nowhere/out", HOST, DEVICE];
    bench.refuses("output in no folder", &into, 2, &["nowhere/out"]);
    let over = ["bundle", "-t", "bc", "-o", "in2", HOST, DEVICE];
    bench.refuses("output equal to an input", &over, 2, &["in2"]);
    let same = ["bundle", "-t", "bc", "-o", "./in2", HOST, DEVICE];
    bench.refuses("output equal to an input by another name", &same, 2, &["in2"]);
}

#[test]
fn unsupported_types_write_no_file() {
    let mut bench = bench();
    bench.refuses(
        "archive",
        &["bundle", "-t", "a", "-o", "out", HOST, DEVICE],
        2,
        &["not supported", "`ar rcs`"],
    );
    bench.put("in1", b"\x7fELF\x02\x01\x01\0");
    bench.refuses(
        "object file",
        &["bundle", "-t", "o", "-o", "out", HOST, DEVICE],
        2,
        &["in1: at byte 0x4 (e_ident): expected an ELF identification with class 1 or 2"],
    );
}

#[test]
fn wrong_counts_fail_in_drop_in() {
    let bench = bench();
    for (name, words) in [
        (
            "bundling",
            "-type=bc -targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx906 -input=in1 -output=out",
        ),
        (
            "unbundling",
            "-unbundle -type=bc -targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx906 -input=in1 -output=out",
        ),
    ] {
        let words: Vec<&str> = ["clang-offload-bundler"].into_iter().chain(words.split(' ')).collect();
        let output = crate::support::program::run(bench.path(), &words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{name}: {said}");
        assert!(said.contains(&format!("should match in {name} mode")), "{said}");
    }
}

#[test]
fn missing_files_are_reported() {
    let mut bench = bench();
    let made = crate::support::program::run(bench.path(), &["bundle", "-t", "bc", "-o", "bad", HOST, DEVICE]);
    assert!(made.status.success());
    bench.refuses(
        "no such entry",
        &["unbundle", "bad", "hip-amdgcn-amd-amdhsa--gfx1030=out"],
        1,
        &["gfx1030"],
    );
    bench.refuses("no such file", &["list", "nowhere"], 2, &["nowhere"]);
}

#[test]
fn mistake_is_one_json_document() {
    let bench = bench();
    bench.put("bad", b"__CLANG_OFFLOAD_BUNDLE__\x01");
    for words in [
        &["list", "--json", "nowhere"][..],
        &["list", "--json", "bad"],
        &["inspect", "--json", "bad"],
        &["inspect", "--json", "in1"],
        &["unbundle", "--json", "bad", HOST],
        &["bundle", "--json", "-t", "bc", "-o", "out", "foo=in1"],
        &["bundle", "--no-such-option", "--json"],
        &["--json", "no-such-command"],
        &["target", "compat", "--json", "a", "b"],
    ] {
        let output = crate::support::program::run(bench.path(), words);
        assert_ne!(output.status.code(), Some(0), "{words:?}");
        let document: serde_json::Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{words:?}: {error}"));
        let error = document
            .pointer("/error")
            .or_else(|| document.pointer("/files/0/error"));
        assert!(
            error.is_some_and(|error| error["code"].is_string()),
            "{words:?}: {document}"
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(complaints(&said), 1, "{words:?}: {said}");
    }
}

#[test]
fn standard_input_given_twice() {
    let mut bench = bench();
    let twice = bundle(&["host-x86_64-unknown-linux-gnu=-", "hip-amdgcn-amd-amdhsa--gfx906=-"]);
    bench.refuses("bundling", &twice, 2, &["standard input"]);
    bench.refuses("listing", &["list", "-", "-"], 2, &["standard input"]);
}

#[test]
fn invalid_id_message_shows_valid_one() {
    let bench = Bench::new();
    let bundle = offload_bundle_testing::fixtures().join("hip/device.22.hipfb");
    let bundle = bundle.to_str().unwrap();
    for (wanted, said) in [
        (
            "gfx=x",
            "\"gfx\": column 4: expected `-`, found the end; did you mean \"hipv4-amdgcn-amd-amdhsa--gfx906",
        ),
        (
            "hip-gfx90a=x",
            "\"hip-gfx90a\": unknown triple \"gfx90a\"; did you mean \"hipv4-amdgcn-amd-amdhsa--gfx906",
        ),
        (
            "amdgcn-amd-amdhsa--gfx906=x",
            "\"amdgcn-amd-amdhsa--gfx906\": the offload kind is missing: write ",
        ),
        ("amdgcn-amd-amdhsa--gfx906=x", "or \"hipv4-amdgcn-amd-amdhsa--gfx906\""),
    ] {
        let output = bench.run(&["unbundle", bundle, wanted]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(said) && text.lines().count() == 1, "{text}");
    }
    for command in ["parse", "canonical"] {
        let output = bench.run(&["target", command, "amdgcn-amd-amdhsa--gfx906"]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(
            text.contains("the offload kind is missing") && text.contains("\"hip-amdgcn-amd-amdhsa--gfx906\""),
            "{text}"
        );
        // An unknown kind is still a kind.
        let output = bench.run(&["target", command, "foo-amdgcn-amd-amdhsa--gfx906"]);
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn very_long_word_is_not_repeated() {
    let bench = bench();
    let long = "x".repeat(100_000);
    let option = format!("--{long}");
    let all: [&[&str]; 8] = [
        &[&long],
        &[&option],
        &["list", &option, "in1"],
        &["list", "--arch", &long, "in1"],
        &["list", "--kind", &long, "in1"],
        &["list", "--max-size", &long, "in1"],
        &["pack", "--image", &long, "-o", "out"],
        &["completions", &long],
    ];
    for words in all {
        let done = bench.run(words);
        let said = String::from_utf8(done.stderr).unwrap();
        assert!(
            !said.is_empty() && said.len() < 500,
            "{}",
            &said[..said.len().min(2000)]
        );
    }
}
