//! Tables of what loaders need of a code object.

use crate::severity::Severity;

/// A rule of loaders: which code objects they refuse, or take and run wrongly.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct LoaderRule<'a> {
    /// The name of the rule in findings.
    pub id: &'a str,
    /// What it checks.
    pub checks: LoaderCheck,
    /// The severity of a finding.
    pub level: Severity,
    /// The group of kinds whose entries it applies to; empty for all.
    pub group: &'a str,
    /// The OS ABI numbers (8 bits) that it applies to, or, if it checks the ABI, that are right; empty for all.
    pub os_abi: &'a [u16],
    /// The ABI versions (8 bits) that it applies to, or, if it checks the ABI, that are right; empty for all.
    pub abi_version: &'a [u16],
    /// The names that it checks for.
    pub names: &'a [&'a str],
    /// Which loaders do what.
    pub because: &'a str,
}

/// What a rule of loaders checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum LoaderCheck {
    /// The OS ABI and its version are among those of the rule.
    Abi,
    /// There is a section table, and it has a section for the names.
    SectionTable,
    /// Only the first section is of the type NULL.
    NullSection,
    /// There are sections with the names.
    SectionName,
    /// The segments that are loaded are within the memory that is allocated for them, and are no longer in the file than in memory.
    Segments,
    /// Symbols have names, and global ones for data are in a section.
    Symbols,
    /// There are metadata.
    Metadata,
    /// The metadata have a version.
    MetadataVersion,
    /// The metadata of each kernel have these keys, with neither an empty text nor zero.
    KernelKeys,
    /// Each kernel of the metadata has a global symbol of its descriptor.
    KernelSymbol,
    /// Code for a generic processor has a version.
    GenericVersion,
    /// Code for a generic processor has no version newer than the known ones.
    NewGenericVersion,
    /// There are no compact tables of relative relocations.
    RelativeRelocations,
    /// The descriptor of each kernel is within its section.
    DescriptorPlace,
    /// The entry of each kernel is in a segment with code.
    EntryPlace,
}
