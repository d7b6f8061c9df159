//! Problems of fields in input.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The problem of a field. [`Problem::code`] is stable; the messages are not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end before the field. Both numbers are in bytes.
    #[error("the file ends too early: expected {need} bytes, found {have}")]
    Truncated {
        /// The length of the field.
        need: u64,
        /// The remaining bytes from the start of the field.
        have: u64,
    },
    /// Fixed bytes differ.
    #[error("expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii())]
    BadMagic {
        /// The required bytes.
        expected: &'static [u8],
        /// The bytes in the input.
        found: Vec<u8>,
    },
    /// A declared place is not within the input.
    #[error("{}", outside(*ofs, *len, *have))]
    OutOfBounds {
        /// The offset of the place, in bytes from the start of the container.
        ofs: u64,
        /// The length of the place in bytes.
        len: u64,
        /// The length of the container in bytes.
        have: u64,
    },
    /// A number is outside of the allowed range.
    #[error("expected {}, found {found}", range(*min, *max))]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest allowed number.
        min: u64,
        /// The largest allowed number.
        max: u64,
    },
    /// A number is not a known value.
    #[error("expected one of {known}, found {found}")]
    UnknownValue {
        /// The number.
        found: u64,
        /// The known values, as a readable list.
        known: &'static str,
    },
    /// Text is not valid: for example, it is not UTF-8, is empty, or has a forbidden character.
    #[error("{why}")]
    BadText {
        /// The reason.
        why: &'static str,
    },
    /// A number exceeds a work limit of the schema against hostile input.
    #[error("expected at most {limit}, found {found}")]
    OverLimit {
        /// The number.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// Parts that share bytes exceed the cost limit of the file together.
    #[error(
        "{what} take more than {limit} bytes together: expected parts with bytes of their own, found many that share theirs"
    )]
    OverBudget {
        /// The kind of parts, in words.
        what: &'static str,
        /// The budget in bytes.
        limit: u64,
    },
    /// Records or computed values are nested too deeply.
    #[error("expected at most {limit} records and computed values inside of each other, found more")]
    TooDeep {
        /// The maximum depth.
        limit: u64,
    },
    /// A checksum does not match the covered bytes.
    #[error(
        "expected the checksum {expected:#x} of the bytes that it counts, found {found:#x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongSum {
        /// The stored number; for a digest, the first 8 differing bytes.
        found: u64,
        /// The computed checksum.
        expected: u64,
    },
    /// A field that resembles a checksum was not checked: the schema does not state the covered bytes, or they are
    /// unknown.
    #[error("nothing says which bytes this checksum counts, so it was not checked")]
    Unchecked,
    /// A required delimiter is missing.
    #[error("expected {expected}, found the end of the file")]
    Missing {
        /// The expected delimiter.
        expected: String,
    },
    /// The content differs from the required content.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The content of the input, in words.
        found: String,
        /// The required content, in words.
        expected: String,
    },
    /// A number contradicts another part of the input.
    #[error("expected {expected}, found {found}")]
    Disagrees {
        /// The number in the field.
        found: u64,
        /// The number according to the other part.
        expected: u64,
    },
    /// A sum, difference or product of numbers in the input is below 0 or above 2^64 - 1.
    #[error("expected `{expression}` from 0 to 2^64 - 1, found a result outside it")]
    Overflow {
        /// The expression in the schema.
        expression: &'static str,
    },
    /// Compressed bytes cannot be decompressed.
    #[error(
        "expected {stream} stream, found one that cannot be decompressed after {after} bytes of what it holds: {why}"
    )]
    Corrupt {
        /// The expected kind of stream, in words.
        stream: &'static str,
        /// The number of bytes decompressed before the error.
        after: u64,
        /// The reason, in words that follow a colon.
        why: String,
    },
    /// The digest of the decompressed bytes differs from the declared one.
    #[error(
        "expected the digest {expected:016x} of what the compressed bytes hold, found {found:016x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongDigest {
        /// The declared digest, as the number in the field.
        found: u64,
        /// The digest of the decompressed bytes, as a number.
        expected: u64,
    },
    /// The declared number of decompressed bytes exceeds the reader's limit.
    #[error("expected at most {limit} bytes, which is as much as compressed bytes may hold here, found {found}")]
    MoreThanAllowed {
        /// The declared number of decompressed bytes.
        found: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The stream has more bytes than declared. How many more is unknown.
    #[error("expected a larger number, found {found}: the compressed bytes hold more")]
    HoldsMore {
        /// The declared number.
        found: u64,
    },
    /// The stream requires a larger window than decoders allow. Both numbers are in bytes.
    #[error("expected a window of at most {limit} bytes, which is as much as decoders take, found {}", larger(*need))]
    WindowTooLarge {
        /// The length of the window, if known.
        need: Option<u64>,
        /// The largest window allowed.
        limit: u64,
    },
    /// A structure in the decompressed bytes exceeds the memory limit. Both numbers are in bytes.
    #[error(
        "expected that what the compressed bytes hold can be looked at {limit} bytes at a time, found a structure of {need}"
    )]
    TooLongToShow {
        /// The length of the structure in bytes.
        need: u64,
        /// The limit in bytes.
        limit: u64,
    },
}

impl Problem {
    /// The codes of reader limits. The input is not invalid then, but partly unchecked.
    const LIMITS: &[&str] = &["unchecked", "over-budget", "too-deep", "more-than-allowed", "too-long-to-show"];

    /// All codes that [`Problem::code`] returns.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// Returns whether this code is a limit of the reader instead of a fault of the input.
    pub fn is_limit(code: &str) -> bool {
        Self::LIMITS.contains(&code)
    }

    /// Returns the stable code of the problem.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

fn outside(ofs: u64, len: u64, have: u64) -> String {
    match have.checked_sub(ofs) {
        None => format!(
            "points past the end of the file: expected an offset of at most {have}, found {ofs} (for {len} bytes)"
        ),
        Some(left) => format!("runs past the end of the file: expected at most {left} bytes, found {len}"),
    }
}

fn range(min: u64, max: u64) -> String {
    match min == max {
        true => min.to_string(),
        false => format!("{min} to {max}"),
    }
}

fn larger(need: Option<u64>) -> String {
    need.map_or_else(|| "a larger one".to_string(), |need| format!("one of {need}"))
}
