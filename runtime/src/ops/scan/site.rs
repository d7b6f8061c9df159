//! Where in a file containers may lie.

use std::string::String;

use crate::bytes::Place;

/// A range of a file in which containers lie one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// The range, in bytes from the start of the file.
    pub place: Place,
}

/// What a range is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteKind {
    /// The whole file.
    Whole,
    /// A section of an object file.
    Section {
        /// Its name in the file.
        name: String,
    },
    /// A container outside of every other site, found by looking for one at every byte.
    Carved,
}

impl SiteKind {
    /// The name of the section in the file, if it is one.
    pub fn section(&self) -> Option<&str> {
        match self {
            Self::Section { name } => Some(name),
            _ => None,
        }
    }
}
