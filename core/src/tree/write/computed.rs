//! Numbers that a writer computes: how many items a list has, how long a part is and where, how long the file is.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::pending::{Pending, PendingSum};
use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::expression::Formula;
use crate::tree::frame::Slot;
use crate::tree::node::Node;
use crate::tree::tables::{Extent, Holds, Repeat, Target, Write};
use crate::tree::value::{Item, Value};

impl Writing<'_> {
    /// Writes a field that is computed.
    pub(super) fn compute(&mut self, place: Place, write: &'static Write<'static>) -> Result<(), WriteError> {
        let Place { frame, slot, attr, .. } = place;
        let at = self.out.len();
        match write {
            Write::Constant(formula) => {
                self.follow(place.stream);
                let value = self.reading.compute(&place.scope(), formula);
                match value.map_err(|error| self.to_write_error(frame, attr.name, &error))? {
                    Value::Number(number) | Value::Named(_, number) => self.number_at_end(place, number),
                    other => Err(self.at(frame, attr.name, format!("expected a number, found {}", other.kind()))),
                }
            }
            Write::Count(target) => {
                let (of, list) = self.target(place, target)?;
                let many = match (self.given_node(of, target.name), &mut self.maker) {
                    (Some(Node::List(items)), _) => crate::bytes::count(items),
                    (_, Some(maker)) => maker.below(4),
                    // A list that is not there has no items.
                    (_, None) => 0,
                };
                let formula = self.reading.frame(of).ok().and_then(|frame| frame.attr(list));
                let formula = match formula.map(|attr| &attr.repeat) {
                    Some(Repeat::Count(formula)) => Some(formula),
                    _ => None,
                };
                let number = self.solve_for(place, formula, of, i128::from(many))?;
                self.number_at_end(place, number)
            }
            Write::Size(target) | Write::Offset(target) => {
                let of = self.target(place, target)?;
                self.put_zeros(place)?;
                let pending = Pending { place, at, is_offset: matches!(write, Write::Offset(_)) };
                self.reading.set(frame, slot, Slot::Reading);
                let found = self
                    .reading
                    .frame(of.0)
                    .ok()
                    .and_then(|frame| frame.slots.get(of.1))
                    .cloned();
                match found {
                    Some(Slot::Found(item)) => self.resolve(pending, of, item.at, item.len),
                    _ => {
                        self.gaps.insert(at);
                        self.pending.entry(of).or_default().push(pending);
                        Ok(())
                    }
                }
            }
            Write::FileSize => {
                self.put_zeros(place)?;
                self.reading.set(frame, slot, Slot::Reading);
                self.gaps.insert(at);
                self.of_file.push(Pending { place, at, is_offset: false });
                Ok(())
            }
            Write::Sum(sum) => {
                self.put_zeros(place)?;
                self.reading.set(frame, slot, Slot::Reading);
                self.sums
                    .push(PendingSum { place, at, len: self.out.len().saturating_sub(at), sum });
                Ok(())
            }
        }
    }

    /// The record and the slot of what is measured.
    fn target(&self, place: Place, target: &Target<'_>) -> Result<(usize, usize), WriteError> {
        let frame = self.reading.outer(place.frame, target.up);
        let frame = frame.ok_or_else(|| self.at(place.frame, place.attr.name, "nothing is around the record"))?;
        let slot = self.reading.frame(frame).ok().and_then(|frame| frame.slot(target.name));
        let slot = slot.ok_or_else(|| self.at(place.frame, place.attr.name, format!("no `{}`", target.name)))?;
        Ok((frame, slot))
    }

    /// The room of a field whose content comes later.
    fn put_zeros(&mut self, place: Place) -> Result<(), WriteError> {
        let len = match &place.attr.holds {
            Holds::Unsigned(len, _) | Holds::Signed(len, _) => u64::from(*len),
            Holds::Bytes(Extent { size: Some(size), .. }) => self.known_number(place, size).unwrap_or(0),
            _ => 0,
        };
        if len == 0 {
            let why = "expected a number of whole bytes, or bytes of a size that is known";
            return Err(self.at(place.frame, place.attr.name, why));
        }
        self.fill(place, len, 0)
    }

    fn number_at_end(&mut self, place: Place, number: i128) -> Result<(), WriteError> {
        let at = self.len();
        let bytes = self.number(place, &place.attr.holds, number)?;
        self.out.extend_from_slice(&bytes);
        self.set_computed(place, number, at)?;
        self.note_written(place, at, crate::bytes::length(&bytes))
    }

    /// What has been computed is there for expressions, and must be what is given, if anything is.
    fn set_computed(&mut self, place: Place, number: i128, at: u64) -> Result<(), WriteError> {
        let Place { frame, slot, attr, .. } = place;
        let value = match attr.names {
            Some(names) => Value::Named(names, number),
            None => Value::Number(number),
        };
        let len = match &attr.holds {
            Holds::Unsigned(len, _) | Holds::Signed(len, _) => u64::from(*len),
            _ => 0,
        };
        let item = Item { value, at, len };
        let valid = self.reading.valid(&place.scope(), attr, &item);
        valid.map_err(|error| self.to_write_error(frame, attr.name, &error))?;
        self.reading.set(frame, slot, Slot::Found(item));
        Ok(())
    }

    /// So many bytes have been written at a place, which others may measure.
    pub(super) fn note_written(&mut self, place: Place, at: u64, len: u64) -> Result<(), WriteError> {
        let of = (place.frame, place.slot);
        let waiting = self.pending.remove(&of).unwrap_or_default();
        waiting
            .into_iter()
            .try_for_each(|pending| self.resolve(pending, of, at, len))
    }

    /// Fills in a number whose measure is known.
    fn resolve(
        &mut self,
        pending: Pending,
        (frame, slot): (usize, usize),
        at: u64,
        len: u64,
    ) -> Result<(), WriteError> {
        let Pending { place, is_offset, .. } = pending;
        let of = self
            .reading
            .frame(frame)
            .map_err(|error| self.to_write_error(frame, "", &error))?;
        let (attr, stream) = (of.attr(slot), of.stream);
        let wanted = if is_offset {
            let stream = self.stream_of(frame, slot).unwrap_or(stream);
            i128::from(at.saturating_sub(self.start(stream)))
        } else {
            i128::from(len)
        };
        let formulas: Vec<&'static Formula<'static>> = match attr {
            Some(attr) if is_offset => attr.pos.as_ref().into_iter().collect(),
            Some(attr) => sizes(&attr.holds),
            None => Vec::new(),
        };
        let formula = formulas
            .into_iter()
            .find(|formula| self.mentions(frame, &formula.of, place));
        let number = self.solve_for(place, formula, frame, wanted)?;
        self.fill_in(pending, number)
    }

    fn fill_in(&mut self, pending: Pending, number: i128) -> Result<(), WriteError> {
        let Pending { place, at, .. } = pending;
        let bytes = self.number(place, &place.attr.holds, number)?;
        self.gaps.remove(&at);
        self.put_at(place, at, &bytes)?;
        self.set_computed(place, number, u64::try_from(at).unwrap_or(u64::MAX))
    }

    /// Bytes in the place of zeros.
    pub(super) fn put_at(&mut self, place: Place, at: usize, bytes: &[u8]) -> Result<(), WriteError> {
        let room = self.out.get_mut(at..).and_then(|rest| rest.get_mut(..bytes.len()));
        match room {
            Some(room) => {
                room.copy_from_slice(bytes);
                Ok(())
            }
            None => Err(self.at(place.frame, place.attr.name, LATE)),
        }
    }

    /// Whether something waits for where a part is.
    pub(super) fn is_placed_freely(&self, frame: usize, slot: usize) -> bool {
        let waiting = self.pending.get(&(frame, slot));
        waiting.is_some_and(|waiting| waiting.iter().any(|pending| pending.is_offset))
    }

    /// Fills in what depends on the file as a whole, then the checksums.
    pub(super) fn settle(&mut self) -> Result<(), WriteError> {
        let len = i128::from(self.len());
        for pending in core::mem::take(&mut self.of_file) {
            self.fill_in(pending, len)?;
        }
        // What is not there has no length and no place.
        for pending in core::mem::take(&mut self.pending).into_values().flatten() {
            self.fill_in(pending, 0)?;
        }
        self.settle_sums(0)
    }

    /// The same for what has been written from `start` on, before it is packed.
    pub(super) fn settle_within(&mut self, start: usize) -> Result<(), WriteError> {
        self.settle_sums(start)?;
        if self.gaps.range(start..).next().is_none() {
            return Ok(());
        }
        let mut all = self.pending.values().flatten().chain(&self.of_file);
        match all.find(|pending| pending.at >= start) {
            Some(Pending { place, .. }) => Err(self.at(place.frame, place.attr.name, LATE)),
            None => Ok(()),
        }
    }
}

/// What is wrong with a number that is packed before it is known.
const LATE: &str = "what it measures comes behind what it is packed in";

/// The sizes that something can have, by what is chosen.
fn sizes(holds: &'static Holds<'static>) -> Vec<&'static Formula<'static>> {
    match holds {
        Holds::Bytes(extent) | Holds::Text(_, extent) | Holds::Record(_, _, Some(extent)) => {
            extent.size.as_ref().into_iter().collect()
        }
        Holds::Switch(switch) => switch.cases.iter().flat_map(|case| sizes(&case.holds)).collect(),
        _ => vec![],
    }
}
