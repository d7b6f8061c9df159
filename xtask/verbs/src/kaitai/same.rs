//! Whether our reader and Kaitai's find the same in a file.

use serde_json::{Map, Value};

/// Whether the answers are the same; `ours`: a value, or the code of an error.
pub fn agree(ours: &Result<Value, &'static str>, theirs: &Value) -> bool {
    if theirs.get("too-much").is_some() {
        return true;
    }
    match (ours, theirs.get("value")) {
        // Once an instance could not be read, Kaitai's reader takes what there is of it for whole when it is asked again.
        (Ok(ours), Some(theirs)) => same(ours, theirs) || is_stricter(ours) || is_refused(ours) && is_refused(theirs),
        // A small file may cause less work here than there.
        (Err(code), Some(_)) => *code == "over-budget",
        (Ok(ours), None) => is_refused(ours) || is_division(theirs),
        (Err(_), None) => true,
    }
}

/// Whether Python divides by 0, which elsewhere is infinite.
fn is_division(theirs: &Value) -> bool {
    let refused = theirs.get("refused").and_then(Value::as_str);
    refused.is_some_and(|message| message.starts_with("ZeroDivisionError"))
}

/// Whether ours has refused an instance because it is behind the end of a stream, or takes too much work. What is computed of it
/// differs then.
fn is_stricter(ours: &Value) -> bool {
    match ours {
        Value::Object(members) => {
            let code = members.get("refused").and_then(Value::as_str);
            matches!(code, Some("out-of-bounds" | "over-budget")) || members.values().any(is_stricter)
        }
        Value::Array(items) => items.iter().any(is_stricter),
        _ => false,
    }
}

/// Whether a value is only what an expression finds elsewhere, which ours does not show.
fn refers(theirs: &Value) -> bool {
    match theirs {
        Value::Object(members) => members.contains_key("refers"),
        Value::Array(items) => items.iter().all(refers),
        _ => false,
    }
}

/// Whether something in it could not be read.
fn is_refused(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            let of_instance = members.get("refused").is_some_and(Value::is_string);
            of_instance || members.values().any(is_refused)
        }
        Value::Array(items) => items.iter().any(is_refused),
        _ => false,
    }
}

fn fields(value: &Value) -> Option<&Map<String, Value>> {
    value.get("fields").and_then(Value::as_object)
}

/// Whether two values are the same.
fn same(ours: &Value, theirs: &Value) -> bool {
    if theirs.get("refused").is_some() {
        return is_refused(ours) || is_division(theirs);
    }
    match (fields(ours), fields(theirs)) {
        (Some(ours), Some(theirs)) => {
            let known = theirs.iter().all(|(name, value)| match ours.get(name) {
                Some(own) => same(own, value),
                None => refers(value) || is_refused(value),
            });
            known && ours.keys().all(|name| theirs.contains_key(name))
        }
        _ => match (ours, theirs) {
            (Value::Array(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(ours, theirs)| same(ours, theirs))
            }
            _ => ours == theirs || both_no_number(ours, theirs),
        },
    }
}

/// Whether both are floating-point values that are no number: which one it is does not survive every processor.
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

    use super::*;

    #[test]
    fn both_find_the_same_or_refuse() {
        let value = |a: Value| json!({ "fields": { "a": a } });
        let theirs = |a: Value| json!({ "value": value(a) });
        let refused = json!({ "refused": "EOFError: x" });
        assert!(agree(&Ok(value(json!("1"))), &theirs(json!("1"))));
        assert!(!agree(&Ok(value(json!("1"))), &theirs(json!("2"))));
        assert!(!agree(&Ok(value(json!("1"))), &refused));
        assert!(!agree(&Err("truncated"), &theirs(json!("1"))));
        assert!(agree(&Err("truncated"), &refused));
        assert!(agree(&Ok(value(json!({ "refused": "truncated" }))), &theirs(refused)));
        assert!(!agree(
            &Ok(value(json!({ "refused": "truncated" }))),
            &theirs(json!("1"))
        ));
        assert!(agree(&Ok(json!({ "fields": {} })), &theirs(json!([{ "refers": "A" }]))));
        assert!(!agree(&Ok(json!({ "fields": {} })), &theirs(json!(["1"]))));
        let behind = json!({ "refused": "out-of-bounds" });
        assert!(agree(&Ok(value(behind)), &theirs(json!({ "text": "" }))));
    }
}
