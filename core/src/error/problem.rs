//! Problems of fields in input.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The problem of a field. [`Problem::code`] is stable; the messages are not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Problem {
    /// The bytes end before the field does. Both numbers are in bytes.
    ///
    /// Fix: Copy or build the file again; it is incomplete.
    #[error("the file ends too early: the field needs {}, but {} left", bytes(*need), are(*have))]
    Truncated {
        /// The length of the field.
        need: u64,
        /// The remaining bytes from the start of the field.
        have: u64,
    },
    /// Fixed bytes differ.
    ///
    /// Fix: Check that this is the right file and that nothing overwrote its start.
    #[error("expected \"{}\", found \"{}\"", expected.escape_ascii(), found.escape_ascii())]
    BadMagic {
        /// The required bytes.
        expected: &'static [u8],
        /// The bytes in the input.
        found: Vec<u8>,
    },
    /// A place that the input gives does not lie within the input.
    ///
    /// Fix: Copy or build the file again; it is incomplete or damaged.
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
    ///
    /// Fix: Build the file again, and report the tool that wrote it.
    #[error("expected {}, found {found}", range(*min, *max))]
    OutOfRange {
        /// The number.
        found: u64,
        /// The smallest allowed number.
        min: u64,
        /// The largest allowed number.
        max: u64,
    },
    /// A number is none of the values that the format knows.
    ///
    /// Fix: Build the file with a supported version of the format, or update offload-bundle.
    #[error("expected one of {known}, found {found}")]
    UnknownValue {
        /// The number.
        found: u64,
        /// The known values, as a readable list.
        known: &'static str,
    },
    /// Text is not valid in the format: for example, it is not UTF-8, is empty, or has a forbidden character.
    ///
    /// Fix: Build the file again, and report the tool that wrote the text.
    #[error("{why}")]
    BadText {
        /// The reason.
        why: &'static str,
    },
    /// A number is larger than the work limit that the schema sets against hostile input.
    ///
    /// Fix: Do not trust the file. Split it if it is genuine.
    #[error("expected at most {limit}, found {found}")]
    OverLimit {
        /// The number.
        found: u64,
        /// The limit.
        limit: u64,
    },
    /// Parts that share bytes cost more together than such a file may.
    ///
    /// Fix: Do not trust the file; real tools do not write overlapping parts.
    #[error("{what} overlap so much that they take more than {} together", bytes(*limit))]
    OverBudget {
        /// The kind of parts, in words.
        what: &'static str,
        /// The budget in bytes.
        limit: u64,
    },
    /// Records or computed values are nested too deeply.
    ///
    /// Fix: Do not trust the file; real tools do not nest so deeply.
    #[error("more than {limit} levels of nested records and computed values")]
    TooDeep {
        /// The maximum depth.
        limit: u64,
    },
    /// A checksum does not match the bytes that it covers.
    ///
    /// Fix: Copy or build the file again; it is damaged.
    #[error("wrong checksum: expected {expected:#x}, found {found:#x}")]
    WrongSum {
        /// The stored number; for a digest, the first 8 differing bytes.
        found: u64,
        /// The computed checksum.
        expected: u64,
    },
    /// A field whose name suggests a checksum was not checked: the schema does not state which bytes it covers, or these are not known.
    ///
    /// Fix: Nothing. The rest of the file was checked.
    #[error("the checksum was not checked, because its bytes are not known")]
    Unchecked,
    /// A required delimiter is missing.
    ///
    /// Fix: Copy or build the file again; it is incomplete.
    #[error("expected {expected}, found the end of the file")]
    Missing {
        /// The expected delimiter.
        expected: String,
    },
    /// Something is here that must not be.
    ///
    /// Fix: Build the file again, and report the tool that wrote it.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The content of the input, in words.
        found: String,
        /// The required content, in words.
        expected: String,
    },
    /// A number contradicts another part of the input.
    ///
    /// Fix: Copy or build the file again; one of the two parts is wrong.
    #[error("expected {expected}, found {found}")]
    Disagrees {
        /// The number in the field.
        found: u64,
        /// The number according to the other part.
        expected: u64,
    },
    /// A sum, difference or product of numbers in the input is below 0 or above 2^64 - 1.
    ///
    /// Fix: Copy or build the file again; the number is wrong.
    #[error("`{expression}` is not between 0 and 2^64 - 1")]
    Overflow {
        /// The expression in the schema.
        expression: &'static str,
    },
    /// Compressed bytes cannot be decompressed.
    ///
    /// Fix: Copy or build the file again; the compressed bytes are damaged.
    #[error("{stream} stream cannot be decompressed after {} of output: {why}", bytes(*after))]
    Corrupt {
        /// The expected kind of stream, in words.
        stream: &'static str,
        /// The number of bytes decompressed before the error.
        after: u64,
        /// The reason, in words that follow a colon.
        why: String,
    },
    /// The digest of the decompressed bytes differs from the declared one. Both numbers are the first bytes of digests.
    ///
    /// Fix: Copy or build the file again; it is damaged.
    #[error("wrong digest of the decompressed bytes: expected {expected:016x}, found {found:016x}")]
    WrongDigest {
        /// The declared digest, as the number in the field.
        found: u64,
        /// The digest of the decompressed bytes, as a number.
        expected: u64,
    },
    /// The declared number of decompressed bytes exceeds the reader's limit.
    ///
    /// Fix: Raise the limit with `--max-size` if you trust the file.
    #[error("the decompressed size of {} exceeds the limit of {limit}", bytes(*found))]
    MoreThanAllowed {
        /// The declared number of decompressed bytes.
        found: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Compressed bytes hold more bytes than declared. How many more is not determined.
    ///
    /// Fix: Compress the bundle again.
    #[error("the declared size is {found}, but the compressed bytes contain more")]
    HoldsMore {
        /// The declared number.
        found: u64,
    },
    /// Compressed bytes require a larger window than decoders allow. Both numbers are in bytes.
    ///
    /// Fix: Compress the bundle again with a smaller window.
    #[error("decompression needs {}, but the limit is {}", larger(*need), bytes(*limit))]
    WindowTooLarge {
        /// The length of the window, if known.
        need: Option<u64>,
        /// The largest window allowed.
        limit: u64,
    },
    /// A structure in the decompressed bytes is longer than what is kept in memory at once. Both numbers are in bytes.
    ///
    /// Fix: Decompress the bundle first with `decompress`.
    #[error("a decompressed structure of {} exceeds the limit of {limit}", bytes(*need))]
    TooLongToShow {
        /// The length of the structure in bytes.
        need: u64,
        /// The limit in bytes.
        limit: u64,
    },
}

impl Problem {
    /// The input is not invalid then, but partly unchecked.
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

fn bytes(count: u64) -> String {
    match count {
        1 => "1 byte".to_string(),
        _ => format!("{count} bytes"),
    }
}

fn are(count: u64) -> String {
    match count {
        1 => "1 is".to_string(),
        _ => format!("{count} are"),
    }
}

fn outside(ofs: u64, len: u64, have: u64) -> String {
    match have.checked_sub(ofs) {
        None => format!(
            "points past the end of the file: expected an offset of at most {have}, found {ofs} (for {})",
            bytes(len)
        ),
        Some(left) => format!(
            "runs past the end of the file: expected at most {}, found {len}",
            bytes(left)
        ),
    }
}

fn range(min: u64, max: u64) -> String {
    match min == max {
        true => min.to_string(),
        false => format!("{min} to {max}"),
    }
}

fn larger(need: Option<u64>) -> String {
    need.map_or_else(
        || "a larger window".to_string(),
        |need| format!("a window of {}", bytes(need)),
    )
}
