//! `target`.

use serde_json::{Value, json};

use super::run;
use crate::ops::{Outcome, target_canonical, target_compat, target_parse};
use crate::request::{TargetCanonicalRequest, TargetCompatRequest, TargetParseRequest};

#[test]
fn parts_and_canonical_spellings() {
    let parse = TargetParseRequest { ids: vec!["HOME-a".into()] };
    let text = run(false, |session| target_parse(session, &parse));
    assert_eq!(
        text.out,
        "HOME-a\ncolumn  part  value   meaning\n     0  kind  \"HOME\"  Made up.\n     5  name  \"a\"     Made up.\n\n"
    );
    let value: Value = serde_json::from_str(&run(true, |session| target_parse(session, &parse)).out).unwrap();
    assert_eq!(
        value[0]["parts"][1],
        json!({ "name": "name", "value": "a", "column": 5, "meaning": "Made up." })
    );
    let canonical = TargetCanonicalRequest { ids: vec!["HOME-a".into()] };
    assert_eq!(
        run(false, |session| target_canonical(session, &canonical)).out,
        "home-a\n"
    );
}

#[test]
fn compatibility_is_an_answer_with_its_reason() {
    let compat = |stored: &str, asked: &str| TargetCompatRequest { stored: stored.into(), requested: asked.into() };
    let yes = run(false, |session| target_compat(session, &compat("away-b", "away-b+x")));
    assert_eq!(
        (yes.result.unwrap(), yes.out.as_str()),
        (Outcome::Yes, "yes\n  any: away-b for away-b+x\n")
    );
    let no = run(false, |session| target_compat(session, &compat("away-b+x", "away-b")));
    assert_eq!(
        (no.result.unwrap(), no.out.as_str()),
        (Outcome::No, "no\n  feature: away-b+x for away-b\n")
    );
    let bad = run(false, |session| target_compat(session, &compat("away-b", "odd")));
    assert_eq!(bad.error(), "\"odd\": column 3: expected `-`, found the end");
}
