//! The canonical JSON value of a container, written as its fields are visited.

use std::fmt::Display;

use offload_bundle_core::describe::{Describer, Field, FieldValue, Shape};
use offload_bundle_core::flags;

/// Writes numbers as decimal strings (JSON numbers lose precision above 2^53), lists in file order, opaque bytes as
/// `{"offset": …, "len": …}` and unreadable fields as `{"error": code, "offset": …}`.
pub(crate) struct Canonical<'s> {
    see: &'s mut dyn FnMut(&str),
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

impl<'s> Canonical<'s> {
    pub(crate) fn to(see: &'s mut dyn FnMut(&str)) -> Self {
        see("{");
        Self { see, open: vec![(Bracket::Object, false)], item: false }
    }

    pub(crate) fn finish(mut self) {
        while self.item || !self.open.is_empty() {
            self.end();
        }
    }

    fn member(&mut self, name: &str) {
        if std::mem::replace(&mut self.item, false) {
            if name.is_empty() {
                self.open.push((Bracket::Value, true));
                return;
            }
            self.open.push((Bracket::Object, false));
            (self.see)("{");
        }
        let Some((bracket, filled)) = self.open.last_mut() else {
            return;
        };
        if std::mem::replace(filled, true) {
            (self.see)(", ");
        }
        if let Bracket::Object = bracket {
            (self.see)(&quote(name));
            (self.see)(": ");
        }
    }
}

/// Returns the canonical value of the fields that `describe` visits.
///
/// # Errors
///
/// Returns the error of `describe`, if any.
pub fn canonical<E>(describe: impl FnOnce(&mut dyn Describer) -> Result<(), E>) -> Result<serde_json::Value, E> {
    let mut text = String::new();
    let mut see = |piece: &str| text.push_str(piece);
    let mut canonical = Canonical::to(&mut see);
    describe(&mut canonical)?;
    canonical.finish();
    // The text is always valid JSON.
    Ok(serde_json::from_str(&text).unwrap_or_default())
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

impl Describer for Canonical<'_> {
    fn begin(&mut self, name: &'static str, shape: Shape) {
        self.member(name);
        let (bracket, sign) = match shape {
            Shape::Record | Shape::Part => (Bracket::Object, "{"),
            Shape::List => (Bracket::List, "["),
        };
        (self.see)(sign);
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
        (self.see)(&value);
    }

    fn end(&mut self) {
        if std::mem::replace(&mut self.item, false) {
            (self.see)("{}");
            return;
        }
        match self.open.pop() {
            Some((Bracket::Object, _)) => (self.see)("}"),
            Some((Bracket::List, _)) => (self.see)("]"),
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
        let mut text = String::new();
        let mut see = |piece: &str| text.push_str(piece);
        let mut canonical = Canonical::to(&mut see);
        canonical.begin("list", Shape::List);
        canonical.item(0);
        canonical.finish();
        assert_eq!(text, "{\"list\": [{}]}");
    }
}
