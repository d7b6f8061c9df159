//! Texts of ID grammars with `{placeholders}`: what an ID does not have is left out.

use alloc::string::String;

/// `template` with every `{name}` replaced by what `value` gives for it; a name without a value gives nothing.
pub(super) fn fill<'v>(template: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    crate::template::fill(template, |name| Some(value(name).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_once() {
        let value = |name: &str| (name == "a").then_some("{b}");
        assert_eq!(fill("<{a}|{c}> {", value), "<{b}|> {");
    }
}
