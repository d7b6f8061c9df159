//! An incremental, columnar reader of tables of contents.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::stored::{Cell, Columns, Value, small};
use super::tables::{Column, Each, Role, TocTable};
use crate::bytes::Place;
use crate::error::{Problem, ReadError};
use crate::message_pack::{Malformed, Reader, Scalar, TEXT, Token};

#[derive(Debug, Clone, Copy)]
enum Open {
    Unknown,
    /// Keys are column names; the outermost map has no column.
    Record(Option<usize>),
    /// Items or keys are in this column.
    Each(usize),
}

pub(super) struct ColumnReader {
    columns: Columns,
    place: Place,
    reader: Reader,
    open: Vec<Open>,
    /// For the next value in a record.
    now: Option<usize>,
    /// In the current record, by column.
    seen: Vec<bool>,
    /// Counts targets, names, entries and items.
    count: u64,
    failed: Option<ReadError>,
}

impl ColumnReader {
    pub(super) fn new(table: &'static TocTable<'static>, place: Place) -> Self {
        Self {
            columns: Columns::new(table),
            place,
            reader: Reader::default(),
            open: Vec::new(),
            now: None,
            seen: vec![false; table.columns.len()],
            count: 0,
            failed: None,
        }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) -> Result<bool, ReadError> {
        let mut reader = core::mem::take(&mut self.reader);
        let fed = reader.feed(bytes, &mut |token| {
            if self.failed.is_none() {
                self.failed = self.take(token).err();
            }
        });
        self.reader = reader;
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        fed.map_err(|malformed| self.malformed_error(&malformed))?;
        Ok(self.reader.finish().is_err())
    }

    pub(super) fn columns(mut self) -> Columns {
        self.columns.len = self.reader.bytes_taken();
        self.columns
    }

    /// At the last byte read.
    pub(super) fn malformed_error(&self, malformed: &Malformed) -> ReadError {
        self.error(self.reader.bytes_taken(), "a MessagePack map".into(), malformed.found())
    }

    fn error(&self, at: u64, expected: String, found: String) -> ReadError {
        ReadError::new(
            self.place.ofs.saturating_add(at),
            Problem::Unexpected { found, expected },
        )
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        while self.open.len() > token.depth {
            if let Some(Open::Each(column)) = self.open.pop()
                && self.column(column).is_some_and(|column| column.within.is_some())
            {
                self.columns.row_ends.push(self.place.ofs.saturating_add(token.start));
            }
        }
        let open = match (self.open.last(), token.is_key) {
            (None, _) => {
                self.is(&token, Scalar::Map, "a MessagePack map")?;
                Open::Record(None)
            }
            (Some(Open::Unknown), _) => Open::Unknown,
            (Some(&Open::Record(record)), true) => {
                self.now = self.key(&token, record)?;
                Open::Unknown
            }
            (Some(Open::Record(_)), false) => match self.now {
                Some(column) => self.value(&token, column)?,
                None => Open::Unknown,
            },
            (Some(&Open::Each(column)), is_key) => match self.column(column).map(|column| column.each) {
                Some(Each::Key) if !is_key => self.under(&token, column)?,
                _ => self.begin(&token, column)?,
            },
        };
        self.open.push(open);
        Ok(())
    }

    fn column(&self, column: usize) -> Option<&'static Column<'static>> {
        self.columns.table.columns.get(column)
    }

    fn find(&self, record: Option<usize>, is_wanted: impl Fn(&str) -> bool) -> Option<usize> {
        let mut columns = self.columns.table.columns.iter();
        columns.position(|column| column.within == record && is_wanted(column.key))
    }

    /// Repeated keys are an error, because readers may use either value.
    fn key(&mut self, token: &Token<'_>, record: Option<usize>) -> Result<Option<usize>, ReadError> {
        let Some(column) = self.find(record, |key| token.scalar == Scalar::Text(key.as_bytes())) else {
            return Ok(None);
        };
        match self.seen.get_mut(column) {
            Some(seen) if !*seen => {
                *seen = true;
                return Ok(Some(column));
            }
            _ => {}
        }
        let key = self.column(column).map_or("", |column| column.key);
        let error = self.error(token.start, format!("the key {key:?} once"), "it again".into());
        match record {
            Some(record) => self.set_wrong(record, error),
            None => return Err(error),
        }
        Ok(None)
    }

    fn value(&mut self, token: &Token<'_>, column: usize) -> Result<Open, ReadError> {
        let Some(&Column { role, key, each, .. }) = self.column(column) else {
            return Ok(Open::Unknown);
        };
        if each != Each::Value {
            return self.each(token, column).map_err(|error| error.in_field(key));
        }
        let value = match token.scalar {
            Scalar::Number(number) if role.is_number() => Ok(Value::Number(number)),
            _ if role.is_number() => Err(self.wrong(token, "a number that is not negative")),
            _ => self.text(token),
        };
        match value {
            Ok(value) => self.push(token, column, value, None),
            Err(_) if role == Role::Note => {}
            Err(error) => self.push(token, column, Value::Other, Some(error.in_field(key))),
        }
        Ok(Open::Unknown)
    }

    fn each(&mut self, token: &Token<'_>, column: usize) -> Result<Open, ReadError> {
        if let Some(Column { role, each, .. }) = self.column(column) {
            let (head, what) = match each {
                Each::Item => (Scalar::List, "a list"),
                _ => (Scalar::Map, "a map"),
            };
            self.is(token, head, &format!("{what}{}", role.contained()))?;
        }
        if let Some(cells) = self.columns.cells.get_mut(column) {
            cells.get_or_insert_default();
        }
        Ok(Open::Each(column))
    }

    /// Each value uses memory, so it must have a minimum number of bytes.
    fn begin(&mut self, token: &Token<'_>, column: usize) -> Result<Open, ReadError> {
        let is_item = self.column(column).is_some_and(|column| column.each == Each::Item);
        let is_record = is_item && self.find(Some(column), |_| true).is_some();
        let counted = self.count(token);
        let value = counted.and_then(|()| match is_record {
            true => self.is(token, Scalar::Map, "a map").map(|()| Value::Other),
            false => self.text(token),
        });
        let value = value.map_err(|error| {
            let owner = self.owner(column);
            let position = self.columns.range(column, owner).len();
            error.under(&self.columns.path(column, owner, position))
        });
        self.push(token, column, value?, None);
        Ok(if is_record { self.record(column) } else { Open::Unknown })
    }

    fn under(&mut self, token: &Token<'_>, column: usize) -> Result<Open, ReadError> {
        if let Some(inner) = self.find(Some(column), str::is_empty) {
            let owner = self.owner(column);
            let position = self.columns.range(column, owner).len().saturating_sub(1);
            let read = self.each(token, inner);
            return read.map_err(|error| error.under(&self.columns.path(column, owner, position)));
        }
        match self.is(token, Scalar::Map, "a map") {
            Ok(()) => Ok(self.record(column)),
            Err(error) => {
                self.set_wrong(column, error);
                Ok(Open::Unknown)
            }
        }
    }

    fn record(&mut self, column: usize) -> Open {
        for (seen, of) in self.seen.iter_mut().zip(self.columns.table.columns) {
            *seen = *seen && of.within != Some(column);
        }
        Open::Record(Some(column))
    }

    fn owner(&self, column: usize) -> usize {
        let within = self.column(column).and_then(|column| column.within);
        let cells = within.and_then(|within| self.columns.cells(within));
        cells.map_or(0, |cells| cells.len().saturating_sub(1))
    }

    fn push(&mut self, token: &Token<'_>, column: usize, value: Value, wrong: Option<ReadError>) {
        let at = self.place.ofs.saturating_add(token.start);
        let cell = Cell { owner: small(self.owner(column)), at, len: small(token.len), value, wrong };
        if let Some(cells) = self.columns.cells.get_mut(column) {
            cells.get_or_insert_default().push(cell);
        }
    }

    fn set_wrong(&mut self, column: usize, error: ReadError) {
        let cells = self.columns.cells.get_mut(column).and_then(Option::as_mut);
        if let Some(cell) = cells.and_then(|cells| cells.last_mut()) {
            cell.wrong = Some(error);
        }
    }

    fn count(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        self.count = self.count.saturating_add(1);
        let len = self.place.len;
        let most = len.checked_div(self.columns.table.least).unwrap_or(len);
        if self.count > most {
            let expected = format!("at most {most} targets, names, entries and contents in a table of {len} bytes");
            return Err(self.error(token.start, expected, "more".into()));
        }
        Ok(())
    }

    fn text(&self, token: &Token<'_>) -> Result<Value, ReadError> {
        match token.scalar {
            Scalar::Text(text) if text.len() >= TEXT => {
                let expected = format!("a text of less than {TEXT} bytes");
                Err(self.error(token.start, expected, "a longer one".into()))
            }
            Scalar::Text(text) => Ok(Value::Text(text.to_vec())),
            _ => Err(self.wrong(token, "a text")),
        }
    }

    fn is(&self, token: &Token<'_>, head: Scalar<'_>, what: &str) -> Result<(), ReadError> {
        match token.scalar == head {
            true => Ok(()),
            false => Err(self.wrong(token, what)),
        }
    }

    fn wrong(&self, token: &Token<'_>, what: &str) -> ReadError {
        self.error(token.start, what.into(), token.scalar.kind().into())
    }
}
