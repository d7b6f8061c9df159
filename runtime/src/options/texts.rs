//! Message templates: text with `{names}` in braces, filled in when the message is printed.

use alloc::string::String;

/// What is said of mistakes in a command line, and the words of the help. Each template lists its names.
#[derive(Debug, Clone, Copy)]
pub struct OptionTexts {
    /// No such option: `{name}` of the tool, `{word}` given, `{program}` as it was called.
    pub unknown: &'static str,
    /// The option that was perhaps meant: `{name}`, `{option}` with its value.
    pub suggestion: &'static str,
    /// A value is missing: `{name}`, `{option}`.
    pub needs_value: &'static str,
    /// A value that cannot be: `{name}`, `{option}`, `{value}`.
    pub takes_no_value: &'static str,
    /// No truth value: `{name}`, `{option}`, `{value}`.
    pub bad_flag: &'static str,
    /// No whole number from 0: `{name}`, `{option}`, `{value}`.
    pub bad_unsigned: &'static str,
    /// No whole number: `{name}`, `{option}`, `{value}`.
    pub bad_integer: &'static str,
    /// A required option is absent: `{name}`, `{option}`.
    pub required: &'static str,
    /// A file of words names itself: `{file}`.
    pub recursive: &'static str,
    /// A file of words cannot be read: `{file}`, `{error}`.
    pub unreadable: &'static str,
    /// First part of the help: `{text}`.
    pub overview: &'static str,
    /// Second part: `{name}`.
    pub usage: &'static str,
    /// What stands over the options.
    pub options: &'static str,
}

/// `template` with each `{name}` replaced by its value. A name without a value stays as it is.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let value = |name: &str| values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    crate::template::fill(template, value)
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
