//! Components of an ID that entries can be selected by.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::answers::ParseError;

/// A part of an ID that entries can be picked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IdComponent {
    /// Which runtime it is for.
    Kind,
    /// The triple.
    Triple,
    /// The processor with its features.
    Target,
}

/// Why a text cannot be asked for as a part of an ID.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum IdComponentError {
    /// It does not follow the grammar.
    Malformed(ParseError),
    /// It names something that is not known.
    Unknown {
        /// What: the name of the part in the schema.
        what: &'static str,
        /// What stands there.
        name: String,
        /// Known names: those that are near, or all if they are few.
        known: Vec<&'static str>,
    },
}

impl fmt::Display for IdComponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "{error}"),
            Self::Unknown { what, name, known } if known.is_empty() => write!(f, "unknown {what} {name:?}"),
            Self::Unknown { what, name, known } => {
                write!(f, "unknown {what} {name:?}; known: {}", known.join(", "))
            }
        }
    }
}

impl core::error::Error for IdComponentError {}
