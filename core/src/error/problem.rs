//! The problems of fields that are read, each with what was expected and what was found.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is wrong with a field. [`Problem::code`] is stable; the messages are not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end before the field does. Both numbers are in bytes.
    #[error("the file ends too early: expected {need} bytes, found {have}")]
    Truncated {
        /// The length of the field.
        need: u64,
        /// The number of bytes that remain from the start of the field.
        have: u64,
    },
    /// Fixed bytes differ.
    #[error("expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii())]
    BadMagic {
        /// The bytes that must be here.
        expected: &'static [u8],
        /// The bytes that are here.
        found: Vec<u8>,
    },
    /// A place that the input gives does not lie within the input.
    #[error("{}", outside(*ofs, *len, *have))]
    OutOfBounds {
        /// The offset of the place, in bytes from the start of the container.
        ofs: u64,
        /// The length of the place in bytes.
        len: u64,
        /// The length of the container in bytes.
        have: u64,
    },
    /// A number is outside the range that the format allows.
    #[error("expected {}, found {found}", range(*min, *max))]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest number allowed.
        min: u64,
        /// The largest number allowed.
        max: u64,
    },
    /// A number is none of the values that the format knows.
    #[error("expected one of {known}, found {found}")]
    UnknownValue {
        /// The number.
        found: u64,
        /// The known values, as text for people.
        known: &'static str,
    },
    /// Text is not valid in the format: for example, it is not UTF-8, is empty, or has a forbidden character.
    #[error("{why}")]
    BadText {
        /// What is wrong with the text.
        why: &'static str,
    },
    /// A number is larger than the work limit that the schema sets against hostile input.
    #[error("expected at most {limit}, found {found}")]
    OverLimit {
        /// The number.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// Parts that share bytes cost more together than such a file may.
    #[error(
        "{what} take more than {limit} bytes together: expected parts with bytes of their own, found many that share theirs"
    )]
    OverBudget {
        /// The kind of parts, for people.
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
    /// A checksum does not match the bytes that it covers.
    #[error(
        "expected the checksum {expected:#x} of the bytes that it counts, found {found:#x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongSum {
        /// The number in the field; for a digest, the first 8 bytes that are wrong.
        found: u64,
        /// The checksum of the bytes.
        expected: u64,
    },
    /// A field whose name suggests a checksum was not checked: the schema does not state which bytes it covers, or these are not known.
    #[error("nothing says which bytes this checksum counts, so it was not checked")]
    Unchecked,
    /// A required delimiter is missing.
    #[error("expected {expected}, found the end of the file")]
    Missing {
        /// The delimiter that was expected.
        expected: String,
    },
    /// Something is here that must not be.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What is here.
        found: String,
        /// What must be here.
        expected: String,
    },
    /// A number contradicts another part of the input.
    #[error("expected {expected}, found {found}")]
    Disagrees {
        /// The number in the input.
        found: u64,
        /// The number that the other part of the input requires.
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
        /// The expected kind of stream, for people.
        stream: &'static str,
        /// The number of bytes that were decompressed before the error.
        after: u64,
        /// What is wrong, in words that follow a colon.
        why: String,
    },
    /// The digest of the decompressed bytes differs from the declared one. Both numbers are the first bytes of digests.
    #[error(
        "expected the digest {expected:016x} of what the compressed bytes hold, found {found:016x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongDigest {
        /// The number in the field.
        found: u64,
        /// The number for the decompressed bytes.
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
    /// Compressed bytes hold more bytes than declared. How many more is not determined.
    #[error("expected a larger number, found {found}: the compressed bytes hold more")]
    HoldsMore {
        /// The declared number.
        found: u64,
    },
    /// Compressed bytes require a larger window than decoders allow. Both numbers are in bytes.
    #[error("expected a window of at most {limit} bytes, which is as much as decoders take, found {}", larger(*need))]
    WindowTooLarge {
        /// The length of the window, if known.
        need: Option<u64>,
        /// The largest window allowed.
        limit: u64,
    },
    /// A structure in the decompressed bytes is longer than what is kept in memory at once. Both numbers are in bytes.
    #[error(
        "expected that what the compressed bytes hold can be looked at {limit} bytes at a time, found a structure of {need}"
    )]
    TooLongToShow {
        /// The length of the structure.
        need: u64,
        /// The largest length kept.
        limit: u64,
    },
}

impl Problem {
    /// The codes of problems that are no fault of the input, but limits of its reader. Nothing is known about what is beyond them.
    const LIMITS: &[&str] = &["unchecked", "over-budget", "too-deep", "more-than-allowed", "too-long-to-show"];

    /// Every code that [`Problem::code`] can return.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// Returns whether the problem with this code is only a limit of the reader.
    pub fn is_limit(code: &str) -> bool {
        Self::LIMITS.contains(&code)
    }

    /// Returns a stable code for the kind of problem.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

/// Returns how a place leaves the file, in words.
fn outside(ofs: u64, len: u64, have: u64) -> String {
    match have.checked_sub(ofs) {
        None => format!(
            "points past the end of the file: expected an offset of at most {have}, found {ofs} (for {len} bytes)"
        ),
        Some(left) => format!("runs past the end of the file: expected at most {left} bytes, found {len}"),
    }
}

/// Returns the numbers from `min` to `max`, in words.
fn range(min: u64, max: u64) -> String {
    match min == max {
        true => min.to_string(),
        false => format!("{min} to {max}"),
    }
}

/// Returns a window of `need` bytes, in words.
fn larger(need: Option<u64>) -> String {
    need.map_or_else(|| "a larger one".to_string(), |need| format!("one of {need}"))
}
