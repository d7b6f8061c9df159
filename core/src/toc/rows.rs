//! The rows of a table of contents.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::reader::TocReader;
use super::stored::{Cell, Columns, Ignored, Places};
use super::tables::Role;
use crate::bytes::Place;
use crate::error::{Problem, ReadError};
use crate::stored::{Bundle, StoredEntry};

/// A file with a table of contents, with everything that is valid.
#[derive(Debug)]
pub struct Toc {
    pub(super) reader: TocReader,
    /// The offset of the file, in bytes from the start of the input.
    pub start: u64,
    pub(super) header: Vec<u8>,
    pub(super) columns: Columns,
    pub(super) places: Places,
    /// The place of the table, from the start of the input.
    pub table: Place,
    /// The error of the file. Contents are unknown then.
    pub error: Option<ReadError>,
    /// Other errors.
    pub faults: Vec<ReadError>,
    /// Unused bytes among the contents.
    pub ignored: Vec<Ignored>,
}

/// A row: a name with an entry per target.
#[derive(Debug)]
pub struct TocRow {
    /// The name, which may not be text.
    pub name: Vec<u8>,
    /// The bundle, with the row's part of the table as its frame. Places of compressed contents locate the compressed bytes.
    pub bundle: Bundle,
    /// The lengths of compressed contents, by entry; `None` for uncompressed content.
    pub packed: Vec<Option<TocPacked>>,
    /// The errors of declared lengths that contradict uncompressed contents, by entry index.
    pub other_sizes: Vec<(u64, ReadError)>,
    /// The targets of entries that are missing from the target list of the file, by entry index.
    pub unannounced: BTreeMap<u64, String>,
}

/// The declared lengths of compressed content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TocPacked {
    /// The length after decompression, in bytes.
    pub unpacked_len: u64,
    /// The offset of that number, in bytes from the start of the input.
    pub unpacked_at: u64,
    /// The offset of the number with the compressed length, in bytes from the start of the input.
    pub stored_at: u64,
}

impl Toc {
    /// Returns the key of the list of targets of the file.
    pub fn targets_key(&self) -> &'static str {
        self.reader.table.key(Role::Target)
    }

    /// Returns the targets of the file, as stored.
    pub fn targets(&self) -> impl Iterator<Item = &[u8]> {
        self.columns
            .all(Role::Target)
            .unwrap_or_default()
            .iter()
            .map(Cell::text)
    }

    /// Returns the number of rows.
    pub fn row_count(&self) -> usize {
        self.stored_rows().len()
    }

    /// Returns whether the file has a target list. Loaders never use a file without it.
    pub fn has_targets(&self) -> bool {
        self.columns.all(Role::Target).is_some()
    }

    /// Returns the rows, in file order.
    pub fn rows(&self) -> impl Iterator<Item = TocRow> {
        self.rows_named(|_| true)
    }

    /// Returns the rows with names that `is_wanted` accepts.
    pub fn rows_named(&self, is_wanted: impl Fn(&[u8]) -> bool) -> impl Iterator<Item = TocRow> {
        let told: Option<BTreeSet<&[u8]>> = self.has_targets().then(|| self.targets().collect());
        let rows = self.stored_rows().iter().enumerate();
        let rows = rows.filter(move |(_, row)| is_wanted(row.text()));
        rows.map(move |(number, row)| self.row(number, row, told.as_ref()))
    }

    pub(crate) fn header(&self) -> &[u8] {
        &self.header
    }

    fn stored_rows(&self) -> &[Cell] {
        self.columns.all(Role::Row).unwrap_or_default()
    }

    fn row(&self, number: usize, row: &Cell, told: Option<&BTreeSet<&[u8]>>) -> TocRow {
        let (first, entries) = self.columns.of(Role::Entry, number);
        let table_end = self.table.ofs.saturating_add(self.columns.len);
        let end = self.columns.row_ends.get(number).copied().unwrap_or(table_end);
        let len = end.saturating_sub(row.at);
        let bundle =
            Bundle { start: row.at, frame_len: len, len, version: None, entries: Vec::with_capacity(entries.len()) };
        let mut made = TocRow {
            name: row.text().to_vec(),
            bundle,
            packed: Vec::new(),
            other_sizes: Vec::new(),
            unannounced: BTreeMap::new(),
        };
        for (position, entry) in entries.iter().enumerate() {
            let index = u64::try_from(position).unwrap_or(u64::MAX);
            let stored_index = first.saturating_add(position);
            let path = self.columns.path_of(Role::Entry, number, position);
            let id = match core::str::from_utf8(entry.text()) {
                Ok(target) => {
                    if told.is_some_and(|told| !told.contains(target.as_bytes())) {
                        made.unannounced.insert(index, target.into());
                    }
                    let of = self.reader.table.id;
                    Ok(self.reader.grammar.entry_id(of.kind, of.triple, target))
                }
                Err(_) => {
                    let problem = Problem::BadText { why: "expected text in UTF-8, found other bytes" };
                    Err(ReadError::new(entry.at, problem).under(&path))
                }
            };
            let place = self.content(entry, stored_index).map_err(|error| error.under(&path));
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
            let ordinal = self.columns.number(Role::Ordinal, stored_index, entry.at);
            let ofs_offset = ordinal.map_or(entry.at, |ordinal| ordinal.at);
            let ofs_field = (self.reader.table.key(Role::Ordinal), ofs_offset);
            let stored = StoredEntry::new(index, id, place, path, ofs_field);
            made.bundle.entries.push(StoredEntry { id_offset: entry.at, ..stored });
        }
        made
    }

    pub(super) fn find_repeated(&self) -> Vec<ReadError> {
        let rows = self.stored_rows();
        let mut order: Vec<(&[u8], usize)> = rows.iter().map(Cell::text).zip(0..).collect();
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
            Some(ReadError::new(row.at, problem).under(&self.columns.path_of(Role::Row, 0, number)))
        });
        errors.collect()
    }
}
