//! Tables of the fields with a meaning to containers and envelopes.

use crate::attributes::AttributeTable;
use crate::bytes::Width;
use crate::envelope::Sign;

/// The fields with a meaning to containers.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct ContainerTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// Other names for requests.
    pub aliases: &'a [&'a str],
    /// The root field with a record per version, or `None` if the format is unversioned.
    pub switch: Option<&'a str>,
    /// The versions, in ascending order.
    pub versions: &'a [u64],
    /// The default version for writing, or `None` if the format is unversioned.
    pub default_version: Option<u64>,
    /// The name of the list of entries, in each version's record or in the root.
    pub entries: &'a str,
    /// The part of an entry with its code object.
    pub content: &'a str,
    /// The source of the entry ID.
    pub id: ContainerId<'a>,
    /// The option with the alignment of code objects.
    pub alignment: Option<&'a str>,
    /// The padding byte that may fill the space between containers.
    pub padding: Option<u8>,
}

/// The source of the entry ID.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub enum ContainerId<'a> {
    /// The field with the ID.
    Field(&'a str),
    /// The attributes that make up the ID.
    Made(AttributeTable<'a>, TextTable<'a>),
}

/// The texts under keys of an entry.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct TextTable<'a> {
    /// The list of texts.
    pub list: &'a str,
    /// The field with the key, in a record of the list.
    pub key: &'a str,
    /// The field with the text, in a record of the list.
    pub value: &'a str,
}

/// The fields with a meaning to envelopes.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct EnvelopeTable<'a> {
    /// The name of the format in the schema.
    pub name: &'a str,
    /// The title shown to users.
    pub title: &'a str,
    /// The root field with the method, or `None` if the compressed bytes determine it.
    pub method: Option<&'a str>,
    /// The methods with their numbers, for errors.
    pub known_methods: &'a str,
    /// The first bytes of compressed data per method, if they determine the method.
    pub begins: &'a [&'a [u8]],
    /// The field with the compressed bytes.
    pub data: &'a str,
    /// The root field with a record per version, or `None` if the format is unversioned.
    pub switch: Option<&'a str>,
    /// The versions in ascending order.
    pub numbers: &'a [u64],
    /// The declarations of each version, in the same order; a single item for an unversioned format.
    pub versions: &'a [EnvelopeVersion<'a>],
    /// The default version for writing, or `None` if the format is unversioned.
    pub default_version: Option<u64>,
    /// The front, if the header is also the start of the decompressed bytes.
    pub front: Option<Front<'a>>,
    /// The padding byte that may fill the space between files.
    pub padding: Option<u8>,
}

/// The declarations of a header version, as field paths.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct EnvelopeVersion<'a> {
    /// The compressed bytes.
    pub data: &'a [&'a str],
    /// The number with the end of the compressed bytes.
    pub len: Option<&'a [&'a str]>,
    /// The length of the decompressed bytes.
    pub decompressed_len: &'a [&'a str],
    /// The first bytes of the digest of the decompressed bytes.
    pub digest: Option<&'a [&'a str]>,
}

/// A header that is also the start of the decompressed bytes.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::faces))]
pub struct Front<'a> {
    /// The format of the decompressed bytes.
    pub of: &'a str,
    /// The length of the header in bytes.
    pub len: u64,
    /// The field of the decompressed bytes with their length.
    pub sized: KeptNumber<'a>,
    /// The field that is 0 in the decompressed bytes.
    pub cleared: KeptNumber<'a>,
    /// The fields that the writer copies from the decompressed bytes.
    pub kept: &'a [KeptNumber<'a>],
    /// The fields that distinguish the format from the format of the decompressed bytes.
    pub signs: &'a [Sign],
}

/// A number at a fixed offset.
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
