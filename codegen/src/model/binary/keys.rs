//! Keys of typed layouts outside of records: options, areas, containers and envelopes.

use offload_bundle_core::envelope::Codec;

use super::Docs;
use crate::reading::{Read, Reader, mapping, words};
use crate::spanned::Spanned;
use crate::yaml::{Node, Value};

mapping! {
    /// A number that the caller of the writer may choose.
    pub struct Opt as "an option" {
        pub id: Spanned<String>,
        pub default: Spanned<u64>,
        pub min: Option<u64>,
        pub max: Option<u64>,
        pub docs: Docs as flatten,
    }
}

mapping! {
    /// A group of parts.
    pub struct Area as "an area" {
        pub id: Spanned<String>,
        pub strings: Option<Spanned<Strings>>,
        pub docs: Docs as flatten,
    }
}

words! {
    pub enum Strings as "a kind of string table" {
        /// A NUL, then each text once with a NUL, with shared tails.
        Merged = "merged",
    }
}

mapping! {
    pub struct ContainerKeys as "`-container`" {
        pub entries: Spanned<String>,
        pub id: ContainerId,
        pub texts: Option<TextKeys>,
        pub content: Spanned<String>,
        /// The padding byte between containers.
        pub padding: Option<u8>,
        pub aliases: Vec<Spanned<String>>,
    }
}

#[derive(Debug, Clone)]
pub enum ContainerId {
    Field(Spanned<String>),
    Made(MadeId),
}

mapping! {
    pub struct MadeId as "`id` of `-container`" {
        pub grammar: Spanned<String>,
        /// The number field with the offload kind.
        pub kind: Spanned<String>,
        /// The key of the target triple.
        pub triple: Spanned<String>,
        /// The key of the target ID.
        pub target: Spanned<String>,
    }
}

mapping! {
    pub struct TextKeys as "`texts` of `-container`" {
        /// The list of text records, in the entry or elsewhere.
        pub list: Spanned<String>,
        pub key: Spanned<String>,
        pub value: Spanned<String>,
    }
}

impl<'a> Read<'a> for ContainerId {
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self> {
        match node.value {
            Value::Map(_) => Read::read(node, reader).map(Self::Made),
            _ => Spanned::read(node, reader).map(Self::Field),
        }
    }
}

mapping! {
    /// The parts of a compressed format. The `-write` keys of its numbers define the other facts.
    pub struct EnvelopeKeys as "`-envelope`" {
        /// The number field with the compression method.
        pub method: Option<Spanned<String>>,
        /// The codecs with their first bytes, if no number has the method.
        pub codecs: Vec<CodecKeys>,
        /// Whether the header has a digest.
        pub digest: Option<Spanned<NoDigest>>,
        /// The header, if it is also the start of the decompressed bytes.
        pub front: Option<FrontKeys>,
        /// The compressed bytes: the last field of every version.
        pub data: Spanned<String>,
        /// The padding byte between files.
        pub padding: Option<u8>,
    }
}

words! {
    pub enum NoDigest as "whether there is a digest" {
        None = "none",
    }
}

mapping! {
    pub struct CodecKeys as "a codec" {
        pub codec: Spanned<Codec>,
        /// `None` for any first bytes.
        pub begins: Option<Spanned<Vec<u8>>>,
    }
}

mapping! {
    /// A header that is also the start of the decompressed bytes.
    pub struct FrontKeys as "`front` of `-envelope`" {
        pub of: Spanned<String>,
        /// The field with the decompressed length.
        pub sized: Spanned<String>,
        /// The field that is 0 in the decompressed bytes.
        pub cleared: Spanned<String>,
    }
}

impl Opt {
    pub fn least(&self) -> u64 {
        self.min.unwrap_or(0)
    }

    pub fn most(&self) -> u64 {
        self.max.unwrap_or(u64::MAX)
    }
}
