//! Fields of records, one after the other: whether they are there, how many, and what each holds.

use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

use super::place::Place;
use super::writing::Writing;
use crate::bytes::count;
use crate::error::WriteError;
use crate::tree::expression::Formula;
use crate::tree::frame::{Holder, Slot};
use crate::tree::node::Node;
use crate::tree::scope::Scope;
use crate::tree::stream::{OPEN, Stream};
use crate::tree::tables::{Extent, Holds, Repeat};
use crate::tree::value::{Bits, Item, Value};

impl<'n> Writing<'n> {
    /// Writes the fields of a record; what it has elsewhere waits for the end of the stream.
    pub(super) fn record(&mut self, id: usize) -> Result<(), WriteError> {
        let frame = self
            .reading
            .frame(id)
            .map_err(|error| self.to_write_error(id, "", &error))?;
        let (record, stream) = (frame.record, frame.stream);
        if let Err(problem) = self.reading.work.enter() {
            return Err(self.at(id, "", format!("{problem}")));
        }
        if let Some(endian) = &record.endian {
            self.follow(stream);
            let decided = self.reading.decide(&Scope::new(id), endian);
            let decided = decided.map_err(|error| self.to_write_error(id, "", &error))?;
            if let Some(frame) = self.reading.frames.get_mut(id) {
                frame.order = decided;
            }
        }
        for (slot, attr) in record.fields.iter().enumerate() {
            let place = Place { frame: id, slot, index: None, stream, attr };
            if self.is_there(place)? {
                self.field(place)?;
            }
        }
        for slot in record.fields.len()..record.fields.len().saturating_add(record.instances.len()) {
            self.wait(id, slot, stream);
        }
        self.reading.work.leave();
        Ok(())
    }

    /// Whether a field is there in this file.
    pub(super) fn is_there(&mut self, place: Place) -> Result<bool, WriteError> {
        let Some(condition) = &place.attr.condition else {
            return Ok(true);
        };
        self.follow(place.stream);
        let is_given = self.given_node(place.frame, place.attr.name).is_some();
        let there = match self.reading.is_true(&place.scope(), condition) {
            Ok(there) => there,
            // What cannot be known before the file ends is as it is given.
            Err(_) => {
                self.forget_failures(place.frame);
                is_given || self.maker.as_mut().is_some_and(|maker| maker.below(2) == 1)
            }
        };
        if !there {
            if is_given {
                let why = format!("expected no value, because `{}` is false, found one", condition.text);
                return Err(self.at(place.frame, place.attr.name, why));
            }
            self.reading.set(place.frame, place.slot, Slot::Absent);
        }
        Ok(there)
    }

    /// Writes a field that is there, where the file ends now.
    pub(super) fn field(&mut self, place: Place) -> Result<(), WriteError> {
        let Place { frame, slot, attr, .. } = place;
        if let Some(write) = &attr.write {
            self.flush();
            return self.compute(place, write);
        }
        let given = self.given_node(frame, attr.name);
        let item = match attr.repeat {
            Repeat::Once => self.item(place, given)?,
            _ => Some(self.items(place, given)?),
        };
        let (at, len) = item.as_ref().map_or((self.len(), 0), |item| (item.at, item.len));
        self.reading.set(frame, slot, item.map_or(Slot::Absent, Slot::Found));
        self.note_written(place, at, len)
    }

    fn items(&mut self, place: Place, given: Option<&'n Node>) -> Result<Item<'static>, WriteError> {
        let Place { frame, slot, attr, stream, .. } = place;
        let mut start = self.len();
        let list = self.reading.lists.len();
        self.reading.lists.push(Vec::new());
        let value = Value::List(list);
        self.reading
            .set(frame, slot, Slot::Found(Item { value, at: start, len: 0 }));
        let items = match given {
            Some(Node::List(items)) => Some(items.as_slice()),
            Some(other) => return Err(self.at(frame, attr.name, format!("expected a list, found {}", other.kind()))),
            None if self.maker.is_some() => None,
            None => return Err(self.at(frame, attr.name, "expected a list, found nothing")),
        };
        self.follow(stream);
        let wanted = match &attr.repeat {
            Repeat::Count(formula) => self.known_number(place, formula),
            _ => None,
        };
        // What a switch has no case for is not in the list.
        let most_absent = if matches!(attr.holds, Holds::Switch(_)) {
            MOST_ABSENT
        } else {
            0
        };
        let many = match (items, wanted) {
            (Some(items), Some(wanted)) if !(0..=most_absent).contains(&wanted.wrapping_sub(count(items))) => {
                let why = format!("expected {wanted} items, found {}", items.len());
                return Err(self.at(frame, attr.name, why));
            }
            (_, Some(wanted)) => wanted,
            (Some(items), None) => count(items),
            (None, None) => match (&attr.repeat, &mut self.maker) {
                (Repeat::Until(_), _) | (_, None) => MOST_MADE,
                (_, Some(maker)) => maker.below(4),
            },
        };
        if items.is_none() && many > MOST_MADE {
            return Err(self.at(frame, attr.name, "too many items to make up"));
        }
        let mut ended = !matches!(attr.repeat, Repeat::Until(_));
        let mut left = items.unwrap_or_default().iter();
        for index in 0..many {
            let place = Place { index: Some(index), ..place };
            let Some(holds) = self.choose_held(place)? else {
                continue;
            };
            let given = left.next();
            if let (Some(items), None) = (items, given) {
                let why = format!("expected {many} items, found {}", items.len());
                return Err(self.at(frame, attr.name, why));
            }
            let item = self.put_value(place, holds, given);
            // What is wrong with an item names it; what is in it does so already.
            let item = item.map_err(|error| match error.path == self.reading.path(frame).field(attr.name) {
                true => WriteError { path: error.path.index(index), ..error },
                false => error,
            });
            let Some(item) = item? else { continue };
            if index == 0 {
                start = item.at;
            }
            let value = item.value.clone();
            if let Some(known) = self.reading.lists.get_mut(list) {
                match known.last_mut() {
                    Some(Item { value: Value::Record(last), len, .. }) if matches!(value, Value::Record(id) if id == *last) =>
                    {
                        *len = item.len;
                    }
                    _ => known.push(item),
                }
            }
            if let Repeat::Until(until) = &attr.repeat {
                self.follow(stream);
                let scope = Scope { item: Some(&value), ..place.scope() };
                let last = self.reading.is_true(&scope, until);
                let last = last.map_err(|error| self.to_write_error(frame, attr.name, &error))?;
                let is_last = index.saturating_add(1) == many;
                if last && items.is_none() {
                    ended = true;
                    break;
                }
                if items.is_some() && last != is_last {
                    let why = format!("expected `{}` to be true of the last item, and of no other", until.text);
                    return Err(self.at(frame, attr.name, why));
                }
                ended = last;
            }
        }
        if !ended {
            return Err(self.at(frame, attr.name, "no item ends the list"));
        }
        if let (Some(items), 1..) = (items, left.len()) {
            let why = format!(
                "expected {} items, found {}",
                items.len().saturating_sub(left.len()),
                items.len()
            );
            return Err(self.at(frame, attr.name, why));
        }
        let len = self.len().saturating_sub(start);
        Ok(Item { value: Value::List(list), at: start, len })
    }

    /// Writes one thing; none where a switch has no case for it.
    pub(super) fn item(&mut self, place: Place, given: Option<&'n Node>) -> Result<Option<Item<'static>>, WriteError> {
        match (self.choose_held(place)?, given, &place.attr.holds) {
            (Some(holds), ..) => self.put_value(place, holds, given),
            (None, Some(_), Holds::Switch(switch)) => {
                let why = format!("expected no value, because `{}` has no case, found one", switch.on.text);
                Err(self.at(place.frame, place.attr.name, why))
            }
            (None, ..) => Ok(None),
        }
    }

    /// What a field holds here; none where a switch has no case for it.
    fn choose_held(&mut self, place: Place) -> Result<Option<&'static Holds<'static>>, WriteError> {
        let mut holds = &place.attr.holds;
        self.follow(place.stream);
        while let Holds::Switch(switch) = holds {
            let case = self.reading.case(&place.scope(), switch);
            match case.map_err(|error| self.to_write_error(place.frame, place.attr.name, &error))? {
                Some(case) => holds = case,
                None => return Ok(None),
            }
        }
        Ok(Some(holds))
    }

    /// Writes one thing of this kind.
    fn put_value(
        &mut self,
        place: Place,
        holds: &'static Holds<'static>,
        given: Option<&'n Node>,
    ) -> Result<Option<Item<'static>>, WriteError> {
        // Bits go on where others have ended, also in a record; anything else begins with the next byte.
        if !matches!(holds, Holds::Bits(..) | Holds::Flag(_) | Holds::Record(_, _, None)) {
            self.flush();
        }
        let start = self.len();
        let value = match holds {
            Holds::Fixed(bytes) => {
                self.out.extend_from_slice(bytes);
                Value::Bytes(Bits::Known(bytes))
            }
            Holds::Record(record, told, extent) => self.inner(place, (*record, told, extent.as_ref()), given)?,
            // Nothing is written where a value is computed.
            Holds::Value(_) | Holds::Switch(_) => return Ok(None),
            holds => return self.leaf(place, holds, given).map(Some),
        };
        let item = Item { value, at: start, len: self.len().saturating_sub(start) };
        Ok(Some(item))
    }

    fn inner(
        &mut self,
        place: Place,
        (record, told, extent): (usize, &'static [Formula<'static>], Option<&'static Extent<'static>>),
        given: Option<&'n Node>,
    ) -> Result<Value<'static>, WriteError> {
        let Place { frame, slot, attr, stream, .. } = place;
        let start = self.len();
        match given {
            Some(Node::Record(_)) => {}
            None if self.maker.is_some() => {}
            other => {
                let found = other.map_or("nothing", Node::kind);
                return Err(self.at(frame, attr.name, format!("expected a record, found {found}")));
            }
        }
        let table = self.reading.tree.record(record);
        let table = table.ok_or_else(|| self.at(frame, attr.name, "no such record"))?;
        let mut params = Vec::with_capacity(told.len());
        for (formula, (_, names)) in told.iter().zip(table.record.params) {
            let value = self.reading.compute(&place.scope(), formula);
            let value = value.map_err(|error| self.to_write_error(frame, attr.name, &error))?;
            params.push(match (names, value) {
                (Some(names), Value::Number(number)) => Value::Named(*names, number),
                (_, value) => value,
            });
        }
        let own = match extent {
            None => stream,
            Some(_) => {
                self.reading.streams.push(Stream::new(Bits::File(start, OPEN)));
                self.waiting.push(VecDeque::new());
                self.waiting.len().saturating_sub(1)
            }
        };
        let holder = Holder { frame, name: attr.name, index: place.index };
        let id = self.reading.open(table, Some(holder), params, own);
        let id = id.map_err(|error| self.to_write_error(frame, attr.name, &error))?;
        self.given.push(given);
        let value = Value::Record(id);
        let item = Item { value: value.clone(), at: start, len: 0 };
        match self.reading.frame(frame).ok().and_then(|frame| frame.slots.get(slot)) {
            Some(Slot::Found(Item { value: Value::List(list), .. })) if place.index.is_some() => {
                let list = *list;
                if let Some(items) = self.reading.lists.get_mut(list) {
                    items.push(item);
                }
            }
            _ => self.reading.set(frame, slot, Slot::Found(item)),
        }
        self.record(id)?;
        if let Some(extent) = extent {
            self.end(own)?;
            self.close(place, extent, start)?;
        }
        Ok(value)
    }

    /// A number of the schema that is known already, not below 0.
    pub(super) fn known_number(&mut self, place: Place, formula: &'static Formula<'static>) -> Option<u64> {
        self.follow(place.stream);
        match self.reading.amount(&place.scope(), formula, 0) {
            Ok(number) => Some(number),
            Err(_) => {
                self.forget_failures(place.frame);
                None
            }
        }
    }
}

/// The most items of a list that may be absent: each is looked for.
const MOST_ABSENT: u64 = 1 << 16;

/// The most items that are made up of a list.
const MOST_MADE: u64 = 24;
