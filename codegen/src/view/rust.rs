//! Rust spelling that every dialect shares: names, literals, documentation.

use serde::Serialize;

use crate::unformatted::LEAVE_ALONE;

/// An item, a member or a method with its documentation.
#[derive(Debug, Clone, Serialize)]
pub struct Documented {
    /// The lines of its documentation, without their `///`.
    pub docs: Vec<String>,
    /// Its text.
    pub text: String,
}

impl Documented {
    /// A static or a constant, such as `pub static NAME: Type` (`head`), that is set to `value`. A table of several lines is laid out
    /// already.
    pub fn set(docs: Vec<String>, head: &str, value: &str) -> Self {
        let skip = if value.contains('\n') {
            &format!("{LEAVE_ALONE}\n")
        } else {
            ""
        };
        Self { docs, text: format!("{skip}{head} = {value}") }
    }

    /// A public method; `errors` says what errors it gives, if it does.
    pub fn method(mut docs: Vec<String>, errors: &str, signature: &str, body: &str) -> Self {
        if !errors.is_empty() {
            docs.extend(["", "# Errors", "", errors].map(str::to_owned));
        }
        // What may fail is short, and called in loops.
        let inline = if errors.is_empty() { "" } else { "#[inline] " };
        Self { docs, text: format!("{inline}pub fn {signature} {{ {body} }}") }
    }
}

/// Documentation as lines of a comment, without their `///`. Never empty.
pub fn doc_lines(doc: &str, more: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = doc.trim().lines().map(|line| escape(line.trim_end())).collect();
    for line in more {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(escape(&line));
    }
    lines
}

/// Brackets outside code would be links or tags to rustdoc.
fn escape(line: &str) -> String {
    let mut code = false;
    let mut out = String::new();
    for letter in line.chars() {
        code ^= letter == '`';
        if !code && matches!(letter, '[' | ']' | '<' | '>') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Text as a string literal.
pub fn literal(text: &str) -> String {
    format!("{text:?}")
}

/// Bytes as a byte string literal.
pub fn bytes_literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_escaped_outside_code() {
        assert_eq!(
            doc_lines("a[1] `b[2]`", ["c <d>".to_owned()]),
            ["a\\[1\\] `b[2]`", "", "c \\<d\\>"]
        );
    }
}
