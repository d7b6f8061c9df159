//! The values of a table of contents, by column.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use super::tables::{Role, TocTable};
use crate::bytes::{Number, Place};
use crate::error::{Path, Problem, ReadError};

/// In paths.
pub(super) const ENTRIES: &str = "entries";

#[derive(Debug)]
pub(super) struct Cell {
    /// In its column.
    pub(super) owner: u32,
    /// In bytes from the start of the input.
    pub(super) at: u64,
    /// For a map, of its head. Longer texts are refused.
    pub(super) len: u32,
    pub(super) value: Value,
    /// In the value, or in the map under it.
    pub(super) wrong: Option<ReadError>,
}

#[derive(Debug)]
pub(super) enum Value {
    Number(u64),
    Text(Vec<u8>),
    /// A map, or a value that is not valid.
    Other,
}

impl Cell {
    pub(super) fn text(&self) -> &[u8] {
        match &self.value {
            Value::Text(text) => text,
            _ => &[],
        }
    }
}

/// Halves the size of each value.
pub(super) fn small<N: TryInto<u32>>(number: N) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[derive(Debug)]
pub(super) struct Columns {
    pub(super) table: &'static TocTable<'static>,
    /// In file order; `None` if their list or map is missing.
    pub(super) cells: Vec<Option<Vec<Cell>>>,
    /// In bytes from the start of the input.
    pub(super) row_ends: Vec<u64>,
    pub(super) len: u64,
}

impl Columns {
    pub(super) fn new(table: &'static TocTable<'static>) -> Self {
        let cells = table.columns.iter().map(|_| None).collect();
        Self { table, cells, row_ends: Vec::new(), len: 0 }
    }

    fn column(&self, role: Role) -> usize {
        let found = self.table.columns.iter().position(|column| column.role == role);
        found.unwrap_or(usize::MAX)
    }

    pub(super) fn cells(&self, column: usize) -> Option<&[Cell]> {
        self.cells.get(column)?.as_deref()
    }

    pub(super) fn all(&self, role: Role) -> Option<&[Cell]> {
        self.cells(self.column(role))
    }

    pub(super) fn range(&self, column: usize, owner: usize) -> Range<usize> {
        let (cells, owner) = (self.cells(column).unwrap_or_default(), small(owner));
        let start = cells.partition_point(|cell| cell.owner < owner);
        start..cells.partition_point(|cell| cell.owner <= owner)
    }

    pub(super) fn of(&self, role: Role, owner: usize) -> (usize, &[Cell]) {
        let column = self.column(role);
        let range = self.range(column, owner);
        let cells = self.cells(column).unwrap_or_default();
        (range.start, cells.get(range).unwrap_or_default())
    }

    pub(super) fn one(&self, role: Role, owner: usize) -> Option<&Cell> {
        self.of(role, owner).1.first()
    }

    pub(super) fn number(&self, role: Role, owner: usize, at: u64) -> Result<Number, ReadError> {
        match self.one(role, owner) {
            Some(Cell { wrong: Some(error), .. }) => Err(error.clone()),
            Some(&Cell { value: Value::Number(value), at, .. }) => {
                Ok(Number { value, at, field: self.table.key(role) })
            }
            _ => Err(self.missing(at, "a number", role)),
        }
    }

    pub(super) fn missing(&self, at: u64, what: &str, role: Role) -> ReadError {
        let expected = format!("{what} under the key {:?}", self.table.key(role));
        ReadError::new(at, Problem::Unexpected { found: "none".into(), expected })
    }

    pub(super) fn path(&self, column: usize, owner: usize, position: usize) -> Path {
        let index = |position: usize| u64::try_from(position).unwrap_or(u64::MAX);
        let columns = self.table.columns;
        let Some(column) = columns.get(column) else {
            return Path::default();
        };
        let list = match column.within.and_then(|within| columns.get(within)) {
            Some(within) => Path::from(within.key).index(index(owner)).field(ENTRIES),
            None => Path::from(column.key),
        };
        list.index(index(position))
    }

    pub(super) fn path_of(&self, role: Role, owner: usize, position: usize) -> Path {
        self.path(self.column(role), owner, position)
    }
}

/// Unused bytes among the contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ignored(pub Place);

/// Content that shares bytes with other content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The offset of its list item, in bytes from the start of the input.
    pub offset: u64,
    /// The path of its list item.
    pub path: Path,
    /// The offset of the content, in bytes from the start of the input.
    pub ofs: u64,
    /// The end of the other content, in bytes from the start of the input.
    pub end: u64,
    /// The path of the other content's list item.
    pub first_path: Path,
}

#[derive(Debug, Default)]
pub(super) enum Places {
    #[default]
    Unknown,
    Listed,
    /// From the start of the input, and why some are missing.
    Frames(Vec<Place>, Option<ReadError>),
}
