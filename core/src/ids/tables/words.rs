//! Tables of words.

/// A table of words.
#[derive(Debug, Clone, Copy)]
pub struct WordTable<'a> {
    /// The name, for parts and rules.
    pub name: &'a str,
    /// Whether more text, such as a version, may follow a word. The longest matching word counts then.
    pub open: bool,
    /// The words. Each row has the primary name first, then the alternative names.
    pub words: &'a [&'a [&'a str]],
}

/// An offload kind.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OffloadKind<'a> {
    /// The word in an ID.
    pub name: &'a str,
    /// The group. Entries of one group may replace each other.
    pub group: &'a str,
    /// Whether it is the kind of host entries.
    pub host: bool,
    /// Whether a bundle with only such entries may lack a host entry.
    pub alone: bool,
    /// Kinds of other groups whose entries may replace these, if the user allows that.
    pub interchangeable: &'a [&'a str],
    /// The description of its entries.
    pub doc: &'a str,
    /// Whether its entries always contain code for a loader or a linker.
    pub code: bool,
}

/// A target feature.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct TargetFeature<'a> {
    /// The word in a target ID.
    pub name: &'a str,
    /// The meaning.
    pub doc: &'a str,
}

/// The possible words of a part.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub enum Words<'a> {
    /// A plain table.
    Table(&'a WordTable<'a>),
    /// The kinds.
    Kinds,
    /// The features.
    Features,
    /// The processors.
    Processors,
}

#[cfg(feature = "bake")]
crate::bake::bake_by_name!(WordTable, "WORDS", { name, open, words });
