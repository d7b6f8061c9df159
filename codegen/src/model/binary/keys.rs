//! What typed layouts say beside their records: options, areas, and what the parts of containers and envelopes are called.

use offload_bundle_core::envelope::Codec;

use crate::model::layout::Docs;
use crate::reading::{Read, Reader, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    /// A number that the caller of the writer may choose.
    pub struct Opt as "an option" {
        pub id: Spanned<String>,
        /// What it is if the caller says nothing.
        pub default: Spanned<u64>,
        pub min: Option<u64>,
        pub max: Option<u64>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// What the writer keeps together.
    pub struct Area as "an area" {
        pub id: Spanned<String>,
        /// Whether it is a string table, and of which kind.
        pub strings: Option<Spanned<Strings>>,
        pub docs: Docs as flatten,
    }
}

words! {
    pub enum Strings as "a kind of string table" {
        /// A NUL, then each text once with a NUL after it, where a text may be the end of another.
        Merged = "merged",
    }
}

mapping! {
    /// How the parts of a container are called.
    pub struct ContainerKeys as "`-container`" {
        pub entries: Spanned<String>,
        pub id: ContainerId,
        /// The texts of an entry, each under a key.
        pub texts: Option<TextKeys>,
        /// The part of an entry that is its code object.
        pub content: Spanned<String>,
        /// The byte that may be between one container and the next.
        pub padding: Option<u8>,
        /// Other names by which the format can be asked for.
        pub aliases: Vec<Spanned<String>>,
    }
}

/// Where the ID of an entry comes from.
#[derive(Debug, Clone)]
pub enum ContainerId {
    /// A field of the entry holds it.
    Field(Spanned<String>),
    /// It is made of what else is said of the entry.
    Made(MadeId),
}

mapping! {
    /// What an ID is made of.
    pub struct MadeId as "`id` of `-container`" {
        /// The grammar of the ID.
        pub grammar: Spanned<String>,
        /// The number of the entry whose word is the offload kind.
        pub kind: Spanned<String>,
        /// The key of the text that is the triple.
        pub triple: Spanned<String>,
        /// The key of the text that is the processor with its features.
        pub target: Spanned<String>,
    }
}

mapping! {
    /// How the texts of an entry are called.
    pub struct TextKeys as "`texts` of `-container`" {
        /// The list of records that the entry has, or points at.
        pub list: Spanned<String>,
        /// The text of such a record that is the key.
        pub key: Spanned<String>,
        /// The text under that key.
        pub value: Spanned<String>,
    }
}

/// The name of a field, or a mapping.
impl<'a> Read<'a> for ContainerId {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match node.value {
            Value::Map(_) => Read::read(node, reader).map(Self::Made),
            _ => Spanned::read(node, reader).map(Self::Field),
        }
    }
}

mapping! {
    /// How the parts of such a format are called. What the header says of the compressed bytes follows from the `-write` of its
    /// numbers.
    pub struct EnvelopeKeys as "`-envelope`" {
        /// The number that says how the bytes are compressed.
        pub method: Option<Spanned<String>>,
        /// How they are compressed, by what they begin with, where no number says so.
        pub codecs: Vec<CodecKeys>,
        /// Whether there is a digest of what they hold.
        pub digest: Option<Spanned<NoDigest>>,
        /// What is in front of what comes out of decompression, where that is the header.
        pub front: Option<FrontKeys>,
        /// The compressed bytes: a field at the end of every version.
        pub data: Spanned<String>,
        /// The byte that may be between one such file and the next.
        pub padding: Option<u8>,
    }
}

words! {
    pub enum NoDigest as "whether there is a digest" {
        None = "none",
    }
}

mapping! {
    /// A codec, and what its streams begin with.
    pub struct CodecKeys as "a codec" {
        pub codec: Spanned<Codec>,
        /// Nothing where they begin with anything else.
        pub begins: Option<Spanned<Vec<u8>>>,
    }
}

mapping! {
    /// How the header becomes the beginning of what the file holds.
    pub struct FrontKeys as "`front` of `-envelope`" {
        /// The format of what the file holds.
        pub of: Spanned<String>,
        /// The number that says there how long all of it is.
        pub sized: Spanned<String>,
        /// The number that is 0 there.
        pub cleared: Spanned<String>,
    }
}

impl Opt {
    /// The smallest allowed number.
    pub fn least(&self) -> u64 {
        self.min.unwrap_or(0)
    }

    /// The largest allowed number.
    pub fn most(&self) -> u64 {
        self.max.unwrap_or(u64::MAX)
    }
}
