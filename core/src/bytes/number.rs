//! Integers in files.

/// The width and byte order of an unsigned integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::bytes))]
pub enum Width {
    /// One byte.
    U8,
    /// Two bytes, little-endian.
    U16Le,
    /// Two bytes, big-endian.
    U16Be,
    /// Four bytes, little-endian.
    U32Le,
    /// Four bytes, big-endian.
    U32Be,
    /// Eight bytes, little-endian.
    U64Le,
    /// Eight bytes, big-endian.
    U64Be,
}

impl Width {
    /// Returns the width in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(self) -> u64 {
        match self {
            Self::U8 => 1,
            Self::U16Le | Self::U16Be => 2,
            Self::U32Le | Self::U32Be => 4,
            Self::U64Le | Self::U64Be => 8,
        }
    }

    /// Returns the largest number that fits.
    pub fn max(self) -> u64 {
        match self {
            Self::U8 => u64::from(u8::MAX),
            Self::U16Le | Self::U16Be => u64::from(u16::MAX),
            Self::U32Le | Self::U32Be => u64::from(u32::MAX),
            Self::U64Le | Self::U64Be => u64::MAX,
        }
    }

    /// Returns whether the byte order is big-endian.
    pub fn is_big(self) -> bool {
        matches!(self, Self::U16Be | Self::U32Be | Self::U64Be)
    }

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

    /// Upper bytes that do not fit are left out: compare with [`Width::max`] first.
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

/// The value of a number field, with its place and name for errors.
#[derive(Debug, Clone, Copy)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// The offset of the field, in bytes from the start of the container.
    pub at: u64,
    /// The name of the field in the schema.
    pub field: &'static str,
}

impl Number {
    /// Returns this field with `value`, for errors about a computed number.
    #[must_use]
    pub fn with(self, value: u64) -> Self {
        Self { value, ..self }
    }
}

/// A number with names for some values. Other values are kept too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Open<T> {
    /// A named value.
    Known(T),
    /// Any other value.
    Unknown(u64),
}

/// The named numbers of a format.
pub trait Named: Copy + PartialEq + 'static {
    /// All named values with their numbers in the file and their names in the schema.
    const ALL: &'static [(Self, u64, &'static str)];

    /// Returns the value with this number in the file, or `None` if it is unnamed.
    fn from_number(number: u64) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, known, _)| *known == number);
        named.map(|(value, ..)| *value)
    }

    /// Returns the number in the file.
    fn number(self) -> u64 {
        let named = Self::ALL.iter().find(|(value, ..)| *value == self);
        named.map_or(0, |(_, number, _)| *number)
    }

    /// Returns the name in the schema.
    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(value, ..)| *value == self);
        named.map_or("", |(.., name)| *name)
    }
}

impl<T: Named> Open<T> {
    /// Returns the value with this number in the file.
    pub fn new(number: impl Into<u64>) -> Self {
        let number = number.into();
        T::from_number(number).map_or(Self::Unknown(number), Self::Known)
    }

    /// Returns the number in the file.
    pub fn number(self) -> u64 {
        match self {
            Self::Known(known) => known.number(),
            Self::Unknown(number) => number,
        }
    }
}
