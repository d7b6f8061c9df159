//! Lists byte strings as offset, bytes and note.

use serde_json::Value;

use crate::case::{Bytes, Case};
use crate::embedded;

const SHORT: usize = 24;
const WIDE: usize = 60;

/// `None` if too long.
pub(super) fn question(case: &Case) -> Option<String> {
    let mut strings = Vec::new();
    let words = case.ask.try_map(|bytes| {
        strings.push(bytes.clone());
        Ok::<_, std::convert::Infallible>(String::new())
    });
    let Ok(Value::Object(fields)) = words.map(|words| serde_json::to_value(words).unwrap_or_default()) else {
        return None;
    };
    let mut lines: Vec<String> = Vec::new();
    for (key, value) in &fields {
        match value {
            Value::String(text) if text.is_empty() => {}
            Value::String(text) => lines.push(format!("{key}: {text}")),
            Value::Bool(false) => {}
            Value::Array(items) if items.iter().all(Value::is_string) => {
                let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
                lines.push(format!("{key}: {}", items.join(", ")));
            }
            // Notes or the command line already show the arguments of entries and images.
            Value::Array(_) => {}
            value => lines.push(format!("{key}: {value}")),
        }
    }
    for bytes in &strings {
        lines.push(String::new());
        lines.extend(listing(bytes)?);
    }
    (lines.len() <= SHORT).then(|| lines.join("\n"))
}

fn listing(bytes: &Bytes) -> Option<Vec<String>> {
    let mut at = 0_usize;
    let mut lines = Vec::new();
    for chunk in &bytes.0 {
        let Ok(Value::Object(mut fields)) = serde_json::to_value(chunk) else {
            return None;
        };
        let note = fields
            .remove("note")
            .and_then(|note| Some(format!("  ; {}", note.as_str()?)))
            .unwrap_or_default();
        let (key, value) = fields.iter().next()?;
        let shown = match (key.as_str(), value) {
            ("hex", Value::String(digits)) => digits.clone(),
            ("zeros", value) => format!("{value} zero bytes"),
            ("noise", value) => format!("{value} bytes that do not compress"),
            ("fixture", Value::String(name)) => format!("the file fixtures/{name}"),
            (key, Value::String(text)) if key.starts_with('u') => format!("{key} {text}"),
            (_, value) if value.is_object() => return None,
            ("text", value) => value.to_string(),
            (key, value) => format!("{key} {value}"),
        };
        if shown.chars().count() > WIDE {
            return None;
        }
        lines.push(format!("{at:06x}  {shown}{note}"));
        at = at.checked_add(Bytes(vec![chunk.clone()]).resolve(&embedded::fixture).ok()?.len())?;
    }
    Some(lines)
}
