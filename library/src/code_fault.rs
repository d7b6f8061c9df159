//! Faults of code objects, in any container.

use offload_bundle_core::error::Path;
use offload_bundle_core::severity::Severity;
use strum::{IntoStaticStr, VariantNames};

/// A fault of a code object.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum CodeFault {
    /// A part of a code object is not within it.
    ///
    /// Fix: Build the code object again; it is incomplete or damaged.
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
    ///
    /// Fix: Build the code object again; a header is wrong.
    #[error("starts at {ofs:#x} and overlaps `{first_path}` of the code object, which ends at {end:#x}")]
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
    ///
    /// Fix: Build the code object again; its header is wrong.
    #[error("expected {expected}, found {found}")]
    #[strum(serialize = "bad-elf")]
    BadField {
        /// The number.
        found: u64,
        /// The expected value, in words.
        expected: String,
    },
    /// A code object has a type that no loader takes from its container.
    ///
    /// Fix: Link the code object before bundling it.
    #[error("expected a code object of type {expected}, found {found}")]
    WrongType {
        /// The allowed types.
        expected: String,
        /// The found type.
        found: String,
    },
    /// A note in a code object cannot be read.
    ///
    /// Fix: Build the code object again.
    #[error("a note of the code object is invalid: {why}")]
    BadNote {
        /// The reason.
        why: String,
    },
    /// The metadata of a code object name another target than its ID.
    ///
    /// Fix: Nothing for loaders. Correct the ID or the metadata for other tools.
    #[error("the metadata of the code object for {id:?} name {found:?} instead of {expected:?}; no loader reads that")]
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
    /// A code object has more faults.
    ///
    /// Fix: Fix the faults before this one first.
    #[error("the code object has {count} more faults")]
    #[strum(serialize = "more-code-faults")]
    More {
        /// The number of further faults.
        count: u64,
    },
    /// A code object was not checked to its end, because so many code objects overlap that it would take too long.
    ///
    /// Fix: Do not trust the file; real tools do not write overlapping code objects.
    #[error("not checked to its end, because too many code objects overlap")]
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
    match ofs > have {
        true => format!(
            "points past the end of the code object: expected an offset of at most {have}, found {ofs} (for {len} bytes)"
        ),
        false => {
            let most = have.saturating_sub(ofs);
            format!("runs past the end of the code object: expected at most {most} bytes, found {len}")
        }
    }
}
