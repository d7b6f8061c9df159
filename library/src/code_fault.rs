//! Faults of code objects, independent of their container.

use offload_bundle_core::error::Path;
use offload_bundle_core::severity::Severity;
use strum::{IntoStaticStr, VariantNames};

/// A fault of a code object.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum CodeFault {
    /// A part of a code object is not within it.
    #[error("{}", outside(*ofs, *len, *have))]
    #[strum(serialize = "outside-code")]
    Outside {
        /// The declared offset of the part, in bytes from the start of the code object.
        ofs: u64,
        /// The declared length of the part, in bytes.
        len: u64,
        /// The length of the code object, in bytes.
        have: u64,
    },
    /// Two parts of a code object share bytes.
    #[error("overlaps {first_path} of the code object: expected an offset of at least {end:#x}, found {ofs:#x}")]
    #[strum(serialize = "code-overlap")]
    Overlap {
        /// The offset of the second part, in bytes from the start of the code object.
        ofs: u64,
        /// The end of the first part, in bytes from the start of the code object.
        end: u64,
        /// The path of the first part in the code object.
        first_path: Path,
    },
    /// A field of a code object holds an impossible number.
    #[error("expected {expected}, found {found}")]
    #[strum(serialize = "bad-elf")]
    BadField {
        /// The number.
        found: u64,
        /// The expected value, in words.
        expected: String,
    },
    /// Loaders of the container refuse this type of code object.
    #[error("expected a code object of the type {expected}, found {found}")]
    WrongType {
        /// The allowed types.
        expected: String,
        /// The found type.
        found: String,
    },
    /// A note in a code object cannot be read.
    #[error("in a note of the code object: {why}")]
    BadNote {
        /// The reason.
        why: String,
    },
    /// The metadata of a code object name another target than its ID.
    #[error("expected metadata that name {expected:?} for {id:?}, found {found:?}; no loader reads that")]
    WrongMetadata {
        /// The ID.
        id: String,
        /// The target of the ID.
        expected: String,
        /// The target of the metadata.
        found: String,
    },
    /// Loaders refuse a code object, or take it although it runs wrongly.
    #[error("{what}; {because}")]
    Refused {
        /// The name of the rule in the schema.
        rule: &'static str,
        /// The severity.
        level: Severity,
        /// The fault.
        what: String,
        /// The loaders that refuse it, or that run it wrongly.
        because: &'static str,
    },
    /// Further faults of a code object, which are not listed.
    #[error("expected a sound code object, found {count} more faults like these")]
    #[strum(serialize = "more-code-faults")]
    More {
        /// The number of further faults.
        count: u64,
    },
    /// The check of a code object stopped early: so many code objects overlap that it would take too long.
    #[error("expected code objects that do not overlap, found so many that this one was not looked at to its end")]
    #[strum(serialize = "code-not-read")]
    NotRead,
}

impl CodeFault {
    /// Returns the severity.
    pub fn severity(&self) -> Severity {
        match self {
            Self::Refused { level, .. } => *level,
            Self::WrongMetadata { .. } => Severity::Note,
            Self::WrongType { .. } | Self::More { .. } | Self::NotRead => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

fn outside(ofs: u64, len: u64, have: u64) -> String {
    let why = "it was cut off, or written wrongly: build it again";
    match ofs > have {
        true => format!(
            "points past the end of the code object: expected an offset of at most {have}, found {ofs} (for {len} bytes); {why}"
        ),
        false => {
            let most = have.saturating_sub(ofs);
            format!("runs past the end of the code object: expected at most {most} bytes, found {len}; {why}")
        }
    }
}
