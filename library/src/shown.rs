//! Safe display of untrusted text, and natural sort order.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::fmt::{self, Display, Formatter, Write};

/// An untrusted text, displayed on one line without control over the terminal: nothing moves the cursor, changes
/// colours, or hides or reorders nearby text. Unsafe characters are escaped as in Rust (`\n`, `\u{1b}`, `\u{202e}`),
/// and bytes that are not UTF-8 as `\xFF`. Other characters are unchanged, even `\`, so the result cannot be decoded.
///
/// ```
/// use offload_bundle::Escaped;
///
/// assert_eq!(Escaped::from("a\n\u{1b}[31mb ä \\").to_string(), r"a\n\u{1b}[31mb ä \");
/// ```
#[derive(Debug, Clone)]
pub struct Escaped<'t> {
    /// Mostly UTF-8.
    bytes: &'t [u8],
}

impl<'t> From<&'t str> for Escaped<'t> {
    fn from(text: &'t str) -> Self {
        Self { bytes: text.as_bytes() }
    }
}

impl<'t> From<&'t OsStr> for Escaped<'t> {
    fn from(text: &'t OsStr) -> Self {
        Self { bytes: text.as_encoded_bytes() }
    }
}

impl<'t> From<&'t [u8]> for Escaped<'t> {
    fn from(bytes: &'t [u8]) -> Self {
        Self { bytes }
    }
}

impl Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for chunk in self.bytes.utf8_chunks() {
            // The fast path: most texts are plain, and there may be many.
            if chunk.valid().bytes().all(|byte| matches!(byte, b' '..=b'~')) {
                formatter.write_str(chunk.valid())?;
            } else {
                for character in chunk.valid().chars() {
                    match is_harmless(character) {
                        true => formatter.write_char(character)?,
                        false => character.escape_default().fmt(formatter)?,
                    }
                }
            }
            for byte in chunk.invalid() {
                write!(formatter, "\\x{byte:02X}")?;
            }
        }
        Ok(())
    }
}

/// Excludes control characters, line and paragraph separators, direction marks and invisible characters.
fn is_harmless(character: char) -> bool {
    let hidden = matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    );
    !character.is_control() && !hidden
}

/// `a9` before `a10`. A part that begins with a digit is compared by length first, with its letters, because names also
/// count with letters: `a99`, `a9f`, `a100`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Natural(pub(crate) String);

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        natural_order(&self.0, &other.0)
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

pub(crate) fn natural_order(first: &str, second: &str) -> Ordering {
    // Names often begin with the same letters, each a piece.
    let both = first.bytes().zip(second.bytes());
    let same = both.take_while(|(one, other)| one == other && one.is_ascii() && !one.is_ascii_digit());
    let same = same.count();
    let rest = |name| str::get(name, same..).unwrap_or_default();
    pieces(rest(first)).cmp(pieces(rest(second)))
}

/// Single letters, and runs of letters and digits that begin with a digit. Compared by length, then text.
fn pieces(name: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut left = name;
    std::iter::from_fn(move || {
        let first = left.chars().next()?;
        let len = match first.is_ascii_digit() {
            true => left
                .find(|letter: char| !letter.is_ascii_alphanumeric())
                .unwrap_or(left.len()),
            false => first.len_utf8(),
        };
        let (piece, rest) = left.split_at_checked(len)?;
        left = rest;
        Some((len, piece))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        for (bytes, shown) in [
            (&b"a\\b'\"%"[..], "a\\b'\"%"),
            ("ä e\u{301} \u{1f600}".as_bytes(), "ä e\u{301} \u{1f600}"),
            (b"\x1b]0;x\x07\r\n\t\0\x7f", r"\u{1b}]0;x\u{7}\r\n\t\u{0}\u{7f}"),
            ("\u{9b}31m\u{85}".as_bytes(), r"\u{9b}31m\u{85}"),
            (
                "\u{202e}gnp.\u{2066}exe\u{2028}".as_bytes(),
                r"\u{202e}gnp.\u{2066}exe\u{2028}",
            ),
            (b"\xff\xc3(\xe2\x82", r"\xFF\xC3(\xE2\x82"),
        ] {
            assert_eq!(Escaped::from(bytes).to_string(), shown);
        }
    }

    proptest! {
        #[test]
        fn shown_text_is_one_harmless_line(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let shown = Escaped::from(bytes.as_slice()).to_string();
            prop_assert!(shown.chars().all(is_harmless));
            // Escaping is idempotent.
            prop_assert_eq!(Escaped::from(shown.as_str()).to_string(), shown);
        }
    }

    #[test]
    fn names_with_numbers_sort_naturally() {
        let sorted = ["", "a", "a9", "a9:x+", "a10-g", "a90", "a9f", "a900", "a1030", "b", "b_9", "b_10"];
        let mut names: Vec<Natural> = sorted.iter().rev().map(|name| Natural((*name).into())).collect();
        names.sort();
        let names: Vec<&str> = names.iter().map(|name| name.0.as_str()).collect();
        assert_eq!(names, sorted);
    }

    proptest! {
        #[test]
        fn natural_order_is_total(names in prop::array::uniform3("[a1:+é0-]{0,6}")) {
            let [a, b, c] = &names;
            prop_assert_eq!(natural_order(a, b), natural_order(b, a).reverse());
            prop_assert_eq!(natural_order(a, b) == Ordering::Equal, a == b);
            if natural_order(a, b) == Ordering::Less && natural_order(b, c) == Ordering::Less {
                prop_assert_eq!(natural_order(a, c), Ordering::Less);
            }
        }
    }
}
