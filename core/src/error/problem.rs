//! What can be wrong with a field that is read: always what was expected, and what was found.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is wrong with a field. [`Problem::code`] is stable; the texts are not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end before the field does. Both in bytes.
    #[error("the file ends too early: expected {need} bytes, found {have}")]
    Truncated {
        /// Length of the field.
        need: u64,
        /// Bytes that are left from the start of the field.
        have: u64,
    },
    /// Fixed bytes differ.
    #[error("expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii())]
    BadMagic {
        /// The bytes that must be here.
        expected: &'static [u8],
        /// The bytes that do.
        found: Vec<u8>,
    },
    /// A place that the input points at does not lie within the input.
    #[error("{}", outside(*ofs, *len, *have))]
    OutOfBounds {
        /// Start of the place in bytes from the start of the container.
        ofs: u64,
        /// Length of the place in bytes.
        len: u64,
        /// Length of the container's bytes.
        have: u64,
    },
    /// A number is outside the range that the format allows.
    #[error("expected {}, found {found}", range(*min, *max))]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest allowed.
        min: u64,
        /// The largest allowed.
        max: u64,
    },
    /// A number is none of the values that the format knows.
    #[error("expected one of {known}, found {found}")]
    UnknownValue {
        /// The number.
        found: u64,
        /// The known ones, as text for people.
        known: &'static str,
    },
    /// Text is not what the format allows: not UTF-8, empty, with a character that cannot be there.
    #[error("{why}")]
    BadText {
        /// What is wrong with it.
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
    /// Parts of the input, which share bytes, cost more together than such a file may.
    #[error(
        "{what} take more than {limit} bytes together: expected parts with bytes of their own, found many that share theirs"
    )]
    OverBudget {
        /// What they are, for people.
        what: &'static str,
        /// How much they may cost, in bytes.
        limit: u64,
    },
    /// Records or computed values are inside of each other, more of them than are followed.
    #[error("expected at most {limit} records and computed values inside of each other, found more")]
    TooDeep {
        /// How many are followed.
        limit: u64,
    },
    /// A checksum is not that of the bytes that it counts.
    #[error(
        "expected the checksum {expected:#x} of the bytes that it counts, found {found:#x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongSum {
        /// The number in the field; of a digest, the first 8 bytes that are wrong.
        found: u64,
        /// What belongs to these bytes.
        expected: u64,
    },
    /// A checksum, by its name, of which the schema does not say what it counts, or which counts bytes that cannot be told.
    #[error("nothing says which bytes this checksum counts, so it was not checked")]
    Unchecked,
    /// A delimiter that must come is not there.
    #[error("expected {expected}, found the end of the file")]
    Missing {
        /// What was looked for.
        expected: String,
    },
    /// Something is here that must not.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What was found.
        found: String,
        /// What should be here.
        expected: String,
    },
    /// A number contradicts another part of the input.
    #[error("expected {expected}, found {found}")]
    Disagrees {
        /// What the input says.
        found: u64,
        /// What it should say.
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
        /// The kind of stream they should be, for people.
        stream: &'static str,
        /// How many bytes came out before.
        after: u64,
        /// What is wrong, in words that follow a colon.
        why: String,
    },
    /// Compressed bytes hold something else than what was compressed: its digest differs. Both are leading parts of digests.
    #[error(
        "expected the digest {expected:016x} of what the compressed bytes hold, found {found:016x}: the file was damaged, or written wrongly: get it again"
    )]
    WrongDigest {
        /// The number in the field.
        found: u64,
        /// The number that belongs to what the compressed bytes hold.
        expected: u64,
    },
    /// Compressed bytes declare more than the reader's limit.
    #[error("expected at most {limit} bytes, which is as much as compressed bytes may hold here, found {found}")]
    MoreThanAllowed {
        /// How much they are said to hold, in bytes.
        found: u64,
        /// How much is allowed, in bytes.
        limit: u64,
    },
    /// Compressed bytes hold more than is declared; how much more is not found out.
    #[error("expected a larger number, found {found}: the compressed bytes hold more")]
    HoldsMore {
        /// The number.
        found: u64,
    },
    /// Compressed bytes ask for a larger window than any decoder takes. Both in bytes.
    #[error("expected a window of at most {limit} bytes, which is as much as decoders take, found {}", larger(*need))]
    WindowTooLarge {
        /// Its length, if that can be told.
        need: Option<u64>,
        /// The most that is taken.
        limit: u64,
    },
    /// A structure in what compressed bytes hold is longer than what is kept in memory at once. Both in bytes.
    #[error(
        "expected that what the compressed bytes hold can be looked at {limit} bytes at a time, found a structure of {need}"
    )]
    TooLongToShow {
        /// Its length.
        need: u64,
        /// The most that is kept.
        limit: u64,
    },
}

impl Problem {
    /// The codes of problems that are no fault of the input: its reader has set the limit, and nothing is known of what is behind it.
    const LIMITS: &[&str] = &["unchecked", "over-budget", "too-deep", "more-than-allowed", "too-long-to-show"];

    /// Every word that [`Problem::code`] can give.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// Whether the problem of this code is only that the reader has a limit.
    pub fn is_limit(code: &str) -> bool {
        Self::LIMITS.contains(&code)
    }

    /// A stable word for the kind of problem.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

/// How a place leaves the file.
fn outside(ofs: u64, len: u64, have: u64) -> String {
    match have.checked_sub(ofs) {
        None => format!(
            "points past the end of the file: expected an offset of at most {have}, found {ofs} (for {len} bytes)"
        ),
        Some(left) => format!("runs past the end of the file: expected at most {left} bytes, found {len}"),
    }
}

/// The numbers from `min` to `max`.
fn range(min: u64, max: u64) -> String {
    match min == max {
        true => min.to_string(),
        false => format!("{min} to {max}"),
    }
}

/// A window of `need` bytes.
fn larger(need: Option<u64>) -> String {
    need.map_or_else(|| "a larger one".to_string(), |need| format!("one of {need}"))
}
