//! Large schemas are accepted, or refused by a named limit, with linear allocation.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::panic)]

use offload_bundle_codegen::{Source, generate};

/// Keys that select a typed or an interpreted layout.
const KINDS: [&str; 2] = ["-align-end: 1\n", "-reader-only: nothing writes it.\n"];

fn schema(kind: &str, body: &str) -> [Source; 1] {
    let meta = "  id: large\n  title: Large\n  license: MIT OR Apache-2.0\n  ks-version: '0.10'\n  endian: le\n";
    let magic = "  - {id: magic, contents: LARG, doc: Magic bytes.}\n";
    let text = format!("meta:\n{meta}doc: Large.\ndoc-ref: None\n{kind}seq:\n{magic}{body}");
    [Source { name: "large.ksy".to_owned(), text }]
}

fn fields(count: usize) -> String {
    let field = |number| format!("  - {{id: f{number}, type: u4, doc: A field.}}\n");
    (0..count).map(field).collect()
}

fn chain(count: usize) -> String {
    let inner = |number| match number + 1 < count {
        true => format!("{{id: inner, type: t{}, doc: The next.}}", number + 1),
        false => "{id: last, type: u1, doc: Nothing more.}".to_owned(),
    };
    let record = |number| {
        format!(
            "  t{number}: {{doc: One., seq: [{{id: a, type: u1, doc: It.}}, {}]}}\n",
            inner(number)
        )
    };
    let records: String = (0..count).map(record).collect();
    format!("  - {{id: first, type: t0, doc: The first.}}\ntypes:\n{records}")
}

fn names(count: usize) -> String {
    let name = |number| format!("    {number}: {{id: v{number}, doc: One.}}\n");
    let names: String = (0..count).map(name).collect();
    format!("  - {{id: kind, type: u4, enum: kind, doc: Which.}}\nenums:\n  kind:\n{names}")
}

fn terms(count: usize) -> String {
    let sum = "len + ".repeat(count);
    format!("  - {{id: len, type: u1, doc: A length.}}\n  - {{id: body, size: {sum}len, doc: A body.}}\n")
}

/// The number of allocations, and their bytes.
fn allocated(kind: &str, body: &str) -> [u64; 2] {
    let schema = schema(kind, body);
    let counted = allocation_counter::measure(|| drop(generate(&schema).unwrap()));
    [counted.count_total, counted.bytes_total]
}

#[test]
fn allocation_is_linear_in_schema_size() {
    for kind in KINDS {
        for (body, count) in [(fields as fn(usize) -> String, 200), (names, 1_000), (chain, 7)] {
            let [once, twice, four] = [1, 2, 4].map(|times| allocated(kind, &body(times * count)));
            for ((once, twice), four) in once.into_iter().zip(twice).zip(four) {
                let (first, second) = (twice - once, four - twice);
                // Twice, plus buffer growth by doubling.
                assert!(
                    second * 10 <= first * 23,
                    "{kind}: {once}, {twice}, {four} for {count}, twice and four times as many"
                );
            }
        }
    }
}

#[test]
fn large_schemas_are_accepted() {
    for kind in &KINDS[1..] {
        assert!(generate(&schema(kind, &chain(2_990))).is_ok(), "{kind}");
    }
}

#[test]
fn larger_schemas_are_refused_by_limit() {
    let first = |kind: &str, body: &str| {
        generate(&schema(kind, body))
            .unwrap_err()
            .first()
            .unwrap()
            .expected
            .clone()
    };
    for kind in KINDS {
        for (body, limit) in [(fields(1_000), "at most 1000 fields and "), (terms(50_000), "at most ")] {
            let expected = first(kind, &body);
            assert!(expected.starts_with(limit), "{kind}: {expected}");
        }
    }
    assert_eq!(first(KINDS[0], &chain(900)), "at most 32 records inside of each other");
    assert_eq!(first(KINDS[0], &chain(1_100)), "at most 1000 types");
    assert_eq!(first(KINDS[1], &chain(3_100)), "at most 3000 types");
}
