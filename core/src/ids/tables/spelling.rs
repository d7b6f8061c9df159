//! Tables of spellings: templates over the parts of an ID, with replacements for missing or unwanted parts.

/// A template, and the rules that fill it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Spelling<'a> {
    /// The template, with parts as placeholders.
    pub template: &'a str,
    /// The replacements of parts; the first that applies to a part counts.
    pub fills: &'a [Fill<'a>],
}

/// A replacement of a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Fill<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// The text that is written instead.
    pub gives: &'a str,
    /// Whether it applies only if the part is missing or empty.
    pub only_empty: bool,
    /// The conditions under which it applies; empty for always.
    pub only: &'a [OneOf<'a>],
}

/// A condition that a part holds one of some words.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OneOf<'a> {
    /// The name of the part.
    pub part: &'a str,
    /// The words, by primary name. The empty word means that the part is missing or empty.
    pub words: &'a [&'a str],
}
