//! The short way for fields that most formats have: numbers, and bytes whose size or place is a number of the record.

use super::expression::{Expression, Formula};
use super::frame::{Frame, Slot};
use super::reading::Reading;
use super::source::Source;
use super::tables::{Attr, Extent, Holds, Order, Record, Repeat, Rule};
use super::value::{Bits, Item, Value};
use crate::bytes::Number;

impl Record<'_> {
    /// Returns the first of `fields` that are numbers at fixed places, as [`Record::fixed`] has them.
    pub fn fixed_of(fields: &[Attr<'_>], len: Option<&str>) -> (u8, u16) {
        let (mut count, mut prefix) = (0_u8, 0_u16);
        for attr in fields {
            let is_here = is_plain(attr) && attr.pos.is_none();
            let rules = |rule: &Rule<'_>| matches!(rule, Rule::Range(..) | Rule::Among(..) | Rule::Bits(_));
            let Holds::Unsigned(width, Order::Little | Order::Big) = &attr.holds else {
                break;
            };
            if !is_here || !attr.valid.iter().all(rules) || len == Some(attr.name) || count == u8::MAX {
                break;
            }
            count = count.saturating_add(1);
            prefix = prefix.saturating_add(u16::from(*width));
        }
        (count, prefix)
    }
}

impl<'b> Reading<'b> {
    /// Reads a field that is plain and that the window shows. Returns whether it is: all others take the long way, which also finds what is
    /// wrong.
    #[inline]
    pub(crate) fn read_plain(&mut self, id: usize, slot: usize) -> bool {
        self.plain(id, slot).is_some()
    }

    fn plain(&mut self, id: usize, slot: usize) -> Option<()> {
        let frame = self.frames.get(id)?;
        let attr = frame.attr(slot)?;
        if !is_plain(attr) {
            return None;
        }
        let stream = self.streams.get(frame.stream)?;
        let Bits::File(from, have) = stream.of else { return None };
        let ofs = match &attr.pos {
            Some(pos) => self.own(frame, pos)?,
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
        if !is_plain_extent(attr, extent) {
            return None;
        }
        let len = self.own(frame, extent.size.as_ref()?)?;
        if attr.limit.is_some_and(|limit| len > limit) || (attr.pos.is_none() && self.file.shown(at, len).is_none()) {
            return None;
        }
        Some((Value::Bytes(Bits::File(at, len)), len))
    }

    /// Passes over the numbers at fixed places that a record begins with, if the window shows them and they are valid. Returns how many there
    /// are.
    pub(crate) fn read_fixed(&mut self, id: usize) -> usize {
        self.fixed(id).unwrap_or(0)
    }

    fn fixed(&mut self, id: usize) -> Option<usize> {
        let frame = self.frames.get_mut(id)?;
        let stream = self.streams.get_mut(frame.stream)?;
        let Bits::File(from, have) = stream.of else { return None };
        let next = fixed_end(self.file, frame.record, (from, have), stream.at)?;
        frame.fixed = usize::from(frame.record.fixed.0);
        (stream.at, stream.left) = (next, 0);
        Some(frame.fixed)
    }

    /// Passes over a plain record. Returns where it ends in the stream.
    pub(crate) fn skim(&self, record: &'static Record<'static>, stream: usize) -> Option<u64> {
        let stream = self.streams.get(stream)?;
        let Bits::File(from, have) = stream.of else { return None };
        skim(self.file, record, (from, have), stream.at)
    }

    /// What is in a slot, if it has been read.
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

    /// The number in a slot, with its place in the file.
    pub(crate) fn number(&self, frame: &Frame<'b>, slot: usize) -> Option<Number> {
        let (attr, item) = (frame.attr(slot)?, self.peek(frame, slot)?);
        let (Value::Number(number) | Value::Named(_, number)) = item.value else {
            return None;
        };
        let value = u64::try_from(number).unwrap_or(u64::MAX);
        Some(Number { value, at: self.file.relative(item.at), field: attr.name })
    }

    fn own_fixed(&self, frame: &Frame<'b>, name: &str) -> Option<(&'static Attr<'static>, u64, u64)> {
        let start = self.file.relative(frame.at);
        fixed_number(self.file, (frame.record, frame.fixed, start), |_, attr| {
            attr.is_called(name)
        })
    }

    /// The number that the formula is, or that a field of the record has.
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

/// Passes over the record at `at` of a stream of `have` bytes that begins at `from`. It has only numbers at fixed places, and bytes whose
/// sizes these give; for other records, or where anything is wrong, there is no result. Returns where the record ends in the stream.
#[inline]
pub(crate) fn skim(
    file: Source<'_>,
    record: &'static Record<'static>,
    (from, have): (u64, u64),
    at: u64,
) -> Option<u64> {
    let mut next = fixed_end(file, record, (from, have), at)?;
    let fixed = usize::from(record.fixed.0);
    for attr in record.fields.get(fixed..)? {
        let (Holds::Bytes(extent) | Holds::Text(_, extent)) = &attr.holds else {
            return None;
        };
        if !is_plain(attr) || attr.pos.is_some() || !is_plain_extent(attr, extent) {
            return None;
        }
        let len = match extent.size.as_ref()?.of {
            Expression::Number(number) => u64::try_from(number).ok()?,
            Expression::Own(name) => {
                let start = from.checked_add(at)?;
                fixed_number(file, (record, fixed, start), |_, attr| attr.is_called(name))?.1
            }
            _ => return None,
        };
        let ofs = next;
        next = next.checked_add(len).filter(|next| *next <= have)?;
        if attr.limit.is_some_and(|limit| len > limit) || file.shown(from.checked_add(ofs)?, len).is_none() {
            return None;
        }
    }
    // What takes no bytes is paid for: there could be any number of it.
    Some(next).filter(|next| record.endian.is_none() && *next > at)
}

/// Whether it is a field that is always there, once, in the stream of its record.
pub(crate) fn is_plain(attr: &Attr<'_>) -> bool {
    attr.condition.is_none() && attr.stream.is_none() && matches!(attr.repeat, Repeat::Once)
}

/// Whether a field is all the bytes of its size.
pub(crate) fn is_plain_extent(attr: &Attr<'_>, extent: &Extent<'_>) -> bool {
    let is_whole = extent.terminator.is_empty() && extent.pad.is_none() && extent.process.is_none();
    is_whole && !extent.is_apart && attr.valid.is_empty()
}

/// Where the numbers at fixed places end that a record begins with, if the window shows them and they are valid.
#[inline]
fn fixed_end(file: Source<'_>, record: &Record<'_>, (from, have): (u64, u64), at: u64) -> Option<u64> {
    let (count, len) = record.fixed;
    let next = at.checked_add(u64::from(len)).filter(|next| *next <= have)?;
    let mut rest = file.shown(from.checked_add(at)?, u64::from(len))?;
    for attr in record.fields.get(..usize::from(count))? {
        let Holds::Unsigned(width, order) = attr.holds else {
            return None;
        };
        let (number, after) = rest.split_at_checked(usize::from(width))?;
        rest = after;
        if !attr.valid.is_empty() && !is_allowed(attr, decode(number, order)) {
            return None;
        }
    }
    Some(next)
}

/// The first of so many numbers at fixed places of the record at `at` that `is_it` wants, and its place in the file.
#[inline]
fn fixed_number(
    file: Source<'_>,
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

#[inline]
pub(crate) fn decode(bytes: &[u8], order: Order) -> u64 {
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
