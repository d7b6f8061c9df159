//! The content of a file as JSON, for comparison with other readers.

use offload_bundle_core::bytes::Bytes;
use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::error::ReadError;
use offload_bundle_core::tree::{Sum, Tree};
use serde_json::{Map, Value, json};

/// Longer bytes are replaced with their length and checksum.
const LONG: usize = 64;

pub(super) fn value(tree: &'static Tree<'static>, bytes: &[u8]) -> Result<Value, ReadError> {
    let mut canonical = Canonical { bytes, open: vec![Open::Record(String::new(), Map::new())] };
    tree.describe(Bytes::new(bytes), &mut canonical)?;
    match canonical.open.pop() {
        Some(Open::Record(_, fields)) => Ok(json!({ "fields": fields })),
        _ => Ok(Value::Null),
    }
}

struct Canonical<'b> {
    bytes: &'b [u8],
    open: Vec<Open>,
}

enum Open {
    Record(String, Map<String, Value>),
    List(String, Vec<Value>),
    /// A record, or a value without a name.
    Item(Map<String, Value>, Option<Value>),
}

impl Canonical<'_> {
    fn add(&mut self, name: &str, value: Value) {
        match self.open.last_mut() {
            Some(Open::Item(_, alone)) if name.is_empty() => *alone = Some(value),
            Some(Open::Record(_, fields) | Open::Item(fields, _)) => {
                fields.insert(name.to_owned(), value);
            }
            Some(Open::List(_, items)) => items.push(value),
            None => {}
        }
    }
}

fn show(bytes: &[u8]) -> Value {
    if bytes.len() > LONG {
        return json!({ "bytes": bytes.len().to_string(), "crc32": hexadecimal(&Sum::Crc32.compute(bytes)) });
    }
    json!({ "bytes": hexadecimal(bytes) })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Describer for Canonical<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.open.push(match shape {
            Shape::Record | Shape::Part => Open::Record(name.to_owned(), Map::new()),
            Shape::List => Open::List(name.to_owned(), Vec::new()),
        });
    }

    fn item(&mut self, _index: u64) {
        self.open.push(Open::Item(Map::new(), None));
    }

    fn field(&mut self, field: Field<'_>) {
        let value = match &field.value {
            FieldValue::Number(number) | FieldValue::Flags(number, _) => json!(number.to_string()),
            FieldValue::Wide(number, None) => json!(number.to_string()),
            FieldValue::Named(number, name) => json!({ "number": number.to_string(), "name": name }),
            FieldValue::Wide(number, Some(name)) => json!({ "number": number.to_string(), "name": name }),
            FieldValue::Float(number) => json!({ "float": format!("{:016x}", number.to_bits()) }),
            FieldValue::Flag(flag) => json!(flag),
            FieldValue::Text(text) => json!({ "text": text }),
            FieldValue::Made(bytes) => show(bytes),
            FieldValue::Magic(bytes) => show(bytes),
            FieldValue::Opaque(len) => {
                let [from, len] = [field.offset, *len].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
                show(
                    self.bytes
                        .get(from..)
                        .and_then(|rest| rest.get(..len))
                        .unwrap_or_default(),
                )
            }
            FieldValue::Bad(error) => json!({ "refused": error.problem.code() }),
        };
        self.add(field.name, value);
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Record(name, fields)) => self.add(&name, json!({ "fields": fields })),
            Some(Open::List(name, items)) => self.add(&name, Value::Array(items)),
            Some(Open::Item(fields, alone)) => self.add("", alone.unwrap_or_else(|| json!({ "fields": fields }))),
            None => {}
        }
    }
}
