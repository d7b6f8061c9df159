//! An entry and where it comes from.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::StoredCode;

use super::found::{Content, FoundBundle, Scan};
use crate::error::Error;
use crate::input::{ArchiveMember, Input};
use crate::object;

/// A stored entry, and the bundle that holds it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryRef<'s> {
    /// The position of the bundle in the scan.
    pub(crate) bundle: usize,
    /// The bundle.
    pub(crate) found: &'s FoundBundle,
    /// The entry.
    pub(crate) entry: &'s StoredEntry,
}

impl<'s> EntryRef<'s> {
    /// Every entry of a scan, in file order, but for those that are set aside.
    pub(crate) fn all(scan: &'s Scan) -> impl Iterator<Item = Self> {
        scan.in_use().flat_map(|(bundle, found)| {
            let entries = found.bundle.entries.iter();
            entries.map(move |entry| Self { bundle, found, entry })
        })
    }

    /// The ID, if it is text.
    pub(crate) fn id(self) -> Option<&'s str> {
        self.entry.id.as_deref().ok()
    }

    /// What is known of its code; nothing where its ID cannot be read.
    pub(crate) fn code(self) -> Option<StoredCode<'s>> {
        self.found.code(self.entry)
    }

    /// What names of files with such content end in, where a container says what it is that may hold several kinds for one target.
    pub(crate) fn suffix(self) -> &'static str {
        let image = self.found.image(self.entry).filter(|_| !self.found.form.is_partial());
        image.map_or("", |image| image.suffix)
    }

    /// What its place counts in.
    pub(crate) fn input(self) -> &'s Arc<Input> {
        self.found.input_of(self.entry)
    }

    /// The member of an archive that it is in, or the row of a table of contents.
    pub(crate) fn member(self) -> Option<&'s Arc<ArchiveMember>> {
        self.found.archive_member()
    }

    /// Whether its bytes only stand for something else.
    pub(crate) fn is_stub(self) -> bool {
        matches!(self.found.content_of(self.entry), Content::Stub(_))
    }

    /// Where the content is: in what its place counts in, or, where it only stands for something else, in that.
    ///
    /// # Errors
    ///
    /// The content is not in the file; the object file that it stands for is damaged.
    pub(crate) fn content(self) -> Result<(Arc<Input>, Place), Error> {
        if let Content::Stub(rule) = self.found.content_of(self.entry) {
            let host = object::without_sections(self.input(), rule)?;
            let place = host.whole();
            return Ok((Arc::new(host), place));
        }
        let place = self.entry.place.clone();
        let place = place.map_err(|error| Error::Read { file: self.input().name().into(), error })?;
        let (input, place) = self.found.content(self.entry, place);
        Ok((Arc::clone(input), place))
    }
}
