//! Where in a file containers may lie.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;

/// A range of a file that is known to hold containers, one after the other, or to point at them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// What it is.
    pub kind: RegionKind,
    /// The range, in bytes from the start of the file.
    pub place: Place,
}

/// What a range is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionKind {
    /// The whole file.
    Whole,
    /// A section of an object file.
    Section {
        /// Its name in the file.
        name: String,
        /// What is known of such sections, by its name in the schema.
        rule: &'static str,
        /// The rule of the sections with the containers that were linked from those here; empty if none were.
        linked_into: &'static str,
    },
    /// Sections of an object file that are one bundle together. The range is from the first to the last of them.
    Sections {
        /// What their names have in common, with `*` for the rest.
        names: String,
    },
    /// A section that says where in memory containers are. It holds none.
    Pointer {
        /// Its name in the file.
        name: String,
        /// The format that the fields in it are shown by, where the section is one of the file's own.
        shown_by: Option<&'static str>,
    },
    /// A container outside of every other region, found by looking for one at every byte.
    Searched {
        /// The section that was searched; none if it was the rest of the file.
        section: Option<Arc<SearchedSection>>,
    },
}

/// A section that was searched, because a program loads what is in it.
#[derive(Debug, PartialEq, Eq)]
pub struct SearchedSection {
    /// Its name in the file.
    pub name: String,
    /// Its first byte, from the start of the file.
    pub start: u64,
}

impl RegionKind {
    /// The name of the section, or sections, in the file.
    pub(crate) fn section(&self) -> Option<&str> {
        match self {
            Self::Section { name, .. } | Self::Sections { names: name } | Self::Pointer { name, .. } => Some(name),
            Self::Searched { section } => section.as_deref().map(|section| section.name.as_str()),
            Self::Whole => None,
        }
    }

    /// How far into a section that was searched the byte `start` of the file is.
    pub(crate) fn offset_in_section(&self, start: u64) -> Option<u64> {
        match self {
            Self::Searched { section } => Some(start.saturating_sub(section.as_deref()?.start)),
            _ => None,
        }
    }
}
