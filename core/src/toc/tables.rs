//! Tables of formats with a table of contents.

use crate::walked::Packing;

/// The header fields and table columns with a meaning to the reader.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The header field with the offset of the table, in bytes from the start of the file. The table extends to the end
    /// of the file.
    pub at: &'a str,
    /// The minimum average size in bytes of a target, name, entry or listed content, which limits memory.
    pub least: u64,
    /// The columns, in display order. A column follows the column of its enclosing maps.
    pub columns: &'a [Column<'a>],
    /// The required value of [`Role::Version`].
    pub version: u64,
    /// The value of [`Role::Scheme`] for listed, uncompressed contents.
    pub listed: &'a str,
    /// The layout of compressed contents.
    pub frames: FramesTable<'a>,
    /// The constant parts of IDs.
    pub id: TocId<'a>,
}

impl TocTable<'static> {
    /// Returns the column with this role.
    pub fn column(&self, role: Role) -> Option<&'static Column<'static>> {
        self.columns.iter().find(|column| column.role == role)
    }

    pub(super) fn key(&self, role: Role) -> &'static str {
        self.column(role).map_or("", |column| column.key)
    }
}

/// All values at one path of a table of contents.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct Column<'a> {
    /// The meaning to the reader.
    pub role: Role,
    /// The index of the column of the enclosing maps; `None` for the outermost map.
    pub within: Option<usize>,
    /// The key in the enclosing map; empty if the column has the keys themselves.
    pub key: &'a str,
    /// The shape of the values under the key.
    pub each: Each,
    /// The description shown to users.
    pub meaning: &'a str,
}

impl<'a> Column<'a> {
    /// Creates a column.
    pub const fn new(role: Role, within: Option<usize>, key: &'a str, each: Each, meaning: &'a str) -> Self {
        Self { role, within, key, each, meaning }
    }
}

/// The shape of the values under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub enum Each {
    /// A single value.
    Value,
    /// The items of a list.
    Item,
    /// The keys of a map.
    Key,
}

/// The meaning of a column to the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub enum Role {
    /// A text without a meaning to the reader.
    Note,
    /// The version of the table, a number.
    Version,
    /// The targets of the file. Loaders use it only for these.
    Target,
    /// The names of bundles.
    Row,
    /// The targets of the entries under a name.
    Entry,
    /// The number of an entry's content, from 0.
    Ordinal,
    /// The decompressed length of an entry's content, in bytes.
    Unpacked,
    /// The storage of contents, as text. If missing, contents are listed.
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
    pub(super) fn is_number(self) -> bool {
        !matches!(
            self,
            Self::Note | Self::Target | Self::Row | Self::Entry | Self::Scheme | Self::Content
        )
    }

    pub(super) fn contained(self) -> &'static str {
        match self {
            Self::Target | Self::Entry => " of targets",
            Self::Row => " of names",
            _ => "",
        }
    }

    pub(super) fn name(self) -> &'static str {
        if self == Self::Row { "name" } else { "target" }
    }
}

/// Individually compressed contents in one range of the file: a record with their number, then each content after a
/// record with its length.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct FramesTable<'a> {
    /// The value of [`Role::Scheme`] for these contents.
    pub word: &'a str,
    /// The record at the start of the range.
    pub head: &'a str,
    /// The field of that record with the number of frames.
    pub count: &'a str,
    /// The maximum number of frames.
    pub limit: u64,
    /// The packing of each frame.
    pub packing: Packing,
    /// The record before a frame.
    pub frame: &'a str,
    /// The field of that record with the length of the frame, in bytes.
    pub size: &'a str,
}

/// The constant parts of entry IDs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::toc))]
pub struct TocId<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
}
