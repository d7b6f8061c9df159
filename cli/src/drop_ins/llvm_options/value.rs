//! Truth values, and integers in any base.

/// Empty text is true.
pub(super) fn flag(text: &str) -> Option<bool> {
    match text {
        "" | "true" | "TRUE" | "True" | "1" => Some(true),
        "false" | "FALSE" | "False" | "0" => Some(false),
        _ => None,
    }
}

/// From 0 to 2^32 - 1.
pub(super) fn parse_unsigned(text: &str) -> Option<u32> {
    let (digits, base) = digits_and_base(text);
    // Rust's own parsers take a leading `+`; this syntax does not.
    if digits.starts_with('+') {
        return None;
    }
    u32::from_str_radix(digits, base).ok()
}

/// From -2^31 to 2^31 - 1.
pub(super) fn integer(text: &str) -> Option<i32> {
    let (magnitude, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let value = i64::from(parse_unsigned(magnitude)?);
    i32::try_from(if negative { value.checked_neg()? } else { value }).ok()
}

/// The digits and the base by prefix: `0x`, `0b`, `0o`, `0`, or decimal.
fn digits_and_base(text: &str) -> (&str, u32) {
    for (prefixes, base) in [(["0x", "0X"], 16), (["0b", "0B"], 2), (["0o", "0O"], 8)] {
        for prefix in prefixes {
            if let Some(digits) = text.strip_prefix(prefix) {
                return (digits, base);
            }
        }
    }
    match text.strip_prefix('0') {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_digit()) => (digits, 8),
        _ => (text, 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn truth_has_four_spellings_each() {
        for text in ["", "true", "TRUE", "True", "1"] {
            assert_eq!(flag(text), Some(true), "{text}");
        }
        for text in ["false", "FALSE", "False", "0"] {
            assert_eq!(flag(text), Some(false), "{text}");
        }
        for text in ["t", "yes", "tRUE", "2", " 1"] {
            assert_eq!(flag(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_have_base_prefix() {
        for (text, value) in [
            ("0", Some(0)),
            ("00", Some(0)),
            ("4096", Some(4096)),
            ("0x10", Some(16)),
            ("0X1f", Some(31)),
            ("010", Some(8)),
            ("0b11", Some(3)),
            ("0o11", Some(9)),
            ("4294967295", Some(u32::MAX)),
            ("4294967296", None),
            ("-1", None),
            ("+1", None),
            ("", None),
            ("0x", None),
            ("09", None),
            (" 1", None),
        ] {
            assert_eq!(parse_unsigned(text), value, "{text}");
        }
        for (text, value) in [
            ("-5", Some(-5)),
            ("-0x5", Some(-5)),
            ("9", Some(9)),
            ("-2147483648", Some(i32::MIN)),
            ("2147483648", None),
            ("x", None),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }
}
