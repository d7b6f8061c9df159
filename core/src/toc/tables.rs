//! What of a table of contents means what: keys by their names, and the records that contents are in.

use crate::walked::Packing;

/// A key of a map in a table of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocKey<'a> {
    /// The key.
    pub key: &'a str,
    /// What its value means, for people.
    pub meaning: &'a str,
}

/// What a format's fields, and the keys of its table of contents, are to its reader.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocTable<'a> {
    /// The format's name in the schema.
    pub name: &'a str,
    /// The format's title for people.
    pub title: &'a str,
    /// The number of the file that says where the table begins, in bytes from its start. The table goes on to the end of the file.
    pub at: &'a str,
    /// Fewest bytes of the table for each target, name, entry and listed content, on an average: a limit on memory.
    pub least: u64,
    /// The version of the table, and the number that it must be.
    pub version: TocKey<'a>,
    /// See [`TocTable::version`].
    pub version_number: u64,
    /// Texts that say what the file is for, and mean nothing to a reader.
    pub texts: &'a [TocKey<'a>],
    /// The list of the targets that a loader takes the file for.
    pub targets: TocKey<'a>,
    /// The map of all names.
    pub rows: TocKey<'a>,
    /// What an entry has.
    pub entry: TocEntryKeys<'a>,
    /// How contents are stored: a text, which is the word of one of the ways that follow. Where it is missing, contents are listed.
    pub scheme: TocKey<'a>,
    /// Contents as they are, listed.
    pub listed: ListTable<'a>,
    /// Contents that are compressed, one after the other.
    pub frames: FramesTable<'a>,
    /// What IDs are made of, beside the target.
    pub id: TocId<'a>,
    /// What is written; nothing where such files are only read.
    pub written: Option<TocWritten<'a>>,
}

/// The keys of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocEntryKeys<'a> {
    /// The text that says what kind its content is of.
    pub kind: TocKey<'a>,
    /// The number of its content, from 0.
    pub ordinal: TocKey<'a>,
    /// How long its content is, or was before it was compressed, in bytes.
    pub size: TocKey<'a>,
}

/// Contents that lie anywhere in the file, as they are.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct ListTable<'a> {
    /// The word for this way.
    pub word: &'a str,
    /// Its keys.
    pub keys: ListTableKeys<'a>,
}

/// The list of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct ListTableKeys<'a> {
    /// The list. Each item is a map.
    pub list: TocKey<'a>,
    /// Where the content begins, in bytes from the start of the file.
    pub offset: TocKey<'a>,
    /// How long it is, in bytes.
    pub size: TocKey<'a>,
}

/// Contents that are compressed one by one, in one range of the file: a record that says how many there are, then each of them after a record
/// that says how long it is.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTable<'a> {
    /// The word for this way.
    pub word: &'a str,
    /// Its keys.
    pub keys: FramesTableKeys<'a>,
    /// The record at the start of the range.
    pub head: &'a str,
    /// Its number that says how many frames there are.
    pub count: &'a str,
    /// Most of them.
    pub limit: u64,
    /// How each is packed.
    pub packing: Packing,
    /// The record before each frame.
    pub frame: &'a str,
    /// Its number that says how long the frame is, in bytes.
    pub size: &'a str,
}

/// The range with compressed contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTableKeys<'a> {
    /// Where it begins, in bytes from the start of the file.
    pub offset: TocKey<'a>,
    /// How long it is, in bytes.
    pub size: TocKey<'a>,
}

/// What the ID of an entry is made of, beside its target.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocId<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
}

/// What new files hold where readers take anything.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocWritten<'a> {
    /// Where contents begin, in bytes from the start of the file.
    pub contents: u64,
    /// The kind of each content.
    pub kind: &'a str,
    /// The key of the text that is the name of the file.
    pub name: &'a str,
    /// The key of the text that says what it is for.
    pub family: &'a str,
}
