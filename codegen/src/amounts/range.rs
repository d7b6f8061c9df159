//! From the smallest to the largest: of numbers, of what is computed with them, and of what they measure.

use std::collections::BTreeMap;

use super::bounds::{allowed, bounds, inverse, linked};
use super::table::{Amounts, Impossible, MOST_BYTES, Name, Range, name};
use crate::expr::{Expr, Operator, Path, Scope};
use crate::model::binary::{Attr, Kind, Link, Spec, Type, Write};

/// The same, of what comes out of computations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Wide {
    pub least: i128,
    pub most: i128,
}

impl From<Range> for Wide {
    fn from(range: Range) -> Self {
        Self { least: range.least.into(), most: range.most.into() }
    }
}

impl From<u64> for Wide {
    fn from(number: u64) -> Self {
        Self { least: number.into(), most: number.into() }
    }
}

impl Wide {
    /// Of sums.
    pub fn plus(self, other: Self) -> Self {
        Self { least: self.least.saturating_add(other.least), most: self.most.saturating_add(other.most) }
    }

    /// Of differences.
    pub fn minus(self, other: Self) -> Self {
        Self { least: self.least.saturating_sub(other.most), most: self.most.saturating_sub(other.least) }
    }

    /// Of products.
    fn times(self, other: Self) -> Self {
        let ends = [self.least, self.most].map(|end| [other.least, other.most].map(|other| end.saturating_mul(other)));
        let ends = ends.concat();
        let (least, most) = (ends.iter().min(), ends.iter().max());
        Self { least: least.copied().unwrap_or_default(), most: most.copied().unwrap_or_default() }
    }

    /// Both.
    fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// The ranges of a schema, as far as they are known.
pub(super) struct Ranges<'s> {
    spec: &'s Spec,
    spread: u64,
    known: BTreeMap<Name, Wide>,
    pub impossible: Vec<Impossible>,
}

impl<'s> Ranges<'s> {
    pub fn new(spec: &'s Spec, spread: u64) -> Self {
        Self { spec, spread, known: BTreeMap::new(), impossible: Vec::new() }
    }

    /// Adds what is known of `attr` to `amounts`.
    pub fn take(&mut self, record: &'s Type, attr: &'s Attr, amounts: &mut Amounts) {
        let least = self.length(record, attr, true);
        amounts
            .lengths
            .extend(least.map(|least| (name(&record.id, &attr.id), least)));
    }

    /// The numbers of a field.
    fn number(&mut self, record: &'s Type, attr: &'s Attr) -> Wide {
        let key = name(&record.id, &attr.id);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let bounds = bounds(self.spec, record, attr);
        // Until more is known.
        self.known.insert(key.clone(), bounds.into());
        let range = match attr.computed().map(|write| &write.value) {
            Some(Write::Constant(number)) => Wide::from(*number),
            Some(Write::Of(link @ (Link::Count | Link::Size), target)) => self
                .measured(record, target, *link)
                .unwrap_or_else(|| Wide::from(bounds)),
            None if record.switch_on(attr).is_none() => self.near(record, attr, bounds).into(),
            _ => bounds.into(),
        };
        self.known.insert(key, range);
        range
    }

    /// The numbers of a field that is computed from what is called `target`.
    fn measured(&mut self, record: &'s Type, target: &str, link: Link) -> Option<Wide> {
        let target = record.find(target)?;
        let inverse = inverse(record, target, link)?;
        let length = Wide::from(self.length(record, target, false)?);
        Some(
            length
                .plus(self.sum(record, &inverse.plus))
                .minus(self.sum(record, &inverse.minus)),
        )
    }

    /// The smallest numbers that a field may have, and what a builder starts from.
    fn near(&self, record: &Type, attr: &Attr, bounds: Range) -> Range {
        let default = attr.default.as_ref().map_or(0, |default| default.value);
        let near = bounds.least.saturating_add(self.spread).max(default);
        let allowed = allowed(self.spec, record, attr).into_iter();
        let last = allowed.filter(|number| *number <= near).max();
        Range { most: last.unwrap_or(near.min(bounds.most)), ..bounds }
    }

    /// How many bytes or records `attr` has at least, where it has a length; `report`s where it can have none.
    fn length(&mut self, record: &'s Type, attr: &'s Attr, report: bool) -> Option<u64> {
        let link = match attr.kind.value {
            Kind::Record(_) if attr.repeat.is_some() => Link::Count,
            Kind::Str | Kind::Bytes if attr.size.is_some() => Link::Size,
            Kind::Strz | Kind::Bytes => return Some(0),
            _ => return None,
        };
        let expr = attr.measure(link)?;
        if let Some(number) = expr.constant() {
            return Some(number);
        }
        let field = linked(record, attr, link)?;
        let inverse = inverse(record, attr, link)?;
        let held = bounds(self.spec, record, field);
        let (plus, minus) = (self.sum(record, &inverse.plus), self.sum(record, &inverse.minus));
        let limit = attr.limit.as_ref().map_or(u64::MAX, |limit| limit.value);
        // What the field holds is the length with `plus` added and `minus` taken away, whatever these are.
        let shift = plus.minus(minus);
        let least = i128::from(held.least).saturating_sub(shift.least).max(0);
        let most = i128::from(held.most).saturating_sub(shift.most).min(limit.into());
        if report && (least > most || least > MOST_BYTES.into()) {
            self.impossible.push(Impossible {
                span: expr.span.clone(),
                expected: format!(
                    "a length of at most {MOST_BYTES} that fits `{}` and its limit",
                    field.id.value
                ),
                found: format!(
                    "`{}`, which must then be at least {least} and at most {most}",
                    expr.value
                ),
                hint: "give the numbers in it bounds with `valid`, or let the field be wider",
            });
        }
        u64::try_from(least).ok()
    }

    /// What the sum of expressions in `record` can be.
    pub fn sum(&mut self, record: &'s Type, exprs: &[Expr]) -> Wide {
        exprs
            .iter()
            .fold(Wide::default(), |sum, expr| sum.plus(self.expr(record, expr)))
    }

    fn expr(&mut self, record: &'s Type, expr: &Expr) -> Wide {
        match expr {
            Expr::Number(number) => Wide::from(*number),
            Expr::Join(left, operator, right) => {
                let (left, right) = (self.expr(record, left), self.expr(record, right));
                match operator {
                    Operator::Plus => left.plus(right),
                    Operator::Minus => left.minus(right),
                    Operator::Times => left.times(right),
                }
            }
            Expr::Field(path) => {
                let fields = holders(self.spec, record, path).into_iter();
                let fields: Vec<_> = fields
                    .filter_map(|holder| Some((holder, holder.find(&path.id)?)))
                    .collect();
                let ranges = fields.into_iter().map(|(holder, field)| self.number(holder, field));
                ranges.reduce(Wide::or).unwrap_or_default()
            }
        }
    }
}

/// The records in which a field of an expression in `record` can be.
fn holders<'s>(spec: &'s Spec, record: &'s Type, path: &Path) -> Vec<&'s Type> {
    match path.scope {
        Scope::Own => vec![record],
        Scope::Root => vec![&spec.root],
        Scope::Parent => spec
            .records()
            .filter(|holder| holder.attrs().any(|attr| attr.kind.may_be(&record.id)))
            .collect(),
    }
}
