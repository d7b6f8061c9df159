//! What a table of contents says, value by value, as it comes. Which value is meant follows from the keys around it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::paths::{at_path, entry_path, row_path};
use super::stored::{Item, Numbered, Row, RowEntry, Texted, Told};
use super::tables::{TocKey, TocTable};
use crate::bytes::length;
use crate::error::{Path, Problem, ReadError};
use crate::message_pack::{Malformed, Reader, Scalar, TEXT, Token};

/// What has been read of a table.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) version: Numbered,
    /// Texts of [`TocTable::texts`], by their positions there.
    pub(super) texts: Vec<(usize, Told<Vec<u8>>)>,
    pub(super) targets: Option<Vec<Told<Vec<u8>>>>,
    pub(super) rows: Option<Vec<Row>>,
    pub(super) scheme: Texted,
    pub(super) list: Option<Vec<Item>>,
    pub(super) frames_offset: Numbered,
    pub(super) frames_size: Numbered,
    /// How many bytes the table takes.
    pub(super) len: u64,
}

/// Which value of the table comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Top {
    Version,
    Text(usize),
    Targets,
    Rows,
    Scheme,
    List,
    FramesOffset,
    FramesSize,
    Other,
}

/// Which value of an entry, or of an item of the list, comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Inner {
    Kind,
    Ordinal,
    Length,
    Offset,
    ItemLength,
    Other,
}

/// Reads a table whose bytes come a piece at a time.
pub(super) struct FieldsReader {
    table: &'static TocTable<'static>,
    /// Where the table begins, from the start of the input.
    start: u64,
    reader: Reader,
    fields: Fields,
    seen: Vec<Top>,
    top: Top,
    inner: Inner,
    /// How many names, entries and items there are.
    count: u64,
    failed: Option<ReadError>,
}

impl FieldsReader {
    pub(super) fn new(table: &'static TocTable<'static>, start: u64) -> Self {
        Self {
            table,
            start,
            reader: Reader::default(),
            fields: Fields::default(),
            seen: Vec::new(),
            top: Top::Other,
            inner: Inner::Other,
            count: 0,
            failed: None,
        }
    }

    /// Takes the next bytes. The result is whether more of them are needed.
    ///
    /// # Errors
    ///
    /// They are no table of contents.
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
        fed.map_err(|malformed| self.malformed(&malformed))?;
        Ok(self.reader.finish().is_err())
    }

    /// What has been read, whole or not.
    pub(super) fn fields(mut self) -> Fields {
        self.end_row(self.reader.taken());
        self.fields.len = self.reader.taken();
        self.fields
    }

    /// The error that the table is none of MessagePack, where it ends.
    pub(super) fn malformed(&self, malformed: &Malformed) -> ReadError {
        let found = malformed.why();
        self.error(
            self.reader.taken(),
            format!("a map of MessagePack: {found}"),
            "other bytes".into(),
        )
    }

    fn error(&self, at: u64, expected: String, found: String) -> ReadError {
        ReadError::new(self.start.saturating_add(at), Problem::Unexpected { found, expected })
    }

    /// The error that `token` is something else than what should be at `path`.
    fn wrong(&self, token: &Token<'_>, what: &str, path: Path) -> ReadError {
        let found = match token.scalar {
            Scalar::Map => "a map",
            Scalar::List => "a list",
            Scalar::Text(_) => "a text",
            Scalar::Number(_) => "a number",
            Scalar::Other => "something else",
        };
        at_path(self.error(token.start, what.into(), found.into()), &path)
    }

    fn told<T>(&self, token: &Token<'_>, value: T) -> Told<T> {
        Told { value, at: self.start.saturating_add(token.start), len: token.len }
    }

    /// The text of `token`, which is at `path`.
    fn text(&self, token: &Token<'_>, path: Path) -> Result<Told<Vec<u8>>, ReadError> {
        match token.scalar {
            Scalar::Text(text) if text.len() >= TEXT => {
                let limit = length(text).saturating_sub(1);
                let problem = Problem::OverLimit { found: token.len, limit };
                Err(at_path(
                    ReadError::new(self.start.saturating_add(token.start), problem),
                    &path,
                ))
            }
            Scalar::Text(text) => Ok(self.told(token, text.to_vec())),
            _ => Err(self.wrong(token, "a text", path)),
        }
    }

    fn number(&self, token: &Token<'_>, path: Path) -> Result<Told<u64>, ReadError> {
        match token.scalar {
            Scalar::Number(number) => Ok(self.told(token, number)),
            _ => Err(self.wrong(token, "a number that is not negative", path)),
        }
    }

    /// Counts a name, an entry or an item.
    fn count(&mut self, token: &Token<'_>, path: &Path) -> Result<(), ReadError> {
        self.count = self.count.saturating_add(1);
        if self.count > self.table.limit {
            let problem = Problem::OverLimit { found: self.count, limit: self.table.limit };
            return Err(at_path(
                ReadError::new(self.start.saturating_add(token.start), problem),
                path,
            ));
        }
        Ok(())
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        let table = self.table;
        if token.depth <= 2 {
            self.end_row(token.start);
        }
        match (token.depth, self.top) {
            (0, _) if token.scalar == Scalar::Map => Ok(()),
            (0, _) => Err(self.wrong(&token, "a map of MessagePack", Path::default())),
            (1, _) if token.is_key => self.top_key(&token),
            (1, top) => self.top_value(top, &token),
            (2, Top::Targets) => {
                let list = self.fields.targets.get_or_insert_default();
                let number = u64::try_from(list.len()).unwrap_or(u64::MAX);
                let path = Path::from(table.targets.key).index(number);
                self.count(&token, &path)?;
                let text = self.text(&token, path)?;
                self.fields.targets.get_or_insert_default().push(text);
                Ok(())
            }
            (2, Top::Rows) if token.is_key => {
                let number = self.fields.rows.as_ref().map_or(0, Vec::len);
                let path = row_path(table, number);
                self.count(&token, &path)?;
                let name = self.text(&token, path)?;
                self.fields.rows.get_or_insert_default().push(Row::new(name));
                Ok(())
            }
            (2, Top::Rows) => {
                let number = self.fields.rows.as_ref().map_or(0, Vec::len).saturating_sub(1);
                match token.scalar {
                    Scalar::Map => Ok(()),
                    _ => Err(self.wrong(&token, "a map of targets", row_path(table, number))),
                }
            }
            (2, Top::List) => {
                let number = self.fields.list.as_ref().map_or(0, Vec::len);
                let path = Path::from(table.listed.keys.list.key).index(u64::try_from(number).unwrap_or(u64::MAX));
                self.count(&token, &path)?;
                match token.scalar {
                    Scalar::Map => {
                        let at = self.start.saturating_add(token.start);
                        let item = Item { at, offset: None, size: None };
                        self.fields.list.get_or_insert_default().push(item);
                        Ok(())
                    }
                    _ => Err(self.wrong(&token, "a map", path)),
                }
            }
            (3, Top::Rows) => self.target(&token),
            (3, Top::List) => self.item(&token),
            (4, Top::Rows) => self.entry(&token),
            _ => Ok(()),
        }
    }

    fn top_key(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let table = self.table;
        let texts = table.texts.iter().enumerate();
        let mut known = texts.map(|(number, key)| (Top::Text(number), key)).chain([
            (Top::Version, &table.version),
            (Top::Targets, &table.targets),
            (Top::Rows, &table.rows),
            (Top::Scheme, &table.scheme),
            (Top::List, &table.listed.keys.list),
            (Top::FramesOffset, &table.frames.keys.offset),
            (Top::FramesSize, &table.frames.keys.size),
        ]);
        let found = known.find(|(_, key)| token.scalar == Scalar::Text(key.key.as_bytes()));
        self.top = found.map_or(Top::Other, |(top, _)| top);
        if let Some((top, key)) = found {
            if self.seen.contains(&top) {
                let expected = format!("the key {:?} once", key.key);
                return Err(self.error(token.start, expected, "it again".into()));
            }
            self.seen.push(top);
        }
        Ok(())
    }

    fn top_value(&mut self, top: Top, token: &Token<'_>) -> Result<(), ReadError> {
        let table = self.table;
        let is = |what, scalar: Scalar<'_>, key: TocKey<'static>| match token.scalar == scalar {
            true => Ok(()),
            false => Err(self.wrong(token, what, Path::from(key.key))),
        };
        match top {
            Top::Version => self.fields.version = Some(self.number(token, Path::from(table.version.key))),
            Top::Text(number) => {
                let key = table.texts.get(number).map_or("", |key| key.key);
                // They mean nothing to a reader.
                if let Ok(text) = self.text(token, Path::from(key)) {
                    self.fields.texts.push((number, text));
                }
            }
            Top::Targets => {
                is("a list of targets", Scalar::List, table.targets)?;
                self.fields.targets = Some(Vec::new());
            }
            Top::Rows => {
                is("a map of names", Scalar::Map, table.rows)?;
                self.fields.rows = Some(Vec::new());
            }
            Top::Scheme => self.fields.scheme = Some(self.text(token, Path::from(table.scheme.key))),
            Top::List => {
                is("a list", Scalar::List, table.listed.keys.list)?;
                self.fields.list = Some(Vec::new());
            }
            Top::FramesOffset => {
                self.fields.frames_offset = Some(self.number(token, Path::from(table.frames.keys.offset.key)));
            }
            Top::FramesSize => {
                self.fields.frames_size = Some(self.number(token, Path::from(table.frames.keys.size.key)));
            }
            Top::Other => {}
        }
        Ok(())
    }

    /// A target under a name, or what is under it.
    fn target(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let number = self.fields.rows.as_ref().map_or(0, Vec::len).saturating_sub(1);
        let last = |fields: &Fields| {
            let rows = fields.rows.as_deref().unwrap_or_default();
            rows.last().map_or(0, |row| row.entries.len())
        };
        let entries = last(&self.fields);
        if token.is_key {
            let path = entry_path(self.table, number, entries);
            self.count(token, &path)?;
            let target = self.text(token, path)?;
            let entry = RowEntry { target, kind: None, ordinal: None, size: None, wrong: None };
            self.push(|row| row.entries.push(entry));
            return Ok(());
        }
        self.inner = Inner::Other;
        if token.scalar != Scalar::Map {
            let path = entry_path(self.table, number, entries.saturating_sub(1));
            let error = self.wrong(token, "a map", path);
            self.push(|row| {
                if let Some(entry) = row.entries.last_mut() {
                    entry.wrong = Some(error);
                }
            });
        }
        Ok(())
    }

    fn push(&mut self, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.fields.rows.as_mut().and_then(|rows| rows.last_mut()) {
            change(row);
        }
    }

    /// What the last entry has.
    fn entry(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let keys = &self.table.entry;
        if token.is_key {
            self.inner = match token.scalar {
                Scalar::Text(text) if text == keys.kind.key.as_bytes() => Inner::Kind,
                Scalar::Text(text) if text == keys.ordinal.key.as_bytes() => Inner::Ordinal,
                Scalar::Text(text) if text == keys.size.key.as_bytes() => Inner::Length,
                _ => Inner::Other,
            };
            return Ok(());
        }
        // Their paths begin in the entry.
        let (text, number) = (self.text(token, Path::default()), self.number(token, Path::default()));
        let inner = self.inner;
        self.push(|row| {
            let Some(entry) = row.entries.last_mut() else { return };
            match inner {
                Inner::Kind => entry.kind = text.ok(),
                Inner::Ordinal => entry.ordinal = Some(number.map_err(|error| error.in_field(keys.ordinal.key))),
                Inner::Length => entry.size = Some(number.map_err(|error| error.in_field(keys.size.key))),
                _ => {}
            }
        });
        Ok(())
    }

    /// What the last item of the list has.
    fn item(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let keys = &self.table.listed.keys;
        if token.is_key {
            self.inner = match token.scalar {
                Scalar::Text(text) if text == keys.offset.key.as_bytes() => Inner::Offset,
                Scalar::Text(text) if text == keys.size.key.as_bytes() => Inner::ItemLength,
                _ => Inner::Other,
            };
            return Ok(());
        }
        let number = self.number(token, Path::default());
        if let Some(item) = self.fields.list.as_mut().and_then(|list| list.last_mut()) {
            match self.inner {
                Inner::Offset => item.offset = Some(number.map_err(|error| error.in_field(keys.offset.key))),
                Inner::ItemLength => item.size = Some(number.map_err(|error| error.in_field(keys.size.key))),
                _ => {}
            }
        }
        Ok(())
    }

    /// The row that came last, if it goes on, ends before `at`.
    fn end_row(&mut self, at: u64) {
        let start = self.start;
        self.push(|row| {
            if row.len == 0
                && (!row.entries.is_empty() || at.saturating_add(start) > row.name.at.saturating_add(row.name.len))
            {
                row.len = at.saturating_add(start).saturating_sub(row.name.at);
            }
        });
    }
}
