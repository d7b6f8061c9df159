//! Documentation pages of formats.

use serde::Serialize;
use serde_json::{Value, json};

use crate::emit::Page;
use crate::prose::one_line;

#[derive(Debug, Default, Serialize)]
pub struct FormatPage<'a> {
    #[serde(skip)]
    pub id: &'a str,
    pub file: &'a str,
    pub title: &'a str,
    pub doc: &'a str,
    pub refs: &'a [String],
    /// A diagram of the first bytes; may be empty.
    pub diagram: String,
    pub notes: Vec<String>,
    pub sections: Vec<Value>,
    pub end: String,
}

impl FormatPage<'_> {
    pub fn page(&self) -> Page {
        Page::new("format_page.md.tera", format!("docs/{}.md", self.id), self)
    }
}

pub fn section(heading: &str, doc: &str, tables: impl IntoIterator<Item = Option<Value>>) -> Value {
    let tables: Vec<Value> = tables.into_iter().flatten().collect();
    json!({ "heading": heading, "doc": doc, "text": "", "tables": tables })
}

pub fn text(heading: &str, doc: &str, text: &str) -> Value {
    json!({ "heading": heading, "doc": doc, "text": text.trim_end(), "tables": [] })
}

/// `None` without rows. `lead` is a line before the table and may be empty.
pub fn table<R: Into<Vec<String>>>(lead: &str, columns: &[&str], rows: impl IntoIterator<Item = R>) -> Option<Value> {
    let rows: Vec<Vec<String>> = rows.into_iter().map(Into::into).collect();
    (!rows.is_empty()).then(|| json!({ "lead": lead, "columns": columns, "rows": rows }))
}

pub fn code(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("`{}`", cell(text)),
    }
}

/// In hexadecimal, with their text if it is printable.
pub fn bytes(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let is_text = bytes.len() > 1 && bytes.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'`');
    match is_text {
        true => format!("{} {}", code(&hex.join(" ")), code(&bytes.escape_ascii().to_string())),
        false => code(&hex.join(" ")),
    }
}

pub fn hex(number: u64) -> String {
    format!("`{number:#x}`")
}

pub fn codes(texts: &[&str]) -> String {
    texts.iter().map(|text| code(text)).collect::<Vec<_>>().join(", ")
}

pub fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}
