//! Views of records.

use alloc::vec::Vec;

use crate::bytes::{Bytes, Place};
use crate::error::ReadError;
use crate::ids::ParseError;
use crate::tree::{Attr, Bits, Charset, FileBytes, Holds, Item, Known, Reading, Record, Tree, Value, file_error, skim};

/// A record with checked fields.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    pub(super) bytes: Bytes<'a>,
    pub(super) tree: &'static Tree<'static>,
    pub(super) record: &'static Record<'static>,
    pub(super) frame: Place,
}

impl<'a> View<'a> {
    /// Reads the root record of `tree` at the start of `bytes`.
    ///
    /// # Errors
    ///
    /// Returns an error if a field of the record is not valid, or not in `bytes`.
    pub fn read(tree: &'static Tree<'static>, bytes: Bytes<'a>) -> Result<Self, ReadError> {
        let Some(known) = tree.root() else {
            return Ok(Self { bytes, tree, record: &Record::EMPTY, frame: Place { ofs: 0, len: 0 } });
        };
        let mut reading = Reading::new(tree, FileBytes(bytes));
        let read = reading
            .open(known, None, Vec::new(), 0)
            .and_then(|root| reading.fill(root));
        read.map_err(|error| file_error(error, bytes))?;
        let frame = Place { ofs: 0, len: reading.stream(0)?.at };
        Ok(Self { bytes: reading.file.0, tree, record: known.record, frame })
    }

    #[inline]
    pub(super) fn read_at(
        bytes: Bytes<'a>,
        (tree, record): (&'static Tree<'static>, &'static Record<'static>),
        at: u64,
    ) -> Result<Self, ReadError> {
        let end = match skim(FileBytes(bytes), record, (0, bytes.len()), at) {
            Some(end) => end,
            None => open(bytes, (tree, record), at)?.0.stream(0)?.at,
        };
        Ok(Self { bytes, tree, record, frame: Place { ofs: at, len: end.saturating_sub(at) } })
    }

    /// Returns the bytes of the file.
    #[inline]
    pub fn bytes(self) -> Bytes<'a> {
        self.bytes
    }

    /// Returns the place of the record without its parts, in bytes from the start of the file.
    #[inline]
    pub fn frame(self) -> Place {
        self.frame
    }

    /// Returns the slot of the field or part called `name`: fields are in file order, parts follow. For a record
    /// without it, returns a slot with the value 0, no bytes, or an empty list.
    pub fn slot(self, name: &str) -> usize {
        let mut attrs = self.record.fields.iter().chain(self.record.instances);
        attrs.position(|attr| attr.is_called(name)).unwrap_or(usize::MAX)
    }

    /// Returns whether the record has a field or part called `name` with a true condition.
    pub fn has(self, name: &str) -> bool {
        let number = |name: &str| Some(self.number(self.slot(name)));
        let condition = |attr: &Attr<'_>| {
            attr.condition
                .is_none_or(|condition| condition.of.is_true(&number) == Some(true))
        };
        self.attr(self.slot(name)).is_some_and(condition)
    }

    /// Returns the `N` bytes at offset `at` from the start of the record, or zeros past its end.
    #[inline(always)]
    pub fn array<const N: usize>(self, at: usize) -> [u8; N] {
        let start = usize::try_from(self.frame.ofs).unwrap_or(usize::MAX).saturating_add(at);
        let found = self.bytes.window().get(start..).and_then(|rest| rest.first_chunk());
        // The window includes all numbers of a checked record.
        found.copied().unwrap_or([0; N])
    }

    /// Returns the number in the field `slot`, or 0 if it has no number.
    pub fn number<T: TryFrom<u64> + Default>(self, slot: usize) -> T {
        let attr = self.attr(slot);
        let number = attr.and_then(|attr| self.plain_number(attr).or_else(|| self.number_slowly(slot)));
        number.and_then(|number| T::try_from(number).ok()).unwrap_or_default()
    }

    /// Returns the place of the bytes or text `slot`, in bytes from the start of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not within the file.
    #[inline]
    pub fn place(self, slot: usize) -> Result<Place, ReadError> {
        match self.attr(slot) {
            Some(attr) => self.place_of(attr, slot),
            None => Ok(Place { ofs: self.frame.ofs, len: 0 }),
        }
    }

    #[inline]
    fn place_of(self, attr: &'static Attr<'static>, slot: usize) -> Result<Place, ReadError> {
        match self.plain_place(attr) {
            Some(place) => Ok(place),
            None => self.place_slowly(attr, slot),
        }
    }

    /// Converts an offset from the start of the record to one from the start of the file.
    #[inline(always)]
    pub fn after(self, ofs: u64) -> u64 {
        self.frame.ofs.saturating_add(ofs)
    }

    /// Returns the bytes `slot`, known to be `len` bytes at `at`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`View::slice`] does.
    #[inline(always)]
    pub fn slice_at(self, slot: usize, at: u64, len: u64) -> Result<&'a [u8], ReadError> {
        match FileBytes(self.bytes).shown(at, len) {
            Some(shown) => Ok(shown),
            None => self.slice(slot),
        }
    }

    /// Returns the UTF-8 text `slot`, known to be `len` bytes at `at`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`View::text`] does.
    #[inline(always)]
    pub fn text_at(self, slot: usize, at: u64, len: u64) -> Result<&'a str, ReadError> {
        match FileBytes(self.bytes).shown(at, len).map(core::str::from_utf8) {
            Some(Ok(text)) => Ok(text),
            _ => self.text(slot),
        }
    }

    /// Returns the bytes `slot`.
    ///
    /// # Errors
    ///
    /// Returns an error if they are not within the file, or continue past the window.
    #[inline]
    pub fn slice(self, slot: usize) -> Result<&'a [u8], ReadError> {
        let Some(attr) = self.attr(slot) else { return Ok(&[]) };
        let Place { ofs, len } = self.place_of(attr, slot)?;
        self.bytes.take(ofs, len).map_err(|error| error.in_field(attr.name))
    }

    /// Returns the text `slot`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`View::slice`] does, and if the text is not valid in its encoding.
    #[inline]
    pub fn text(self, slot: usize) -> Result<&'a str, ReadError> {
        let Some(attr) = self.attr(slot) else { return Ok("") };
        let place = self.place_of(attr, slot)?;
        let text = match attr.holds {
            Holds::Text(Charset::Ascii, _) => self.bytes.ascii(place),
            _ => self.bytes.utf8(place),
        };
        text.map_err(|error| error.in_field(attr.name))
    }

    /// Parses the text `slot` with `parse`.
    ///
    /// # Errors
    ///
    /// Returns an error where [`View::text`] does, and the error of `parse` at its offset in the file.
    #[inline]
    pub fn parsed<T>(self, slot: usize, parse: impl FnOnce(&'a str) -> Result<T, ParseError>) -> Result<T, ReadError> {
        let text = self.text(slot)?;
        parse(text).map_err(|error| {
            let at = self.place(slot).map_or(self.frame.ofs, |place| place.ofs);
            let name = self.attr(slot).map_or("", |attr| attr.name);
            error.in_input(text, self.bytes.absolute(at)).in_field(name)
        })
    }

    /// Returns the record `slot`.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not within the file, or not valid.
    pub fn record<T: From<Self>>(self, slot: usize) -> Result<T, ReadError> {
        let attr = self.attr(slot).unwrap_or(&Attr::PLAIN);
        let (record, at) = match self.plain_record(attr) {
            Some(found) => found,
            None => self.record_slowly(slot)?,
        };
        let found = Self::read_at(self.bytes, (self.tree, record), at);
        found.map(T::from).map_err(|error| error.in_field(attr.name))
    }

    #[inline]
    pub(super) fn attr(self, slot: usize) -> Option<&'static Attr<'static>> {
        let Record { fields, instances, .. } = self.record;
        fields
            .get(slot)
            .or_else(|| instances.get(slot.checked_sub(fields.len())?))
    }
}

/// The slow path, with full evaluation.
impl<'a> View<'a> {
    #[cold]
    fn number_slowly(self, slot: usize) -> Option<u64> {
        match self.item(slot).ok()?.2?.value {
            Value::Number(number) | Value::Named(_, number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    fn item(self, slot: usize) -> Result<(Reading<'a>, usize, Option<Item<'a>>), ReadError> {
        let (mut reading, record) = open(self.bytes, (self.tree, self.record), self.frame.ofs)?;
        let item = match self.attr(slot) {
            Some(_) => reading.find_item(record, slot)?,
            None => None,
        };
        Ok((reading, record, item))
    }

    #[cold]
    fn place_slowly(self, attr: &'static Attr<'static>, slot: usize) -> Result<Place, ReadError> {
        let (reading, record, item) = self.item(slot)?;
        match item {
            Some(item) => match reading.outside(record, attr, &item) {
                Some(error) => Err(error),
                None => Ok(match item.value {
                    Value::Bytes(Bits::File(ofs, len)) => Place { ofs, len },
                    _ => Place { ofs: self.frame.ofs, len: 0 },
                }),
            },
            None => Ok(Place { ofs: self.frame.ofs, len: 0 }),
        }
    }

    #[cold]
    fn record_slowly(self, slot: usize) -> Result<(&'static Record<'static>, u64), ReadError> {
        let (reading, _, item) = self.item(slot)?;
        Ok(match item {
            Some(Item { value: Value::Record(id), .. }) => {
                let frame = reading.frame(id)?;
                (frame.record, reading.file.relative(frame.at))
            }
            _ => (&Record::EMPTY, self.frame.ofs),
        })
    }

    #[cold]
    pub(super) fn list_slowly(self, slot: usize) -> Result<(u64, u64), ReadError> {
        Ok(match self.item(slot)?.2 {
            Some(Item { value: Value::Passed(at, count), .. }) => (at, count),
            _ => (self.frame.ofs, 0),
        })
    }
}

#[cold]
fn open<'a>(
    bytes: Bytes<'a>,
    (schema, record): (&'static Tree<'static>, &'static Record<'static>),
    at: u64,
) -> Result<(Reading<'a>, usize), ReadError> {
    let mut reading = Reading::new(schema, FileBytes(bytes));
    // The root record has already limited the length of the file.
    reading.len = None;
    reading.seek(0, at)?;
    let id = reading.open(Known { record, schema }, None, Vec::new(), 0)?;
    reading.fill(id)?;
    Ok((reading, id))
}
