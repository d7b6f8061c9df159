//! The fast path for most fields: numbers, and bytes with a size or offset from numbers of the record.

use super::expression::{Expression, Formula};
use super::file_bytes::FileBytes;
use super::frame::{Frame, Slot};
use super::reading::Reading;
use super::spot::Amount;
use super::tables::{Attr, Extent, Holds, Order, Record, Rule};
use super::value::{Bits, Item, Value};
use crate::bytes::{Number, length};
use crate::error::ReadError;

impl<'b> Reading<'b> {
    /// `false` if the slow path must read the field and find its errors.
    #[inline]
    pub(crate) fn read_plain(&mut self, id: usize, slot: usize) -> bool {
        self.plain(id, slot).is_some()
    }

    fn plain(&mut self, id: usize, slot: usize) -> Option<()> {
        let frame = self.frames.get(id)?;
        let attr = frame.attr(slot)?;
        if !attr.is_plain() {
            return None;
        }
        let stream = self.streams.get(frame.stream)?;
        let Bits::File(from, have) = stream.of else { return None };
        let ofs = match &attr.pos {
            Some(pos) => self.spotted(frame, attr.spot.start).or_else(|| self.own(frame, pos))?,
            None => stream.at,
        };
        let at = from.checked_add(ofs)?;
        let (value, len) = match &attr.holds {
            Holds::Unsigned(len, order) => (self.plain_number(attr, (at, *len), *order)?, u64::from(*len)),
            Holds::Bytes(extent) => self.plain_bytes(frame, attr, at, extent)?,
            Holds::Text(_, extent) if self.tree.is_lazy => self.plain_bytes(frame, attr, at, extent)?,
            _ => return None,
        };
        let next = ofs.checked_add(len).filter(|next| *next <= have)?;
        if id == 0 && self.len == Some(attr.name) {
            return None;
        }
        if attr.pos.is_none() {
            let stream = frame.stream;
            let stream = self.streams.get_mut(stream)?;
            (stream.at, stream.left) = (next, 0);
        }
        let item = Item { value, at: self.file.absolute(at), len };
        *self.frames.get_mut(id)?.slots.get_mut(slot)? = Slot::Found(item);
        Some(())
    }

    #[inline]
    fn plain_number(&self, attr: &Attr<'static>, (at, len): (u64, u8), order: Order) -> Option<Value<'b>> {
        let value = match order {
            Order::Decided => return None,
            order => decode(self.file.shown(at, u64::from(len))?, order),
        };
        is_allowed(attr, value).then(|| named(self.tree.is_lazy, attr, value))
    }

    #[inline]
    fn plain_bytes(
        &self,
        frame: &Frame<'b>,
        attr: &Attr<'static>,
        at: u64,
        extent: &'static Extent<'static>,
    ) -> Option<(Value<'b>, u64)> {
        if !is_whole(attr, extent) {
            return None;
        }
        let size = extent.size.as_ref()?;
        let len = self.spotted(frame, attr.spot.len).or_else(|| self.own(frame, size))?;
        if attr.limit.is_some_and(|limit| len > limit) || (attr.pos.is_none() && self.file.shown(at, len).is_none()) {
            return None;
        }
        Some((Value::Bytes(Bits::File(at, len)), len))
    }

    /// Returns the number of skipped fields: numbers at fixed places, valid and in the window.
    pub(crate) fn read_fixed(&mut self, id: usize) -> usize {
        self.fixed(id).unwrap_or(0)
    }

    fn fixed(&mut self, id: usize) -> Option<usize> {
        let frame = self.frames.get_mut(id)?;
        let stream = self.streams.get_mut(frame.stream)?;
        let Bits::File(from, have) = stream.of else { return None };
        let next = fixed_end(self.file, frame.record, (from, have), stream.at)?;
        frame.fixed = usize::from(frame.record.fixed.count);
        (stream.at, stream.left) = (next, 0);
        Some(frame.fixed)
    }

    /// Returns the number of skipped records.
    pub(crate) fn skim(
        &mut self,
        record: &'static Record<'static>,
        stream: usize,
        most: u64,
    ) -> Result<u64, ReadError> {
        let file = self.file;
        let stream = self.stream(stream)?;
        let (Bits::File(from, have), mut passed) = (&stream.of, 0) else {
            return Ok(0);
        };
        while passed < most {
            let Some(next) = skim(file, record, (*from, *have), stream.at) else {
                break;
            };
            (stream.at, stream.left, passed) = (next, 0, passed.saturating_add(1));
        }
        Ok(passed)
    }

    pub(crate) fn peek(&self, frame: &Frame<'b>, slot: usize) -> Option<Item<'b>> {
        if slot >= frame.fixed {
            return match frame.slots.get(slot)? {
                Slot::Found(item) => Some(item.clone()),
                _ => None,
            };
        }
        let start = self.file.relative(frame.at);
        let (attr, number, at) = fixed_number(self.file, (frame.record, frame.fixed, start), |place, _| place == slot)?;
        let Holds::Unsigned(len, _) = attr.holds else {
            return None;
        };
        Some(Item { value: named(self.tree.is_lazy, attr, number), at: self.file.absolute(at), len: u64::from(len) })
    }

    pub(crate) fn number(&self, frame: &Frame<'b>, slot: usize) -> Option<Number> {
        let (attr, item) = (frame.attr(slot)?, self.peek(frame, slot)?);
        let (Value::Number(number) | Value::Named(_, number)) = item.value else {
            return None;
        };
        let value = u64::try_from(number).unwrap_or(u64::MAX);
        Some(Number { value, at: self.file.relative(item.at), field: attr.name })
    }

    #[inline]
    fn spotted(&self, frame: &Frame<'b>, of: Amount) -> Option<u64> {
        let passed = if frame.fixed == 0 { 0 } else { frame.record.fixed.len };
        amount(self.file, of, (self.file.relative(frame.at), passed))
    }

    fn own_fixed(&self, frame: &Frame<'b>, name: &str) -> Option<(&'static Attr<'static>, u64, u64)> {
        let start = self.file.relative(frame.at);
        fixed_number(self.file, (frame.record, frame.fixed, start), |_, attr| {
            attr.is_called(name)
        })
    }

    #[inline]
    pub(crate) fn own(&self, frame: &Frame<'b>, formula: &Formula<'static>) -> Option<u64> {
        match formula.of {
            Expression::Number(number) => u64::try_from(number).ok(),
            Expression::Own(name) => match self.own_fixed(frame, name) {
                Some((_, number, _)) => Some(number),
                None => match frame.slots.get(frame.slot(name)?)? {
                    Slot::Found(Item { value: Value::Number(number), .. }) => u64::try_from(*number).ok(),
                    _ => None,
                },
            },
            _ => None,
        }
    }
}

/// `None` for records that need evaluation, and on any error. `from` is the start of the stream, and `have` its length.
#[inline]
pub(crate) fn skim(
    file: FileBytes<'_>,
    record: &'static Record<'static>,
    (from, have): (u64, u64),
    at: u64,
) -> Option<u64> {
    if !record.fixed.is_simple || record.endian.is_some() {
        return None;
    }
    let rest = file.0.window().get(usize::try_from(from.checked_add(at)?).ok()?..)?;
    let (numbers, _) = rest.split_at_checked(record.fixed.len.into())?;
    if record.fixed.is_checked && !are_allowed(record, numbers) {
        return None;
    }
    let mut size = u64::from(record.fixed.len);
    for attr in record.fields.get(usize::from(record.fixed.count)..)? {
        let len = match attr.spot.len {
            Amount::Is(len) => len,
            Amount::At(ofs, width) => width.decode(numbers.get(usize::from(ofs)..)?)?,
            Amount::Unknown => return None,
        };
        if attr.limit.is_some_and(|limit| len > limit) {
            return None;
        }
        size = size.checked_add(len)?;
    }
    let next = at.checked_add(size)?;
    (size <= length(rest) && next <= have).then_some(next)
}

#[inline]
fn fixed_end(file: FileBytes<'_>, record: &Record<'_>, (from, have): (u64, u64), at: u64) -> Option<u64> {
    let len = u64::from(record.fixed.len);
    let next = at.checked_add(len).filter(|next| *next <= have)?;
    let numbers = file.shown(from.checked_add(at)?, len)?;
    (!record.fixed.is_checked || are_allowed(record, numbers)).then_some(next)
}

fn are_allowed(record: &Record<'_>, mut numbers: &[u8]) -> bool {
    let mut fields = record.fields.iter().take(record.fixed.count.into());
    fields.all(|attr| {
        let Holds::Unsigned(width, order) = attr.holds else {
            return false;
        };
        numbers.split_at_checked(width.into()).is_some_and(|(number, rest)| {
            numbers = rest;
            attr.valid.is_empty() || is_allowed(attr, decode(number, order))
        })
    })
}

#[inline]
fn fixed_number(
    file: FileBytes<'_>,
    (record, count, mut at): (&'static Record<'static>, usize, u64),
    is_it: impl Fn(usize, &Attr<'static>) -> bool,
) -> Option<(&'static Attr<'static>, u64, u64)> {
    for (place, attr) in record.fields.get(..count)?.iter().enumerate() {
        let Holds::Unsigned(len, order) = attr.holds else {
            return None;
        };
        if is_it(place, attr) {
            return Some((attr, decode(file.shown(at, u64::from(len))?, order), at));
        }
        at = at.checked_add(u64::from(len))?;
    }
    None
}

fn is_whole(attr: &Attr<'_>, extent: &Extent<'_>) -> bool {
    extent.is_whole() && !extent.is_apart && attr.valid.is_empty()
}

/// The numbers in the first `upto` bytes of the record have been checked.
#[inline]
fn amount(file: FileBytes<'_>, amount: Amount, (at, upto): (u64, u16)) -> Option<u64> {
    match amount {
        Amount::Is(number) => Some(number),
        Amount::At(from, width) if u64::from(from).saturating_add(width.len()) <= u64::from(upto) => {
            width.decode(file.shown(at.checked_add(u64::from(from))?, width.len())?)
        }
        _ => None,
    }
}

#[inline]
pub(super) fn decode(bytes: &[u8], order: Order) -> u64 {
    let add = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
    match (bytes, order) {
        ([a, b, c, d, e, f, g, h], Order::Little) => u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]),
        (bytes, Order::Little) => bytes.iter().rev().fold(0, add),
        (bytes, _) => bytes.iter().fold(0, add),
    }
}

fn is_allowed(attr: &Attr<'_>, value: u64) -> bool {
    attr.valid.iter().all(|rule| match rule {
        Rule::Range(min, max) => (*min..=*max).contains(&value),
        Rule::Among(numbers, _) => numbers.contains(&value),
        Rule::Bits(_) => true,
        _ => false,
    })
}

fn named<'b>(is_lazy: bool, attr: &Attr<'_>, value: u64) -> Value<'b> {
    match attr.names.filter(|_| !is_lazy) {
        Some(names) => Value::Named(names, i128::from(value)),
        None => Value::Number(i128::from(value)),
    }
}
