//! Character sets of texts.

use crate::bytes::Encoding;

/// A character set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::tree))]
pub enum Charset {
    /// ASCII.
    Ascii,
    /// UTF-8.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// ISO 8859-1: every byte is the character of the same number.
    Latin1,
    /// Windows-1251 (Cyrillic).
    Windows1251,
    /// Windows-1252: ISO 8859-1 with letters and signs in the C1 range.
    Windows1252,
    /// Code page 437 (IBM PC).
    Ibm437,
}

impl Charset {
    /// Returns the encoding for writers, if supported.
    pub(crate) fn encoding(self) -> Option<Encoding> {
        match self {
            Self::Ascii => Some(Encoding::Ascii),
            Self::Utf8 => Some(Encoding::Utf8),
            _ => None,
        }
    }
}
