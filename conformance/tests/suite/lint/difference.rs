//! Compares two questions.

use offload_bundle_conformance::case::{Bytes, Case, Question};
use offload_bundle_conformance::embedded;
use serde_json::{Map, Value};

/// Keys of numbers that a case may test.
const NUMBERS: [&str; 14] = [
    "u64",
    "u32",
    "u16",
    "zeros",
    "noise",
    "at",
    "to",
    "times",
    "alignment",
    "version",
    "method",
    "image_kind",
    "offload_kind",
    "flags",
];

/// The question as JSON, without its notes.
fn shape(question: &Question) -> Value {
    fn without_notes(value: Value) -> Value {
        match value {
            Value::Array(items) => items.into_iter().map(without_notes).collect(),
            Value::Object(fields) => {
                let fields = fields.into_iter().filter(|(key, _)| key != "note");
                Value::Object(fields.map(|(key, value)| (key, without_notes(value))).collect())
            }
            value => value,
        }
    }
    without_notes(serde_json::to_value(question).unwrap())
}

/// Questions that differ only in numbers give equal text.
pub fn without_numbers(question: &Question) -> String {
    fn blank(value: Value) -> Value {
        match value {
            Value::Array(items) => items.into_iter().map(blank).collect(),
            Value::Object(fields) => {
                let number =
                    |key: &str, value: &Value| NUMBERS.contains(&key) && !value.is_array() && !value.is_object();
                let fields = fields.into_iter().map(|(key, value)| {
                    let value = if number(&key, &value) {
                        Value::Null
                    } else {
                        blank(value)
                    };
                    (key, value)
                });
                Value::Object(fields.collect::<Map<_, _>>())
            }
            value => value,
        }
    }
    blank(shape(question)).to_string()
}

/// The smallest parts that differ between two questions.
pub fn changes(one: &Question, other: &Question) -> Vec<String> {
    let mut found = Vec::new();
    compare(&shape(one), &shape(other), "ask".into(), &mut found);
    found
}

fn compare(one: &Value, other: &Value, path: String, found: &mut Vec<String>) {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (number, (one, other)) in one.iter().zip(other).enumerate() {
                compare(one, other, format!("{path}[{number}]"), found);
            }
        }
        (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
            for ((key, one), other) in one.iter().zip(other.values()) {
                compare(one, other, format!("{path}.{key}"), found);
            }
        }
        (one, other) if one == other => {}
        _ => found.push(path),
    }
}

/// Whether one field differs, and within bytes one written part or one run.
pub fn differs_in_one_way(case: &Case, neighbour: &Case) -> bool {
    let (Value::Object(one), Value::Object(other)) = (shape(&case.ask), shape(&neighbour.ask)) else {
        return false;
    };
    let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
    let fields: Vec<&String> = keys.filter(|key| one.get(*key) != other.get(*key)).collect();
    match fields[..] {
        [field] if field == "input" => {
            one_run(&one["input"], &other["input"]) || changes(&case.ask, &neighbour.ask).len() == 1
        }
        [field] if one.contains_key(field) && other.contains_key(field) => {
            let mut found = Vec::new();
            compare(&one[field], &other[field], String::new(), &mut found);
            found.len() == 1
        }
        [_] => true,
        _ => false,
    }
}

/// Whether the bytes differ in one short run, or one run is missing or extra.
fn one_run(one: &Value, other: &Value) -> bool {
    const SHORT: usize = 32;
    let bytes = |value: &Value| -> Vec<u8> {
        let bytes: Bytes = serde_json::from_value(value.clone()).unwrap();
        bytes.resolve(&embedded::fixture).unwrap()
    };
    let (one, other) = (bytes(one), bytes(other));
    let start = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let ends = one[start..].iter().rev().zip(other[start..].iter().rev());
    let end = ends.take_while(|(one, other)| one == other).count();
    let (of_one, of_other) = (one.len() - start - end, other.len() - start - end);
    of_one == 0 || of_other == 0 || (of_one == of_other && of_one <= SHORT)
}
