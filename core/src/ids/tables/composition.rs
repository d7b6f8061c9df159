//! Tables of which entries must not be in one bundle.

use crate::severity::Severity;

/// One rule of composition.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompositionRule<'a> {
    /// The name of the rule in findings.
    pub id: &'a str,
    /// What it finds.
    pub finds: Finds<'a>,
    /// The severity of a finding.
    pub level: Severity,
    /// The message, with the placeholders `first` and `second`.
    pub because: &'a str,
    /// The section of the source document that the rule is based on.
    pub source: Option<&'a str>,
}

/// What a rule of composition finds.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Finds<'a> {
    /// Entries with equal canonical spellings, or with equal texts if they cannot be read.
    Equal,
    /// Entries that agree in all these parts, by canonical spelling, if one of them names a feature that the other leaves open.
    OpenFeature(&'a [&'a str]),
    /// An entry for the host that has other entries both before and after it.
    HostAmongOthers,
}
