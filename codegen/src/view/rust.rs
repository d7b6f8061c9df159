//! Rust spelling for all dialects.

use serde::Serialize;

use crate::unformatted::LEAVE_ALONE;

#[derive(Debug, Clone, Serialize)]
pub struct Documented {
    pub docs: Vec<String>,
    pub text: String,
}

impl Documented {
    /// A static or constant with the declaration `head`. Multi-line tables are already formatted.
    pub fn set(docs: Vec<String>, head: &str, value: &str) -> Self {
        let skip = if value.contains('\n') {
            &format!("{LEAVE_ALONE}\n")
        } else {
            ""
        };
        Self { docs, text: format!("{skip}{head} = {value}") }
    }

    /// `errors` is the text of the `# Errors` section, or empty.
    pub fn method(mut docs: Vec<String>, errors: &str, signature: &str, body: &str) -> Self {
        if !errors.is_empty() {
            docs.extend(["", "# Errors", "", errors].map(str::to_owned));
        }
        // Fallible methods are short, and called in loops.
        let inline = if errors.is_empty() { "" } else { "#[inline] " };
        Self { docs, text: format!("{inline}pub fn {signature} {{ {body} }}") }
    }
}

/// Never empty.
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

/// rustdoc interprets brackets outside of code as links or tags.
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

pub fn literal(text: &str) -> String {
    format!("{text:?}")
}

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
