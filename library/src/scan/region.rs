//! Where in a file containers may lie, and in which forms they are there.

use std::sync::Arc;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::placement::{ContentKind, ImageRule, SectionRule};

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

/// The form of a container in a file.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Form {
    /// Bytes that are one after the other.
    Container(&'static dyn Container),
    /// Sections of an object file, one an entry. All places are where their contents lie.
    Sections(&'static SectionRule<'static>),
    /// Images that a linked program registers together. All places are where they lie.
    Images(&'static ImageRule<'static>),
    /// A code object by itself, with no bundle around it.
    Bare(&'static ContentKind<'static>),
}

impl Form {
    /// What its entries have beside IDs, where they have more.
    pub(crate) fn attributes(self) -> Option<&'static AttributeTable<'static>> {
        match self {
            Self::Container(container) => container.attributes(),
            Self::Images(rule) => Some(&rule.attributes),
            Self::Sections(_) | Self::Bare(_) => None,
        }
    }

    /// Whether what a program registers at once may be in several: each of them may hold a single image.
    pub fn is_partial(self) -> bool {
        let is_whole = |container: &dyn Container| container.walker().is_some();
        self.attributes().is_some() && !self.container().is_some_and(is_whole)
    }

    /// The format's name in the schema.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Container(container) => container.name(),
            Self::Sections(rule) => rule.name,
            Self::Images(rule) => rule.name,
            Self::Bare(content) => content.name,
        }
    }

    /// The format, if it is one of bytes that are one after the other.
    pub fn container(self) -> Option<&'static dyn Container> {
        match self {
            Self::Container(container) => Some(container),
            Self::Sections(_) | Self::Images(_) | Self::Bare(_) => None,
        }
    }

    /// The format's title for people.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Container(container) => container.title(),
            Self::Sections(rule) => rule.title,
            Self::Images(rule) => rule.title,
            Self::Bare(content) => content.code_object.map_or(content.doc, |code_object| code_object.doc),
        }
    }
}
