//! Message templates: text with `{names}` in braces, filled in when the message is printed.

/// `template` with each `{name}` replaced by its value. A name without a value stays as it is.
pub(in crate::drop_ins) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    offload_bundle_core::template::fill(template, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in_once_and_only_where_known() {
        assert_eq!(fill("{a} is {b}{a}", &[("a", "{b}"), ("b", "x")]), "{b} is x{b}");
        assert_eq!(fill("{ {c} }", &[("a", "1")]), "{ {c} }");
    }
}
