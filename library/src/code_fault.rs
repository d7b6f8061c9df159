//! What is wrong with a code object, whatever the container says of it.

use std::fmt;

use offload_bundle_core::error::Path;
use offload_bundle_core::severity::Severity;

/// What is wrong with a code object.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeFault {
    /// A part of a code object does not lie within it.
    Outside {
        /// Where it is said to begin, in bytes from the start of the code object.
        ofs: u64,
        /// How long it is said to be, in bytes.
        len: u64,
        /// How many bytes the code object has.
        have: u64,
    },
    /// Two parts of a code object share bytes.
    Overlap {
        /// Where the second begins, in bytes from the start of the code object.
        ofs: u64,
        /// Where the first ends, in bytes from the start of the code object.
        end: u64,
        /// Path of the first one in the code object.
        first_path: Path,
    },
    /// A field of a code object holds a number that cannot be.
    BadField {
        /// The number.
        found: u64,
        /// What should stand there, in words.
        expected: String,
    },
    /// A code object is of a type that nobody loads from where it stands.
    WrongType {
        /// The types that it may have.
        expected: String,
        /// The type that it has.
        found: String,
    },
    /// A note in a code object cannot be read.
    BadNote {
        /// Why, for people.
        why: String,
    },
    /// The metadata in a code object name another target than its ID.
    WrongMetadata {
        /// The ID.
        id: String,
        /// What it is for.
        expected: String,
        /// What the metadata name.
        found: String,
    },
    /// There is more wrong with a code object.
    More {
        /// How much more.
        count: u64,
    },
    /// A code object was not looked at to its end, because so many overlap that it would take too long.
    NotRead,
}

impl CodeFault {
    /// Every word that [`CodeFault::code`] can give.
    pub(crate) const CODES: &[&str] = &[
        "outside-code",
        "code-overlap",
        "bad-elf",
        "wrong-type",
        "bad-note",
        "wrong-metadata",
        "more-code-faults",
        "code-not-read",
    ];

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::WrongType { .. } | Self::More { .. } | Self::NotRead => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// A stable word for the kind of fault.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Outside { .. } => "outside-code",
            Self::Overlap { .. } => "code-overlap",
            Self::BadField { .. } => "bad-elf",
            Self::WrongType { .. } => "wrong-type",
            Self::BadNote { .. } => "bad-note",
            Self::WrongMetadata { .. } => "wrong-metadata",
            Self::More { .. } => "more-code-faults",
            Self::NotRead => "code-not-read",
        }
    }
}

impl fmt::Display for CodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside { ofs, len, have } if ofs > have => write!(
                f,
                "points past the end of the code object: expected an offset of at most {have}, found {ofs} (for {len} bytes); it was cut \
                 off, or written wrongly: build it again"
            ),
            Self::Outside { ofs, len, have } => write!(
                f,
                "runs past the end of the code object: expected at most {} bytes, found {len}; it was cut off, or written wrongly: build it \
                 again",
                have.saturating_sub(*ofs)
            ),
            Self::Overlap { ofs, end, first_path } => write!(
                f,
                "overlaps {first_path} of the code object: expected an offset of at least {end:#x}, found {ofs:#x}"
            ),
            Self::BadField { found, expected } => write!(f, "expected {expected}, found {found}"),
            Self::WrongType { expected, found } => {
                write!(f, "expected a code object of the type {expected}, found {found}")
            }
            Self::BadNote { why } => write!(f, "in a note of the code object: {why}"),
            Self::WrongMetadata { id, expected, found } => write!(
                f,
                "expected metadata that name {expected:?} for {id:?}, found {found:?}"
            ),
            Self::More { count } => {
                write!(f, "expected a sound code object, found {count} more faults like these")
            }
            Self::NotRead => f.write_str(
                "expected code objects that do not overlap, found so many that this one was not looked at to its end",
            ),
        }
    }
}
