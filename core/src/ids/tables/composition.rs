//! Tables of what may not be side by side in one bundle.

use crate::severity::Severity;

/// One rule of composition.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompositionRule<'a> {
    /// The word that findings give for it.
    pub id: &'a str,
    /// What it finds.
    pub finds: Finds<'a>,
    /// How bad that is.
    pub level: Severity,
    /// The conflict in words, with `first` and `second` as placeholders.
    pub because: &'a str,
    /// The section of the source document that it is based on.
    pub source: Option<&'a str>,
}

/// What a rule of composition finds.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Finds<'a> {
    /// Entries whose canonical spellings are equal, or their texts where they cannot be read.
    Equal,
    /// Entries that agree in all these parts, by canonical spelling, and of which one names a feature that the other leaves open.
    OpenFeature(&'a [&'a str]),
    /// An entry for the host before which others are, and after which too.
    HostAmongOthers,
}
