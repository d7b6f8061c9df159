//! Compares our values with Kaitai's.

use offload_bundle_codegen::foreign::is_limit;
use serde_json::{Map, Value};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    Same,
    Differ,
    /// One reader stopped early: a limit, or a number that only Python refuses.
    Unknown,
}

/// Digits in our largest integer, 2^127.
const HUGE: usize = 38;

/// Compares two answers; `ours` is a value or an error code.
pub fn agree(ours: &Result<Value, &'static str>, theirs: &Value) -> Agreement {
    let is_same = match (ours, theirs.get("value")) {
        _ if theirs.get("too-much").is_some() => return Agreement::Unknown,
        // Kaitai's reader has other limits.
        (Err(code), _) if is_limit(code) => return Agreement::Unknown,
        (Ok(_), None) if is_of_python(theirs) => return Agreement::Unknown,
        (Ok(ours), Some(theirs)) => {
            Places { behind: has_behind(ours, theirs), refused: refusals(theirs) }.same(ours, theirs)
        }
        // Any other answer means that the reader itself failed.
        (Err(_), None) => theirs.get("refused").is_some(),
        (Ok(_), None) | (Err(_), Some(_)) => false,
    };
    match is_same {
        true => Agreement::Same,
        false => Agreement::Differ,
    }
}

fn refusal(value: &Value) -> Option<&str> {
    value.get("refused").and_then(Value::as_str)
}

/// Division by 0, or an offset beyond any file.
fn is_of_python(theirs: &Value) -> bool {
    let errors = ["ZeroDivisionError", "OverflowError"];
    refusal(theirs).is_some_and(|message| errors.iter().any(|error| message.starts_with(error)))
}

/// Ours ends with an unreadable item.
fn is_partial(ours: &Value) -> bool {
    match ours {
        Value::Array(items) => items.last().is_some_and(is_partial),
        _ => fields(ours).is_some_and(|fields| fields.get("record").is_some_and(|last| refusal(last).is_some())),
    }
}

/// Ours does not print references.
fn refers(theirs: &Value) -> bool {
    match theirs {
        Value::Object(members) => members.contains_key("refers"),
        Value::Array(items) => !items.is_empty() && items.iter().all(refers),
        _ => false,
    }
}

fn inside(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Object(members) => Box::new(members.values()),
        Value::Array(items) => Box::new(items.iter()),
        _ => Box::new(std::iter::empty()),
    }
}

fn refusals(value: &Value) -> usize {
    usize::from(refusal(value).is_some()) + inside(value).map(refusals).sum::<usize>()
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => match (members.get("text").or(members.get("bytes")), fields(value)) {
            (Some(Value::String(text)), _) => text.is_empty(),
            (_, Some(fields)) => fields.values().all(is_empty),
            _ => false,
        },
        _ => false,
    }
}

/// With empty items, at the end of a stream.
fn is_cut_off(ours: &Value, theirs: &Value) -> bool {
    let (Value::Array(ours), Value::Array(theirs)) = (ours, theirs) else {
        return false;
    };
    let last = ours
        .last()
        .and_then(fields)
        .and_then(|fields| fields.get("record"))
        .and_then(refusal);
    let before = ours.len().saturating_sub(1);
    last == Some("out-of-bounds") && theirs.len() > before && theirs.iter().skip(before).all(is_empty)
}

/// Although Kaitai reads no byte from the item after the end of a stream.
fn has_behind(ours: &Value, theirs: &Value) -> bool {
    if refusal(ours) == Some("out-of-bounds") && is_empty(theirs) || is_cut_off(ours, theirs) {
        return true;
    }
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => {
            let both = ours.iter().filter_map(|(name, own)| Some((own, theirs.get(name)?)));
            both.into_iter().any(|(ours, theirs)| has_behind(ours, theirs))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.iter().zip(theirs).any(|(ours, theirs)| has_behind(ours, theirs))
        }
        _ => false,
    }
}

fn fields(value: &Value) -> Option<&Map<String, Value>> {
    value.get("fields").and_then(Value::as_object)
}

struct Places {
    /// Computed values depend on the refused item.
    behind: bool,
    /// A second access returns Kaitai's partial object.
    refused: usize,
}

impl Places {
    fn same(&self, ours: &Value, theirs: &Value) -> bool {
        if let Some(code) = refusal(ours) {
            let is_huge = theirs
                .as_str()
                .is_some_and(|number| number.trim_start_matches('-').len() > HUGE);
            let is_stricter = code == "overflow" && is_huge || is_limit(code) || code == "out-of-bounds" && self.behind;
            return refusal(theirs).is_some() || is_stricter || self.refused > 0;
        }
        if refusal(theirs).is_some() {
            return is_partial(ours) || is_of_python(theirs);
        }
        if is_partial(ours) {
            return self.refused > 0 || is_cut_off(ours, theirs);
        }
        match (fields(ours), fields(theirs)) {
            (Some(ours), Some(theirs)) => {
                let known = theirs.iter().all(|(name, value)| match ours.get(name) {
                    Some(own) => self.same(own, value),
                    None => refers(value),
                });
                // The condition itself may depend on an unreadable value.
                let excused = |value: &Value| self.refused > 0 && refusal(value).is_some();
                known
                    && ours
                        .iter()
                        .all(|(name, value)| theirs.contains_key(name) || excused(value))
            }
            _ => match (ours, theirs) {
                (Value::Array(ours), Value::Array(theirs)) => {
                    ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| self.same(ours, theirs))
                }
                _ => ours == theirs || both_no_number(ours, theirs),
            },
        }
    }
}

/// Processors do not preserve the bits of NaNs.
fn both_no_number(ours: &Value, theirs: &Value) -> bool {
    let is_nan = |value: &Value| {
        let bits = value.get("float").and_then(Value::as_str);
        let bits = bits.and_then(|bits| u64::from_str_radix(bits, 16).ok());
        bits.is_some_and(|bits| f64::from_bits(bits).is_nan())
    };
    is_nan(ours) && is_nan(theirs)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Agreement::{Differ, Same, Unknown};
    use super::*;

    fn record(fields: Value) -> Value {
        json!({ "fields": fields })
    }

    fn both(ours: Value, theirs: Value) -> Agreement {
        agree(&Ok(record(ours)), &json!({ "value": record(theirs) }))
    }

    fn refusal(why: &str) -> Value {
        json!({ "refused": why })
    }

    #[test]
    fn equal_values_and_refusals_agree() {
        let value = json!({ "value": record(json!({ "a": "1" })) });
        let own = || Ok(record(json!({ "a": "1" })));
        assert_eq!(agree(&own(), &value), Same);
        assert_eq!(both(json!({ "a": "1" }), json!({ "a": "2" })), Differ);
        assert_eq!(agree(&own(), &refusal("EOFError: x")), Differ);
        assert_eq!(agree(&Err("truncated"), &value), Differ);
        assert_eq!(agree(&Err("truncated"), &refusal("EOFError: x")), Same);
        // An unreadable part is not the end of the file.
        assert_eq!(
            agree(
                &Ok(record(json!({ "a": refusal("truncated") }))),
                &refusal("EOFError: x")
            ),
            Differ
        );
        // A failed reader proves nothing.
        assert_eq!(agree(&Err("truncated"), &json!({ "broken": "SyntaxError: x" })), Differ);
    }

    #[test]
    fn limit_makes_result_unknown() {
        let value = json!({ "value": record(json!({ "a": "1" })) });
        assert_eq!(agree(&Err("over-budget"), &value), Unknown);
        assert_eq!(agree(&Err("too-deep"), &refusal("EOFError: x")), Unknown);
        assert_eq!(agree(&Ok(record(json!({}))), &json!({ "too-much": true })), Unknown);
        assert_eq!(agree(&Ok(record(json!({}))), &refusal("ZeroDivisionError: x")), Unknown);
        // An instance counts on its own.
        let own = json!({ "a": refusal("over-budget"), "b": "1" });
        assert_eq!(both(own.clone(), json!({ "a": "7", "b": "1" })), Same);
        assert_eq!(both(own, json!({ "a": "7", "b": "2" })), Differ);
        let large = |number: String| both(json!({ "a": refusal("overflow") }), json!({ "a": number }));
        assert_eq!((large("9".repeat(39)), large("9".repeat(20))), (Same, Differ));
        let infinite = json!({ "a": { "float": "7ff0000000000000" } });
        for error in ["ZeroDivisionError: x", "OverflowError: x"] {
            assert_eq!(both(infinite.clone(), json!({ "a": refusal(error) })), Same);
        }
    }

    #[test]
    fn both_refuse_the_same_instances() {
        let refused = |code| json!({ "a": refusal(code), "b": "1" });
        assert_eq!(both(refused("truncated"), refused("EOFError: x")), Same);
        assert_eq!(both(refused("truncated"), json!({ "a": "1", "b": "1" })), Differ);
        assert_eq!(both(json!({ "a": "1", "b": "1" }), refused("EOFError: x")), Differ);
        // An unreadable instance does not excuse others.
        let other = json!({ "a": refusal("EOFError: x"), "b": "2" });
        assert_eq!(both(refused("truncated"), other), Differ);
        // Values computed from a partial object can differ.
        let computed = json!({ "a": refusal("truncated"), "b": refusal("truncated") });
        assert_eq!(both(computed, json!({ "a": refusal("EOFError: x"), "b": "3" })), Same);
        let absent = json!({ "a": refusal("EOFError: x") });
        assert_eq!(
            both(
                json!({ "a": refusal("truncated"), "b": refusal("truncated") }),
                absent.clone()
            ),
            Same
        );
        assert_eq!(both(json!({ "a": refusal("truncated"), "b": "1" }), absent), Differ);
        // Ours prints a partial object, as Kaitai does on the second access.
        let partial = record(json!({ "c": "1", "record": refusal("truncated") }));
        let list = json!(["1", partial]);
        for partial in [&partial, &list] {
            let own = |b: &str| json!({ "a": partial, "b": b });
            assert_eq!(both(own("1"), refused("EOFError: x")), Same);
            assert_eq!(both(own("2"), refused("EOFError: x")), Differ);
            assert_eq!(
                both(own("1"), json!({ "a": record(json!({ "c": "1" })), "b": "1" })),
                Differ
            );
        }
        let again = json!({ "a": ["1"], "b": refusal("EOFError: x") });
        assert_eq!(both(json!({ "a": list, "b": refusal("truncated") }), again), Same);
        // An unreadable part in it is not its end.
        let inner = record(json!({ "c": refusal("truncated") }));
        assert_eq!(both(json!({ "a": inner, "b": "1" }), refused("EOFError: x")), Differ);
    }

    #[test]
    fn empty_items_after_stream_end_agree() {
        let behind = || json!({ "a": refusal("out-of-bounds"), "b": refusal("out-of-bounds"), "c": "1" });
        for empty in [json!({ "text": "" }), json!({ "bytes": "" }), json!([]), record(json!({ "d": [] }))] {
            assert_eq!(both(behind(), json!({ "a": empty, "b": "0", "c": "1" })), Same);
            assert_eq!(both(behind(), json!({ "a": empty, "b": "0", "c": "2" })), Differ);
        }
        assert_eq!(
            both(behind(), json!({ "a": { "text": "x" }, "b": "0", "c": "1" })),
            Differ
        );
    }

    #[test]
    fn references_are_ignored() {
        assert_eq!(both(json!({}), json!({ "a": { "refers": "A" } })), Same);
        assert_eq!(both(json!({}), json!({ "a": [{ "refers": "A" }] })), Same);
        for shown in [json!([]), json!(["1"]), refusal("EOFError: x"), json!([{ "refers": "A" }, "1"])] {
            assert_eq!(both(json!({}), json!({ "a": shown })), Differ);
        }
        assert_eq!(both(json!({ "a": "1" }), json!({})), Differ);
        assert_eq!(both(json!({ "a": ["1"] }), json!({ "a": ["1", "2"] })), Differ);
    }

    #[test]
    fn nan_bits_are_ignored() {
        let float = |bits: &str| json!({ "a": { "float": bits } });
        assert_eq!(both(float("7ff8000000000000"), float("fff8000000000001")), Same);
        assert_eq!(both(float("7ff8000000000000"), float("7ff0000000000000")), Differ);
        assert_eq!(both(float("8000000000000000"), float("0000000000000000")), Differ);
    }
}
