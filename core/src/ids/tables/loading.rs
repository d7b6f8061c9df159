//! Tables of loader requirements.

use crate::severity::Severity;

/// A requirement of loaders. They refuse other code objects, or run them wrongly.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct LoaderRule<'a> {
    /// The name of the rule in findings.
    pub id: &'a str,
    /// The check.
    pub checks: LoaderCheck,
    /// The severity of a finding.
    pub level: Severity,
    /// The kind group that the rule applies to; empty for all.
    pub group: &'a str,
    /// The OS ABI numbers (8 bits) that the rule applies to or, for an ABI check, accepts; empty for all.
    pub os_abi: &'a [u16],
    /// The ABI versions (8 bits) that the rule applies to or, for an ABI check, accepts; empty for all.
    pub abi_version: &'a [u16],
    /// The names that the check looks for.
    pub names: &'a [&'a str],
    /// The loaders that need this, and the consequence.
    pub because: &'a str,
}

/// The check of a loader rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum LoaderCheck {
    /// The OS ABI and its version are in the rule.
    Abi,
    /// A section table exists and has a section for the names.
    SectionTable,
    /// Only the first section is of the type NULL.
    NullSection,
    /// Sections with the names exist.
    SectionName,
    /// Loaded segments are within their allocated memory, and not longer in the file than in memory.
    Segments,
    /// Symbols have names, and global data symbols are in a section.
    Symbols,
    /// Metadata exist.
    Metadata,
    /// The metadata have a version.
    MetadataVersion,
    /// The metadata of each kernel have these keys, with neither empty text nor zero.
    KernelKeys,
    /// Each kernel in the metadata has a global descriptor symbol.
    KernelSymbol,
    /// Code for a generic processor has a version.
    GenericVersion,
    /// Code for a generic processor has a known version, or an older one.
    NewGenericVersion,
    /// The file has no compact tables of relative relocations.
    RelativeRelocations,
    /// Each kernel descriptor is within its section.
    DescriptorPlace,
    /// Each kernel entry is in a segment with code.
    EntryPlace,
}
