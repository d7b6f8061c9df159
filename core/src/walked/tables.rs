//! Tables of formats with consecutive entries.

use crate::attributes::AttributeTable;

/// The packing of content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub enum Packing {
    /// An LZ4 block, without a frame.
    Lz4Block,
    /// A Zstandard frame.
    Zstd,
}

/// The fields with a meaning to the reader.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct WalkTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The field of the file header with the total length of all entries, in bytes.
    pub length: &'a str,
    /// The maximum number of entries.
    pub limit: u64,
    /// The record at the start of each entry.
    pub entry: &'a str,
    /// The field with the length of an entry up to its content, in bytes.
    pub header: &'a str,
    /// The maximum of that length.
    pub header_limit: u64,
    /// The field with the length of the content including its padding, in bytes.
    pub content: &'a str,
    /// The field with the length of packed content without padding, in bytes; 0 to use the other length.
    pub stored: &'a str,
    /// The field with the unpacked length of packed content, in bytes.
    pub unpacked: &'a str,
    /// The alignment of the lengths of headers and contents.
    pub alignment: u64,
    /// The field with the packing flags.
    pub flags: &'a str,
    /// The packing flags; the first set flag counts.
    pub packed: &'a [(u64, Packing)],
    /// The flags for content that is not packed, regardless of the packing flags.
    pub as_stored: u64,
    /// The sources of IDs.
    pub processor: ProcessorTable<'a>,
    /// The field with the offset of the entry name, in bytes from the start of the entry.
    pub name_offset: &'a str,
    /// The field with the length of the name, without its NUL.
    pub name_size: &'a str,
    /// The place of the options.
    pub options: OptionsTable<'a>,
    /// The entries that are groups of images.
    pub groups: GroupTable<'a>,
    /// The attributes of an entry.
    pub attributes: AttributeTable<'a>,
    /// The padding byte that may fill the space between files.
    pub padding: Option<u8>,
}

/// The sources of entry IDs.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct ProcessorTable<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
    /// The prefix of processor names.
    pub prefix: &'a str,
    /// The field with the number after the prefix.
    pub number: &'a str,
    /// The flags for letters after the number.
    pub letters: &'a [(u64, &'a str)],
}

/// The place of the options of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct OptionsTable<'a> {
    /// The field with the offset of the record, in bytes from the start of the entry; 0 without options.
    pub at: &'a str,
    /// The record.
    pub record: &'a str,
    /// The field of the record with the offset of the options, in bytes from the start of the entry.
    pub offset: &'a str,
    /// The field of the record with the length of the options, in bytes.
    pub size: &'a str,
    /// The flags for options that are not text.
    pub no_text: u64,
}

/// Entries that are groups of images, packed together.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct GroupTable<'a> {
    /// The field that marks a group.
    pub kind: &'a str,
    /// The value of that field for a group.
    pub number: u64,
    /// The record at the start of the image table, which replaces the options.
    pub record: &'a str,
    /// The field of the record with the number of images.
    pub count: &'a str,
    /// The field of the record with the length of the table, in bytes.
    pub size: &'a str,
    /// The record of an image. Its fields have the same names as the fields of entries.
    pub image: &'a str,
    /// The field of the image record with the offset of the image, in bytes from the start of the unpacked bytes.
    pub offset: &'a str,
    /// The field of the image record with the length of the image, in bytes.
    pub length: &'a str,
}
