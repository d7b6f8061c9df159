//! Ranges with containers, and their forms.

use std::sync::Arc;

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::Container;
use offload_bundle_core::placement::{ContentKind, ImageRule, SectionRule};

/// A range of a file that contains containers, or pointers to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Its kind.
    pub kind: RegionKind,
    /// The range in the file.
    pub place: Place,
}

/// The kind of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionKind {
    /// The whole file.
    Whole,
    /// A section of an object file.
    Section {
        /// Its name in the file.
        name: String,
        /// The schema's name for such sections.
        rule: &'static str,
        /// The rule of the sections that linked bundles go to; empty if they stay.
        linked_into: &'static str,
    },
    /// Sections of an object file that form one bundle. The range is from the first to the last.
    Sections {
        /// The common part of their names, with `*` for the rest.
        names: String,
    },
    /// A section with pointers to containers, but no containers.
    Pointer {
        /// Its name in the file.
        name: String,
        /// The format for its fields, if the section belongs to the file's format.
        shown_by: Option<&'static str>,
    },
    /// A container outside of all other regions, found by a search at every byte.
    Searched {
        /// The searched section; `None` for the rest of the file.
        section: Option<Arc<SearchedSection>>,
    },
}

/// A section that was searched, because programs load it.
#[derive(Debug, PartialEq, Eq)]
pub struct SearchedSection {
    /// Its name in the file.
    pub name: String,
    /// Its offset in the file.
    pub start: u64,
}

impl RegionKind {
    pub(crate) fn section(&self) -> Option<&str> {
        match self {
            Self::Section { name, .. } | Self::Sections { names: name } | Self::Pointer { name, .. } => Some(name),
            Self::Searched { section } => section.as_deref().map(|section| section.name.as_str()),
            Self::Whole => None,
        }
    }

    /// File byte `start`, in a searched section.
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
    /// Contiguous bytes.
    Container(&'static dyn Container),
    /// Sections of an object file, per entry. Places are the places of their contents.
    Sections(&'static SectionRule<'static>),
    /// Images that a linked program registers together. Places are the places of the images.
    Images(&'static ImageRule<'static>),
    /// A code object without a bundle.
    Bare(&'static ContentKind<'static>),
}

impl Form {
    /// If its entries have them.
    pub(crate) fn attributes(self) -> Option<&'static AttributeTable<'static>> {
        match self {
            Self::Container(container) => container.attributes(),
            Self::Images(rule) => Some(&rule.attributes),
            Self::Sections(_) | Self::Bare(_) => None,
        }
    }

    /// Returns whether the images of a program may be spread over several containers with one image each.
    pub fn is_partial(self) -> bool {
        let is_whole = |container: &dyn Container| container.walker().is_some();
        self.attributes().is_some() && !self.container().is_some_and(is_whole)
    }

    /// As in the schema.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Container(container) => container.name(),
            Self::Sections(rule) => rule.name,
            Self::Images(rule) => rule.name,
            Self::Bare(content) => content.name,
        }
    }

    /// Returns the container format, if the bytes are contiguous.
    pub fn container(self) -> Option<&'static dyn Container> {
        match self {
            Self::Container(container) => Some(container),
            Self::Sections(_) | Self::Images(_) | Self::Bare(_) => None,
        }
    }

    /// For display.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Container(container) => container.title(),
            Self::Sections(rule) => rule.title,
            Self::Images(rule) => rule.title,
            Self::Bare(content) => content.code_object.map_or(content.doc, |code_object| code_object.doc),
        }
    }
}
