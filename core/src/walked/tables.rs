//! What the fields and flags of a layout mean to a reader that walks over entries.

use crate::attributes::AttributeTable;

/// How content is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub enum Packing {
    /// One LZ4 block, without a frame.
    Lz4Block,
    /// One Zstandard frame.
    Zstd,
}

/// What the fields of a format mean to a reader that walks over its entries.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct WalkTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title of the format, for people.
    pub title: &'a str,
    /// The number of the file header with the total length of all entries, in bytes.
    pub length: &'a str,
    /// The maximum number of entries.
    pub limit: u64,
    /// The record at the start of each entry.
    pub entry: &'a str,
    /// The number with the length of an entry up to its content, in bytes.
    pub header: &'a str,
    /// The maximum of that length.
    pub header_limit: u64,
    /// The number with the length of the content including the padding after it, in bytes.
    pub content: &'a str,
    /// The number with the length of packed content without padding, in bytes; 0 if the other length applies.
    pub stored: &'a str,
    /// The number with the length of packed content after unpacking, in bytes.
    pub unpacked: &'a str,
    /// The alignment of the lengths of headers and contents.
    pub alignment: u64,
    /// The number with the flags that tell how content is packed.
    pub flags: &'a str,
    /// The flags for that; the first one that is set counts.
    pub packed: &'a [(u64, Packing)],
    /// The flags with which content is not packed, whatever the others are.
    pub as_stored: u64,
    /// The parts that IDs are made from.
    pub processor: ProcessorTable<'a>,
    /// The number with the offset of the name of an entry, from the start of the entry.
    pub name_offset: &'a str,
    /// The number with the length of the name, without the NUL after it.
    pub name_size: &'a str,
    /// The place of the options.
    pub options: OptionsTable<'a>,
    /// The entries that are groups of images.
    pub groups: GroupTable<'a>,
    /// The attributes of an entry.
    pub attributes: AttributeTable<'a>,
    /// The byte that may pad the space between two files.
    pub padding: Option<u8>,
}

/// The parts that the ID of an entry is made from.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct ProcessorTable<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
    /// The prefix of the names of processors.
    pub prefix: &'a str,
    /// The number that follows the prefix.
    pub number: &'a str,
    /// The flags that append letters.
    pub letters: &'a [(u64, &'a str)],
}

/// The place of the options of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct OptionsTable<'a> {
    /// The number with the offset of the record, from the start of the entry; 0 if there is none.
    pub at: &'a str,
    /// The record.
    pub record: &'a str,
    /// The number of the record with the offset of the options, from the start of the entry.
    pub offset: &'a str,
    /// The number of the record with the length of the options, in bytes.
    pub size: &'a str,
    /// The flags with which the options are not text.
    pub no_text: u64,
}

/// Entries that are groups: several images that are packed together.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct GroupTable<'a> {
    /// The number that tells a group.
    pub kind: &'a str,
    /// The value of that number for a group.
    pub number: u64,
    /// The record at the start of the table of images, which is in the place of options.
    pub record: &'a str,
    /// The number of the record with the number of images.
    pub count: &'a str,
    /// The number of the record with the length of the table, in bytes.
    pub size: &'a str,
    /// The record of an image. Its fields have the names of those of entries with the same meaning.
    pub image: &'a str,
    /// The number of the image record with the offset of the image, from the start of the unpacked bytes.
    pub offset: &'a str,
    /// The number of the image record with the length of the image, in bytes.
    pub length: &'a str,
}
