//! A zero-copy reader of bundles in text formats.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::delimiters::{Delimiter, Delimiters};
use super::tables::TextFormat;
use super::{END, END_MARKER, LINE_BREAK, START, START_MARKER};
use crate::bytes::{Bytes, Place, Search, length};
use crate::error::{Problem, ReadError};

/// A bundle of a text format.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: Bytes<'a>,
    format: &'static TextFormat<'static>,
    delimiters: Delimiters,
    starts: Search,
    ends: Search,
}

/// A marker in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line<'a> {
    /// The offset of the first byte, in bytes from the start of the bundle.
    pub ofs: u64,
    /// The offset of the field.
    pub field_ofs: u64,
    /// The field.
    pub field: &'a [u8],
    /// The offset after the marker.
    pub end: u64,
}

/// An entry.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    bytes: Bytes<'a>,
    format: &'static TextFormat<'static>,
    field: Result<&'a str, &'static str>,
    /// The index in the bundle, from 0.
    pub index: u64,
    /// The start marker.
    pub start: Line<'a>,
    /// The end marker.
    pub end: Line<'a>,
}

/// The structure of a bundle.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// The entries in file order.
    pub entries: Vec<Entry<'a>>,
    /// The nonempty places outside of entries, which readers ignore, in bytes from the start of the bundle.
    pub outside: Vec<Place>,
    /// The length of the bundle in bytes, up to the next bundle or the end of the input.
    pub len: u64,
}

impl<'a> Reader<'a> {
    /// Creates a reader and finds the first entry. `parameters` are the values of the format's parameters, in order.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::Missing`] if there are no entries, and an error if the bytes before the first entry are not
    /// valid.
    pub fn new(
        format: &'static TextFormat<'static>,
        bytes: Bytes<'a>,
        parameters: &[&[u8]],
    ) -> Result<Self, ReadError> {
        let delimiters = format.delimiters(parameters);
        let search = |delimiter: &Delimiter| Search::new(&delimiter.lead, bytes.window());
        let (starts, ends) = (search(&delimiters.start), search(&delimiters.end));
        let reader = Self { bytes, format, delimiters, starts, ends };
        if reader.next_start(0, 0)?.is_some() {
            return Ok(reader);
        }
        let lead = reader.delimiters.start.lead.escape_ascii();
        let expected = format!("{START_MARKER} (\"{lead}\")");
        Err(bytes.error(0, Problem::Missing { expected }))
    }

    /// Returns the entries in file order.
    pub fn entries(&self) -> Entries<'a, '_> {
        Entries { reader: self, cursor: 0, index: 0, first: None, end: None }
    }

    /// Reads to the end of the bundle.
    ///
    /// # Errors
    ///
    /// Returns the error of the first entry that is not valid.
    pub fn frame(&self) -> Result<Frame<'a>, ReadError> {
        let mut entries = self.entries();
        let mut frame = Frame { entries: Vec::new(), outside: Vec::new(), len: 0 };
        let mut passed = 0;
        for entry in entries.by_ref() {
            let entry = entry?;
            frame.outside.extend(between(passed, entry.start.ofs));
            passed = entry.end.end;
            frame.entries.push(entry);
        }
        frame.len = entries.end.unwrap_or(self.bytes.len());
        frame.outside.extend(between(passed, frame.len));
        Ok(frame)
    }

    /// Returns the format.
    pub fn format(&self) -> &'static TextFormat<'static> {
        self.format
    }

    /// Returns the delimiters.
    pub fn delimiters(&self) -> &Delimiters {
        &self.delimiters
    }

    /// Returns the bytes of the input.
    pub fn bytes(&self) -> Bytes<'a> {
        self.bytes
    }

    /// Also reports misplaced markers that a reader would otherwise miss.
    fn next_start(&self, from: u64, index: u64) -> Result<Option<Line<'a>>, ReadError> {
        let Delimiters { start, end } = &self.delimiters;
        let at_entry = |error: ReadError| error.at_index(index).in_field("entries");
        for (delimiter, words) in [(start, START_MARKER), (end, END_MARKER)] {
            if self.bytes.stands(from, delimiter.without_break())? {
                let line_break = LINE_BREAK.escape_default();
                let problem = Problem::Unexpected {
                    expected: format!("\"{line_break}\" before {words}"),
                    found: format!("{words} without it, so that no reader would see the entry"),
                };
                return Err(at_entry(self.bytes.error(from, problem)));
            }
        }
        let found = self.bytes.find_next(from, &self.starts)?;
        let before = self.bytes.cut(found.unwrap_or(self.bytes.len()));
        if let Some(stray) = before.find_next(from, &self.ends)? {
            let problem = Problem::Unexpected {
                expected: String::from(START_MARKER),
                found: format!("{END_MARKER} without a start"),
            };
            return Err(at_entry(self.bytes.error(stray, problem)));
        }
        let Some(ofs) = found else { return Ok(None) };
        let line = self.line(ofs, start)?;
        let line = line.ok_or_else(|| at_entry(self.bytes.error(ofs, missing_break()).in_field(START)))?;
        Ok(Some(line))
    }

    fn entry(&self, index: u64, start: Line<'a>) -> Result<Entry<'a>, ReadError> {
        let at_end = |ofs, problem| {
            let error = self.bytes.error(ofs, problem).in_field(END);
            error.at_index(index).in_field("entries")
        };
        let owner = || format!("{END_MARKER} of the entry \"{}\"", start.field.escape_ascii());
        let Some(ofs) = self.bytes.find_next(start.end, &self.ends)? else {
            return Err(at_end(start.ofs, Problem::Missing { expected: owner() }));
        };
        if let Some(nested) = self.bytes.cut(ofs).find_next(start.end, &self.starts)? {
            let found = format!("{START_MARKER} of another entry");
            return Err(at_end(nested, Problem::Unexpected { expected: owner(), found }));
        }
        let end = match self.line(ofs, &self.delimiters.end)? {
            Some(line) => line,
            None => self.last_line(ofs)?,
        };
        if end.field != start.field {
            let found = format!("{END_MARKER} of the entry \"{}\"", end.field.escape_ascii());
            return Err(at_end(ofs, Problem::Unexpected { expected: owner(), found }));
        }
        let field = self.format.field_text(start.field);
        Ok(Entry { bytes: self.bytes, format: self.format, field, index, start, end })
    }

    fn line(&self, ofs: u64, delimiter: &Delimiter) -> Result<Option<Line<'a>>, ReadError> {
        let field_ofs = ofs.saturating_add(length(&delimiter.lead));
        let Some(field_end) = self.bytes.find(field_ofs, LINE_BREAK.as_bytes())? else {
            return Ok(None);
        };
        let field = self.bytes.take(field_ofs, field_end.saturating_sub(field_ofs))?;
        let end = field_end.saturating_add(length(LINE_BREAK.as_bytes()));
        Ok(Some(Line { ofs, field_ofs, field, end }))
    }

    fn last_line(&self, ofs: u64) -> Result<Line<'a>, ReadError> {
        let field_ofs = ofs.saturating_add(length(&self.delimiters.end.lead));
        let end = self.bytes.len();
        let field = self.bytes.take(field_ofs, end.saturating_sub(field_ofs))?;
        Ok(Line { ofs, field_ofs, field, end })
    }
}

fn missing_break() -> Problem {
    let expected = format!("\"{}\" at the end of the marker", LINE_BREAK.escape_default());
    Problem::Missing { expected }
}

fn between(from: u64, to: u64) -> Option<Place> {
    let len = to.saturating_sub(from);
    (len > 0).then_some(Place { ofs: from, len })
}

impl<'a> Entry<'a> {
    /// Returns the field.
    ///
    /// # Errors
    ///
    /// Returns [`Problem::BadText`] if the field is not valid.
    pub fn field(&self) -> Result<&'a str, ReadError> {
        self.field.map_err(|why| {
            let error = self.bytes.error(self.start.field_ofs, Problem::BadText { why });
            let error = error.in_field(self.format.field.name).in_field(START);
            error.at_index(self.index).in_field("entries")
        })
    }

    /// Returns the place of the content, in bytes from the start of the bundle.
    pub fn place(&self) -> Place {
        Place { ofs: self.start.end, len: self.end.ofs.saturating_sub(self.start.end) }
    }

    /// Returns the content.
    ///
    /// # Errors
    ///
    /// Never fails for an entry from a [`Reader`].
    pub fn content(&self) -> Result<&'a [u8], ReadError> {
        let place = self.place();
        self.bytes.take(place.ofs, place.len)
    }
}

/// The entries of a bundle in file order. Iteration ends after an error.
#[derive(Debug, Clone)]
pub struct Entries<'a, 'r> {
    reader: &'r Reader<'a>,
    cursor: u64,
    index: u64,
    first: Option<&'a [u8]>,
    end: Option<u64>,
}

impl<'a> Entries<'a, '_> {
    fn step(&mut self) -> Result<Option<Entry<'a>>, ReadError> {
        let Some(start) = self.reader.next_start(self.cursor, self.index)? else {
            self.end = Some(self.reader.bytes.len());
            return Ok(None);
        };
        if self.first == Some(start.field) {
            // The next bundle begins here.
            self.end = Some(start.ofs);
            return Ok(None);
        }
        self.first = self.first.or(Some(start.field));
        let entry = self.reader.entry(self.index, start)?;
        self.cursor = entry.end.end;
        self.index = self.index.saturating_add(1);
        Ok(Some(entry))
    }
}

impl<'a> Iterator for Entries<'a, '_> {
    type Item = Result<Entry<'a>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.end.is_some() {
            return None;
        }
        let step = self.step();
        if step.is_err() {
            self.end = Some(self.cursor);
        }
        step.transpose()
    }
}
