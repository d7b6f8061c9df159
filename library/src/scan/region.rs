//! Where in a file containers may lie.

use offload_bundle_core::bytes::Place;

/// A range of a file that is known to hold containers, one after the other, or to point at them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Region {
    pub kind: RegionKind,
    /// The range, in bytes from the start of the file.
    pub place: Place,
}

/// What a range is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum RegionKind {
    /// The whole file.
    Whole,
    /// A section of an object file.
    Section {
        /// Its name in the file.
        name: String,
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
    },
    /// A container outside of every other region, found by looking for one at every byte.
    Carved,
}

impl RegionKind {
    /// The name of the section, or sections, in the file.
    pub(crate) fn section(&self) -> Option<&str> {
        match self {
            Self::Section { name } | Self::Sections { names: name } | Self::Pointer { name } => Some(name),
            Self::Whole | Self::Carved => None,
        }
    }
}
