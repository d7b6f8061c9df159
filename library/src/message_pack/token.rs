//! What values begin with: their kind and length.

/// Something that has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    /// In how many maps and lists it is.
    pub(crate) depth: usize,
    /// Whether it is the key of a value in a map.
    pub(crate) is_key: bool,
    pub(crate) scalar: Scalar<'t>,
}

/// What it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scalar<'t> {
    /// The beginning of a map.
    Map,
    /// The beginning of a list.
    List,
    /// A text, or the first part of one that is too long to be kept.
    Text(&'t [u8]),
    /// Something else.
    Other,
}

/// What kind of bytes follow a head.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Other,
}

impl Kind {
    pub(super) fn scalar(self, bytes: &[u8]) -> Scalar<'_> {
        match self {
            Self::Text => Scalar::Text(bytes),
            Self::Other => Scalar::Other,
        }
    }
}

/// What the first bytes of a value say.
#[derive(Debug, Clone, Copy)]
pub(super) enum Head {
    /// More bytes are needed.
    Unfinished,
    /// No value begins so.
    Unknown(u8),
    /// A value of so many more bytes.
    Scalar(Kind, u64),
    /// A map or list of so many.
    Open { is_map: bool, count: u64 },
}

/// What `bytes`, at least one, say at the start of a value.
pub(super) fn head(bytes: &[u8]) -> Head {
    let Some((first, rest)) = bytes.split_first() else {
        return Head::Unfinished;
    };
    /// The number in the next `len` bytes, the most significant first; with what it is the length of.
    fn number(rest: &[u8], len: usize, of: impl FnOnce(u64) -> Head) -> Head {
        match rest.get(..len) {
            None => Head::Unfinished,
            Some(digits) => of(digits.iter().fold(0, |number, digit| number << 8 | u64::from(*digit))),
        }
    }
    let text = |len| Head::Scalar(Kind::Text, len);
    let other = |len| Head::Scalar(Kind::Other, len);
    let extension = |len: u64| Head::Scalar(Kind::Other, len.saturating_add(1));
    let map = |count| Head::Open { is_map: true, count };
    let list = |count| Head::Open { is_map: false, count };
    let low = |mask: u8| u64::from(first & mask);
    match *first {
        0x00..=0x7f | 0xc0 | 0xc2 | 0xc3 | 0xe0..=0xff => other(0),
        0x80..=0x8f => map(low(0x0f)),
        0x90..=0x9f => list(low(0x0f)),
        0xa0..=0xbf => text(low(0x1f)),
        0xc1 => Head::Unknown(*first),
        0xc4 => number(rest, 1, other),
        0xc5 => number(rest, 2, other),
        0xc6 => number(rest, 4, other),
        0xc7 => number(rest, 1, extension),
        0xc8 => number(rest, 2, extension),
        0xc9 => number(rest, 4, extension),
        0xca => other(4),
        0xcb => other(8),
        0xcc | 0xd0 => other(1),
        0xcd | 0xd1 => other(2),
        0xce | 0xd2 => other(4),
        0xcf | 0xd3 => other(8),
        0xd4 => extension(1),
        0xd5 => extension(2),
        0xd6 => extension(4),
        0xd7 => extension(8),
        0xd8 => extension(16),
        0xd9 => number(rest, 1, text),
        0xda => number(rest, 2, text),
        0xdb => number(rest, 4, text),
        0xdc => number(rest, 2, list),
        0xdd => number(rest, 4, list),
        0xde => number(rest, 2, map),
        0xdf => number(rest, 4, map),
    }
}
