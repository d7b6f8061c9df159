//! Checksums of what has been written, once nothing else in it changes.

use alloc::format;
use alloc::vec::Vec;

use super::Writing;
use super::fields::Place;
use crate::error::WriteError;
use crate::tree::frame::Slot;
use crate::tree::summed::SumOf;
use crate::tree::tables::{Holds, Summed};
use crate::tree::value::{Item, Value};

/// A checksum whose bytes are still changing.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingSum {
    pub(super) place: Place,
    /// Where it is, and its length.
    pub(super) at: usize,
    pub(super) len: usize,
    pub(super) sum: &'static Summed<'static>,
}

impl Writing<'_> {
    /// Fills in the checksums from `start` on, those first that others count.
    pub(super) fn settle_sums(&mut self, start: usize) -> Result<(), WriteError> {
        loop {
            let waiting = self.sums.iter().filter(|sum| sum.at >= start);
            let waiting: Vec<PendingSum> = waiting.copied().collect();
            if waiting.is_empty() {
                return Ok(());
            }
            let mut done = Vec::new();
            for pending in &waiting {
                let range = self.range(pending)?;
                let counts = |other: &PendingSum| {
                    let at = u64::try_from(other.at).unwrap_or(u64::MAX);
                    other.at != pending.at && (range.0..range.1).contains(&at)
                };
                if !waiting.iter().any(counts) {
                    self.fill_in_sum(pending)?;
                    done.push(pending.at);
                }
            }
            if let (true, Some(pending)) = (done.is_empty(), waiting.first()) {
                let Place { frame, attr, .. } = pending.place;
                return Err(self.at(frame, attr.name, "two checksums count each other"));
            }
            self.sums.retain(|sum| !done.contains(&sum.at));
        }
    }

    /// From where to where the bytes are, in the file.
    fn range(&self, pending: &PendingSum) -> Result<(u64, u64), WriteError> {
        let Place { frame, attr, .. } = pending.place;
        // The end of what one counts may be another one, which is filled in first.
        let place = |name: &str| {
            let other = self
                .sums
                .iter()
                .find(|sum| sum.place.frame == frame && sum.place.attr.name == name);
            let known = other.map(|other| (other.at, other.at.saturating_add(other.len)));
            let known = known.map(|(from, to)| [from, to].map(|place| u64::try_from(place).unwrap_or(u64::MAX)));
            known.or_else(|| self.reading.place_of(frame, name))
        };
        match (place(pending.sum.from), place(pending.sum.to)) {
            (Some([from, _]), Some([_, to])) if from <= to => Ok((from, to)),
            _ => Err(self.at(frame, attr.name, "what it counts is not there")),
        }
    }

    fn fill_in_sum(&mut self, pending: &PendingSum) -> Result<(), WriteError> {
        let PendingSum { place, at, len, sum } = *pending;
        let Place { frame, slot, attr, .. } = place;
        let (from, to) = self.range(pending)?;
        let [from_byte, to_byte] = [from, to].map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        let stored = self.out.get(from_byte..to_byte).unwrap_or_default().to_vec();
        let made = match sum.of {
            SumOf::Stored => stored,
            SumOf::Unpacked => match self.reading.member(frame, sum.from) {
                Ok(Value::Bytes(bits)) => bits.made().unwrap_or_default().to_vec(),
                _ => return Err(self.at(frame, attr.name, "what it counts is not bytes")),
            },
        };
        let made = sum.sum.of(&made);
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
