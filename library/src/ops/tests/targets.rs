//! `target`.

use serde_json::json;

use super::{REGISTRY, Run};
use crate::ops::{target_canonical, target_compat, target_parse};
use crate::report::Outcome;
use crate::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};

#[test]
fn parts_and_canonical_spellings() {
    let parse = TargetParseRequest { ids: vec!["own--A".into()] };
    let report = Run::from_result(target_parse(&REGISTRY, &parse), |_| Outcome::Done).report;
    assert_eq!(
        report["ids"][0]["parts"],
        json!([
            { "name": "kind", "value": "own", "column": 1, "meaning": "Made up." },
            { "name": "place", "value": "", "column": 5, "meaning": "Made up." },
            { "name": "name", "value": "A", "column": 6, "meaning": "Made up." },
        ])
    );
    let canonical = TargetCanonicalRequest { ids: vec!["own--A".into()] };
    let report = Run::from_result(target_canonical(&REGISTRY, &canonical), |_| Outcome::Done).report;
    assert_eq!(
        report,
        json!({ "ids": [{ "id": "own--A", "canonical": "own--a" }], "notes": [] })
    );
}

#[test]
fn compatibility_is_an_answer_with_its_reason() {
    let compat = |stored: &str, requested: &str| {
        target_compat(
            &REGISTRY,
            &TargetCompatRequest { stored: stored.into(), requested: requested.into() },
        )
    };
    let yes = compat("far--b", "far--b+x").unwrap();
    assert_eq!((yes.compatible, yes.reasons[0].text.as_str()), (true, "far for far"));
    let no = compat("far--b+x", "far--b").unwrap();
    assert_eq!((no.compatible, no.reasons[0].rule), (false, "feature"));
    let bad = compat("far--b", "odd").unwrap_err();
    assert_eq!(bad.to_string(), "\"odd\": column 4: expected `-`, found the end");
}
