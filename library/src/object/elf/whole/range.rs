//! Parts of an ELF file that have bytes of their own.

use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::Path;

/// A part of the file that has bytes of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub(super) place: Place,
    pub(super) part: Part,
}

/// Which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Header,
    Segments,
    Sections,
    Section(u64),
}

impl Part {
    pub(super) fn path(self) -> Path {
        match self {
            Self::Header => Path::from("header"),
            Self::Segments => Path::from("segments"),
            Self::Sections => Path::from("sections"),
            Self::Section(index) => Path::from("sections").index(index),
        }
    }
}
