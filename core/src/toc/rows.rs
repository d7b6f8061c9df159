//! What a table of contents holds: rows under names, each with an entry for every target.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::fields::Fields;
use super::paths::{entry_path, row_path};
use super::reader::TocReader;
use super::stored::{Ignored, Places, Row};
use crate::bytes::Place;
use crate::error::{Path, Problem, ReadError};
use crate::stored::{Bundle, StoredEntry};

/// A file with a table of contents, read as far as it can be.
#[derive(Debug)]
pub struct Toc {
    pub(super) reader: TocReader,
    /// First byte, from the start of the input.
    pub start: u64,
    /// The bytes of its header.
    pub(super) header: Vec<u8>,
    pub(super) fields: Fields,
    /// Where contents are, by their numbers.
    pub(super) places: Places,
    /// Where the table is, from the start of the input.
    pub table: Place,
    /// Why it cannot be read. Nothing is known of the contents then.
    pub error: Option<ReadError>,
    /// What else is wrong.
    pub faults: Vec<ReadError>,
    /// Bytes that belong to nothing.
    pub ignored: Vec<Ignored>,
}

/// A row: an entry for each target.
#[derive(Debug)]
pub struct TocRow {
    /// Its name, which need not be text.
    pub name: Vec<u8>,
    /// Its part of the table as the frame, and its entries. The place of what is compressed is that of the compressed bytes.
    pub bundle: Bundle,
    /// How long the contents of the entries were before they were compressed, in bytes; nothing where they are as they are. With each length
    /// where it is, and where that of the compressed bytes is.
    pub packed: Vec<Option<TocPacked>>,
    /// The lengths that the table gives contents which are as they are and have another, by the position of the entry.
    pub other_sizes: Vec<(u64, ReadError)>,
    /// Entries that are for a target which the file is not said to be for: their positions, and these targets.
    pub unannounced: BTreeMap<u64, String>,
}

/// What the table has of compressed content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TocPacked {
    /// How long it was, in bytes.
    pub unpacked_len: u64,
    /// First byte of that number, from the start of the input.
    pub unpacked_at: u64,
    /// First byte of the number that says how long it is, from the start of the input.
    pub stored_at: u64,
}

impl Toc {
    /// The key of the list of targets that the file is said to be for.
    pub fn targets_key(&self) -> &'static str {
        self.reader.table.targets.key
    }

    /// The targets that the file is said to be for, as they are stored.
    pub fn targets(&self) -> impl Iterator<Item = &[u8]> {
        let targets = self.fields.targets.iter().flatten();
        targets.map(|target| target.value.as_slice())
    }

    /// How many rows there are.
    pub fn row_count(&self) -> usize {
        self.fields.rows.as_ref().map_or(0, Vec::len)
    }

    /// Whether there is a list of these. Loaders take the file for none where there is not.
    pub fn has_targets(&self) -> bool {
        self.fields.targets.is_some()
    }

    /// The rows, in their order.
    pub fn rows(&self) -> impl Iterator<Item = TocRow> {
        self.rows_named(|_| true)
    }

    /// Those of them whose names are wanted.
    pub fn rows_named(&self, is_wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = TocRow> {
        let told: Option<BTreeSet<&[u8]>> = self.has_targets().then(|| self.targets().collect());
        let rows = self.fields.rows.iter().flatten().enumerate();
        let rows = rows.filter(move |(_, row)| is_wanted(&row.name.value));
        rows.map(move |(number, row)| self.row(number, row, told.as_ref()))
    }

    /// Its header, as far as it is there.
    pub(crate) fn header(&self) -> &[u8] {
        &self.header
    }

    fn row(&self, number: usize, row: &Row, told: Option<&BTreeSet<&[u8]>>) -> TocRow {
        let bundle = Bundle {
            start: row.name.at,
            frame_len: row.len,
            len: row.len,
            version: None,
            entries: Vec::with_capacity(row.entries.len()),
        };
        let mut made = TocRow {
            name: row.name.value.clone(),
            bundle,
            packed: Vec::new(),
            other_sizes: Vec::new(),
            unannounced: BTreeMap::new(),
        };
        for (position, entry) in row.entries.iter().enumerate() {
            let index = u64::try_from(position).unwrap_or(u64::MAX);
            let path = entry_path(self.reader.table, number, position);
            let id = match core::str::from_utf8(&entry.target.value) {
                Ok(target) => {
                    if told.is_some_and(|told| !told.contains(target.as_bytes())) {
                        made.unannounced.insert(index, target.into());
                    }
                    let of = self.reader.table.id;
                    Ok(self.reader.grammar.entry_id(of.kind, of.triple, target))
                }
                Err(_) => {
                    let problem = Problem::BadText { why: "expected text in UTF-8, found other bytes" };
                    Err(ReadError::new(entry.target.at, problem).under(&path))
                }
            };
            let place = self.content(entry).map_err(|error| error.under(&path));
            let place = place.map(|content| {
                made.packed.push(content.packed);
                if let Some(error) = content.other_size {
                    made.other_sizes.push((index, error.under(&path)));
                }
                content.place
            });
            if place.is_err() {
                made.packed.push(None);
            }
            let ofs_offset = match &entry.ordinal {
                Some(Ok(ordinal)) => ordinal.at,
                _ => entry.target.at,
            };
            let ofs_field = (self.reader.table.entry.ordinal.key, ofs_offset);
            let stored = StoredEntry::new(index, id, place, path, ofs_field);
            made.bundle
                .entries
                .push(StoredEntry { id_offset: entry.target.at, ..stored });
        }
        made
    }

    /// Names that come again, each with its place: an error for every one but the first.
    pub(super) fn find_repeated(&self) -> Vec<ReadError> {
        let rows = self.fields.rows.as_deref().unwrap_or_default();
        let mut order: Vec<(&[u8], usize)> = rows.iter().map(|row| row.name.value.as_slice()).zip(0..).collect();
        order.sort_unstable();
        let twice = order.windows(2).filter_map(|pair| match pair {
            [(first, _), (second, number)] if first == second => Some(*number),
            _ => None,
        });
        let mut twice: Vec<usize> = twice.collect();
        twice.sort_unstable();
        let errors = twice.into_iter().filter_map(|number| {
            let row = rows.get(number)?;
            let problem = Problem::Unexpected { found: "it again".into(), expected: "each name once".into() };
            let path: Path = row_path(self.reader.table, number);
            Some(ReadError::new(row.name.at, problem).under(&path))
        });
        errors.collect()
    }
}
