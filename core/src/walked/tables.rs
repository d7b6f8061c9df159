//! What of a layout means what to who walks over it: fields by their names, flags by their bits.

use crate::attributes::AttributeTable;

/// How content is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub enum Packing {
    /// As one block of LZ4, without a frame around it.
    Lz4Block,
    /// As one frame of Zstandard.
    Zstd,
}

/// What a format's fields are to who walks over its entries.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct WalkTable<'a> {
    /// The format's name in the schema.
    pub name: &'a str,
    /// The format's title for people.
    pub title: &'a str,
    /// The number of the file that says how long all entries are together, in bytes.
    pub length: &'a str,
    /// Most entries.
    pub limit: u64,
    /// The record that each entry begins with.
    pub entry: &'a str,
    /// The number that says how long it is up to its content, in bytes.
    pub header: &'a str,
    /// The most that this may be.
    pub header_limit: u64,
    /// The number that says how long the content is with the padding after it, in bytes.
    pub content: &'a str,
    /// The number that says how long packed content is without that, in bytes; 0 where the other counts.
    pub stored: &'a str,
    /// The number that says how long packed content was, in bytes.
    pub unpacked: &'a str,
    /// What the lengths of headers and contents are multiples of.
    pub alignment: u64,
    /// The number whose bits say how content is packed.
    pub flags: &'a str,
    /// The bits that do; the first that is set counts.
    pub packed: &'a [(u64, Packing)],
    /// The bits with which content is as it is, whatever the others say.
    pub as_stored: u64,
    /// What IDs are made of.
    pub processor: ProcessorTable<'a>,
    /// The numbers that say where the name of an entry is, from the start of the entry, and how long it is without the NUL after it.
    pub name_offset: &'a str,
    /// The second of them.
    pub name_size: &'a str,
    /// Where its options are.
    pub options: OptionsTable<'a>,
    /// Which entries are groups of images.
    pub groups: GroupTable<'a>,
    /// What is told of an entry beside its ID.
    pub attributes: AttributeTable<'a>,
    /// The byte that may be between one file and the next.
    pub padding: Option<u8>,
}

/// What the ID of an entry is made of.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct ProcessorTable<'a> {
    /// The offload kind of all entries.
    pub kind: &'a str,
    /// The target triple of all entries.
    pub triple: &'a str,
    /// What the names of processors begin with.
    pub prefix: &'a str,
    /// The number that follows.
    pub number: &'a str,
    /// The bits of the flags that add letters.
    pub letters: &'a [(u64, &'a str)],
}

/// Where the options of an entry are.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct OptionsTable<'a> {
    /// The number that says where the record is, from the start of the entry; 0 where there is none.
    pub at: &'a str,
    /// The record.
    pub record: &'a str,
    /// Its number that says where they are, from the start of the entry.
    pub offset: &'a str,
    /// Its number that says how long they are, in bytes.
    pub size: &'a str,
    /// The bits of the flags with which they are no text.
    pub no_text: u64,
}

/// Which entries are groups: several images that are packed together.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::walked))]
pub struct GroupTable<'a> {
    /// The number that says so,
    pub kind: &'a str,
    /// and what it is then.
    pub number: u64,
    /// The record that the table of images begins with, in the place of options.
    pub record: &'a str,
    /// Its number that says how many images there are.
    pub count: &'a str,
    /// Its number that says how long the table is, in bytes.
    pub size: &'a str,
    /// The record of an image; what it says as entries do has the same names there.
    pub image: &'a str,
    /// Its number that says where the image is, from the start of what is unpacked.
    pub offset: &'a str,
    /// Its number that says how long the image is, in bytes.
    pub length: &'a str,
}
