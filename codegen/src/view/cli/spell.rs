//! Names and texts of a schema as Rust.

/// `text` as a Rust string.
pub(super) fn string(text: &str) -> String {
    format!("{text:?}")
}

/// `name` as a Rust name: dashes become underscores.
pub(super) fn ident(name: &str) -> String {
    name.replace('-', "_")
}

/// `name` as the name of a constant.
pub(super) fn constant(name: &str) -> String {
    ident(name).to_uppercase()
}

/// `name` in the style of Rust types.
pub(super) fn camel(name: &str) -> String {
    name.split('-')
        .map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            first.to_uppercase() + rest
        })
        .collect()
}

/// `text` as doc comments: each line after `//!` or `///` (`mark`).
pub(super) fn doc(mark: &str, text: &str) -> String {
    text.trim()
        .lines()
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
        assert_eq!(ident("target-compat"), "target_compat");
        assert_eq!(constant("comma-list"), "COMMA_LIST");
        assert_eq!(camel("comma-list"), "CommaList");
        assert_eq!(doc("///", "A.\n\nB. "), "/// A.\n///\n/// B.");
    }
}
