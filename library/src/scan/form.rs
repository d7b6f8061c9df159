//! The forms in which containers are in a file.

use offload_bundle_core::attributes::AttributeTable;
use offload_bundle_core::container::Container;
use offload_bundle_core::placement::{ContentKind, ImageRule, SectionRule};

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
