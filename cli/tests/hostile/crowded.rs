//! Small files with many parts over the same bytes: memory and output stay proportional to the file.

use std::fs;
use std::process::Output;

use offload_bundle_testing::crowded::{CROWDS, Crowd, HOST};

use crate::judge::{Bench, LITTLE_FOR_MANY};
use crate::support::program::{HANGS, run, run_within, told, within};

/// The number of parts, then doubled.
const MANY: usize = 800;
/// Most output per byte of the file.
const MOST: usize = 64;
/// Output that every file may have, in bytes.
const FEW: usize = 16 << 10;
/// Largest growth of the output if the file doubles.
const GROWTH: f64 = 2.3;

const READING: [&str; 6] = [
    "list in",
    "list --json in",
    "verify in",
    "verify --json in",
    "inspect in",
    "extract --dry-run --dir folder in",
];
const EDITING: [&str; 3] = [
    "unbundle -t o in host-x86_64-unknown-linux-gnu-=out",
    "clang-offload-bundler -type=o -unbundle -targets=host-x86_64-unknown-linux-gnu- -input=in -output=out",
    "clang-offload-bundler -type=o -targets=host-x86_64-unknown-linux-gnu-,hip-amdgcn-amd-amdhsa--gfx90a -input=in -input=code -output=out",
];

#[test]
fn shared_bytes_cost_no_more_than_file() {
    within(LITTLE_FOR_MANY, crowds);
}

fn crowds() {
    for crowd in CROWDS {
        let words = READING.iter().chain(EDITING.iter().filter(|_| crowd.fat));
        for words in words {
            let [once, twice] = [MANY, 2 * MANY].map(|n| cost(crowd, n, words));
            let name = format!("{}: {words}", crowd.name);
            assert!(twice.0 <= twice.1 * MOST + FEW, "{name}: {twice:?}");
            assert!(
                (twice.0 as f64) < (once.0 + FEW) as f64 * GROWTH,
                "{name}: {once:?} {twice:?}"
            );
        }
    }
}

fn cost(crowd: &Crowd, n: usize, words: &str) -> (usize, usize) {
    let bench = Bench::new();
    let bytes = (crowd.make)(n);
    bench.put("in", &bytes);
    bench.put("code", b"code");
    let words: Vec<&str> = words.split(' ').collect();
    let output = run(bench.path(), &words);
    assert!(
        output.status.code().is_some_and(|code| code < 3),
        "{}: {}",
        crowd.name,
        told(&output)
    );
    let Output { stdout, stderr, .. } = output;
    let written = fs::metadata(bench.path().join("out")).map_or(0, |made| made.len() as usize);
    (stdout.len() + stderr.len() + written, bytes.len())
}

#[test]
fn many_symbol_tables_take_linear_time() {
    let many = 250_000;
    let header = |name: &str| format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 0, 0);
    let tables = ["__.SYMDEF", "/"].map(|name| header(name).repeat(many));
    let bench = Bench::new();
    bench.put("in", ["!<arch>\n", &tables.concat()].concat().as_bytes());
    let output = run_within(HANGS, bench.path(), &["list", "in"]);
    assert!(output.status.code().is_some_and(|code| code < 3), "{}", told(&output));
}

#[test]
fn exceeded_budget_is_named() {
    let bench = Bench::new();
    for (name, words, what) in [
        ("sections, one name", "list in", "the names of sections"),
        ("ends of one name", "list in", "the names of sections"),
        ("COFF, one name", "list in", "the names of sections"),
        ("globals, one value", "list in", "the globals in sections"),
        ("members, one name", "list in", "the names of members"),
        ("images, one text", "list in", "the texts of entries"),
        ("images, same texts", "list in", "the texts of entries"),
        ("images, same texts", "inspect in", "the parts that records point at"),
        ("groups, one range", EDITING[0], "the groups of sections"),
        ("symbol tables", EDITING[0], "the tables of symbols"),
        ("COFF symbols", EDITING[0], "the names of sections and symbols"),
    ] {
        let crowd = CROWDS.iter().find(|crowd| crowd.name == name).unwrap();
        bench.put("in", &(crowd.make)(MANY));
        let words: Vec<&str> = words.split(' ').collect();
        let output = run(bench.path(), &words);
        let said = format!("{what} overlap so much that they take more than");
        assert!(told(&output).contains(&said), "{name}: {}", told(&output));
        assert!(!bench.path().join("out").exists(), "{name}");
    }
    assert_eq!(HOST, "host-x86_64-unknown-linux-gnu-");
}
