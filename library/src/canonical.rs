//! The canonical JSON value of a container, written as its fields are visited.

use std::fmt::Display;

use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::flags;

/// Numbers are decimal strings (JSON numbers lose precision above 2^53), lists are in file order, opaque bytes are
/// `{"offset": …, "len": …}`, unreadable fields `{"error": code, "offset": …}`.
pub(crate) struct Canonical {
    text: String,
    open: Vec<(Bracket, bool)>,
    /// A list item has begun. It is a record unless a value without a name follows.
    item: bool,
}

#[derive(Debug, Clone, Copy)]
enum Bracket {
    Object,
    List,
    Value,
}

impl Canonical {
    pub(crate) fn new() -> Self {
        Self { text: "{".into(), open: vec![(Bracket::Object, false)], item: false }
    }

    pub(crate) fn finish(mut self) -> String {
        while self.item || !self.open.is_empty() {
            self.end();
        }
        self.text
    }

    fn member(&mut self, name: &str) {
        if std::mem::replace(&mut self.item, false) {
            if name.is_empty() {
                self.open.push((Bracket::Value, true));
                return;
            }
            self.open.push((Bracket::Object, false));
            self.text.push('{');
        }
        let Some((bracket, filled)) = self.open.last_mut() else {
            return;
        };
        if std::mem::replace(filled, true) {
            self.text.push_str(", ");
        }
        if let Bracket::Object = bracket {
            self.text.push_str(&quote(name));
            self.text.push_str(": ");
        }
    }
}

/// Returns the canonical value of the fields that `describe` visits.
///
/// # Errors
///
/// Returns the error of `describe`, if any.
pub fn canonical<E>(describe: impl FnOnce(&mut dyn Describer) -> Result<(), E>) -> Result<serde_json::Value, E> {
    let mut canonical = Canonical::new();
    describe(&mut canonical)?;
    // The text is always valid JSON.
    Ok(serde_json::from_str(&canonical.finish()).unwrap_or_default())
}

fn with_name(number: impl Display, name: Option<&str>) -> String {
    match name {
        Some(name) => format!("{{\"number\": \"{number}\", \"name\": {}}}", quote(name)),
        None => format!("\"{number}\""),
    }
}

pub(crate) fn quote(text: &str) -> String {
    // Writing a text cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

impl Describer for Canonical {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.member(name);
        let (bracket, sign) = match shape {
            Shape::Record | Shape::Part => (Bracket::Object, "{"),
            Shape::List => (Bracket::List, "["),
        };
        self.text.push_str(sign);
        self.open.push((bracket, false));
    }

    fn item(&mut self, _index: u64) {
        self.member("");
        self.item = true;
    }

    fn field(&mut self, field: Field<'_>) {
        self.member(field.name);
        let value = match field.value {
            FieldValue::Number(number) => format!("\"{number}\""),
            FieldValue::Named(number, name) => with_name(number, Some(name)),
            FieldValue::Flags(number, names) => {
                with_name(number, flags::join(number, names.iter().copied()).as_deref())
            }
            FieldValue::Wide(number, name) => with_name(number, name),
            FieldValue::Float(number) => format!("\"{number}\""),
            FieldValue::Flag(flag) => flag.to_string(),
            FieldValue::Text(text) => quote(&text),
            FieldValue::Opaque(len) => format!("{{\"offset\": \"{}\", \"len\": \"{len}\"}}", field.offset),
            FieldValue::Made(bytes) => format!("{{\"len\": \"{}\"}}", bytes.len()),
            FieldValue::Magic(bytes) => quote(&format!("{}", bytes.escape_ascii())),
            FieldValue::Bad(error) => format!(
                "{{\"error\": {}, \"offset\": \"{}\", \"message\": {}}}",
                quote(error.problem.code()),
                error.offset,
                quote(&format!("{}", error.problem))
            ),
        };
        self.text.push_str(&value);
    }

    fn end(&mut self) {
        if std::mem::replace(&mut self.item, false) {
            self.text.push_str("{}");
            return;
        }
        match self.open.pop() {
            Some((Bracket::Object, _)) => self.text.push('}'),
            Some((Bracket::List, _)) => self.text.push(']'),
            Some((Bracket::Value, _)) | None => {}
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn canonical_value_is_complete_json() {
        let mut canonical = Canonical::new();
        show(&mut canonical);
        let value: serde_json::Value = serde_json::from_str(&canonical.finish()).unwrap();
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
    fn list_items_may_be_values() {
        let value = canonical(|describer| {
            let field = |value| Field { name: "", offset: 7, len: 2, value, meaning: "" };
            describer.begin("list", Shape::List);
            for value in [FieldValue::Wide(-5, None), FieldValue::Flag(true), FieldValue::Float(0.5)] {
                describer.item(0);
                describer.field(field(value));
                describer.end();
            }
            describer.item(3);
            describer.end();
            describer.end();
            describer.field(Field { name: "made", ..field(FieldValue::Made(b"abc".as_slice().into())) });
            Ok::<(), std::convert::Infallible>(())
        });
        let expected = serde_json::json!({ "list": ["-5", true, "0.5", {}], "made": { "len": "3" } });
        assert_eq!(value.unwrap(), expected);
    }

    #[test]
    fn truncated_value_is_valid_json() {
        let mut canonical = Canonical::new();
        canonical.begin("list", Shape::List);
        canonical.item(0);
        assert_eq!(canonical.finish(), "{\"list\": [{}]}");
    }
}
