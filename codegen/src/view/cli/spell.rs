//! Names and texts of a schema as Rust.

use crate::view::rust::doc_lines;

/// Characters of a text that stand on one line of generated code, at most. Longer lines keep rustfmt from formatting around them.
const LINE: usize = 90;

/// `text` as a Rust string, continued on further lines where it is long. A line ends only before a word, because a continuation
/// swallows the blanks that the next line begins with.
pub(super) fn string(text: &str) -> String {
    let mut spelled = String::from("\"");
    let mut column = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        let word_spelled = escaped(word);
        let length = word_spelled.chars().count();
        if column > 0 && column + length > LINE && !word.starts_with(char::is_whitespace) {
            spelled.push_str("\\\n");
            column = 0;
        }
        spelled.push_str(&word_spelled);
        column += length;
    }
    spelled.push('"');
    spelled
}

/// `text` as it stands between the quotes of a Rust string.
fn escaped(text: &str) -> String {
    let quoted = format!("{text:?}");
    quoted
        .trim_start_matches('"')
        .strip_suffix('"')
        .unwrap_or_default()
        .to_owned()
}

/// `name` as a Rust name: dashes become underscores.
pub(super) fn ident(name: &str) -> String {
    name.replace('-', "_")
}

/// `name` as the name of a constant.
pub(super) fn constant(name: &str) -> String {
    ident(name).to_uppercase()
}

/// `text` with each paragraph on one line: whoever shows it breaks it to fit.
pub(super) fn unwrapped(text: &str) -> String {
    let paragraphs = text.trim().split("\n\n");
    let joined = paragraphs.map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "));
    joined.collect::<Vec<_>>().join("\n\n")
}

/// `text` as doc comments: each line after `//!` or `///` (`mark`).
pub(super) fn doc(mark: &str, text: &str) -> String {
    doc_lines(text, None)
        .iter()
        .map(|line| format!("{mark} {}", line.trim()).trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts() {
        assert_eq!(string("a \"b\"\n"), r#""a \"b\"\n""#);
        assert_eq!(string("\"a"), r#""\"a""#);
        assert_eq!(ident("target-compat"), "target_compat");
        assert_eq!(constant("comma-list"), "COMMA_LIST");
        assert_eq!(unwrapped("a\nb\n\nc\n"), "a b\n\nc");
        assert_eq!(doc("///", "A.\n\nB. "), "/// A.\n///\n/// B.");
    }

    #[test]
    fn long_texts_go_on_before_a_word() {
        let word = "0123456789".repeat(6);
        assert_eq!(string(&format!("{word} {word}")), format!("\"{word} \\\n{word}\""));
        // Before a blank there is no place to go on.
        assert_eq!(string(&format!("{word}\n {word}")), format!("\"{word}\\n \\\n{word}\""));
    }
}
