//! `target`.

use serde_json::{Value, json};

use super::run;
use crate::ops::{Outcome, TargetRequest, target};

#[test]
fn parts_and_canonical_spellings() {
    let parse = TargetRequest::Parse { ids: vec!["HOME-a".into()] };
    let text = run(false, |session| target(session, &parse));
    assert_eq!(
        text.out,
        "HOME-a\ncolumn  part  value   meaning\n     0  kind  \"HOME\"  Made up.\n     5  name  \"a\"     Made up.\n\n"
    );
    let value: Value = serde_json::from_str(&run(true, |session| target(session, &parse)).out).unwrap();
    assert_eq!(
        value[0]["parts"][1],
        json!({ "name": "name", "value": "a", "column": 5, "meaning": "Made up." })
    );
    let canonical = TargetRequest::Canonical { ids: vec!["HOME-a".into()] };
    assert_eq!(run(false, |session| target(session, &canonical)).out, "home-a\n");
}

#[test]
fn compatibility_is_an_answer_with_its_reason() {
    let compat = |stored: &str, asked: &str| TargetRequest::Compat { stored: stored.into(), asked: asked.into() };
    let yes = run(false, |session| target(session, &compat("away-b", "away-b+x")));
    assert_eq!(
        (yes.result.unwrap(), yes.out.as_str()),
        (Outcome::Yes, "yes\n  any: away-b for away-b+x\n")
    );
    let no = run(false, |session| target(session, &compat("away-b+x", "away-b")));
    assert_eq!(
        (no.result.unwrap(), no.out.as_str()),
        (Outcome::No, "no\n  feature: away-b+x for away-b\n")
    );
    let bad = run(false, |session| target(session, &compat("away-b", "odd")));
    assert_eq!(bad.error(), "\"odd\": column 3: expected `-`, found the end");
}
