//! Comments and literals in C.

use serde_json::{Value, json};

use crate::model::binary::Docs;
use crate::prose::one_line;

const COLUMNS: usize = 120;

pub(super) fn docs(docs: &Docs) -> String {
    // Rewrap each paragraph.
    let paragraphs = docs.text().split("\n\n").map(one_line);
    let lines: Vec<String> = paragraphs
        .chain(docs.sources())
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

pub(super) fn comment(text: &str, indent: usize) -> String {
    // Avoid the end of the comment, nested comments, and trigraphs.
    let safe = text.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?");
    let room = COLUMNS.saturating_sub(indent + 6).max(20);
    let mut lines = Vec::new();
    for paragraph in safe.trim().lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > room {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    let space = " ".repeat(indent);
    match lines.concat().is_empty() {
        true => String::new(),
        false => format!("{space}/* {} */\n", lines.join(&format!("\n{space}   "))),
    }
}

/// Octal escapes have three digits, so a following digit is safe.
pub(super) fn literal(text: &str) -> String {
    let letters = text.bytes().map(|byte| match byte {
        b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    });
    format!("\"{}\"", letters.collect::<String>())
}

pub(super) fn optional(text: Option<&str>) -> String {
    text.map_or_else(|| "NULL".to_owned(), literal)
}

/// A NUL after each.
pub(super) fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words = words.into_iter().filter(|word| !word.is_empty());
    literal(&words.map(|word| format!("{word}\0")).collect::<String>())
}

macro_rules! row {
    ($($cell:expr),* $(,)?) => {
        format!("{{{}}}", [$($cell.to_string()),*].join(", "))
    };
}
pub(super) use row;

pub(super) fn table(of: &str, name: &str, last: &str, rows: impl IntoIterator<Item = String>) -> Value {
    let rows: Vec<String> = rows.into_iter().chain([last.to_owned()]).collect();
    json!({ "of": of, "name": name, "rows": rows })
}

pub(super) fn number(number: u64) -> String {
    format!("UINT64_C({number})")
}

pub(super) fn bytes(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    format!("{{{}}}", bytes.join(", "))
}

pub(super) fn attempt(call: &str) -> String {
    format!("if ((code = {call}) != OB_OK) return code;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_comment_or_literal() {
        assert_eq!(comment("a */ b\nc", 4), "    /* a * / b\n       c */\n");
        assert_eq!(comment(" ", 0), "");
        assert_eq!(literal("a\"\\\n1é?"), "\"a\\\"\\\\\\0121\\303\\251\\?\"");
        let long = comment(&"word ".repeat(60), 0);
        assert!(
            long.lines().count() > 2 && long.lines().all(|line| line.len() <= COLUMNS),
            "{long}"
        );
    }
}
