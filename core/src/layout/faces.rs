//! What of a layout operations want to know: which fields are entries, contents and IDs, or say what is compressed and how.

use crate::attributes::AttributeTable;
use crate::bytes::Width;
use crate::envelope::Sign;

/// What a format's fields are to a container.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct ContainerTable<'a> {
    /// The format's name in the schema.
    pub name: &'a str,
    /// The format's title for people.
    pub title: &'a str,
    /// Other names by which the format can be asked for.
    pub aliases: &'a [&'a str],
    /// The field of the outermost record that holds one record for each version; none where there are no versions.
    pub switch: Option<&'a str>,
    /// The versions, in ascending order.
    pub versions: &'a [u64],
    /// The version that is written unless another is asked for; none where there are no versions.
    pub default_version: Option<u64>,
    /// The list of entries: of the record of each version, or of the outermost record.
    pub entries: &'a str,
    /// The part of an entry that is its code object.
    pub content: &'a str,
    /// Where the ID of an entry comes from.
    pub id: ContainerId<'a>,
    /// The option that is the alignment of code objects.
    pub alignment: Option<&'a str>,
    /// The byte that may be between containers.
    pub padding: Option<u8>,
}

/// Where the ID of an entry comes from.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub enum ContainerId<'a> {
    /// The field of the entry that holds it.
    Field(&'a str),
    /// It is made of these attributes.
    Made(AttributeTable<'a>, TextTable<'a>),
}

/// Where an entry has its texts under keys.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct TextTable<'a> {
    /// The list of them.
    pub list: &'a str,
    /// In each of its records, the text that is the key,
    pub key: &'a str,
    /// and the text under it.
    pub value: &'a str,
}

/// What a format's fields are to an envelope.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct EnvelopeTable<'a> {
    /// The format's name in the schema.
    pub name: &'a str,
    /// The format's title for people.
    pub title: &'a str,
    /// The number of the outermost record that gives the method; none where the compressed bytes tell it themselves.
    pub method: Option<&'a str>,
    /// The methods with their numbers, for errors.
    pub known_methods: &'a str,
    /// What the compressed bytes of each method begin with, where they tell it themselves.
    pub begins: &'a [&'a [u8]],
    /// The field that holds the compressed bytes.
    pub data: &'a str,
    /// The field of the outermost record that holds one record for each version; none where there are no versions.
    pub switch: Option<&'a str>,
    /// The versions in ascending order.
    pub numbers: &'a [u64],
    /// What each of them declares, in the same order; what the format does where there are none.
    pub versions: &'a [EnvelopeVersion<'a>],
    /// The version that is written unless another is asked for; none where there are no versions.
    pub default_version: Option<u64>,
    /// Set where the header is the beginning of what the file holds.
    pub front: Option<Front<'a>>,
    /// The byte that may be between such files.
    pub padding: Option<u8>,
}

/// What the header of a version declares: paths of fields.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct EnvelopeVersion<'a> {
    /// The compressed bytes.
    pub data: &'a [&'a str],
    /// The number that says where they end.
    pub len: Option<&'a [&'a str]>,
    /// The number of bytes that they hold.
    pub decompressed_len: &'a [&'a str],
    /// The first bytes of the digest of these.
    pub digest: Option<&'a [&'a str]>,
}

/// A header that is the beginning of what the file holds.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct Front<'a> {
    /// The format of what it holds.
    pub of: &'a str,
    /// How long the header is, in bytes.
    pub len: u64,
    /// The number that says there how long all of it is.
    pub sized: KeptNumber<'a>,
    /// The number that is 0 there.
    pub cleared: KeptNumber<'a>,
    /// The numbers that the writer takes from there.
    pub kept: &'a [KeptNumber<'a>],
    /// The numbers that tell the format from that of what it holds.
    pub signs: &'a [Sign],
}

/// A number that is always at the same place.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::layout))]
pub struct KeptNumber<'a> {
    /// Its name in the schema.
    pub field: &'a str,
    /// First byte, from the start of the file.
    pub at: u64,
    /// How wide it is.
    pub width: Width,
}
