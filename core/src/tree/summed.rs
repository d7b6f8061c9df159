//! Verification of checksums.

use alloc::vec::Vec;

use super::file_bytes::FileBytes;
use super::frame::Slot;
use super::reading::Reading;
use super::tables::{Attr, Holds, Record, Summed, Tree};
use super::value::{Bits, Value};
use crate::bytes::Bytes;
use crate::error::{Problem, ReadError};

/// Words in field names that suggest a checksum.
const WORDS: [&str; 11] =
    ["crc", "crc16", "crc32", "checksum", "chksum", "adler32", "md5", "sha1", "sha256", "digest", "hash"];

fn names_sum(name: &str) -> bool {
    let mut words = name.split('_');
    // The length or offset of a checksum is not a checksum.
    let measures = ["len", "num", "ofs", "size", "type", "kind"];
    let first = words.clone().next().unwrap_or_default();
    words.any(|word| WORDS.contains(&word)) && !measures.contains(&first)
}

impl Attr<'_> {
    /// Returns whether the name suggests a checksum, but the schema does not declare one.
    pub fn is_unjudged_sum(&self) -> bool {
        let holds_sum = matches!(self.holds, Holds::Unsigned(2.., _) | Holds::Bytes(_));
        holds_sum && names_sum(self.name) && self.sum.is_none()
    }
}

impl Tree<'static> {
    /// Verifies the checksums of a file. Returns the errors, including checksums that cannot be checked. Parts that are
    /// not valid are skipped.
    ///
    /// # Errors
    ///
    /// Returns an error if the file continues past the window.
    pub fn check_sums(&'static self, bytes: Bytes<'_>) -> Result<Vec<ReadError>, ReadError> {
        let mut checked = Vec::new();
        if !self.all_records().any(Record::has_sums) {
            return Ok(checked);
        }
        let Some(root) = self.root() else {
            return Ok(checked);
        };
        let mut reading = Reading::new(self, FileBytes(bytes));
        let read = reading.open(root, None, Vec::new(), 0);
        if let Err(error) = read.and_then(|root| reading.fill(root))
            && error.wanted_len().is_some()
        {
            return Err(error);
        }
        if self.is_lazy {
            // Unstored list items cannot be checked.
            let inner = self
                .records
                .iter()
                .skip(1)
                .flat_map(|record| record.fields.iter().chain(record.instances));
            let open = inner.filter(|attr| attr.is_unjudged_sum());
            checked.extend(open.map(|attr| bytes.error(0, Problem::Unchecked).in_field(attr.name)));
        }
        let mut frame = 0;
        // Reading instances adds records.
        while frame < reading.frames.len() {
            let done = reading.check_record(frame, &mut checked);
            done.map_err(|error| reading.place_error(error, frame, "", None))?;
            frame = frame.saturating_add(1);
        }
        Ok(checked)
    }
}

impl Record<'_> {
    fn has_sums(&self) -> bool {
        let mut all = self.fields.iter().chain(self.instances);
        all.any(|attr| attr.sum.is_some() || attr.is_unjudged_sum())
    }
}

impl<'b> Reading<'b> {
    fn check_record(&mut self, frame: usize, checked: &mut Vec<ReadError>) -> Result<(), ReadError> {
        let slots = self.frame(frame)?.slots.len();
        for slot in 0..slots {
            let of = self.frame(frame)?;
            let Some(attr) = of.attr(slot) else { break };
            if of.is_instance(slot)
                && matches!(of.slots.get(slot), Some(Slot::Unread))
                && !matches!(attr.holds, Holds::Value(_))
            {
                match self.find_item(frame, slot) {
                    Err(error) if error.wanted_len().is_some() => return Err(error),
                    _ => {}
                }
            }
            let Some(item) = self.peek(self.frame(frame)?, slot) else {
                continue;
            };
            let path = self.path(frame).field(attr.name);
            let mut tell = |problem| checked.push(ReadError::new(item.at, problem).under(&path));
            match &attr.sum {
                Some(sum) => match self.sum_of(frame, sum)? {
                    Some(made) => {
                        let (found, expected) = match &item.value {
                            Value::Number(number) => (u64::try_from(*number).unwrap_or(u64::MAX), leading(&made)),
                            Value::Bytes(bits) => differing(self.look(bits)?, &made),
                            _ => (0, 0),
                        };
                        if found != expected {
                            tell(Problem::WrongSum { found, expected });
                        }
                    }
                    None => tell(Problem::Unchecked),
                },
                _ if attr.is_unjudged_sum() => tell(Problem::Unchecked),
                _ => {}
            }
        }
        Ok(())
    }

    fn place_of(&self, frame: usize, name: &str) -> Option<[u64; 2]> {
        let frame = self.frames.get(frame)?;
        let item = self.peek(frame, frame.slot(name)?)?;
        Some([item.at, item.at.saturating_add(item.len)])
    }

    fn sum_of(&mut self, frame: usize, sum: &Summed<'_>) -> Result<Option<Vec<u8>>, ReadError> {
        let (Some([from, _]), Some([_, to])) = (self.place_of(frame, sum.from), self.place_of(frame, sum.to)) else {
            return Ok(None);
        };
        let stream = self.frame(frame)?.stream;
        let Bits::File(..) = self.stream(stream)?.of else {
            return Ok(None);
        };
        let start = self.file.absolute(0);
        let bits = Bits::File(from.saturating_sub(start), to.saturating_sub(from));
        self.pay(bits.len())?;
        Ok(Some(sum.sum.compute(self.look(&bits)?)))
    }
}

/// Returns the first 8 differing bytes of two checksums as numbers, or zeros if they are equal.
pub fn differing(found: &[u8], expected: &[u8]) -> (u64, u64) {
    let mut parts = found.chunks(8).zip(expected.chunks(8));
    let differs = parts.find(|(found, expected)| found != expected);
    differs.map_or((0, 0), |(found, expected)| (leading(found), leading(expected)))
}

pub(crate) fn leading(bytes: &[u8]) -> u64 {
    let first = bytes.iter().take(8);
    first.fold(0, |number, byte| (number << 8) | u64::from(*byte))
}
