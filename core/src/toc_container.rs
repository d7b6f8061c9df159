//! Containers with a table of contents.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::bytes::{Bytes, Place, length};
use crate::container::{Bundle, Container, NewEntry, PlanOptions};
use crate::describe::Describer;
use crate::error::{Stop, WriteError};
use crate::plan::Plan;
use crate::toc::{Toc, TocReader};

/// A format with a table of contents.
#[derive(Debug, Clone, Copy)]
pub struct TocContainer(pub TocReader);

impl TocContainer {
    fn toc(&self, bytes: Bytes<'_>) -> Result<Toc, Stop> {
        let mut view = |place: Place| Ok::<_, Stop>(Cow::Borrowed(bytes.take(place.ofs, place.len)?));
        self.0.read(bytes.origin(), bytes.len(), &mut view)
    }
}

impl Container for TocContainer {
    fn name(&self) -> &'static str {
        self.0.table.name
    }

    fn title(&self) -> &'static str {
        self.0.table.title
    }

    fn magic(&self) -> Option<&'static [u8]> {
        self.0.tree.magic()
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let toc = self.toc(bytes)?;
        let mut entries = Vec::new();
        for row in toc.rows() {
            let before = u64::try_from(entries.len()).unwrap_or(u64::MAX);
            entries.extend(row.bundle.entries.into_iter().map(|mut entry| {
                entry.index = entry.index.saturating_add(before);
                entry
            }));
        }
        let (start, len, frame_len) = (toc.start, bytes.len(), length(toc.header()));
        match toc.error {
            Some(error) => Err(error.into()),
            None => Ok(Bundle { start, frame_len, len, version: None, entries }),
        }
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        let toc = self.toc(bytes)?;
        toc.describe(describer);
        toc.error.map_or(Ok(()), |error| Err(error.into()))
    }

    fn plan(&self, _entries: &[NewEntry<'_>], _options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        Err(WriteError::read_only(self.0.table.title))
    }

    fn toc(&self) -> Option<&TocReader> {
        Some(&self.0)
    }

    fn aligns(&self) -> bool {
        false
    }

    fn padding(&self) -> Option<u8> {
        None
    }
}
