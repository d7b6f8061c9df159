//! What the header and the library are asked, and what of the answers is compared.

use std::fmt;

/// The formats of the questions, each with its letter.
pub const LETTERS: &[(&str, u8)] =
    &[("binary_bundle", b'b'), ("offload_binary", b'o'), ("ccob", b'c'), ("compressed_offload_binary", b'z')];
/// How many colons an ID has that may have more pieces than there is room for in C.
const VERY_MANY: usize = 25;

/// A question.
pub enum Question {
    /// What is in a file of this format?
    File(&'static str, Vec<u8>),
    /// What is in this text, if it is an ID?
    Id(String),
    /// May the first serve the second?
    Pair(String, String),
}

impl Question {
    /// By which the program knows what is asked.
    pub fn letter(&self) -> u8 {
        match self {
            Self::File(format, _) => LETTERS.iter().find(|(name, _)| name == format).unwrap().1,
            Self::Id(_) => b'i',
            Self::Pair(..) => b'v',
        }
    }

    /// What is asked about, and what that is compared with; nothing where it is not compared.
    pub fn pieces(&self) -> (&[u8], &[u8]) {
        match self {
            Self::File(_, bytes) => (bytes, b""),
            Self::Id(text) => (text.as_bytes(), b""),
            Self::Pair(stored, asked) => (stored.as_bytes(), asked.as_bytes()),
        }
    }

    /// What of an answer is compared: all of it, but why an ID with very many pieces is refused. In C that may be because they are too many
    /// before it is because of what is wrong with the text.
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
            Self::Id(text) => write!(f, "{text:?}"),
            Self::Pair(stored, asked) => write!(f, "{stored:?} for {asked:?}"),
        }
    }
}
