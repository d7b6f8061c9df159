//! Tables of spellings: templates over the parts of an ID, with what stands for parts that are missing or not wanted.

/// A template with the rules that fill it.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Spelling<'a> {
    /// The text, with parts as placeholders.
    pub template: &'a str,
    /// What stands for parts; the first that fits a part counts.
    pub fills: &'a [Fill<'a>],
}

/// What stands for a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Fill<'a> {
    /// The part.
    pub part: &'a str,
    /// What is written instead.
    pub gives: &'a str,
    /// Whether that holds only where the part is missing or empty.
    pub only_empty: bool,
    /// Where it holds; everywhere if empty.
    pub only: &'a [OneOf<'a>],
}

/// A part that holds one of some words.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OneOf<'a> {
    /// The part.
    pub part: &'a str,
    /// The words, by primary name. The empty word: the part is missing or empty.
    pub words: &'a [&'a str],
}
