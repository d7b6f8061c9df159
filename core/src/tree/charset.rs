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
    /// ISO 8859-1: every byte is the character with that number.
    Latin1,
    /// Windows-1251, with Cyrillic letters.
    Windows1251,
    /// Windows-1252, which has letters and signs where ISO 8859-1 has none.
    Windows1252,
    /// Code page 437, of the IBM PC.
    Ibm437,
}

impl Charset {
    /// Returns the encoding, if texts in it can be written.
    pub(crate) fn encoding(self) -> Option<Encoding> {
        match self {
            Self::Ascii => Some(Encoding::Ascii),
            Self::Utf8 => Some(Encoding::Utf8),
            _ => None,
        }
    }
}
