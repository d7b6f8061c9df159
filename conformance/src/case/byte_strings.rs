//! Finds the byte strings of a value.

use serde_json::{Map, Value};

const KEYS: [&str; 3] = ["content", "bytes", "decompressed"];

/// Sorts keys. `each` also gets the path, such as `outputs[0].content`.
pub(crate) fn map_byte_strings<E>(
    value: &Value,
    each: &mut dyn FnMut(&str, &Value) -> Result<Value, E>,
) -> Result<Value, E> {
    map_below(value, "", each)
}

fn map_below<E>(value: &Value, path: &str, each: &mut dyn FnMut(&str, &Value) -> Result<Value, E>) -> Result<Value, E> {
    Ok(match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let items = items.map(|(number, item)| map_below(item, &format!("{path}[{number}]"), each));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let mut sorted: Vec<(&String, &Value)> = fields.iter().collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            let mut made = Map::new();
            for (key, value) in sorted {
                let path = match path {
                    "" => key.clone(),
                    _ => format!("{path}.{key}"),
                };
                let value = match KEYS.contains(&key.as_str()) {
                    true => each(&path, value)?,
                    false => map_below(value, &path, each)?,
                };
                made.insert(key.clone(), value);
            }
            Value::Object(made)
        }
        value => value.clone(),
    })
}

/// With path and value.
pub(crate) fn for_each_byte_string(value: &Value, each: &mut dyn FnMut(&str, &Value)) {
    let _ = map_byte_strings(value, &mut |path, value| {
        each(path, value);
        Ok::<_, std::convert::Infallible>(Value::Null)
    });
}
