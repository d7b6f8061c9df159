//! Entries that follow the header, where each says itself how long it is: what of their records means what to who walks over them.

use offload_bundle_core::walked::Packing;

use crate::reading::{Entries, mapping, words};
use crate::spanned::Spanned;

mapping! {
    /// How entries are walked over. Such a format is only read.
    pub struct WalkKeys as "`-walk`" {
        /// The number of the file that says how long all entries are together, in bytes.
        pub length: Spanned<String>,
        /// Most entries: a work limit against hostile input.
        pub limit: Spanned<u64>,
        /// The record that each entry begins with.
        pub entry: Spanned<String>,
        /// The number of it that says how long the entry is up to its content.
        pub header: Spanned<String>,
        /// The most that this may be.
        pub header_limit: Spanned<u64>,
        /// The number that says how long the content is, with the padding after it.
        pub content: Spanned<String>,
        /// The number that says how long packed content is without it.
        pub stored: Spanned<String>,
        /// The number that says how long packed content was.
        pub unpacked: Spanned<String>,
        /// What the length of entries is a multiple of.
        pub alignment: Spanned<u64>,
        /// The numbers that are told of an entry.
        pub numbers: Vec<Spanned<String>>,
        pub id: WalkedId,
        /// The number whose bits say how content is packed.
        pub flags: Spanned<String>,
        /// The bits that do.
        pub packed: Entries<(Spanned<String>, Spanned<Packing>)>,
        /// The bits with which content is as it is, whatever the others say.
        pub as_stored: Vec<Spanned<String>>,
        pub name: WalkedName,
        pub options: WalkedOptions,
        pub groups: WalkedGroups,
        /// The byte that may be between one file and the next.
        pub padding: Option<u8>,
    }
}

mapping! {
    /// What the ID of an entry is made of.
    pub struct WalkedId as "`id` of `-walk`" {
        pub grammar: Spanned<String>,
        /// The offload kind of all entries.
        pub kind: Spanned<String>,
        /// The target triple of all entries.
        pub triple: Spanned<String>,
        /// What the name of a processor begins with.
        pub target: Spanned<String>,
        /// The number that follows.
        pub number: Spanned<String>,
        /// The bits of the flags whose words follow that.
        pub letters: Vec<Spanned<String>>,
    }
}

mapping! {
    /// Where the name of an entry is.
    pub struct WalkedName as "`name` of `-walk`" {
        pub offset: Spanned<String>,
        pub size: Spanned<String>,
    }
}

mapping! {
    /// Where the options of an entry are.
    pub struct WalkedOptions as "`options` of `-walk`" {
        /// The number that says where the record is that says so.
        pub at: Spanned<String>,
        pub record: Spanned<String>,
        pub offset: Spanned<String>,
        pub size: Spanned<String>,
        /// The bits of the flags with which they are no text.
        pub no_text: Vec<Spanned<String>>,
    }
}

mapping! {
    /// Entries whose content is several images.
    pub struct WalkedGroups as "`groups` of `-walk`" {
        /// The number of an entry that says that it is one.
        pub kind: Spanned<String>,
        /// What that is then.
        pub number: Spanned<String>,
        /// The record that begins the table of images, in the place of options.
        pub record: Spanned<String>,
        pub count: Spanned<String>,
        pub size: Spanned<String>,
        /// The record of an image.
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
    /// The records that no field has.
    pub fn records(&self) -> [&Spanned<String>; 4] {
        [&self.entry, &self.options.record, &self.groups.record, &self.groups.image]
    }
}
