//! Levels of compression: how much work is spent to save bytes.

use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;

use offload_bundle_core::envelope::Codec;

/// The level that is used unless another is asked for.
fn usual(codec: Codec) -> i32 {
    match codec {
        Codec::Zstd => zstd::DEFAULT_COMPRESSION_LEVEL,
        Codec::Zlib => 6,
    }
}

/// Returns the levels of `codec`. Negative levels of Zstandard are faster than 1 and save less; zlib's -1 is its default level.
pub fn levels(codec: Codec) -> RangeInclusive<i32> {
    match codec {
        Codec::Zstd => zstd::compression_level_range(),
        Codec::Zlib => -1..=9,
    }
}

/// The level to work at when `asked` is asked for.
///
/// # Errors
///
/// `codec` knows no such level.
pub(crate) fn check_level(codec: Codec, asked: Option<i32>) -> Result<i32, BadLevel> {
    match asked {
        None => Ok(usual(codec)),
        Some(-1) if codec == Codec::Zlib => Ok(usual(codec)),
        Some(level) if levels(codec).contains(&level) => Ok(level),
        Some(found) => Err(BadLevel { codec, found }),
    }
}

/// A level that a codec does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BadLevel {
    /// The codec.
    pub codec: Codec,
    /// The level.
    pub found: i32,
}

impl fmt::Display for BadLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = levels(self.codec);
        write!(
            f,
            "expected a level from {} to {}, found {}",
            range.start(),
            range.end(),
            self.found
        )
    }
}

impl Error for BadLevel {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_outside_the_range_is_refused_and_the_range_named() {
        assert_eq!(check_level(Codec::Zstd, None), Ok(3));
        assert_eq!(check_level(Codec::Zstd, Some(-5)), Ok(-5));
        assert_eq!(check_level(Codec::Zlib, Some(-1)), Ok(6));
        let error = check_level(Codec::Zstd, Some(99)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -131072 to 22, found 99");
        let error = check_level(Codec::Zlib, Some(10)).unwrap_err();
        assert_eq!(error.to_string(), "expected a level from -1 to 9, found 10");
    }
}
