//! Rules for values of fields.

use super::expression::Formula;
use super::operators::Comparison;
use super::reading::Reading;
use super::scope::Scope;
use super::tables::{Attr, Rule};
use super::value::{Item, Value};
use crate::error::{Problem, ReadError};

impl<'b> Reading<'b> {
    pub(super) fn valid(
        &mut self,
        scope: &Scope<'_, 'b>,
        attr: &'static Attr<'static>,
        item: &Item<'b>,
    ) -> Result<(), ReadError> {
        let scope = Scope { item: Some(&item.value), ..*scope };
        for rule in attr.valid {
            if let Some(problem) = self.number_problem(attr, rule, &item.value) {
                return Err(ReadError::new(item.at, problem));
            }
            let (fits, expected) = match rule {
                Rule::Range(..) | Rule::Among(..) | Rule::Known(_) | Rule::Bits(_) => continue,
                Rule::Equal(to) => (
                    self.fits(&scope, item, to, Comparison::Equal)?,
                    alloc::format!("`{}`", to.text),
                ),
                Rule::Least(least) => {
                    let fits = self.fits(&scope, item, least, Comparison::AtLeast)?;
                    (fits, alloc::format!("at least `{}`", least.text))
                }
                Rule::Most(most) => {
                    let fits = self.fits(&scope, item, most, Comparison::AtMost)?;
                    (fits, alloc::format!("at most `{}`", most.text))
                }
                Rule::OneOf(some) => {
                    let mut fits = false;
                    for one in *some {
                        fits = fits || self.fits(&scope, item, one, Comparison::Equal)?;
                    }
                    let texts: alloc::vec::Vec<&str> = some.iter().map(|one| one.text).collect();
                    (fits, alloc::format!("one of {}", texts.join(", ")))
                }
                Rule::Holds(formula) => {
                    let expected = alloc::format!("a value that makes `{}` true", formula.text);
                    (self.is_true(&scope, formula)?, expected)
                }
                Rule::InEnum => match item.value {
                    Value::Named(names, number) => {
                        let found = self.tree.named(names);
                        let named = found.is_some_and(|names| names.name_of(number).is_some());
                        let name = found.map_or("", |names| names.name);
                        (named, alloc::format!("a value that the enum `{name}` names"))
                    }
                    _ => (true, alloc::string::String::new()),
                },
            };
            if !fits {
                let found = self.show_value(&item.value);
                return Err(ReadError::new(item.at, Problem::Unexpected { found, expected }));
            }
        }
        Ok(())
    }

    fn number_problem(&self, attr: &Attr<'static>, rule: &Rule<'static>, value: &Value<'b>) -> Option<Problem> {
        let (Value::Number(number) | Value::Named(_, number)) = value else {
            return None;
        };
        let found = u64::try_from(*number).unwrap_or(u64::MAX);
        match rule {
            Rule::Range(min, max) if !(*min..=*max).contains(&found) => {
                Some(Problem::OutOfRange { found, min: *min, max: *max })
            }
            Rule::Among(numbers, known) if !numbers.contains(&found) => Some(Problem::UnknownValue { found, known }),
            Rule::Known(known) => {
                let names = attr.names.and_then(|names| self.tree.named(names));
                let named = names.is_some_and(|names| names.name_of(*number).is_some());
                (!named).then_some(Problem::UnknownValue { found, known })
            }
            _ => None,
        }
    }

    fn fits(
        &mut self,
        scope: &Scope<'_, 'b>,
        item: &Item<'b>,
        formula: &'static Formula<'static>,
        comparison: Comparison,
    ) -> Result<bool, ReadError> {
        let with = self.compute(scope, formula)?;
        self.compare(&item.value, &with, comparison, formula.text)
    }
}
