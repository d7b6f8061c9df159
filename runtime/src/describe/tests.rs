//! Rows and canonical values of the same fields.

use alloc::{string::String, vec::Vec};

use super::*;

fn show(describer: &mut dyn Describer) {
    let field = |name, value| Field { name, offset: 7, len: 2, value, meaning: "" };
    describer.field(field("a", FieldValue::Number(u64::MAX)));
    describer.begin("list", Shape::List);
    for index in 0..2 {
        describer.item(index);
        describer.field(field("t", FieldValue::Text("\"x\n".into())));
        describer.field(field("b", FieldValue::Opaque(3)));
        describer.end();
    }
    describer.end();
    describer.begin("empty", Shape::List);
    describer.end();
    describer.begin("inner", Shape::Record);
    describer.field(field("n", FieldValue::Named(1, "one")));
    describer.end();
}

#[test]
fn the_canonical_value_is_json_and_whole() {
    let mut text = String::new();
    let mut see = |piece: &str| text.push_str(piece);
    let mut canonical = Canonical::to(&mut see);
    show(&mut canonical);
    canonical.finish();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    let item = serde_json::json!({ "t": "\"x\n", "b": { "offset": "7", "len": "3" } });
    let expected = serde_json::json!({
        "a": "18446744073709551615",
        "list": [item, item],
        "empty": [],
        "inner": { "n": { "number": "1", "name": "one" } },
    });
    assert_eq!(value, expected);
}

#[test]
fn a_value_that_is_cut_short_is_still_json() {
    let mut text = String::new();
    let mut see = |piece: &str| text.push_str(piece);
    let mut canonical = Canonical::to(&mut see);
    canonical.begin("list", Shape::List);
    canonical.item(0);
    canonical.finish();
    assert_eq!(text, "{\"list\": [{}]}");
}

#[test]
fn rows_have_full_paths() {
    let rows = rows(|describer| {
        show(describer);
        Ok(())
    });
    let paths: Vec<String> = rows.unwrap().into_iter().map(|row| row.path).collect();
    assert_eq!(
        paths,
        ["a", "list[0].t", "list[0].b", "list[1].t", "list[1].b", "inner.n"]
    );
}
