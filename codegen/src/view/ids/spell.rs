//! Spells texts, lists and names in Rust.

/// A string literal.
pub fn text(value: &str) -> String {
    format!("{value:?}")
}

/// A borrowed list of string literals.
pub fn texts(values: &[String]) -> String {
    list(values.iter().map(|value| text(value)))
}

/// A borrowed list.
pub fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("&[{}]", items.join(", "))
}

/// `Some("…")` or `None`.
pub fn optional(value: Option<&String>) -> String {
    match value {
        Some(value) => format!("Some({})", text(value)),
        None => "None".to_owned(),
    }
}

/// A comment line that names the section of the source document, before a value.
pub fn source(value: Option<&String>) -> String {
    value.map(|section| format!("// {section}.\n")).unwrap_or_default()
}

/// `name_like-this` as a constant's name: `NAME_LIKE_THIS`.
pub fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}

/// The text with a large first letter and a full stop.
pub fn sentence(value: &str) -> String {
    let mut chars = value.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_uppercase().collect::<String>())
        .unwrap_or_default();
    let stop = if value.ends_with('.') { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_sentences() {
        assert_eq!(constant("a-b_c"), "A_B_C");
        assert_eq!(sentence("the end"), "The end.");
        assert_eq!(text("a\"b"), "\"a\\\"b\"");
    }
}
