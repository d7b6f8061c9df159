//! Whole numbers as files hold them: how wide, in which byte order, where they are, and what may be in them.

/// Width and byte order of a number without sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::bytes))]
pub enum Width {
    /// One byte.
    U8,
    /// Two bytes, the least significant first.
    U16Le,
    /// Two bytes, the most significant first.
    U16Be,
    /// Four bytes, the least significant first.
    U32Le,
    /// Four bytes, the most significant first.
    U32Be,
    /// Eight bytes, the least significant first.
    U64Le,
    /// Eight bytes, the most significant first.
    U64Be,
}

impl Width {
    /// Number of bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u64 {
        match self {
            Self::U8 => 1,
            Self::U16Le | Self::U16Be => 2,
            Self::U32Le | Self::U32Be => 4,
            Self::U64Le | Self::U64Be => 8,
        }
    }

    /// The largest number that fits.
    pub fn max(self) -> u64 {
        match self {
            Self::U8 => u64::from(u8::MAX),
            Self::U16Le | Self::U16Be => u64::from(u16::MAX),
            Self::U32Le | Self::U32Be => u64::from(u32::MAX),
            Self::U64Le | Self::U64Be => u64::MAX,
        }
    }

    /// Whether the most significant byte comes first.
    pub fn is_big(self) -> bool {
        matches!(self, Self::U16Be | Self::U32Be | Self::U64Be)
    }

    /// The number with which `bytes` begin.
    #[inline(always)]
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<u64> {
        Some(match self {
            Self::U8 => (*bytes.first()?).into(),
            Self::U16Le => u16::from_le_bytes(*bytes.first_chunk()?).into(),
            Self::U16Be => u16::from_be_bytes(*bytes.first_chunk()?).into(),
            Self::U32Le => u32::from_le_bytes(*bytes.first_chunk()?).into(),
            Self::U32Be => u32::from_be_bytes(*bytes.first_chunk()?).into(),
            Self::U64Le => u64::from_le_bytes(*bytes.first_chunk()?),
            Self::U64Be => u64::from_be_bytes(*bytes.first_chunk()?),
        })
    }

    /// The bytes of `value`, handed to `put`. A number that does not fit loses its upper bytes: compare with [`Width::max`] first.
    pub(crate) fn encode(self, value: u64, put: impl FnOnce(&[u8])) {
        let (little, big) = (value.to_le_bytes(), value.to_be_bytes());
        match self {
            Self::U8 => put(&little[..1]),
            Self::U16Le => put(&little[..2]),
            Self::U16Be => put(&big[6..]),
            Self::U32Le => put(&little[..4]),
            Self::U32Be => put(&big[4..]),
            Self::U64Le => put(&little),
            Self::U64Be => put(&big),
        }
    }
}

/// A number field as it was read: its value, its place, and its name for errors.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// What the field says.
    pub value: u64,
    /// Where the field is, in bytes from the start of the container.
    pub at: u64,
    /// The field's name in the schema.
    pub field: &'static str,
}

impl Number {
    /// The value `value`, computed from this field: errors still point at the field.
    #[must_use]
    pub fn with(self, value: u64) -> Self {
        Self { value, ..self }
    }
}

/// A number with names for some of its values, where the others are kept too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Open<T> {
    /// A value that the format names.
    Known(T),
    /// Any other.
    Unknown(u64),
}

/// Numbers with names, as a format has them.
pub trait Named: Copy + PartialEq + 'static {
    /// Each of them, with its number in the file and its name in the schema.
    const ALL: &'static [(Self, u64, &'static str)];
    /// Their numbers and names, for messages.
    const KNOWN: &'static str;

    /// The value that has this number in the file, if it has a name.
    fn from_number(number: u64) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, known, _)| *known == number);
        named.map(|(value, ..)| *value)
    }

    /// The number in the file.
    fn number(self) -> u64 {
        let named = Self::ALL.iter().find(|(value, ..)| *value == self);
        named.map_or(0, |(_, number, _)| *number)
    }

    /// The name in the schema.
    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(value, ..)| *value == self);
        named.map_or("", |(.., name)| *name)
    }
}

impl<T: Named> Open<T> {
    /// The value that has this number in the file.
    pub fn new(number: u64) -> Self {
        T::from_number(number).map_or(Self::Unknown(number), Self::Known)
    }

    /// The number in the file.
    pub fn number(self) -> u64 {
        match self {
            Self::Known(known) => known.number(),
            Self::Unknown(number) => number,
        }
    }
}
