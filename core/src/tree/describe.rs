//! Description of files, field by field.

use alloc::borrow::Cow;
use alloc::string::String;

use super::expression::Formula;
use super::file_bytes::FileBytes;
use super::frame::Slot;
use super::reading::{Reading, Site};
use super::tables::{Attr, Enum, Holds, Rule, Tree};
use super::value::{Bits, Item, Value};
use super::work::{Work, size};
use crate::budget::Budget;
use crate::bytes::{Bytes, count, length};
use crate::describe::{Describer, Field, FieldValue, Shape};
use crate::error::{Path, ReadError, Step};

const POINTED_AT: &str = "the parts that records point at";

const BAD_RECORD: (&str, &str) = ("record", "This record cannot be read.");

impl Tree<'static> {
    /// Shows every field and instance of the file to `describer`, in schema order. An instance that is not valid is
    /// shown as a bad field.
    ///
    /// # Errors
    ///
    /// Returns an error if a field is not valid, or continues past the window, after showing everything before it.
    pub fn describe(&'static self, bytes: Bytes<'_>, describer: &mut dyn Describer) -> Result<(), ReadError> {
        let Some(root) = self.root() else {
            return Ok(());
        };
        let mut reading = Reading::new(self, FileBytes(bytes));
        let opened = reading.open(root, None, alloc::vec::Vec::new(), 0);
        let root = opened.map_err(|error| file_error(error, bytes))?;
        let read = reading.fill(root);
        if let Err(error) = &read
            && error.wanted_len().is_some()
        {
            return read;
        }
        let shown = reading.show(root, describer);
        read.and(shown)
    }
}

pub(crate) fn file_error(error: ReadError, bytes: Bytes<'_>) -> ReadError {
    match error.path.is_empty() && error.wanted_len().is_none() {
        true => ReadError::new(bytes.absolute(0), error.problem.clone()),
        false => error,
    }
}

impl Enum<'_> {
    pub(super) fn name_of(&self, number: i128) -> Option<&str> {
        let found = self.values.binary_search_by_key(&number, |(known, _)| *known).ok()?;
        self.values.get(found).map(|(_, name)| *name)
    }
}

struct Showing<'d, 'b> {
    reading: Reading<'b>,
    describer: &'d mut dyn Describer,
    /// For lists and texts that records may share.
    shared: Budget,
}

impl<'b> Showing<'_, 'b> {
    fn frame(&mut self, id: usize) -> Result<(), ReadError> {
        let entered = self.reading.work.enter();
        entered.map_err(|problem| self.reading.fault(problem))?;
        let frame = self.reading.frame(id)?;
        let fields = frame.record.fields.len();
        let mut read = frame.slots.iter().take(fields).skip(frame.fixed);
        // Parts are read only if the record itself is complete.
        let is_whole = read.all(|slot| !matches!(slot, Slot::Unread | Slot::Failed(..)));
        let count = if is_whole || !self.reading.tree.is_lazy {
            frame.slots.len()
        } else {
            fields
        };
        let shown = (0..count).try_for_each(|slot| self.slot(id, slot));
        self.reading.work.leave();
        shown
    }

    fn slot(&mut self, id: usize, slot: usize) -> Result<(), ReadError> {
        let frame = self.reading.frame(id)?;
        let (is_instance, Some(attr)) = (frame.is_instance(slot), frame.attr(slot)) else {
            return Ok(());
        };
        if let (false, false, Some(Slot::Unread)) = (is_instance, slot < frame.fixed, frame.slots.get(slot)) {
            return Ok(());
        }
        let found = self.reading.find_item(id, slot);
        let (item, error) = match found {
            Ok(item) => (item, None),
            Err(error) if error.wanted_len().is_some() => return Err(error),
            Err(error) => (self.reading.partial(id, slot), Some(error)),
        };
        // An error in a field is an error of the whole file.
        let error = error.filter(|_| is_instance);
        let refused = item.as_ref().and_then(|item| self.refuse(id, attr, item));
        let (item, error) = match refused {
            Some(error) => (None, Some(error)),
            None => (item, error),
        };
        let error = error.map(|error| seen_from(error, &self.reading.path(id), attr.name));
        let shown = match (item, error) {
            (Some(Item { value: Value::Passed(start, count), .. }), _) => self.passed((id, slot), attr, (start, count)),
            (Some(item), error) => self.attr(attr, &item, error),
            (None, Some(error)) => self.bad((attr.name, attr.meaning), error),
            (None, None) => Ok(()),
        };
        shown.map_err(|error| self.reading.place_error(error, id, attr.name, None))
    }

    /// Shows the valid part, then the error.
    fn attr(
        &mut self,
        attr: &'static Attr<'static>,
        item: &Item<'b>,
        error: Option<ReadError>,
    ) -> Result<(), ReadError> {
        match item.value {
            // Records from other places are shown there.
            Value::Record(_) if matches!(attr.holds, Holds::Value(_)) => {}
            Value::List(list) if matches!(attr.holds, Holds::Value(_)) && self.has_records(list)? => {}
            Value::Record(id) => {
                self.describer.begin(attr.name, shape(attr));
                self.frame(id)?;
                if let Some(error) = error {
                    self.bad(BAD_RECORD, error)?;
                }
                self.describer.end();
            }
            Value::List(list) => {
                self.describer.begin(attr.name, Shape::List);
                let mut index = 0;
                for place in 0.. {
                    let item = self.reading.lists.get(list).and_then(|items| items.get(place)).cloned();
                    let Some(item) = item else { break };
                    self.describer.item(index);
                    match item.value {
                        Value::Record(id) => self.frame(id)?,
                        _ => self.value("", &item, attr)?,
                    }
                    self.describer.end();
                    index = index.saturating_add(1);
                }
                if let Some(error) = error {
                    self.describer.item(index);
                    self.bad(BAD_RECORD, error)?;
                    self.describer.end();
                }
                self.describer.end();
            }
            _ => match error {
                Some(error) => self.bad((attr.name, attr.meaning), error)?,
                None => self.value(attr.name, item, attr)?,
            },
        }
        Ok(())
    }

    fn passed(
        &mut self,
        (id, slot): (usize, usize),
        attr: &'static Attr<'static>,
        (start, count): (u64, u64),
    ) -> Result<(), ReadError> {
        let stream = self.reading.frame(id)?.stream;
        let back = self.reading.stream(stream)?.at;
        self.reading.seek(stream, start)?;
        self.describer.begin(attr.name, Shape::List);
        let path = self.reading.path(id).field(attr.name);
        for index in 0..count {
            self.describer.item(index);
            let (mark, at) = (self.reading.mark(), self.reading.stream(stream)?.at);
            let read = self
                .reading
                .pass_item(attr, Site { frame: id, slot, stream, index: Some(index) });
            if let Err(error) = &read
                && error.wanted_len().is_some()
            {
                return Err(error.clone());
            }
            let next = self.reading.stream(stream)?.at;
            match (self.reading.read_since(mark), &read) {
                (Some(record), _) => self.frame(record)?,
                (None, Ok(Some(item))) => self.value("", item, attr)?,
                _ => {}
            }
            self.reading.release(mark);
            self.reading.seek(stream, next)?;
            let read = read.and_then(|_| match &attr.pos {
                Some(pos) => self.share(Budget::of_record(next.saturating_sub(at)), (id, pos)),
                None => Ok(()),
            });
            let stop = read.is_err();
            if let (Err(error), Some(_)) = (read, &attr.pos) {
                self.bad(BAD_RECORD, seen_from(error, &path.clone().index(index), ""))?;
            }
            self.describer.end();
            if stop {
                break;
            }
        }
        self.describer.end();
        self.reading.seek(stream, back)
    }

    fn refuse(&mut self, id: usize, attr: &'static Attr<'static>, item: &Item<'b>) -> Option<ReadError> {
        if let Some(outside) = self.reading.outside(id, attr, item) {
            return Some(outside);
        }
        let pos = attr.pos.as_ref().filter(|_| self.reading.tree.is_lazy)?;
        let cost = match (&item.value, &attr.holds) {
            (Value::Bytes(bits), Holds::Text(..)) => bits.len(),
            (Value::Record(_), _) => Budget::of_record(item.len),
            _ => return None,
        };
        self.share(cost, (id, pos)).err()
    }

    fn share(&mut self, cost: u64, (frame, pos): (usize, &'static Formula<'static>)) -> Result<(), ReadError> {
        let taken = self.shared.take(POINTED_AT, cost);
        taken.map_err(|problem| self.reading.blame(frame, pos, (0, problem)))
    }

    fn has_records(&mut self, list: usize) -> Result<bool, ReadError> {
        let len = self.reading.lists.get(list).map_or(0, |items| count(items));
        self.reading.pay(len)?;
        let mut items = self.reading.lists.get(list).into_iter().flatten();
        Ok(items.any(|item| matches!(item.value, Value::Record(_) | Value::List(_) | Value::Stream(_))))
    }

    fn bad(&mut self, (name, meaning): (&'static str, &'static str), error: ReadError) -> Result<(), ReadError> {
        self.line(size::<Step>(error.path.steps().len()))?;
        self.describer.field(Field::bad(name, error, meaning));
        Ok(())
    }

    fn line(&mut self, len: u64) -> Result<(), ReadError> {
        let paid = self.reading.work.take_line(len);
        paid.map_err(|problem| self.reading.fault(problem))
    }

    fn value(&mut self, name: &'static str, item: &Item<'b>, attr: &'static Attr<'static>) -> Result<(), ReadError> {
        self.line(match &item.value {
            Value::Text(text) => length(text.as_str().as_bytes()),
            // Stored bytes are shown only by their number.
            Value::Bytes(Bits::File(..)) if !matches!(attr.holds, Holds::Value(_)) => 0,
            Value::Bytes(bits) => bits.len(),
            _ => 0,
        })?;
        let mut len = item.len;
        let value = match &item.value {
            Value::Bytes(bits) if self.reading.tree.is_lazy && matches!(attr.holds, Holds::Text(..)) => {
                len = bits.len();
                match self.reading.decode(bits, attr) {
                    Ok(text) => FieldValue::Text(Cow::Borrowed(text)),
                    Err(error) if error.wanted_len().is_some() => return Err(error),
                    Err(error) => return self.bad((name, attr.meaning), error.in_field(name)),
                }
            }
            Value::Number(number) => match u64::try_from(*number) {
                Ok(number) => {
                    let names = attr.names.and_then(|names| self.reading.tree.named(names));
                    match (attr.valid, names.and_then(|names| names.name_of(i128::from(number)))) {
                        ([Rule::Bits(names)], _) => FieldValue::Flags(number, names),
                        (_, Some(name)) => FieldValue::Named(number, name),
                        (_, None) => FieldValue::Number(number),
                    }
                }
                Err(_) => FieldValue::Wide(*number, None),
            },
            Value::Named(names, number) => {
                let names = self.reading.tree.named(*names);
                let name = names.and_then(|names| names.name_of(*number));
                match (u64::try_from(*number), name) {
                    (Ok(number), Some(name)) => FieldValue::Named(number, name),
                    (Ok(number), None) => FieldValue::Number(number),
                    (Err(_), name) => FieldValue::Wide(*number, name),
                }
            }
            Value::Float(number) => FieldValue::Float(*number),
            Value::Flag(flag) => FieldValue::Flag(*flag),
            Value::Text(text) => FieldValue::Text(Cow::Borrowed(text.as_str())),
            Value::Bytes(bits) => match (&attr.holds, bits) {
                (Holds::Fixed(bytes), _) => FieldValue::Magic(bytes),
                (Holds::Value(_), _) | (_, Bits::Made(..) | Bits::Known(_)) => {
                    FieldValue::Made(Cow::Borrowed(self.reading.look(bits)?))
                }
                (Holds::Bytes(extent), Bits::File(_, of)) if extent.is_apart => {
                    len = *of;
                    FieldValue::Opaque(*of)
                }
                (_, Bits::File(_, len)) => FieldValue::Opaque(*len),
            },
            Value::Record(_) | Value::List(_) | Value::Passed(..) | Value::Stream(_) => return Ok(()),
        };
        self.describer
            .field(Field { name, offset: item.at, len, value, meaning: attr.meaning });
        Ok(())
    }
}

impl<'b> Reading<'b> {
    /// With a fresh budget.
    pub(super) fn show(mut self, record: usize, describer: &mut dyn Describer) -> Result<(), ReadError> {
        let len = self.file.len();
        self.work = Work::new(len);
        Showing { reading: self, describer, shared: Budget::shared(len) }.frame(record)
    }

    fn partial(&self, frame: usize, slot: usize) -> Option<Item<'b>> {
        match self.frames.get(frame)?.slots.get(slot)? {
            Slot::Failed(item, _) => item.clone(),
            _ => None,
        }
    }

    /// For error messages.
    pub(super) fn show_value(&self, value: &Value<'b>) -> String {
        match value {
            Value::Number(number) => alloc::format!("{number}"),
            Value::Named(names, number) => match self.tree.named(*names).and_then(|names| names.name_of(*number)) {
                Some(name) => alloc::format!("{number} ({name})"),
                None => alloc::format!("{number}"),
            },
            Value::Float(number) => alloc::format!("{number}"),
            Value::Flag(flag) => alloc::format!("{flag}"),
            Value::Text(text) => alloc::format!("{:?}", crate::Shortened(text.as_str())),
            Value::Bytes(bits) => match self.look(bits) {
                Ok(bytes) if bytes.len() <= 32 => alloc::format!("\"{}\"", bytes.escape_ascii()),
                _ => alloc::format!("{} bytes", bits.len()),
            },
            other => other.kind().into(),
        }
    }
}

fn shape(attr: &Attr<'_>) -> Shape {
    match attr.pos.is_some() && is_sized(&attr.holds) {
        true => Shape::Part,
        false => Shape::Record,
    }
}

fn is_sized(holds: &Holds<'_>) -> bool {
    match holds {
        Holds::Record(_, _, Some(extent)) => extent.size.is_some(),
        Holds::Switch(switch) => switch.cases.iter().any(|case| is_sized(&case.holds)),
        _ => false,
    }
}

/// Relative to the record at `path`; for another record, to the instance.
fn seen_from(mut error: ReadError, path: &Path, name: &'static str) -> ReadError {
    error.path = match error.path.steps().strip_prefix(path.steps()) {
        Some(inner) => inner.iter().copied().collect(),
        None => Path::from(name),
    };
    error
}
