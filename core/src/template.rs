//! Texts with `{placeholders}`, which schemas give and operations fill.

use alloc::string::String;

/// `template` with every `{name}` replaced by what `value` gives for it, once; a name without a value stays as it is.
pub fn fill<'v>(template: &str, value: impl Fn(&str) -> Option<&'v str>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let known = after
            .split_once('}')
            .and_then(|(name, tail)| Some((value(name)?, tail)));
        match known {
            Some((value, tail)) => {
                text.push_str(value);
                rest = tail;
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
    fn names_are_filled_in_once_and_only_where_known() {
        let value = |name: &str| match name {
            "a" => Some("{b}"),
            "b" => Some("x"),
            _ => None,
        };
        assert_eq!(fill("{a} is {b}{a}", value), "{b} is x{b}");
        assert_eq!(fill("{ {c} } {", value), "{ {c} } {");
    }
}
