//! Parts that come after what points at them, and the numbers that say where.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::layout::{Holds, Measure, Part};

/// A part that comes later.
pub(super) struct Waiting<'w> {
    pub(super) part: &'w Part<'w>,
    pub(super) path: String,
    /// Where the file says that it starts.
    pub(super) offset: u64,
    pub(super) numbers: Numbers<'w>,
}

/// The numbers of a record.
#[derive(Clone, Default)]
pub(super) struct Numbers<'w>(pub(super) Vec<(&'w str, u64)>);

impl Numbers<'_> {
    /// The number in the field.
    pub(super) fn get(&self, field: &str) -> Option<u64> {
        let mut numbers = self.0.iter();
        numbers.find_map(|(name, number)| (*name == field).then_some(*number))
    }

    /// What `measure` gives.
    pub(super) fn value(&self, measure: &Measure<'_>) -> Result<u64, String> {
        let result = measure.expression.evaluate(&|field| self.get(field));
        result.get().ok_or_else(|| format!("{} has no result", measure.text))
    }
}

impl<'w> Waiting<'w> {
    /// The text that the file `bytes` has in its place, and the first byte of it.
    pub(super) fn text(&self, bytes: &'w [u8]) -> Result<(u64, &'w [u8]), String> {
        let len = match &self.part.holds {
            Holds::Text(_, len) => self.numbers.value(len)?,
            _ => len_to_nul(bytes, self.offset)?,
        };
        let from = usize::try_from(self.offset).unwrap_or(usize::MAX);
        let text = usize::try_from(len).ok().and_then(|len| bytes.get(from..)?.get(..len));
        let text = text.ok_or_else(|| format!("{} is not in the file", self.path))?;
        Ok((self.offset, text))
    }
}

/// How many bytes are before the next NUL.
pub(super) fn len_to_nul(bytes: &[u8], at: u64) -> Result<u64, String> {
    let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..));
    let nul = rest.and_then(|rest| rest.iter().position(|byte| *byte == 0));
    let len = nul.and_then(|len| u64::try_from(len).ok());
    len.ok_or_else(|| format!("no NUL from byte {at} on"))
}
