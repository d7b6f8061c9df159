//! Random values of a format, from its table. Numbers in length expressions stay small, so that all values can be
//! written.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::select;
use proptest::strategy::{Union, ValueTree};

use super::runner::driven;
use super::values;
use crate::bytes::{Encoding, Width};
use crate::tree::{Attr, Expression, Held, Measure, Record, Rule, Source, Tree};
use crate::write::{Value, Values};

/// Beyond the minimum. A narrow number with an offset needs short texts.
const BYTES: [u64; 2] = [48, 6];
/// Per list, beyond the minimum.
const RECORDS: u64 = 5;
/// In expressions.
const SPREAD: u64 = 8;
const OPTIONS: u64 = 63;

/// Draws values of the root record and of all options.
pub fn draw_values(tree: &'static Tree<'static>) -> BoxedStrategy<Values<'static>> {
    let drawn = BYTES.map(|bytes| Drawing { tree, bytes }.all());
    let all = Union::new(drawn);
    all.prop_filter("what can't be written", |values| tree.plan(values).is_ok())
        .boxed()
}

/// Draws values determined by `bytes`, for fuzzing.
pub fn values_from(tree: &'static Tree<'static>, bytes: &[u8]) -> Option<Values<'static>> {
    let drawn = draw_values(tree).new_tree(&mut driven(bytes));
    drawn.ok().map(|drawn| drawn.current())
}

type Named = (&'static str, BoxedStrategy<Value<'static>>);

fn together(members: Vec<Named>) -> BoxedStrategy<Values<'static>> {
    let (names, strategies): (Vec<&'static str>, Vec<_>) = members.into_iter().unzip();
    let put = move |drawn: Vec<Value<'static>>| {
        let mut values = Values::default();
        for (name, value) in names.iter().zip(drawn) {
            values.set(name, value);
        }
        values
    };
    strategies.prop_map(put).boxed()
}

fn without_absent(
    record: &'static Record<'static>,
    drawn: BoxedStrategy<Values<'static>>,
) -> BoxedStrategy<Values<'static>> {
    let present = move |mut values: Values<'static>| {
        values.drop_absent(record);
        values
    };
    match record.attrs().any(|attr| attr.condition.is_some()) {
        true => drawn.prop_map(present).boxed(),
        false => drawn,
    }
}

#[derive(Clone, Copy)]
struct Drawing {
    tree: &'static Tree<'static>,
    bytes: u64,
}

impl Drawing {
    fn all(self) -> BoxedStrategy<Values<'static>> {
        let options = self.tree.options.iter().map(|option| {
            let (least, most) = option.range;
            let most = most.min(least.saturating_add(OPTIONS));
            (option.name, (least..=most).prop_map(Value::Number).boxed())
        });
        let root = self.tree.records.first().unwrap_or(&Record::EMPTY);
        without_absent(root, together(options.chain(self.members(root)).collect()))
    }

    fn draw_record(self, record: &'static Record<'static>) -> BoxedStrategy<Values<'static>> {
        without_absent(record, together(self.members(record)))
    }

    fn members(self, record: &'static Record<'static>) -> Vec<Named> {
        let all = record.attrs();
        all.filter_map(|attr| Some((attr.name, self.member(record, attr)?)))
            .collect()
    }

    fn member(
        self,
        record: &'static Record<'static>,
        attr: &'static Attr<'static>,
    ) -> Option<BoxedStrategy<Value<'static>>> {
        let name = attr.name;
        let lengths = |len: &Measure<'_>, spread| lengths(record, name, len, spread);
        let text = |encoding: Encoding, len| match encoding {
            Encoding::Ascii => values::ascii(len),
            Encoding::Utf8 => values::text(len),
        };
        let text = |encoding, len| text(encoding, len).prop_map(|text| Value::Text(text.into())).boxed();
        let content = |len| values::content(len).prop_map(Value::Content).boxed();
        Some(match self.tree.held(attr) {
            Held::Fixed(_) | Held::ReadOnly => return None,
            Held::Number(width) => match attr.written.source {
                Source::Given(_) => {
                    let named = self.tree.named_numbers(attr).map(|(number, _)| number).collect();
                    let any = number(width, named, attr.valid, self.tree.is_used(name));
                    let deciding = deciding(record, attr, width);
                    let drawn = match deciding.is_empty() {
                        true => any,
                        false => Union::new([select(deciding).boxed(), any]).boxed(),
                    };
                    drawn.prop_map(Value::Number).boxed()
                }
                _ => return None,
            },
            Held::Text(encoding, len) => text(encoding, lengths(&len, self.bytes)),
            Held::Terminated(encoding, limit) => {
                text(encoding, 0..=limit.map_or(self.bytes, |limit| self.bytes.min(limit)))
            }
            Held::Bytes(_) if attr.written.is_sum() => return None,
            Held::Bytes(len) => content(lengths(&len, self.bytes)),
            Held::Rest => content(0..=self.bytes),
            Held::Content(len) => {
                let len = len.as_ref().map_or(0..=self.bytes, |len| lengths(len, self.bytes));
                draw_compressed(record, name, len)
            }
            Held::Record(inner) => self.draw_record(inner).prop_map(Value::Record).boxed(),
            Held::List(inner, count) => {
                let items = values::list(self.draw_record(inner), lengths(&count, RECORDS));
                items.prop_map(Value::List).boxed()
            }
            Held::Versions(versions) => {
                let cases = versions.iter().map(|(number, inner)| {
                    let record = self.draw_record(inner);
                    record.prop_map(move |record| Value::Case(number, record)).boxed()
                });
                Union::new(cases).boxed()
            }
        })
    }
}

fn lengths(record: &Record<'_>, name: &str, len: &Measure<'_>, spread: u64) -> RangeInclusive<u64> {
    if let Some(number) = len.constant() {
        return number..=number;
    }
    // The field with the length may set a lower maximum.
    let ends = record.fields.iter().filter_map(|field| match field.written.source {
        Source::Count(of, None) | Source::Size(of, None) if of == name => match field.valid {
            [Rule::Range(_, max)] => Some(*max),
            _ => Some(field.number_width()?.max()),
        },
        _ => None,
    });
    let most = len.least.saturating_add(spread).min(len.limit.unwrap_or(u64::MAX));
    len.least..=ends.fold(most, u64::min).max(len.least)
}

/// With neighbours, so that fields are sometimes absent.
fn deciding(record: &Record<'_>, attr: &Attr<'_>, width: Width) -> Vec<u64> {
    let mut found = Vec::new();
    let conditions = record.attrs().filter_map(|attr| attr.condition);
    for condition in conditions.filter(|condition| condition.of.uses(attr.name)) {
        condition
            .of
            .each_number(&mut |number| found.extend([number, number.saturating_add(1)]));
    }
    let (min, max) = match attr.valid {
        [Rule::Range(min, max)] => (*min, *max),
        [] | [Rule::Bits(_)] => (0, width.max()),
        _ => return Vec::new(),
    };
    found.retain(|number| (min..=max).contains(number));
    found
}

fn number(width: Width, named: Vec<u64>, valid: &'static [Rule<'static>], used: bool) -> BoxedStrategy<u64> {
    let range = |min: u64, max: u64| match used {
        true => (min..=max.min(min.saturating_add(SPREAD))).boxed(),
        false => values::number(min..=max),
    };
    match valid {
        [Rule::Range(min, max)] => range(*min, *max),
        [Rule::Among(numbers, _)] => select(*numbers).boxed(),
        [Rule::Known(_)] => select(named).boxed(),
        [] if !named.is_empty() && !used => Union::new([select(named).boxed(), range(0, width.max())]).boxed(),
        _ => range(0, width.max()),
    }
}

/// Not a valid stream: only the header is tested.
fn draw_compressed(record: &Record<'_>, name: &str, len: RangeInclusive<u64>) -> BoxedStrategy<Value<'static>> {
    let (mut before, mut has_digest) = (0..=u64::MAX, false);
    for field in record.fields {
        match field.written.source {
            Source::DecompressedLen(of) if of == name => {
                before = match field.valid {
                    [Rule::Range(min, max)] => *min..=*max,
                    _ => 0..=field.width().map_or(u64::MAX, Width::max),
                };
            }
            Source::Digest(of) if of == name => has_digest = true,
            _ => {}
        }
    }
    let content = match has_digest {
        true => values::compressed(len, before),
        false => values::compressed_without_digest(len, before),
    };
    content.prop_map(Value::Compressed).boxed()
}

impl Tree<'static> {
    fn is_used(&self, name: &str) -> bool {
        let measures = |attr: &Attr<'static>| match self.held(attr) {
            Held::Text(_, of) | Held::Bytes(of) | Held::List(_, of) | Held::Content(Some(of)) => {
                of.formula.of.uses(name)
            }
            _ => {
                let shift = attr.written.source.shift();
                shift.is_some_and(|shift| shift.plus.uses(name) || shift.minus.uses(name))
            }
        };
        let mut attrs = self.records.iter().flat_map(Record::attrs);
        attrs.any(|attr| attr.pos.is_some_and(|pos| pos.of.uses(name)) || measures(attr))
    }
}

impl Expression<'_> {
    fn each_number(&self, visit: &mut dyn FnMut(u64)) {
        match self {
            Self::Number(number) => visit(u64::try_from(*number).unwrap_or(0)),
            Self::Binary(_, left, right) => {
                left.each_number(visit);
                right.each_number(visit);
            }
            Self::Unary(_, of) => of.each_number(visit),
            _ => {}
        }
    }

    fn uses(&self, name: &str) -> bool {
        match self {
            Self::Own(field) => *field == name,
            Self::Binary(_, left, right) => left.uses(name) || right.uses(name),
            Self::Unary(_, of) => of.uses(name),
            _ => false,
        }
    }
}
