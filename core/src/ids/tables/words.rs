//! Tables of words: primary names with alternatives, found whole or at the start of a text.

/// A table of words.
#[derive(Debug, Clone, Copy)]
pub struct WordTable<'a> {
    /// The name that parts and rules refer to it by.
    pub name: &'a str,
    /// Whether anything may follow a word, such as a version: then the longest word that a text begins with counts.
    pub open: bool,
    /// The words, each with its primary name first and the names that it goes by too.
    pub words: &'a [&'a [&'a str]],
}

/// Which runtime an entry is for.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OffloadKind<'a> {
    /// The word that stands for it in an ID.
    pub name: &'a str,
    /// Entries of kinds of one group may stand for each other.
    pub group: &'a str,
    /// Whether it marks the host's entry.
    pub host: bool,
    /// Whether a bundle of such entries only may lack a host entry.
    pub alone: bool,
    /// Kinds of other groups whose entries may stand for it where a user asks for that.
    pub interchangeable: &'a [&'a str],
    /// What the entry is, for people.
    pub doc: &'a str,
}

/// A target feature.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct TargetFeature<'a> {
    /// The word that stands for it in a target ID.
    pub name: &'a str,
    /// What it means.
    pub doc: &'a str,
}

/// The words that a part may hold: those of a table, or the names in another table of the grammar.
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
