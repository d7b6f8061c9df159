//! A table of contents in MessagePack at the end of a file: what of its keys means what to its reader.

use offload_bundle_core::walked::Packing;

use crate::reading::mapping;
use crate::spanned::Spanned;

mapping! {
    /// How the table of contents is read.
    pub struct TocKeys as "`-toc`" {
        /// The number of the file that says where the table begins.
        pub at: Spanned<String>,
        /// Fewest bytes for each name, entry, target and listed content: a limit on memory against hostile input.
        pub least: Spanned<u64>,
        pub version: TocVersion,
        /// Texts that mean nothing to a reader.
        pub texts: Vec<KeyDoc>,
        /// The list of targets that a loader takes the file for.
        pub targets: KeyDoc,
        /// The map of all names.
        pub rows: KeyDoc,
        pub entry: TocEntry,
        /// The text that says how contents are stored.
        pub scheme: KeyDoc,
        pub listed: TocList,
        pub frames: TocFrames,
        pub id: TocId,
    }
}

mapping! {
    /// A key of a map.
    pub struct KeyDoc as "a key of `-toc`" {
        pub key: Spanned<String>,
        /// What its value means.
        pub doc: String,
    }
}

mapping! {
    /// The version of the table.
    pub struct TocVersion as "`version` of `-toc`" {
        pub key: Spanned<String>,
        pub doc: String,
        /// What it must be.
        pub number: u64,
    }
}

mapping! {
    /// What an entry has.
    pub struct TocEntry as "`entry` of `-toc`" {
        pub kind: KeyDoc,
        pub ordinal: KeyDoc,
        pub size: KeyDoc,
    }
}

mapping! {
    /// Contents as they are, listed.
    pub struct TocList as "`listed` of `-toc`" {
        /// The word of the scheme.
        pub word: Spanned<String>,
        pub list: KeyDoc,
        pub offset: KeyDoc,
        pub size: KeyDoc,
    }
}

mapping! {
    /// Contents that are compressed one by one.
    pub struct TocFrames as "`frames` of `-toc`" {
        /// The word of the scheme.
        pub word: Spanned<String>,
        pub offset: KeyDoc,
        pub size: KeyDoc,
        /// The record before all of them, and its number that says how many there are.
        pub head: Spanned<String>,
        pub count: Spanned<String>,
        pub limit: Spanned<u64>,
        /// How each is packed.
        pub packing: Spanned<Packing>,
        /// The record before each, and its number that says how long it is.
        pub frame: Spanned<String>,
        pub length: Spanned<String>,
    }
}

mapping! {
    /// What IDs are made of, beside the target.
    pub struct TocId as "`id` of `-toc`" {
        pub grammar: Spanned<String>,
        pub kind: Spanned<String>,
        pub triple: Spanned<String>,
    }
}

impl TocKeys {
    /// The records that no field has.
    pub fn records(&self) -> [&Spanned<String>; 2] {
        [&self.frames.head, &self.frames.frame]
    }

    /// The keys of the outermost map.
    pub fn outermost(&self) -> Vec<&Spanned<String>> {
        let (list, frames) = (&self.listed, &self.frames);
        let own = [&self.version.key, &self.targets.key, &self.rows.key, &self.scheme.key];
        let stored = [&list.list.key, &frames.offset.key, &frames.size.key];
        let texts = self.texts.iter().map(|text| &text.key);
        own.into_iter().chain(stored).chain(texts).collect()
    }
}
