//! Names and texts of a schema as Rust.

use crate::view::rust::doc_lines;

/// Characters of a text that stand on one line of generated code, at most. Longer lines keep rustfmt from formatting around them.
const LINE: usize = 94;

/// `text` as a Rust string. A long one is put together of its lines, each on one of its own, broken before words where it is long itself.
pub(super) fn string(text: &str) -> String {
    let spelled = |piece: &str| format!("\"{}\"", escaped(piece));
    let pieces: Vec<String> = text
        .split_inclusive('\n')
        .flat_map(pieces)
        .map(|piece| spelled(&piece))
        .collect();
    let whole = spelled(text);
    match pieces.as_slice() {
        [_, _, ..] if whole.chars().count() > LINE => format!("concat!({})", pieces.join(", ")),
        _ => whole,
    }
}

/// `line` in pieces of at most [`LINE`] characters, each but the first beginning with a word.
fn pieces(line: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for word in line.split_inclusive(' ') {
        if let Some(last) = pieces.last_mut() {
            let begins = !word.starts_with(' ') && !last.trim().is_empty();
            if begins && escaped(last).chars().count() + escaped(word).chars().count() > LINE {
                pieces.push(word.to_owned());
            } else {
                last.push_str(word);
            }
        }
    }
    pieces
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
    fn long_texts_are_put_together() {
        let word = "0123456789".repeat(6);
        assert_eq!(
            string(&format!("{word} {word}")),
            format!("concat!(\"{word} \", \"{word}\")")
        );
        assert_eq!(
            string(&format!("{word}\n  {word} a")),
            format!("concat!(\"{word}\\n\", \"  {word} a\")")
        );
    }
}
