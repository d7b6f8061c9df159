//! An entry and where it comes from.

use std::sync::Arc;

use offload_bundle_core::bytes::Place;
use offload_bundle_core::container::StoredEntry;
use offload_bundle_core::ids::StoredCode;

use super::found::{Content, FoundBundle, Scan};
use crate::error::Error;
use crate::input::{ArchiveMember, Input};
use crate::object;

/// A stored entry, the bundle it is in, and what its place counts in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryRef<'s> {
    /// The bundle, by its position in the scan.
    pub(crate) bundle: usize,
    /// The entry.
    pub(crate) entry: &'s StoredEntry,
    /// What is known of its code; nothing where its ID cannot be read.
    pub(crate) code: Option<StoredCode<'s>>,
    /// What names of files with such content end in, where a container says what it is that may hold several kinds for one target.
    pub(crate) suffix: &'static str,
    /// What its place counts in.
    pub(crate) input: &'s Arc<Input>,
    /// The member of an archive that it is in, or the row of a table of contents.
    pub(crate) member: Option<&'s Arc<ArchiveMember>>,
    /// Where its content is.
    pub(crate) content_at: &'s Content,
}

impl<'s> EntryRef<'s> {
    /// Every entry of a scan, in file order, but for those that are set aside.
    pub(crate) fn all(scan: &'s Scan) -> impl Iterator<Item = Self> {
        scan.in_use().flat_map(|(bundle, found)| {
            let entries = found.bundle.entries.iter();
            entries.map(move |entry| Self::new(bundle, found, entry))
        })
    }

    /// The entry `entry` of `found`, the bundle number `bundle`.
    pub(crate) fn new(bundle: usize, found: &'s FoundBundle, entry: &'s StoredEntry) -> Self {
        Self {
            bundle,
            entry,
            code: found.code(entry),
            suffix: found
                .image(entry)
                .filter(|_| !found.form.is_partial())
                .map_or("", |image| image.suffix),
            input: found.input_of(entry),
            member: found.archive_member(),
            content_at: found.content_of(entry),
        }
    }

    /// Whether its bytes only stand for something else.
    pub(crate) fn is_stub(self) -> bool {
        matches!(self.content_at, Content::Stub(_))
    }

    /// Where the content is: in what its place counts in, or, where it only stands for something else, in that.
    ///
    /// # Errors
    ///
    /// The content is not in the file; the object file that it stands for is damaged.
    pub(crate) fn content(self) -> Result<(Arc<Input>, Place), Error> {
        if let Content::Stub(rule) = self.content_at {
            let host = object::without_sections(self.input, rule)?;
            let place = host.whole();
            return Ok((Arc::new(host), place));
        }
        let place = self.entry.place.clone();
        let place = place.map_err(|error| Error::Read { file: self.input.name().into(), error })?;
        Ok(match self.content_at {
            Content::Packed { input, place, .. } => (Arc::clone(input), *place),
            _ => (Arc::clone(self.input), place),
        })
    }
}
