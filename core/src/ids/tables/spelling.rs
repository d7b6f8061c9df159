//! Tables of ID spellings.

/// A template with replacements.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Spelling<'a> {
    /// The template, with parts as placeholders.
    pub template: &'a str,
    /// The replacements; the first that applies to a part counts.
    pub fills: &'a [Fill<'a>],
}

/// A replacement of a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Fill<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// The replacement text.
    pub gives: &'a str,
    /// Whether the replacement applies only to a missing or empty part.
    pub only_empty: bool,
    /// The conditions; empty for always.
    pub only: &'a [OneOf<'a>],
}

/// A condition on the word of a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OneOf<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// The words, by primary name. The empty word means a missing or empty part.
    pub words: &'a [&'a str],
}
