//! Describes the first difference between an answer and the expected value: path, expected, found.

use serde_json::Value;

/// `whole`: missing values differ too.
pub(crate) fn value_difference(expected: &Value, found: &Value, whole: bool) -> Option<String> {
    at("", expected, found, whole)
}

fn at(path: &str, expected: &Value, found: &Value, whole: bool) -> Option<String> {
    let missing =
        |path: &str, expected: &Value| whole.then(|| format!("{path} is missing: expected {}", show(expected)));
    match (expected, found) {
        (expected, found) if expected == found => None,
        (_, Value::Null) => missing(path, expected),
        // IDs may be in any order.
        (Value::Array(expected), Value::Array(found)) if path == "ids" => {
            let without = |list: &[Value], other: &[Value]| list.iter().find(|one| !other.contains(one)).map(show);
            let missing = without(expected, found).map(|id| format!("{path}: {id} is missing"));
            missing.or_else(|| without(found, expected).map(|id| format!("{path}: {id} is not expected")))
        }
        (Value::Array(expected), Value::Array(found)) => {
            let pairs = expected.iter().zip(found).enumerate();
            let mut each = pairs.map(|(number, (one, other))| at(&format!("{path}[{number}]"), one, other, whole));
            let differs = each.find_map(|differs| differs);
            let lengths = || format!("{path}: expected {} elements, found {}", expected.len(), found.len());
            differs.or_else(|| (expected.len() != found.len()).then(lengths))
        }
        (Value::Object(of), Value::Object(fields)) if !of.contains_key("sha256") => {
            let under = |key: &str| {
                if path.is_empty() {
                    key.to_string()
                } else {
                    format!("{path}.{key}")
                }
            };
            let mut each = of.iter().map(|(key, value)| match fields.get(key) {
                Some(found) => at(&under(key), value, found, whole),
                None => missing(&under(key), value),
            });
            let differs = each.find_map(|differs| differs);
            let more = fields.keys().find(|key| !of.contains_key(*key));
            differs.or_else(|| more.map(|key| format!("{} is not expected", under(key))))
        }
        (expected, found) if show(expected) == show(found) => {
            Some(format!("{path}: other bytes than expected, of the same size"))
        }
        (expected, found) => Some(format!("{path}: expected {}, found {}", show(expected), show(found))),
    }
}

fn show(value: &Value) -> String {
    match value.get("size").filter(|_| value.get("sha256").is_some()) {
        Some(size) => format!("{size} bytes"),
        None => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn first_difference_has_path() {
        let told = |expected: Value, found: Value| value_difference(&expected, &found, true);
        let entry = |id: &str, size: u64| json!({ "id": id, "content": { "sha256": format!("{size}"), "size": size } });
        let two = || json!({ "entries": [entry("a", 1), entry("b", 2)] });
        assert_eq!(told(two(), two()), None);
        let differs = |found: Value| told(two(), found).unwrap();
        assert_eq!(
            differs(json!({ "entries": [entry("a", 1), entry("c", 2)] })),
            "entries[1].id: expected \"b\", found \"c\""
        );
        assert_eq!(
            differs(json!({ "entries": [entry("a", 3), entry("b", 2)] })),
            "entries[0].content: expected 1 bytes, found 3 bytes"
        );
        assert_eq!(
            differs(json!({ "entries": [entry("a", 1)] })),
            "entries: expected 2 elements, found 1"
        );
        assert!(differs(json!({ "error": "cut" })).starts_with("entries is missing: expected [{"));
    }

    #[test]
    fn id_order_is_free_and_keys_optional() {
        let ids = |ids: &[&str]| json!({ "ids": ids });
        assert_eq!(value_difference(&ids(&["a", "b"]), &ids(&["b", "a"]), true), None);
        let told = value_difference(&ids(&["a", "b"]), &ids(&["b"]), true);
        assert_eq!(told.unwrap(), "ids: \"a\" is missing");
        let told = value_difference(&ids(&["a"]), &ids(&["a", "c"]), true);
        assert_eq!(told.unwrap(), "ids: \"c\" is not expected");
        let image = json!({ "images": [{ "flags": 1, "image_kind": 2 }] });
        let part = json!({ "images": [{ "image_kind": 3 }] });
        let told = value_difference(&image, &part, false);
        assert_eq!(told.unwrap(), "images[0].image_kind: expected 2, found 3");
    }
}
