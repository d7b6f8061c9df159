//! The keys of `-walk`.

use offload_bundle_core::walked::Packing;

use crate::reading::{Rows, mapping, words};
use crate::spanned::Spanned;

mapping! {
    pub struct WalkKeys as "`-walk`" {
        /// The field with the total length of all entries, in bytes.
        pub length: Spanned<String>,
        /// A work limit against hostile input.
        pub limit: Spanned<u64>,
        pub entry: Spanned<String>,
        /// The field with the length of an entry up to its content.
        pub header: Spanned<String>,
        pub header_limit: Spanned<u64>,
        /// The field with the length of the content and its padding.
        pub content: Spanned<String>,
        /// The field with the length of packed content without padding.
        pub stored: Spanned<String>,
        /// The field with the unpacked length.
        pub unpacked: Spanned<String>,
        pub alignment: Spanned<u64>,
        /// The fields that become attributes.
        pub numbers: Vec<Spanned<String>>,
        pub id: WalkedId,
        /// The field with the packing flags.
        pub flags: Spanned<String>,
        pub packed: Vec<(Spanned<String>, Spanned<Packing>)> as (Rows),
        /// The flags for content that is not packed, regardless of the packing flags.
        pub as_stored: Vec<Spanned<String>>,
        pub name: WalkedName,
        pub options: WalkedOptions,
        pub groups: WalkedGroups,
        pub padding: Option<u8>,
    }
}

mapping! {
    pub struct WalkedId as "`id` of `-walk`" {
        pub grammar: Spanned<String>,
        pub kind: Spanned<String>,
        pub triple: Spanned<String>,
        /// The prefix of processor names.
        pub target: Spanned<String>,
        pub number: Spanned<String>,
        pub letters: Vec<Spanned<String>>,
    }
}

mapping! {
    pub struct WalkedName as "`name` of `-walk`" {
        pub offset: Spanned<String>,
        pub size: Spanned<String>,
    }
}

mapping! {
    pub struct WalkedOptions as "`options` of `-walk`" {
        /// The field with the offset of the options record.
        pub at: Spanned<String>,
        pub record: Spanned<String>,
        pub offset: Spanned<String>,
        pub size: Spanned<String>,
        /// The flags for options that are not text.
        pub no_text: Vec<Spanned<String>>,
    }
}

mapping! {
    /// Entries that are groups of images.
    pub struct WalkedGroups as "`groups` of `-walk`" {
        /// The field that marks a group.
        pub kind: Spanned<String>,
        pub number: Spanned<String>,
        /// The record at the start of the image table, which replaces the options.
        pub record: Spanned<String>,
        pub count: Spanned<String>,
        pub size: Spanned<String>,
        pub image: Spanned<String>,
        pub offset: Spanned<String>,
        pub length: Spanned<String>,
    }
}

words! {
    for Packing as "a way of packing that the runtime knows" {
        "lz4-block" => Packing::Lz4Block,
        "zstd" => Packing::Zstd,
    }
}

impl WalkKeys {
    /// The records without a field.
    pub fn records(&self) -> [&Spanned<String>; 4] {
        [&self.entry, &self.options.record, &self.groups.record, &self.groups.image]
    }
}
