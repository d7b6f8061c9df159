//! Which number makes an expression of a schema give what it must.

use alloc::format;

use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::expression::{Binary, Expression, Formula};
use crate::tree::scope::Scope;
use crate::tree::tables::Holds;
use crate::tree::value::Value;

impl Writing<'_> {
    /// What the number at `place` must be so that the formula, in the record `frame`, gives `wanted`. What uses no such formula is that
    /// number itself.
    pub(super) fn solve_for(
        &mut self,
        place: Place,
        formula: Option<&'static Formula<'static>>,
        frame: usize,
        wanted: i128,
    ) -> Result<i128, WriteError> {
        let Some(formula) = formula.filter(|formula| self.mentions(frame, &formula.of, place)) else {
            return Ok(wanted);
        };
        let solved = self.solve(frame, &formula.of, formula.text, place, wanted);
        self.forget_failures(frame);
        solved.ok_or_else(|| {
            let why = format!("no number makes `{}` {wanted}", formula.text);
            self.at(place.frame, place.attr.name, why)
        })
    }

    /// Whether an expression in the record `frame` depends on the number.
    pub(super) fn mentions(&self, frame: usize, of: &Expression<'static>, number: Place) -> bool {
        let any = |some: &[Expression<'static>]| some.iter().any(|one| self.mentions(frame, one, number));
        match of {
            Expression::Own(name) => {
                *name == number.attr.name && frame == number.frame
                    || self
                        .computation(frame, name)
                        .is_some_and(|inner| self.mentions(frame, &inner.of, number))
            }
            Expression::Member(of, name) => *name == number.attr.name || self.mentions(frame, of, number),
            Expression::Unary(_, of) => self.mentions(frame, of, number),
            Expression::At(a, b) | Expression::Binary(_, a, b) => {
                self.mentions(frame, a, number) || self.mentions(frame, b, number)
            }
            Expression::Call(of, _, with) => self.mentions(frame, of, number) || any(with),
            Expression::Choice(a, b, c) => [a, b, c].into_iter().any(|one| self.mentions(frame, one, number)),
            Expression::List(some) => any(some),
            _ => false,
        }
    }

    /// How an instance of the record is computed.
    fn computation(&self, frame: usize, name: &str) -> Option<&'static Formula<'static>> {
        let frame = self.reading.frames.get(frame)?;
        let attr = frame.record.instances.iter().find(|attr| attr.name == name)?;
        match &attr.holds {
            Holds::Value(formula) => Some(formula),
            _ => None,
        }
    }

    fn solve(
        &mut self,
        frame: usize,
        of: &'static Expression<'static>,
        text: &'static str,
        number: Place,
        wanted: i128,
    ) -> Option<i128> {
        let value = |this: &mut Self, of| match this.reading.value(&Scope::new(frame), of, text).ok()? {
            Value::Number(number) => Some(number),
            _ => None,
        };
        match of {
            Expression::Own(name) if *name == number.attr.name && frame == number.frame => Some(wanted),
            Expression::Own(name) => {
                let inner = self.computation(frame, name)?;
                self.solve(frame, &inner.of, inner.text, number, wanted)
            }
            Expression::Member(holder, name) if *name == number.attr.name => {
                match self.reading.value(&Scope::new(frame), holder, text).ok()? {
                    Value::Record(id) if id == number.frame => Some(wanted),
                    _ => None,
                }
            }
            Expression::Binary(binary, left, right) => {
                if self.mentions(frame, left, number) {
                    let right = value(self, right)?;
                    let inner = match binary {
                        Binary::Plus => wanted.checked_sub(right)?,
                        Binary::Minus => wanted.checked_add(right)?,
                        Binary::Times if right != 0 && wanted.checked_rem(right) == Some(0) => {
                            wanted.checked_div(right)?
                        }
                        Binary::Over => wanted.checked_mul(right)?,
                        Binary::ShiftLeft => {
                            let shift = u32::try_from(right).ok().filter(|shift| *shift < 64)?;
                            let inner = wanted >> shift;
                            (inner << shift == wanted).then_some(inner)?
                        }
                        _ => return None,
                    };
                    return self.solve(frame, left, text, number, inner);
                }
                let left = value(self, left)?;
                let inner = match binary {
                    Binary::Plus => wanted.checked_sub(left)?,
                    Binary::Minus => left.checked_sub(wanted)?,
                    Binary::Times if left != 0 && wanted.checked_rem(left) == Some(0) => wanted.checked_div(left)?,
                    _ => return None,
                };
                self.solve(frame, right, text, number, inner)
            }
            Expression::Choice(condition, yes, no) => {
                let chosen = match self.reading.value(&Scope::new(frame), condition, text).ok()? {
                    Value::Flag(true) => yes,
                    Value::Flag(false) => no,
                    _ => return None,
                };
                self.solve(frame, chosen, text, number, wanted)
            }
            _ => None,
        }
    }
}
