//! Judges partial answers.

use serde_json::Value;

/// Missing and empty texts are equal, because tools print nothing for either.
pub(crate) fn covers(expected: &Value, seen: &Value) -> bool {
    match (expected, seen) {
        (_, Value::Null) => true,
        (Value::Object(expected), Value::Object(seen)) => seen.iter().all(|(key, seen)| match expected.get(key) {
            Some(expected) => covers(expected, seen),
            None => matches!(seen, Value::Null) || seen.as_str() == Some(""),
        }),
        (Value::Array(expected), Value::Array(seen)) => {
            expected.len() == seen.len() && expected.iter().zip(seen).all(|(expected, seen)| covers(expected, seen))
        }
        (expected, seen) => expected == seen,
    }
}

pub(crate) fn is_empty(part: &Value) -> bool {
    match part {
        Value::Null => true,
        Value::Object(fields) => fields.values().all(is_empty),
        _ => false,
    }
}

pub(crate) fn holds_nothing(part: &Value) -> bool {
    let empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
    part.as_object()
        .is_some_and(|fields| !fields.is_empty() && fields.values().all(empty))
}
