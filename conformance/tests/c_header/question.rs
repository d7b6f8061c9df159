//! Questions for the header and the library, and the compared parts of their answers.

use std::fmt;

/// Formats and their letters.
pub const LETTERS: &[(&str, u8)] =
    &[("binary_bundle", b'b'), ("offload_binary", b'o'), ("ccob", b'c'), ("compressed_offload_binary", b'z')];
/// Number of colons in an ID that may exceed the C limit of pieces.
const VERY_MANY: usize = 25;

pub enum Question {
    /// Read a file of this format.
    File(&'static str, Vec<u8>),
    /// Find the length of the image that begins with these bytes.
    Length(Vec<u8>),
    /// Parse an ID.
    Id(String),
    /// Whether the first ID serves the second.
    Pair(String, String),
}

impl Question {
    /// Selects the question in the program.
    pub fn letter(&self) -> u8 {
        match self {
            Self::File(format, _) => LETTERS.iter().find(|(name, _)| name == format).unwrap().1,
            Self::Length(_) => b'l',
            Self::Id(_) => b'i',
            Self::Pair(..) => b'v',
        }
    }

    /// The input and the comparison input, which may be empty.
    pub fn pieces(&self) -> (&[u8], &[u8]) {
        match self {
            Self::File(_, bytes) | Self::Length(bytes) => (bytes, b""),
            Self::Id(text) => (text.as_bytes(), b""),
            Self::Pair(stored, asked) => (stored.as_bytes(), asked.as_bytes()),
        }
    }

    /// The compared part of an answer. It omits the reason for refusing an ID with very many pieces, because C may
    /// check the number of pieces before the text.
    pub fn judged(&self, answer: &str) -> String {
        let is_long = matches!(self, Self::Id(text) if text.matches(':').count() > VERY_MANY);
        let lines = answer.lines().map(|line| match line.split_once(" failed ") {
            Some((what, _)) if is_long => format!("{what} failed\n"),
            _ => format!("{line}\n"),
        });
        lines.collect()
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(format, bytes) => write!(f, "{format}: {}", bytes.escape_ascii()),
            Self::Length(bytes) => write!(f, "length of {}", bytes.escape_ascii()),
            Self::Id(text) => write!(f, "{text:?}"),
            Self::Pair(stored, asked) => write!(f, "{stored:?} for {asked:?}"),
        }
    }
}
