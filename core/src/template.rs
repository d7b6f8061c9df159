//! Templates with `{placeholders}`, from schemas.

use alloc::string::String;

/// Returns `template` with every `{name}` replaced by its `value`, once. Names without a value remain unchanged.
pub fn fill<'v>(template: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    fill_with(template, |name, text| {
        let value = value(name);
        text.push_str(value.unwrap_or_default());
        value.is_some()
    })
}

/// A `{name}` remains unchanged if `put` returns `false`.
pub(crate) fn fill_with(template: &str, mut put: impl FnMut(&str, &mut String) -> bool) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        rest = match after.split_once('}') {
            Some((name, tail)) if put(name, &mut text) => tail,
            _ => {
                text.push('{');
                after
            }
        };
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_filled_once() {
        let value = |name: &str| match name {
            "a" => Some("{b}"),
            "b" => Some("x"),
            _ => None,
        };
        assert_eq!(fill("{a} is {b}{a}", value), "{b} is x{b}");
        assert_eq!(fill("{ {c} } {", value), "{ {c} } {");
    }
}
