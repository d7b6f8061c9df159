//! A format that holds no code objects: `list` tells it, `inspect` shows it, `verify` checks it.

use offload_bundle_core::bytes::Width;
use offload_bundle_core::layout::{Expression, Field, Holds, Layout, Measure, Part, Placed, Record, Source, Valid};
use offload_bundle_core::plain::{PlainFormat, PlainTable};
use serde_json::json;

use super::{Folder, REGISTRY, Run};
use crate::ops::{formats, inspect, list, verify};
use crate::report::Outcome;
use crate::request::{InspectRequest, ListRequest, VerifyRequest};

/// A box that says where its lid lies.
pub(super) const CASE: PlainFormat =
    PlainFormat { name: "case", title: "Case of things", table: PlainTable::Layout(&LAYOUT) };

const AT: Measure<'static> =
    Measure { expression: Expression::Own("place"), text: "place", blame: Some("place"), limit: None, least: 0 };
const LEN: Measure<'static> =
    Measure { expression: Expression::Number(3), text: "3", blame: None, limit: None, least: 3 };

const PLACE: Holds<'static> = Holds::Number(Width::U8, &[], Valid::Any, Source::Offset("lid", None));

static LAYOUT: Layout<'static> = Layout {
    records: &[Record {
        name: "case",
        fields: &[
            Field { name: "mark", holds: Holds::Magic(b"CASE"), meaning: "Marks a case." },
            Field { name: "place", holds: PLACE, meaning: "Where the lid lies." },
        ],
        parts: &[Part { name: "lid", offset: AT, holds: Holds::Bytes(LEN), placed: Placed::NEXT, meaning: "The lid." }],
    }],
    ..Layout::EMPTY
};

fn verified(input: &str) -> Run {
    let request = VerifyRequest { inputs: vec![input.into()], ..VerifyRequest::default() };
    Run::of(verify(&REGISTRY, &request), |report| report.outcome)
}

#[test]
fn it_is_told_and_shown() {
    let folder = Folder::new();
    let input = folder.put("in", b"CASE\x06-LID");
    let request = ListRequest { inputs: vec![input.clone().into()], ..ListRequest::default() };
    let listed = Run::of(list(&REGISTRY, &request), |report| report.outcome);
    assert_eq!(listed.result.unwrap(), Outcome::Negative);
    assert_eq!(
        folder.strip(&listed.said),
        "in: not an offload bundle: Case of things: it holds no code objects; `inspect` shows its fields, and `verify` checks them\n"
    );

    let request = InspectRequest { inputs: vec![input.clone().into()], canonical: true, ..InspectRequest::default() };
    let shown = Run::of(inspect(&REGISTRY, &request), |report| report.outcome);
    assert_eq!(shown.result.unwrap(), Outcome::Done);
    let part = &shown.report["files"][0]["parts"][0];
    assert_eq!(part["format"], "case");
    let rows = part["rows"].as_array().unwrap().iter();
    let rows: Vec<_> = rows
        .map(|row| json!([row["path"], row["offset"], row["meaning"]]))
        .collect();
    assert_eq!(
        rows,
        [
            json!(["mark", 0, "Marks a case."]),
            json!(["place", 4, "Where the lid lies."]),
            json!(["lid", 6, "The lid."])
        ]
    );
    assert_eq!(formats(&REGISTRY).plain.first().map(|format| format.name), Some("case"));
}

#[test]
fn its_structure_is_verified() {
    let folder = Folder::new();
    let sound = verified(&folder.put("sound", b"CASE\x06-LID"));
    assert_eq!(sound.result.unwrap(), Outcome::Done);
    assert_eq!(sound.report["files"][0]["findings"], json!([]));
    for (name, bytes, offset) in [("cut", &b"CASE\x06-LI"[..], 4), ("short", b"CASE", 4)] {
        let damaged = verified(&folder.put(name, bytes));
        assert_eq!(damaged.result.unwrap(), Outcome::Negative, "{name}");
        let findings = damaged.report["files"][0]["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{findings:?}");
        assert_eq!(
            (&findings[0]["path"], &findings[0]["offset"]),
            (&json!("place"), &json!(offset)),
            "{name}"
        );
    }
}
