//! Tables of entries that must not be in one bundle.

use crate::severity::Severity;

/// A rule of composition.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct CompositionRule<'a> {
    /// The name of the rule in findings.
    pub id: &'a str,
    /// The violation.
    pub finds: Finds<'a>,
    /// The severity of a finding.
    pub level: Severity,
    /// The message, with the placeholders `first` and `second`.
    pub because: &'a str,
    /// The section of the source document that defines the rule.
    pub source: Option<&'a str>,
}

/// A violation of composition.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Finds<'a> {
    /// Entries with equal canonical spellings, or with equal texts if they cannot be parsed.
    Equal,
    /// Entries with equal canonical spellings of all these parts, if one names a feature that the other leaves open.
    OpenFeature(&'a [&'a str]),
    /// A host entry between other entries.
    HostAmongOthers,
}
