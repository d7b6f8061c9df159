//! Operators of expressions, on integers of 127 bits with overflow checks.

use alloc::rc::Rc;
use core::cmp::Ordering;

use super::expression::{Binary, Unary};
use super::reading::Reading;
use super::value::{Text, Value, round};
use crate::bytes::length;
use crate::error::{Problem, ReadError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    fn of(binary: Binary) -> Option<Self> {
        Some(match binary {
            Binary::Equal => Self::Equal,
            Binary::Unequal => Self::Unequal,
            Binary::Less => Self::Less,
            Binary::AtMost => Self::AtMost,
            Binary::Greater => Self::Greater,
            Binary::AtLeast => Self::AtLeast,
            _ => return None,
        })
    }

    fn fits(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::Unequal => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

impl<'b> Reading<'b> {
    pub(super) fn compare(
        &mut self,
        left: &Value<'b>,
        right: &Value<'b>,
        comparison: Comparison,
        text: &'static str,
    ) -> Result<bool, ReadError> {
        let order = match (left, right) {
            (Value::Bytes(left), Value::Bytes(right)) => {
                let len = left.len().min(right.len());
                self.pay(len)?;
                Some(self.look(left)?.cmp(self.look(right)?))
            }
            (Value::Text(left), Value::Text(_)) => {
                let len = length(left.as_str().as_bytes());
                self.pay(len)?;
                Value::Text(left.clone()).order(right)
            }
            // NaN is unordered and not equal to anything.
            (Value::Float(float), Value::Float(_) | Value::Number(_))
            | (Value::Number(_) | Value::Float(_), Value::Float(float))
                if float.is_nan() =>
            {
                return Ok(comparison == Comparison::Unequal);
            }
            _ => left.order(right),
        };
        match order {
            Some(order) => Ok(comparison.fits(order)),
            None => {
                let expected = alloc::format!("{} to compare in `{text}`", left.kind());
                Err(self.fault(Problem::Unexpected { found: right.kind().into(), expected }))
            }
        }
    }

    pub(super) fn unary(&mut self, unary: Unary, of: &Value<'b>, text: &'static str) -> Result<Value<'b>, ReadError> {
        let overflow = || self.fault(Problem::Overflow { expression: text });
        match (unary, of) {
            (Unary::Negate, Value::Number(number)) => number.checked_neg().map(Value::Number).ok_or_else(overflow),
            (Unary::Negate, Value::Float(number)) => Ok(Value::Float(-*number)),
            (Unary::Invert, Value::Number(number)) => Ok(Value::Number(!*number)),
            (Unary::Not, Value::Flag(flag)) => Ok(Value::Flag(!*flag)),
            (Unary::Not, other) => Err(self.unfit(text, "true or false", other)),
            (_, other) => Err(self.unfit(text, "a number", other)),
        }
    }

    pub(super) fn binary(
        &mut self,
        binary: Binary,
        left: &Value<'b>,
        right: &Value<'b>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        if let Some(comparison) = Comparison::of(binary) {
            return self.compare(left, right, comparison, text).map(Value::Flag);
        }
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => self.whole(binary, *left, *right, text).map(Value::Number),
            (Value::Float(left), Value::Float(right)) => self.floating(binary, *left, *right, text),
            (Value::Float(left), Value::Number(right)) => self.floating(binary, *left, round(*right), text),
            (Value::Number(left), Value::Float(right)) => self.floating(binary, round(*left), *right, text),
            (Value::Text(left), Value::Text(right)) if binary == Binary::Plus => {
                let [left, right] = [left.as_str(), right.as_str()];
                self.pay(length(left.as_bytes()).saturating_add(length(right.as_bytes())))?;
                Ok(Value::Text(Text::Made(Rc::from([left, right].concat()))))
            }
            (Value::Number(_) | Value::Float(_), other) | (other, _) => Err(self.unfit(text, "numbers", other)),
        }
    }

    fn whole(&self, binary: Binary, left: i128, right: i128, text: &'static str) -> Result<i128, ReadError> {
        let shift = || u32::try_from(right).ok().filter(|by| *by < 127);
        let result = match binary {
            Binary::Plus => left.checked_add(right),
            Binary::Minus => left.checked_sub(right),
            Binary::Times => left.checked_mul(right),
            Binary::Over | Binary::Rest if right == 0 => {
                let expected = alloc::format!("a divisor that is not 0 in `{text}`");
                return Err(self.fault(Problem::Unexpected { found: "0".into(), expected }));
            }
            Binary::Over => div_floor(left, right),
            Binary::Rest => div_floor(left, right)
                .and_then(|quotient| quotient.checked_mul(right))
                .and_then(|product| left.checked_sub(product)),
            Binary::ShiftLeft => shift().and_then(|by| left.checked_mul(1_i128.checked_shl(by)?)),
            Binary::ShiftRight => shift().and_then(|by| left.checked_shr(by)),
            Binary::BitAnd => Some(left & right),
            Binary::BitOr => Some(left | right),
            Binary::BitXor => Some(left ^ right),
            _ => None,
        };
        result.ok_or_else(|| self.fault(Problem::Overflow { expression: text }))
    }

    fn floating(&self, binary: Binary, left: f64, right: f64, text: &'static str) -> Result<Value<'b>, ReadError> {
        Ok(Value::Float(match binary {
            Binary::Plus => left + right,
            Binary::Minus => left - right,
            Binary::Times => left * right,
            Binary::Over => left / right,
            _ => return Err(self.unfit(text, "whole numbers", &Value::Float(left))),
        }))
    }
}

fn div_floor(left: i128, right: i128) -> Option<i128> {
    let quotient = left.checked_div(right)?;
    let rest = left.checked_rem(right)?;
    match rest != 0 && (rest < 0) != (right < 0) {
        true => quotient.checked_sub(1),
        false => Some(quotient),
    }
}

#[cfg(test)]
mod tests {
    use super::div_floor;

    #[test]
    fn quotients_are_rounded_down() {
        for (left, right, expected) in [(7, 2, 3), (-7, 2, -4), (7, -2, -4), (-7, -2, 3), (-8, 2, -4), (0, 5, 0)] {
            assert_eq!(div_floor(left, right), Some(expected), "{left} / {right}");
        }
        assert_eq!(div_floor(i128::MIN, -1), None);
    }
}
