//! Tables of words: primary and alternative names, matched as a whole or at the start of a text.

/// A table of words.
#[derive(Debug, Clone, Copy)]
pub struct WordTable<'a> {
    /// The name by which parts and rules refer to it.
    pub name: &'a str,
    /// Whether more text, such as a version, may follow a word. The longest word that the text begins with counts then.
    pub open: bool,
    /// The words. Each has its primary name first, and then its alternative names.
    pub words: &'a [&'a [&'a str]],
}

/// An offload kind.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct OffloadKind<'a> {
    /// The word in an ID.
    pub name: &'a str,
    /// The group. Entries of kinds of one group may replace each other.
    pub group: &'a str,
    /// Whether it is the kind of host entries.
    pub host: bool,
    /// Whether a bundle that has only such entries may lack a host entry.
    pub alone: bool,
    /// Kinds of other groups whose entries may replace its entries, if the user requests that.
    pub interchangeable: &'a [&'a str],
    /// The description of its entries, for people.
    pub doc: &'a str,
    /// Whether its entries hold code that a loader or a linker takes, and nothing else.
    pub code: bool,
}

/// A target feature.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct TargetFeature<'a> {
    /// The word in a target ID.
    pub name: &'a str,
    /// The meaning, for people.
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
