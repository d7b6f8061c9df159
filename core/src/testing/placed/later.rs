//! Parts that follow the record with their offset.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::tree::{Attr, Binary, Expression, Formula};

pub(super) struct Waiting<'w> {
    pub(super) part: &'w Attr<'w>,
    pub(super) len: Option<Formula<'w>>,
    pub(super) path: String,
    pub(super) offset: u64,
    pub(super) numbers: Numbers<'w>,
}

#[derive(Clone, Default)]
pub(super) struct Numbers<'w>(pub(super) Vec<(&'w str, u64)>);

impl Numbers<'_> {
    pub(super) fn get(&self, field: &str) -> Option<u64> {
        let mut numbers = self.0.iter();
        numbers.find_map(|(name, number)| (*name == field).then_some(*number))
    }

    pub(super) fn value(&self, formula: &Formula<'_>) -> Result<u64, String> {
        let result = self.evaluate(&formula.of).and_then(|result| u64::try_from(result).ok());
        result.ok_or_else(|| format!("{} cannot be computed", formula.text))
    }

    fn evaluate(&self, expression: &Expression<'_>) -> Option<i128> {
        match expression {
            Expression::Number(number) => Some(*number),
            Expression::Own(field) => self.get(field).map(i128::from),
            Expression::Binary(Binary::Plus, left, right) => self.evaluate(left)?.checked_add(self.evaluate(right)?),
            Expression::Binary(Binary::Minus, left, right) => self.evaluate(left)?.checked_sub(self.evaluate(right)?),
            _ => None,
        }
    }
}

impl<'w> Waiting<'w> {
    pub(super) fn text(&self, bytes: &'w [u8]) -> Result<(u64, &'w [u8]), String> {
        let len = match &self.len {
            Some(len) => self.numbers.value(len)?,
            None => len_to_nul(bytes, self.offset)?,
        };
        let from = usize::try_from(self.offset).unwrap_or(usize::MAX);
        let text = usize::try_from(len).ok().and_then(|len| bytes.get(from..)?.get(..len));
        let text = text.ok_or_else(|| format!("{} is not in the file", self.path))?;
        Ok((self.offset, text))
    }
}

pub(super) fn len_to_nul(bytes: &[u8], at: u64) -> Result<u64, String> {
    let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..));
    let nul = rest.and_then(|rest| rest.iter().position(|byte| *byte == 0));
    let len = nul.and_then(|len| u64::try_from(len).ok());
    len.ok_or_else(|| format!("no NUL from byte {at} on"))
}
