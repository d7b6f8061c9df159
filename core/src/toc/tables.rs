//! The columns of a table of contents, and the records around contents.

use crate::walked::Packing;

/// What the fields of a format and the columns of its table of contents mean to a reader.
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
    /// The columns, in the order in which they are shown. A column follows the one around it.
    pub columns: &'a [Column<'a>],
    /// The required value of [`Role::Version`].
    pub version: u64,
    /// The value of [`Role::Scheme`] if contents are uncompressed and listed.
    pub listed: &'a str,
    /// Contents that are compressed and consecutive.
    pub frames: FramesTable<'a>,
    /// The parts of IDs other than the target.
    pub id: TocId<'a>,
}

impl TocTable<'static> {
    /// Returns the column with this role.
    pub fn column(&self, role: Role) -> Option<&'static Column<'static>> {
        self.columns.iter().find(|column| column.role == role)
    }

    /// Returns the key of the column with this role, or an empty text if there is no such column.
    pub(super) fn key(&self, role: Role) -> &'static str {
        self.column(role).map_or("", |column| column.key)
    }
}

/// All values at one path of a table of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct Column<'a> {
    /// The meaning of the values to a reader.
    pub role: Role,
    /// The index of the column whose values are the maps around these; `None` for the outermost map.
    pub within: Option<usize>,
    /// The key in that map; empty if every key of it is a value of the column.
    pub key: &'a str,
    /// The number of values under the key.
    pub each: Each,
    /// The meaning of a value, for people.
    pub meaning: &'a str,
}

impl<'a> Column<'a> {
    /// Creates a column.
    pub const fn new(role: Role, within: Option<usize>, key: &'a str, each: Each, meaning: &'a str) -> Self {
        Self { role, within, key, each, meaning }
    }
}

/// The values of a column under its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub enum Each {
    /// The one value under the key.
    Value,
    /// The items of a list.
    Item,
    /// The keys of a map.
    Key,
}

/// The meaning of a column to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub enum Role {
    /// A text without a meaning to a reader.
    Note,
    /// The version of the table, a number.
    Version,
    /// The targets for which a loader uses the file.
    Target,
    /// The names. Each is a bundle.
    Row,
    /// The targets under a name. Each is an entry.
    Entry,
    /// The number of an entry's content, from 0.
    Ordinal,
    /// The length of an entry's content before compression, in bytes.
    Unpacked,
    /// The storage of contents, a text. Without it, contents are listed.
    Scheme,
    /// The list of uncompressed contents.
    Content,
    /// The offset of a listed content, in bytes from the start of the file.
    Offset,
    /// The length of a listed content in bytes.
    Size,
    /// The offset of the compressed contents, in bytes from the start of the file.
    FramesOffset,
    /// The length of the compressed contents in bytes.
    FramesSize,
}

impl Role {
    /// Returns whether the values are numbers. All others are texts, or maps of other columns.
    pub(super) fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Note | Self::Target | Self::Row | Self::Entry | Self::Scheme | Self::Content
        )
    }

    /// Returns what a list or a map contains, in words that follow it.
    pub(super) fn contained(self) -> &'static str {
        match self {
            Self::Target | Self::Entry => " of targets",
            Self::Row => " of names",
            _ => "",
        }
    }

    /// Returns the name of a text in paths, if it is not the key.
    pub(super) fn name(self) -> &'static str {
        if self == Self::Row { "name" } else { "target" }
    }
}

/// Contents that are compressed one by one, in one range of the file: a record with their number, and then each of them after a record with
/// its length.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTable<'a> {
    /// The value of [`Role::Scheme`] for these contents.
    pub word: &'a str,
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

/// The parts of the ID of an entry other than its target.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocId<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
}
