//! What the keys of a table of contents mean, and the records around contents.

use crate::walked::Packing;

/// A key of a map in a table of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocKey<'a> {
    /// The key.
    pub key: &'a str,
    /// The meaning of its value, for people.
    pub meaning: &'a str,
}

/// What the fields of a format and the keys of its table of contents mean to a reader.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title of the format, for people.
    pub title: &'a str,
    /// The number of the header with the offset of the table, in bytes from the start of the file. The table extends to the end of the
    /// file.
    pub at: &'a str,
    /// The minimum average number of bytes in the table for each target, name, entry and listed content: a limit on memory.
    pub least: u64,
    /// The version of the table.
    pub version: TocKey<'a>,
    /// The required value of [`TocTable::version`].
    pub version_number: u64,
    /// Texts about the purpose of the file, which have no meaning to a reader.
    pub texts: &'a [TocKey<'a>],
    /// The list of the targets for which a loader uses the file.
    pub targets: TocKey<'a>,
    /// The map of all names.
    pub rows: TocKey<'a>,
    /// The keys of an entry.
    pub entry: TocEntryKeys<'a>,
    /// How contents are stored: a text that is the word of `listed` or `frames`. If it is missing, contents are listed.
    pub scheme: TocKey<'a>,
    /// Contents that are uncompressed and listed.
    pub listed: ListTable<'a>,
    /// Contents that are compressed and consecutive.
    pub frames: FramesTable<'a>,
    /// The parts of IDs other than the target.
    pub id: TocId<'a>,
}

/// The keys of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocEntryKeys<'a> {
    /// The text with the kind of the content.
    pub kind: TocKey<'a>,
    /// The number of the content, from 0.
    pub ordinal: TocKey<'a>,
    /// The length of the content before compression, in bytes.
    pub size: TocKey<'a>,
}

/// Uncompressed contents anywhere in the file.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct ListTable<'a> {
    /// The word for this scheme.
    pub word: &'a str,
    /// The keys.
    pub keys: ListTableKeys<'a>,
}

/// The keys of the list of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct ListTableKeys<'a> {
    /// The list. Each item is a map.
    pub list: TocKey<'a>,
    /// The offset of the content, in bytes from the start of the file.
    pub offset: TocKey<'a>,
    /// The length of the content in bytes.
    pub size: TocKey<'a>,
}

/// Contents that are compressed one by one, in one range of the file: a record with their number, and then each of them after a record with
/// its length.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTable<'a> {
    /// The word for this scheme.
    pub word: &'a str,
    /// The keys.
    pub keys: FramesTableKeys<'a>,
    /// The record at the start of the range.
    pub head: &'a str,
    /// The number of that record with the number of frames.
    pub count: &'a str,
    /// The maximum number of frames.
    pub limit: u64,
    /// The packing of each frame.
    pub packing: Packing,
    /// The record before each frame.
    pub frame: &'a str,
    /// The number of that record with the length of the frame, in bytes.
    pub size: &'a str,
}

/// The keys of the range with compressed contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTableKeys<'a> {
    /// The offset, in bytes from the start of the file.
    pub offset: TocKey<'a>,
    /// The length in bytes.
    pub size: TocKey<'a>,
}

/// The parts of the ID of an entry other than its target.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocId<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
}
