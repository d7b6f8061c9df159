//! Texts with `{placeholders}`, which schemas give and operations fill.

use alloc::string::String;

/// `template` with every `{name}` replaced by what `value` gives for it; a name without a value gives nothing.
pub fn fill<'v>(template: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        match after.split_once('}') {
            Some((name, next)) => {
                text.push_str(value(name).unwrap_or(""));
                rest = next;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
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
