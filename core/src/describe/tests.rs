//! Rows of fields.

use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::error::{Problem, ReadError};

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
fn rows_have_full_paths() {
    let rows: Result<_, core::convert::Infallible> = rows(|describer| {
        show(describer);
        Ok(())
    });
    let paths: Vec<String> = rows.unwrap().into_iter().map(|row| row.path).collect();
    assert_eq!(
        paths,
        ["a", "list[0].t", "list[0].b", "list[1].t", "list[1].b", "inner.n"]
    );
}

#[test]
fn bad_field_error_has_full_path() {
    let rows: Result<_, core::convert::Infallible> = rows(|describer| {
        describer.begin("list", Shape::List);
        describer.item(3);
        let problem = Problem::OutOfBounds { ofs: 1, len: 2, have: 1 };
        describer.field(Field::bad("body", ReadError::new(0, problem).in_field("len_body"), ""));
        describer.end();
        describer.end();
        Ok(())
    });
    let error = rows.unwrap().pop().unwrap().error.unwrap();
    assert_eq!(alloc::string::ToString::to_string(&error.path), "list[3].len_body");
}
