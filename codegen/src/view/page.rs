//! A page that describes a format to people: what it is, then sections of tables.

use serde::Serialize;
use serde_json::{Value, json};

use crate::emit::Page;
use crate::prose::one_line;

/// The page of a format.
#[derive(Debug, Default, Serialize)]
pub struct FormatPage<'a> {
    #[serde(skip)]
    pub id: &'a str,
    /// The schema.
    pub file: &'a str,
    pub title: &'a str,
    /// What the format is, and where that is said.
    pub doc: &'a str,
    pub refs: &'a [String],
    /// A picture of the first bytes; empty for none.
    pub diagram: String,
    /// Paragraphs that follow.
    pub notes: Vec<String>,
    pub sections: Vec<Value>,
    /// The last paragraph.
    pub end: String,
}

impl FormatPage<'_> {
    pub fn page(&self) -> Page {
        Page::new("format_page.md.tera", format!("docs/{}.md", self.id), self)
    }
}

/// A section: what it is about, which may be empty, and tables.
pub fn section(heading: &str, doc: &str, tables: impl IntoIterator<Item = Option<Value>>) -> Value {
    let tables: Vec<Value> = tables.into_iter().flatten().collect();
    json!({ "heading": heading, "doc": doc, "text": "", "tables": tables })
}

/// A section with a block of text.
pub fn text(heading: &str, doc: &str, text: &str) -> Value {
    json!({ "heading": heading, "doc": doc, "text": text.trim_end(), "tables": [] })
}

/// A table, with a line before it that may be empty; none of no rows.
pub fn table<R: Into<Vec<String>>>(lead: &str, columns: &[&str], rows: impl IntoIterator<Item = R>) -> Option<Value> {
    let rows: Vec<Vec<String>> = rows.into_iter().map(Into::into).collect();
    (!rows.is_empty()).then(|| json!({ "lead": lead, "columns": columns, "rows": rows }))
}

/// Code in a cell of a table.
pub fn code(text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => format!("`{}`", cell(text)),
    }
}

/// Bytes in a cell, in hexadecimal, with their text where all of them are printable.
pub fn bytes(bytes: &[u8]) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let is_text = bytes.len() > 1 && bytes.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'`');
    match is_text {
        true => format!("{} {}", code(&hex.join(" ")), code(&bytes.escape_ascii().to_string())),
        false => code(&hex.join(" ")),
    }
}

/// A number in a cell, in hexadecimal.
pub fn hex(number: u64) -> String {
    format!("`{number:#x}`")
}

/// Several pieces of code in a cell.
pub fn codes(texts: &[&str]) -> String {
    texts.iter().map(|text| code(text)).collect::<Vec<_>>().join(", ")
}

/// Text as one cell of a table.
pub fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}
