//! Containers in text formats.

use alloc::string::String;
use alloc::vec::Vec;

use super::delimiters::Delimiters;
use super::read::{Entry, Reader};
use super::tables::TextFormat;
use super::write::{NewText, plan};
use super::{END_MARKER, LINE_BREAK, START, START_MARKER};
use crate::bytes::{Bytes, Place, length};
use crate::container::{Bundle, Container, Forbidden, NewEntry, PlanOptions, StoredEntry};
use crate::describe::Describer;
use crate::error::{Path, ReadError, Stop, WriteError};
use crate::plan::{Content, Plan};

/// A text format with parameters, as a container of code objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextContainer {
    /// The format.
    pub format: &'static TextFormat<'static>,
    /// The values of the format's parameters, in order.
    pub parameters: &'static [&'static [u8]],
    /// The first bytes of start markers for these parameters: the lead of
    /// [`Delimiters::start`](super::Delimiters::start).
    pub lead: &'static [u8],
}

impl TextContainer {
    fn open<'a>(&self, bytes: Bytes<'a>) -> Result<Reader<'a>, ReadError> {
        Reader::new(self.format, bytes, self.parameters)
    }
}

impl Container for TextContainer {
    fn name(&self) -> &'static str {
        self.format.name
    }

    fn title(&self) -> &'static str {
        self.format.title
    }

    fn magic_len(&self) -> u64 {
        length(self.lead)
    }

    fn delimiters(&self) -> Option<Delimiters> {
        Some(self.format.delimiters(self.parameters))
    }

    /// Text may precede the first entry. A first marker without its line break also counts, so that reading can report that.
    fn recognises(&self, head: &[u8]) -> bool {
        let without_break = self.lead.get(LINE_BREAK.len()..);
        matches!(Bytes::new(head).find(0, self.lead), Ok(Some(_)))
            || without_break.is_some_and(|without_break| head.starts_with(without_break))
    }

    fn read(&self, bytes: Bytes<'_>) -> Result<Bundle, Stop> {
        let frame = self.open(bytes)?.frame()?;
        let stored = |entry: &Entry<'_>| {
            let (id, place) = (entry.field().map(String::from), bytes.absolute_place(entry.place()));
            let path = Path::from("entries").index(entry.index);
            let marker = (START, bytes.absolute(entry.start.ofs));
            let id_offset = bytes.absolute(entry.start.field_ofs);
            StoredEntry { id_offset, ..StoredEntry::new(entry.index, id, Ok(place), path, marker) }
        };
        Ok(Bundle {
            start: bytes.origin(),
            // Markers and contents alternate, so any content is after a frame of length 0.
            frame_len: 0,
            len: frame.len,
            version: None,
            entries: frame.entries.iter().map(stored).collect(),
        })
    }

    fn find_ignored(&self, bytes: Bytes<'_>) -> Result<Vec<Place>, Stop> {
        let frame = self.open(bytes)?.frame()?;
        let places = frame.outside.into_iter().map(|place| bytes.absolute_place(place));
        Ok(places.collect())
    }

    fn describe(&self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), Stop> {
        Ok(self.open(bytes)?.describe(describer)?)
    }

    fn plan(&self, entries: &[NewEntry<'_>], _options: PlanOptions) -> Result<Plan<'static>, WriteError> {
        let contents: Vec<Content<'_>> = entries.iter().map(|entry| Content::External(entry.len)).collect();
        let entries = entries.iter().zip(&contents);
        let entries: Vec<NewText<'_>> = entries
            .map(|(entry, content)| NewText { field: entry.id, content })
            .collect();
        plan(self.format, self.parameters, &entries).map(Plan::into_owned)
    }

    fn forbidden(&self) -> Vec<Forbidden> {
        let delimiters = self.format.delimiters(self.parameters);
        Vec::from([
            Forbidden { bytes: delimiters.start.lead, what: START_MARKER },
            Forbidden { bytes: delimiters.end.lead, what: END_MARKER },
        ])
    }

    fn aligns(&self) -> bool {
        false
    }

    fn padding(&self) -> Option<u8> {
        None
    }
}
