//! What the fields of a layout mean to a container or envelope: which are entries, contents and IDs, or describe the compressed bytes.

use crate::attributes::AttributeTable;
use crate::bytes::Width;
use crate::envelope::Sign;

/// What the fields of a format mean to a container.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct ContainerTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title of the format, for people.
    pub title: &'a str,
    /// Other names by which the format can be requested.
    pub aliases: &'a [&'a str],
    /// The field of the outermost record with one record for each version, or `None` if there are no versions.
    pub switch: Option<&'a str>,
    /// The versions, in ascending order.
    pub versions: &'a [u64],
    /// The version that is written by default, or `None` if there are no versions.
    pub default_version: Option<u64>,
    /// The list of entries, in the record of each version or in the outermost record.
    pub entries: &'a str,
    /// The part of an entry that is its code object.
    pub content: &'a str,
    /// The source of the ID of an entry.
    pub id: ContainerId<'a>,
    /// The option with the alignment of code objects.
    pub alignment: Option<&'a str>,
    /// The byte that may pad the space between containers.
    pub padding: Option<u8>,
}

/// The source of the ID of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub enum ContainerId<'a> {
    /// The field of the entry that holds the ID.
    Field(&'a str),
    /// The ID is made from these attributes.
    Made(AttributeTable<'a>, TextTable<'a>),
}

/// The place of the texts under keys of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct TextTable<'a> {
    /// The list of the texts.
    pub list: &'a str,
    /// The field of each record of the list with the key.
    pub key: &'a str,
    /// The field with the text under the key.
    pub value: &'a str,
}

/// What the fields of a format mean to an envelope.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct EnvelopeTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title of the format, for people.
    pub title: &'a str,
    /// The number of the outermost record with the method, or `None` if the compressed bytes tell it.
    pub method: Option<&'a str>,
    /// The methods with their numbers, for errors.
    pub known_methods: &'a str,
    /// The first bytes of compressed data by method, if these tell the method.
    pub begins: &'a [&'a [u8]],
    /// The field that holds the compressed bytes.
    pub data: &'a str,
    /// The field of the outermost record with one record for each version, or `None` if there are no versions.
    pub switch: Option<&'a str>,
    /// The versions in ascending order.
    pub numbers: &'a [u64],
    /// The declarations of each version, in the same order; those of the format if there are no versions.
    pub versions: &'a [EnvelopeVersion<'a>],
    /// The version that is written by default, or `None` if there are no versions.
    pub default_version: Option<u64>,
    /// The front, if the header is the beginning of the decompressed bytes.
    pub front: Option<Front<'a>>,
    /// The byte that may pad the space between such files.
    pub padding: Option<u8>,
}

/// The declarations of the header of a version, as paths of fields.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct EnvelopeVersion<'a> {
    /// The compressed bytes.
    pub data: &'a [&'a str],
    /// The number with the end of the compressed bytes.
    pub len: Option<&'a [&'a str]>,
    /// The number of decompressed bytes.
    pub decompressed_len: &'a [&'a str],
    /// The first bytes of their digest.
    pub digest: Option<&'a [&'a str]>,
}

/// A header that is the beginning of the decompressed bytes.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct Front<'a> {
    /// The format of the decompressed bytes.
    pub of: &'a str,
    /// The length of the header in bytes.
    pub len: u64,
    /// The number in the decompressed bytes with their total length.
    pub sized: KeptNumber<'a>,
    /// The number that is 0 in the decompressed bytes.
    pub cleared: KeptNumber<'a>,
    /// The numbers that the writer copies from the decompressed bytes.
    pub kept: &'a [KeptNumber<'a>],
    /// The numbers that distinguish the format from that of the decompressed bytes.
    pub signs: &'a [Sign],
}

/// A number at a fixed place.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct KeptNumber<'a> {
    /// The name in the schema.
    pub field: &'a str,
    /// The offset of the number, in bytes from the start of the file.
    pub at: u64,
    /// The width of the number.
    pub width: Width,
}
