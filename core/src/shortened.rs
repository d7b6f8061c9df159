//! Shortened texts in messages.

use core::fmt;

/// In characters.
const WHOLE: usize = 200;

const SHOWN: usize = 80;

/// A text that displays as its beginning and length if it is long.
///
/// ```
/// use offload_bundle_core::Shortened;
///
/// assert_eq!(Shortened("gfx90a").to_string(), "gfx90a");
/// let long = "x".repeat(20_000_000);
/// assert_eq!(Shortened(&long).to_string(), format!("{}… (20000000 bytes)", "x".repeat(80)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Shortened<'t>(pub &'t str);

impl<'t> Shortened<'t> {
    fn beginning(self) -> Option<&'t str> {
        let Self(text) = self;
        let mut characters = text.char_indices().map(|(at, _)| at);
        let end = characters.nth(SHOWN)?;
        characters.nth(WHOLE.saturating_sub(SHOWN).saturating_sub(1))?;
        text.get(..end)
    }
}

impl fmt::Display for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.beginning() {
            Some(beginning) => write!(f, "{beginning}… ({} bytes)", self.0.len()),
            None => f.write_str(self.0),
        }
    }
}

/// Escapes characters that a terminal would interpret.
impl fmt::Debug for Shortened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.beginning() {
            Some(beginning) => write!(f, "{beginning:?}… ({} bytes)", self.0.len()),
            None => write!(f, "{:?}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    #[test]
    fn short_text_is_whole_characters_are_uncut() {
        for (count, whole) in [(0, true), (80, true), (81, true), (200, true), (201, false)] {
            let text = "ä".repeat(count);
            let shown = format!("{}", Shortened(&text));
            assert_eq!(shown == text, whole, "{count}");
            assert_eq!(format!("{:?}", Shortened(&text)).contains("bytes"), !whole);
            assert!(whole || shown == format!("{}… (402 bytes)", "ä".repeat(80)), "{shown}");
        }
    }
}
