//! Checksums of what has been written, once nothing else in it changes.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::pending::PendingSum;
use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::frame::Slot;
use crate::tree::sum::SumOf;
use crate::tree::tables::Holds;
use crate::tree::value::{Item, Value};

impl Writing<'_> {
    /// Fills in the checksums from `start` on, those first that others count.
    pub(super) fn settle_sums(&mut self, start: usize) -> Result<(), WriteError> {
        let first = self.sums.partition_point(|sum| sum.at < start);
        let mut waiting = self.sums.split_off(first);
        while let Some(one) = waiting.first().copied() {
            let places: BTreeMap<(usize, &str), [u64; 2]> = waiting
                .iter()
                .map(|sum| ((sum.place.frame, sum.place.attr.name), sum.range()))
                .collect();
            let mut ready = Vec::new();
            let mut later = Vec::new();
            for pending in &waiting {
                let (from, to) = self.counted_range(pending, &places)?;
                // Those before and behind the checksum itself that it counts.
                let counts =
                    |other: Option<&PendingSum>| other.is_some_and(|other| (from..to).contains(&other.range()[0]));
                let behind = waiting.partition_point(|other| other.range()[0] < from);
                let next = waiting.get(behind);
                let next = if next.is_some_and(|next| next.at == pending.at) {
                    waiting.get(behind.saturating_add(1))
                } else {
                    next
                };
                match counts(next) {
                    true => later.push(*pending),
                    false => ready.push((*pending, from, to)),
                }
            }
            if ready.is_empty() {
                return Err(self.at(one.place.frame, one.place.attr.name, "two checksums count each other"));
            }
            for (pending, from, to) in ready {
                self.fill_in_sum(&pending, from, to)?;
            }
            waiting = later;
        }
        Ok(())
    }

    /// From where to where the bytes are, in the file. The end of what one counts may be another one, which is filled in first.
    fn counted_range(
        &self,
        pending: &PendingSum,
        waiting: &BTreeMap<(usize, &str), [u64; 2]>,
    ) -> Result<(u64, u64), WriteError> {
        let Place { frame, attr, .. } = pending.place;
        let outer = self.reading.outer(frame, pending.sum.up);
        let place = |name: &'static str| {
            let outer = outer?;
            let known = waiting.get(&(outer, name)).copied();
            known.or_else(|| self.reading.place_of(outer, name))
        };
        match (place(pending.sum.from), place(pending.sum.to)) {
            (Some([from, _]), Some([_, to])) if from <= to => Ok((from, to)),
            _ => Err(self.at(frame, attr.name, "what it counts is not there")),
        }
    }

    fn fill_in_sum(&mut self, pending: &PendingSum, from: u64, to: u64) -> Result<(), WriteError> {
        let PendingSum { place, at, len, sum } = *pending;
        let Place { frame, slot, attr, .. } = place;
        let [from_byte, to_byte] = [from, to].map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        let stored = self.out.get(from_byte..to_byte).unwrap_or_default().to_vec();
        let made = match sum.of {
            SumOf::Stored => stored,
            SumOf::Unpacked => match self
                .reading
                .member(self.reading.outer(frame, sum.up).unwrap_or(frame), sum.from)
            {
                Ok(Value::Bytes(bits)) => bits.made_bytes().unwrap_or_default().to_vec(),
                _ => return Err(self.at(frame, attr.name, "what it counts is not bytes")),
            },
        };
        let made = sum.sum.compute(&made);
        let (bytes, value) = match &attr.holds {
            Holds::Unsigned(len, order) => {
                let number = made.iter().fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
                let bytes = self.in_order(frame, number, *len, *order);
                let bytes = bytes.ok_or_else(|| self.at(frame, attr.name, "the byte order is not decided"))?;
                (bytes, Value::Number(i128::from(number)))
            }
            _ => (made.clone(), super::encode::bytes_value(made)),
        };
        if bytes.len() != len {
            let why = format!("expected room for {} bytes, found {len}", bytes.len());
            return Err(self.at(frame, attr.name, why));
        }
        self.put_at(place, at, &bytes)?;
        let [at, len] = [at, len].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        self.reading.set(frame, slot, Slot::Found(Item { value, at, len }));
        Ok(())
    }
}
