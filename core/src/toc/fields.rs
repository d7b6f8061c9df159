//! The values of a table of contents, read incrementally. The keys around a value tell which one it is.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::keys::{Inner, Keys, Top};
use super::paths::row_path;
use super::stored::{Item, Numbered, Row, Texted, Told};
use super::tables::{TocKey, TocTable};
use crate::bytes::Place;
use crate::error::{Path, Problem, ReadError};
use crate::message_pack::{Malformed, Reader, Scalar, TEXT, Token};

/// The values read from a table.
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
    /// The length of the table in bytes.
    pub(super) len: u64,
}

/// An incremental reader of a table.
pub(super) struct FieldsReader {
    pub(super) table: &'static TocTable<'static>,
    /// The offset of the table, in bytes from the start of the input.
    pub(super) start: u64,
    reader: Reader,
    pub(super) fields: Fields,
    top: Keys<Top>,
    pub(super) inner: Keys<Inner>,
    /// The number of bytes available for the table.
    len: u64,
    /// How many targets, names, entries and items there are, and how many there may be.
    count: u64,
    most: u64,
    failed: Option<ReadError>,
}

impl FieldsReader {
    pub(super) fn new(table: &'static TocTable<'static>, Place { ofs: start, len }: Place) -> Self {
        Self {
            table,
            start,
            reader: Reader::default(),
            fields: Fields::default(),
            top: Keys::default(),
            inner: Keys::default(),
            len,
            count: 0,
            most: len.checked_div(table.least).unwrap_or(len),
            failed: None,
        }
    }

    /// Reads the next bytes. Returns whether more bytes are needed.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not a table of contents.
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

    /// Returns the values read so far.
    pub(super) fn fields(mut self) -> Fields {
        self.end_row(self.reader.bytes_taken());
        self.fields.len = self.reader.bytes_taken();
        self.fields
    }

    /// Returns the error that the table is not MessagePack, at the place where it ends.
    pub(super) fn malformed_error(&self, malformed: &Malformed) -> ReadError {
        self.error(
            self.reader.bytes_taken(),
            "a map of MessagePack".into(),
            malformed.found(),
        )
    }

    fn error(&self, at: u64, expected: String, found: String) -> ReadError {
        ReadError::new(self.start.saturating_add(at), Problem::Unexpected { found, expected })
    }

    /// Returns the error that `token`, at `path`, is not the expected value.
    pub(super) fn wrong(&self, token: &Token<'_>, what: &str, path: Path) -> ReadError {
        self.error(token.start, what.into(), token.scalar.kind().into())
            .under(&path)
    }

    fn with_place<T>(&self, token: &Token<'_>, value: T) -> Told<T> {
        Told { value, at: self.start.saturating_add(token.start), len: token.len }
    }

    /// Returns the text of `token`, which is at `path`.
    pub(super) fn text(&self, token: &Token<'_>, path: Path) -> Result<Told<Vec<u8>>, ReadError> {
        match token.scalar {
            Scalar::Text(text) if text.len() >= TEXT => {
                let expected = format!("a text of less than {TEXT} bytes");
                Err(self.error(token.start, expected, "a longer one".into()).under(&path))
            }
            Scalar::Text(text) => Ok(self.with_place(token, text.to_vec())),
            _ => Err(self.wrong(token, "a text", path)),
        }
    }

    pub(super) fn number(&self, token: &Token<'_>, path: Path) -> Result<Told<u64>, ReadError> {
        match token.scalar {
            Scalar::Number(number) => Ok(self.with_place(token, number)),
            _ => Err(self.wrong(token, "a number that is not negative", path)),
        }
    }

    /// Counts a target, a name, an entry or an item. Each takes memory, and must have a minimum number of bytes.
    pub(super) fn count(&mut self, token: &Token<'_>, path: &Path) -> Result<(), ReadError> {
        self.count = self.count.saturating_add(1);
        if self.count > self.most {
            let (most, len) = (self.most, self.len);
            let expected = format!("at most {most} targets, names, entries and contents in a table of {len} bytes");
            return Err(self.error(token.start, expected, "more".into()).under(path));
        }
        Ok(())
    }

    fn take(&mut self, token: Token<'_>) -> Result<(), ReadError> {
        let table = self.table;
        if token.depth <= 2 {
            self.end_row(token.start);
        }
        match (token.depth, self.top.now) {
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
                        self.inner = Keys::default();
                        let at = self.start.saturating_add(token.start);
                        let item = Item { at, offset: None, size: None, wrong: None };
                        self.fields.list.get_or_insert_default().push(item);
                        Ok(())
                    }
                    _ => Err(self.wrong(&token, "a map", path)),
                }
            }
            (3, Top::Rows) => self.target(&token),
            (3, Top::List) => {
                self.item(&token);
                Ok(())
            }
            (4, Top::Rows) => {
                self.entry(&token);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn top_key(&mut self, token: &Token<'_>) -> Result<(), ReadError> {
        let table = self.table;
        let texts = table.texts.iter().enumerate();
        let known = texts.map(|(number, key)| (Top::Text(number), *key)).chain([
            (Top::Version, table.version),
            (Top::Targets, table.targets),
            (Top::Rows, table.rows),
            (Top::Scheme, table.scheme),
            (Top::List, table.listed.keys.list),
            (Top::FramesOffset, table.frames.keys.offset),
            (Top::FramesSize, table.frames.keys.size),
        ]);
        let again = self.top.take(token, known);
        again.map_or(Ok(()), |key| Err(self.again(token, key)))
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

    /// Returns the error that `key` is repeated.
    pub(super) fn again(&self, token: &Token<'_>, key: TocKey<'static>) -> ReadError {
        self.error(token.start, format!("the key {:?} once", key.key), "it again".into())
    }

    pub(super) fn push(&mut self, change: impl FnOnce(&mut Row)) {
        if let Some(row) = self.fields.rows.as_mut().and_then(|rows| rows.last_mut()) {
            change(row);
        }
    }

    /// Ends the last row before `at`, if it is open.
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
