//! Tokens and their heads.

/// A value, or the head of a map or list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'t> {
    /// The number of enclosing maps and lists.
    pub depth: usize,
    /// Whether it is a map key.
    pub is_key: bool,
    /// The kind, with the value of texts and numbers.
    pub scalar: Scalar<'t>,
    /// The offset, in bytes from the start of the outermost value.
    pub start: u64,
    /// The length in bytes; for a map or list, of its head.
    pub len: u64,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar<'t> {
    /// The head of a map.
    Map,
    /// The head of a list.
    List,
    /// A text, truncated if it is too long to keep.
    Text(&'t [u8]),
    /// A non-negative integer.
    Number(u64),
    /// Any other value.
    Other,
}

impl Scalar<'_> {
    /// Returns the kind, in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Map => "a map",
            Self::List => "a list",
            Self::Text(_) => "a text",
            Self::Number(_) => "a number",
            Self::Other => "another kind of value",
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Low,
    Number,
    Signed,
    Other,
}

impl Kind {
    pub(super) fn scalar(self, bytes: &[u8]) -> Scalar<'_> {
        match self {
            Self::Text => Scalar::Text(bytes),
            Self::Low | Self::Number => Scalar::Number(number(bytes)),
            Self::Signed if bytes.first().is_none_or(|first| first & 0x80 == 0) => Scalar::Number(number(bytes)),
            Self::Signed => Scalar::Other,
            Self::Other => Scalar::Other,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Head {
    Unfinished,
    Unknown(u8),
    Scalar(Kind, u64),
    Open { is_map: bool, count: u64 },
}

pub(super) fn head(bytes: &[u8]) -> Head {
    let Some((first, rest)) = bytes.split_first() else {
        return Head::Unfinished;
    };
    fn read_count(rest: &[u8], len: usize, of: impl FnOnce(u64) -> Head) -> Head {
        rest.get(..len).map_or(Head::Unfinished, |digits| of(number(digits)))
    }
    let unsigned = |len| Head::Scalar(Kind::Number, len);
    let signed = |len| Head::Scalar(Kind::Signed, len);
    let text = |len| Head::Scalar(Kind::Text, len);
    let other = |len| Head::Scalar(Kind::Other, len);
    let extension = |len: u64| Head::Scalar(Kind::Other, len.saturating_add(1));
    let map = |count| Head::Open { is_map: true, count };
    let list = |count| Head::Open { is_map: false, count };
    let low = |mask: u8| u64::from(first & mask);
    match *first {
        0x00..=0x7f => Head::Scalar(Kind::Low, 0),
        0xc0 | 0xc2 | 0xc3 | 0xe0..=0xff => other(0),
        0x80..=0x8f => map(low(0x0f)),
        0x90..=0x9f => list(low(0x0f)),
        0xa0..=0xbf => text(low(0x1f)),
        0xc1 => Head::Unknown(*first),
        0xc4 => read_count(rest, 1, other),
        0xc5 => read_count(rest, 2, other),
        0xc6 => read_count(rest, 4, other),
        0xc7 => read_count(rest, 1, extension),
        0xc8 => read_count(rest, 2, extension),
        0xc9 => read_count(rest, 4, extension),
        0xca => other(4),
        0xcb => other(8),
        0xcc => unsigned(1),
        0xcd => unsigned(2),
        0xce => unsigned(4),
        0xcf => unsigned(8),
        0xd0 => signed(1),
        0xd1 => signed(2),
        0xd2 => signed(4),
        0xd3 => signed(8),
        0xd4 => extension(1),
        0xd5 => extension(2),
        0xd6 => extension(4),
        0xd7 => extension(8),
        0xd8 => extension(16),
        0xd9 => read_count(rest, 1, text),
        0xda => read_count(rest, 2, text),
        0xdb => read_count(rest, 4, text),
        0xdc => read_count(rest, 2, list),
        0xdd => read_count(rest, 4, list),
        0xde => read_count(rest, 2, map),
        0xdf => read_count(rest, 4, map),
    }
}

fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, digit| number << 8 | u64::from(*digit))
}
