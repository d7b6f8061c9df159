//! What becomes of a text of a schema: another width or byte order, a larger number, a comparison turned round, a slip of the pen.

/// The number type of another width: `u4` for `u2`.
pub fn resize(text: &str) -> Option<String> {
    let (sign, rest) = text.split_at_checked(1)?;
    let (width, order) = rest.split_at_checked(1)?;
    let other = match width {
        "1" => "2",
        "2" | "8" => "4",
        "4" => "8",
        _ => return None,
    };
    let is_type = matches!(sign, "u" | "s") && matches!(order, "" | "le" | "be");
    is_type.then(|| format!("{sign}{other}{order}"))
}

/// The same in the other byte order.
pub fn swap_endian(text: &str) -> Option<String> {
    match text {
        "le" => return Some("be".to_owned()),
        "be" => return Some("le".to_owned()),
        _ => {}
    }
    resize(text)?;
    let width = text.get(..2)?;
    (width != "u1" && width != "s1").then(|| match text.ends_with("be") {
        true => format!("{width}le"),
        false => format!("{width}be"),
    })
}

/// The text with the first number that is by itself made larger: in hexadecimal as wide as it was.
pub fn larger(text: &str) -> Option<String> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| !in_word(c)) {
        let word = piece.trim_end_matches(|c: char| !in_word(c));
        let increased = match word.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16)
                .ok()
                .map(|number| format!("0x{:0width$x}", number.wrapping_add(1), width = digits.len())),
            None => word
                .parse::<u64>()
                .ok()
                .map(|number| number.wrapping_add(1).to_string()),
        };
        if let Some(increased) = increased {
            return Some([text.get(..at)?, &increased, text.get(at + word.len()..)?].concat());
        }
        at += piece.len();
    }
    None
}

/// The expression with its first comparison or sum the other way round.
pub fn reverse(text: &str) -> Option<String> {
    const OPERATORS: &[(&str, &str)] = &[
        (" <= ", " < "),
        (" >= ", " > "),
        (" < ", " <= "),
        (" > ", " >= "),
        (" == ", " != "),
        (" != ", " == "),
        (" + ", " - "),
        (" - ", " + "),
        (" and ", " or "),
        (" or ", " and "),
    ];
    let first = OPERATORS.iter().filter_map(|pair| Some((text.find(pair.0)?, pair)));
    let (_, (from, to)) = first.min_by_key(|(at, _)| *at)?;
    Some(text.replacen(from, to, 1))
}

/// The text with its last letter or digit changed.
pub fn misspelt(text: &str) -> Option<String> {
    let (at, last) = text.char_indices().rev().find(|(_, c)| c.is_ascii_alphanumeric())?;
    let other = match last {
        'z' => 'a',
        'Z' => 'A',
        '9' => '0',
        c => char::from(u8::try_from(c).ok()?.wrapping_add(1)),
    };
    Some([text.get(..at)?, &other.to_string(), text.get(at + 1..)?].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_expressions_in_texts_are_changed() {
        assert_eq!(larger("0x04f").as_deref(), Some("0x050"));
        assert_eq!(larger("constant(40)").as_deref(), Some("constant(41)"));
        assert_eq!(larger("gfx906"), None);
        assert_eq!(reverse("a >= 2 and b < 3").as_deref(), Some("a > 2 and b < 3"));
        assert_eq!(swap_endian("u8be").as_deref(), Some("u8le"));
        assert_eq!(misspelt("gfx909").as_deref(), Some("gfx900"));
    }
}
