//! Evaluation of expressions.

use alloc::vec::Vec;

use super::expression::{Binary, Expression, Formula};
use super::operators::Comparison;
use super::reading::Reading;
use super::scope::Scope;
use super::tables::{Endian, Holds, Order, Switch};
use super::value::{Bits, Item, Text, Value};
use super::work::size;
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(super) fn compute(
        &mut self,
        scope: &Scope<'_, 'b>,
        formula: &'static Formula<'static>,
    ) -> Result<Value<'b>, ReadError> {
        self.value(scope, &formula.of, formula.text)
    }

    pub(super) fn is_true(
        &mut self,
        scope: &Scope<'_, 'b>,
        formula: &'static Formula<'static>,
    ) -> Result<bool, ReadError> {
        let value = self.compute(scope, formula)?;
        self.flag(&value, formula.text)
    }

    pub(super) fn flag(&self, value: &Value<'b>, text: &'static str) -> Result<bool, ReadError> {
        match value {
            Value::Flag(flag) => Ok(*flag),
            other => Err(self.unfit(text, "true or false", other)),
        }
    }

    pub(super) fn case(
        &mut self,
        scope: &Scope<'_, 'b>,
        switch: &'static Switch<'static>,
    ) -> Result<Option<&'static Holds<'static>>, ReadError> {
        let cases = switch.cases.iter().map(|case| (&case.when, &case.holds));
        self.choose(scope, &switch.on, cases)
    }

    pub(super) fn decide(
        &mut self,
        scope: &Scope<'_, 'b>,
        endian: &'static Endian<'static>,
    ) -> Result<Option<Order>, ReadError> {
        let cases = endian.cases.iter().map(|(when, order)| (when, *order));
        self.choose(scope, &endian.on, cases)
    }

    fn choose<T>(
        &mut self,
        scope: &Scope<'_, 'b>,
        on: &'static Formula<'static>,
        cases: impl Iterator<Item = (&'static Option<Formula<'static>>, T)>,
    ) -> Result<Option<T>, ReadError> {
        let on = self.compute(scope, on)?;
        let mut other = None;
        for (when, then) in cases {
            let Some(when) = when else {
                other = Some(then);
                continue;
            };
            let with = self.compute(scope, when)?;
            if self.compare(&on, &with, Comparison::Equal, when.text)? {
                return Ok(Some(then));
            }
        }
        Ok(other)
    }

    pub(super) fn value(
        &mut self,
        scope: &Scope<'_, 'b>,
        expression: &'static Expression<'static>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        self.deeper(|reading| reading.operand(scope, expression, text))
    }

    fn operand(
        &mut self,
        scope: &Scope<'_, 'b>,
        expression: &'static Expression<'static>,
        text: &'static str,
    ) -> Result<Value<'b>, ReadError> {
        Ok(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Float(bits) => Value::Float(f64::from_bits(*bits)),
            Expression::Flag(flag) => Value::Flag(*flag),
            Expression::Text(text) => Value::Text(Text::Shown(text)),
            Expression::Bytes(bytes) => Value::Bytes(Bits::Known(bytes)),
            Expression::Named(names, number) => Value::Named(*names, *number),
            Expression::List(items) => {
                self.pay(size::<Item<'_>>(items.len()))?;
                let mut list = Vec::with_capacity(items.len());
                for item in *items {
                    list.push(Item { value: self.value(scope, item, text)?, at: 0, len: 0 });
                }
                Value::List(self.new_list(list)?)
            }
            Expression::Own(name) => self.member(scope.frame, name)?,
            Expression::Parent => self.parent_of(scope.frame)?,
            Expression::Root => self.root_of(scope.frame)?,
            Expression::Stream => Value::Stream(self.frame(scope.frame)?.stream),
            Expression::Item => match scope.item {
                Some(item) => item.clone(),
                None => return Err(self.fault(Problem::Missing { expected: "an item for `_`".into() })),
            },
            Expression::Index => Value::Number(i128::from(scope.index.unwrap_or(0))),
            Expression::Member(of, name) => {
                let of = self.value(scope, of, text)?;
                self.member_of(&of, name, text)?
            }
            Expression::At(list, index) => {
                let list = self.value(scope, list, text)?;
                let index = self.value(scope, index, text)?;
                self.at(&list, &index, text)?
            }
            Expression::Call(of, method, with) => {
                let of = self.value(scope, of, text)?;
                let mut told = Vec::with_capacity(with.len());
                for one in *with {
                    told.push(self.value(scope, one, text)?);
                }
                self.call(&of, *method, &told, text)?
            }
            Expression::Unary(unary, of) => {
                let of = self.value(scope, of, text)?;
                self.unary(*unary, &of, text)?
            }
            Expression::Binary(binary @ (Binary::And | Binary::Or), left, right) => {
                let left = self.value(scope, left, text)?;
                let left = self.flag(&left, text)?;
                if left == (*binary == Binary::Or) {
                    return Ok(Value::Flag(left));
                }
                let right = self.value(scope, right, text)?;
                Value::Flag(self.flag(&right, text)?)
            }
            Expression::Binary(binary, left, right) => {
                let left = self.value(scope, left, text)?;
                let right = self.value(scope, right, text)?;
                self.binary(*binary, &left, &right, text)?
            }
            Expression::Choice(condition, yes, no) => {
                let condition = self.value(scope, condition, text)?;
                let chosen = if self.flag(&condition, text)? { yes } else { no };
                self.value(scope, chosen, text)?
            }
        })
    }
}
