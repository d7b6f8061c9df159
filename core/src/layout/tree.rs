//! The table that readers use, made from the layout. For the generator and tests.

use alloc::vec::Vec;

use super::tables::{self, Layout, Valid};
use super::writing::Source;
use super::{Measure, expression};
use crate::bytes::{Encoding, Width};
use crate::tree::{
    Attr, Binary, Case, Charset, Enum, Expression, Extent, Fixed, Formula, Holds, Order, Record, Repeat, Rule, SumOf,
    Summed, Switch, Tree, give_spots,
};

/// Keeps lists and values for as long as tables need them.
pub trait Keep<'a> {
    /// Returns a copy of the list.
    fn list<T: Copy>(&self, items: Vec<T>) -> &'a [T];
    /// Returns a copy of the value.
    fn one<T: Copy>(&self, item: T) -> &'a T;
}

impl<'a> Layout<'a> {
    /// Returns the same format as readers know it. `meaning` gives that of a field or part of a record, by their names.
    pub fn to_tree(&self, keep: &impl Keep<'a>, meaning: &dyn Fn(&str, &str) -> &'a str) -> Tree<'a> {
        let mut making = Making { layout: self, keep, meaning, enums: Vec::new() };
        let records: Vec<_> = self.records.iter().map(|record| making.record(record)).collect();
        let enums = keep.list(making.enums);
        Tree { imports: &[], records: keep.list(records), enums, len: self.len, is_lazy: true }
    }
}

struct Making<'l, 'a, K> {
    layout: &'l Layout<'a>,
    keep: &'l K,
    meaning: &'l dyn Fn(&str, &str) -> &'a str,
    enums: Vec<Enum<'a>>,
}

impl<'a, K: Keep<'a>> Making<'_, 'a, K> {
    fn record(&mut self, record: &tables::Record<'a>) -> Record<'a> {
        let fields = record.fields.iter();
        let fields = fields.map(|field| {
            self.attr(
                (field.name, (self.meaning)(record.name, field.name)),
                &field.holds,
                None,
            )
        });
        let mut fields: Vec<_> = fields.collect();
        let parts = record.parts.iter();
        let parts = parts.map(|part| {
            let pos = Some(self.formula(&part.offset));
            self.attr((part.name, (self.meaning)(record.name, part.name)), &part.holds, pos)
        });
        let mut parts: Vec<_> = parts.collect();
        give_spots(&mut fields, &mut parts);
        let fixed = Fixed::of(&fields, self.layout.len);
        let (fields, instances) = (self.keep.list(fields), self.keep.list(parts));
        Record { name: record.name, fields, instances, fixed, ..Record::EMPTY }
    }

    fn attr(
        &mut self,
        (name, meaning): (&'a str, &'a str),
        holds: &tables::Holds<'a>,
        pos: Option<Formula<'a>>,
    ) -> Attr<'a> {
        let plain = Attr { name, meaning, pos, ..Attr::PLAIN };
        let (layout, keep) = (self.layout, self.keep);
        let record = |name: &str| {
            let found = layout.records.iter().position(|record| record.name == name);
            Holds::Record(found.unwrap_or(0), &[], None)
        };
        let sized = |of: &Self, measure: &Measure<'a>| Extent::new(Some(of.formula(measure)));
        match holds {
            tables::Holds::Magic(magic) => Attr { holds: Holds::Fixed(magic), ..plain },
            tables::Holds::Number(width, names, valid, source) => {
                let sum = match source {
                    Source::Sum(sum, from, to) => Some(Summed { sum: *sum, of: SumOf::Stored, up: 0, from, to }),
                    _ => None,
                };
                let order = if width.is_big() { Order::Big } else { Order::Little };
                let rule = match valid {
                    Valid::Any => None,
                    Valid::Range(min, max) => Some(Rule::Range(*min, *max)),
                    Valid::OneOf(numbers, known) => Some(Rule::Among(numbers, known)),
                    Valid::Named(known) => Some(Rule::Known(known)),
                    Valid::Bits => Some(Rule::Bits(names)),
                };
                let named = !names.is_empty() && *valid != Valid::Bits;
                let names = named.then(|| {
                    let mut values: Vec<_> = names
                        .iter()
                        .map(|(number, name)| (i128::from(*number), *name))
                        .collect();
                    values.sort_unstable_by_key(|(number, _)| *number);
                    self.enums.push(Enum { name, values: keep.list(values) });
                    self.enums.len().saturating_sub(1)
                });
                let len = u8::try_from(Width::len(*width)).unwrap_or(8);
                Attr {
                    holds: Holds::Unsigned(len, order),
                    names,
                    valid: keep.list(rule.into_iter().collect()),
                    sum,
                    ..plain
                }
            }
            tables::Holds::Text(encoding, len) => {
                Attr { holds: Holds::Text(charset(*encoding), sized(self, len)), limit: len.limit, ..plain }
            }
            tables::Holds::Terminated(encoding, limit) => {
                let extent = Extent { terminator: &[0], ..Extent::PLAIN };
                let limit = Some(*limit).filter(|limit| *limit != u64::MAX);
                Attr { holds: Holds::Text(charset(*encoding), extent), limit, ..plain }
            }
            tables::Holds::Bytes(len) => Attr { holds: Holds::Bytes(sized(self, len)), limit: len.limit, ..plain },
            tables::Holds::Rest => Attr { holds: Holds::Bytes(Extent::TO_END), ..plain },
            tables::Holds::Content(None) => {
                Attr { holds: Holds::Bytes(Extent { is_apart: true, ..Extent::TO_END }), ..plain }
            }
            tables::Holds::Content(Some(len)) => {
                Attr { holds: Holds::Bytes(Extent { is_apart: true, ..sized(self, len) }), limit: len.limit, ..plain }
            }
            tables::Holds::Record(name) => Attr { holds: record(name), ..plain },
            tables::Holds::List(name, count) => {
                Attr { holds: record(name), repeat: Repeat::Count(self.formula(count)), limit: count.limit, ..plain }
            }
            tables::Holds::Switch(switch) => {
                let case = |(number, name): &(u64, &str)| {
                    let when = Formula::new(Expression::Number(i128::from(*number)), "");
                    Case { when: Some(when), holds: record(name) }
                };
                let other = Case { when: None, holds: Holds::Unknown(switch.known) };
                let cases: Vec<_> = switch.cases.iter().map(case).chain([other]).collect();
                let on = Formula::new(Expression::Own(switch.on), switch.on);
                Attr { holds: Holds::Switch(Switch { on, cases: keep.list(cases) }), ..plain }
            }
        }
    }

    fn formula(&self, measure: &Measure<'a>) -> Formula<'a> {
        Formula { of: self.expression(&measure.expression), text: measure.text }
    }

    fn expression(&self, of: &expression::Expression<'a>) -> Expression<'a> {
        match of {
            expression::Expression::Number(number) => Expression::Number(i128::from(*number)),
            expression::Expression::Own(name) => Expression::Own(name),
            expression::Expression::Plus(left, right) => Expression::Binary(
                Binary::Plus,
                self.keep.one(self.expression(left)),
                self.keep.one(self.expression(right)),
            ),
            expression::Expression::Minus(left, right) => Expression::Binary(
                Binary::Minus,
                self.keep.one(self.expression(left)),
                self.keep.one(self.expression(right)),
            ),
        }
    }
}

fn charset(encoding: Encoding) -> Charset {
    match encoding {
        Encoding::Ascii => Charset::Ascii,
        Encoding::Utf8 => Charset::Utf8,
    }
}
