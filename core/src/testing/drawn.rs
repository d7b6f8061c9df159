//! Values of a format, drawn as its layout says: numbers that lengths are computed with stay small, and all can be written.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use proptest::prelude::{BoxedStrategy, Strategy};
use proptest::sample::select;
use proptest::strategy::{Union, ValueTree};

use super::runner::driven;
use super::values;
use crate::bytes::{Encoding, Width};
use crate::layout::{Expression, Holds, Layout, Measure, Record, Source, Valid, Value, Values};

/// Bytes of text, beyond the fewest. Where a narrow number holds an offset, few of the long ones can be written.
const BYTES: [u64; 2] = [48, 6];
/// Records of a list, beyond the fewest.
const RECORDS: u64 = 5;
/// How far numbers go that others are computed with.
const SPREAD: u64 = 8;
/// How far options go.
const OPTIONS: u64 = 63;

/// Values of the outermost record, and of all options.
pub fn draw_values(layout: &'static Layout<'static>) -> BoxedStrategy<Values<'static>> {
    let drawn = BYTES.map(|bytes| Drawing { layout, bytes }.all());
    let all = Union::new(drawn);
    all.prop_filter("what can't be written", |values| layout.plan(values).is_ok())
        .boxed()
}

/// The values that bytes decide on, for fuzzing.
pub fn values_from(layout: &'static Layout<'static>, bytes: &[u8]) -> Option<Values<'static>> {
    let tree = draw_values(layout).new_tree(&mut driven(bytes));
    tree.ok().map(|tree| tree.current())
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

/// The layout, and how many bytes of text there are at most, beyond the fewest.
#[derive(Clone, Copy)]
struct Drawing {
    layout: &'static Layout<'static>,
    bytes: u64,
}

impl Drawing {
    fn all(self) -> BoxedStrategy<Values<'static>> {
        let options = self.layout.options.iter().map(|option| {
            let (least, most) = option.range;
            let most = most.min(least.saturating_add(OPTIONS));
            (option.name, (least..=most).prop_map(Value::Number).boxed())
        });
        let root = self.layout.records.first();
        let members = root.map_or_else(Vec::new, |root| self.members(root));
        together(options.chain(members).collect())
    }

    fn draw_named(self, name: &str) -> BoxedStrategy<Values<'static>> {
        let record = self.layout.record(name);
        together(record.map_or_else(Vec::new, |record| self.members(record)))
    }

    /// What the caller of a writer gives of a record.
    fn members(self, record: &'static Record<'static>) -> Vec<Named> {
        let fields = record.fields.iter().map(|field| (field.name, &field.holds));
        let parts = record.parts.iter().map(|part| (part.name, &part.holds));
        let all = fields.chain(parts);
        all.filter_map(|(name, holds)| Some((name, self.member(record, name, holds)?)))
            .collect()
    }

    fn member(
        self,
        record: &'static Record<'static>,
        name: &'static str,
        holds: &'static Holds<'static>,
    ) -> Option<BoxedStrategy<Value<'static>>> {
        let lengths = |len: &Measure<'_>, spread| lengths(record, name, len, spread);
        let text = |encoding: &Encoding, len| match encoding {
            Encoding::Ascii => values::ascii(len),
            Encoding::Utf8 => values::text(len),
        };
        let text = |encoding, len| text(encoding, len).prop_map(|text| Value::Text(text.into())).boxed();
        let content = |len| values::content(len).prop_map(Value::Content).boxed();
        Some(match holds {
            Holds::Magic(_) => return None,
            Holds::Number(width, names, valid, Source::Given(_)) => {
                let used = self.layout.is_used(name);
                number(*width, names, valid, used).prop_map(Value::Number).boxed()
            }
            Holds::Number(..) => return None,
            Holds::Text(encoding, len) => text(encoding, lengths(len, self.bytes)),
            Holds::Terminated(encoding, limit) => text(encoding, 0..=self.bytes.min(*limit)),
            Holds::Bytes(len) => content(lengths(len, self.bytes)),
            Holds::Rest => content(0..=self.bytes),
            Holds::Content(len) => {
                let len = len.as_ref().map_or(0..=self.bytes, |len| lengths(len, self.bytes));
                draw_compressed(record, name, len)
            }
            Holds::Record(inner) => self.draw_named(inner).prop_map(Value::Record).boxed(),
            Holds::List(inner, count) => {
                let items = values::list(self.draw_named(inner), lengths(count, RECORDS));
                items.prop_map(Value::List).boxed()
            }
            Holds::Switch(switch) => {
                let cases = switch.cases.iter().map(|(number, inner)| {
                    let record = self.draw_named(inner);
                    record.prop_map(move |record| Value::Case(*number, record)).boxed()
                });
                Union::new(cases).boxed()
            }
        })
    }
}

/// How long `name` of `record` is, in bytes or records.
fn lengths(record: &Record<'_>, name: &str, len: &Measure<'_>, spread: u64) -> RangeInclusive<u64> {
    if let Expression::Number(number) = len.expression {
        return number..=number;
    }
    // The number that holds the length has an end of its own.
    let ends = record.fields.iter().filter_map(|field| match field.holds {
        Holds::Number(width, _, valid, Source::Count(of, None) | Source::Size(of, None)) if of == name => match valid {
            Valid::Range(_, max) => Some(max),
            _ => Some(width.max()),
        },
        _ => None,
    });
    let most = len.least.saturating_add(spread).min(len.limit.unwrap_or(u64::MAX));
    len.least..=ends.fold(most, u64::min).max(len.least)
}

fn number(
    width: Width,
    names: &'static [(u64, &'static str)],
    valid: &'static Valid<'static>,
    used: bool,
) -> BoxedStrategy<u64> {
    let range = |min: u64, max: u64| match used {
        true => (min..=max.min(min.saturating_add(SPREAD))).boxed(),
        false => values::number(min..=max),
    };
    let named = || select(names.iter().map(|(number, _)| *number).collect::<Vec<u64>>());
    match valid {
        Valid::Range(min, max) => range(*min, *max),
        Valid::OneOf(numbers, _) => select(*numbers).boxed(),
        Valid::Named(_) => named().boxed(),
        Valid::Any if !names.is_empty() && !used => Union::new([named().boxed(), range(0, width.max())]).boxed(),
        Valid::Any | Valid::Bits => range(0, width.max()),
    }
}

/// So many bytes of compressed content; nothing has been compressed, as only the header is of interest.
fn draw_compressed(record: &Record<'_>, name: &str, len: RangeInclusive<u64>) -> BoxedStrategy<Value<'static>> {
    let (mut before, mut has_digest) = (0..=u64::MAX, false);
    for field in record.fields {
        match field.holds {
            Holds::Number(width, _, valid, Source::DecompressedLen(of)) if of == name => {
                before = match valid {
                    Valid::Range(min, max) => min..=max,
                    _ => 0..=width.max(),
                };
            }
            Holds::Number(.., Source::Digest(of)) if of == name => has_digest = true,
            _ => {}
        }
    }
    let content = match has_digest {
        true => values::compressed(len, before),
        false => values::compressed_without_digest(len, before),
    };
    content.prop_map(Value::Compressed).boxed()
}

impl Layout<'static> {
    /// Whether something is computed with a number called so.
    fn is_used(&self, name: &str) -> bool {
        let measured = |holds: &Holds<'static>| match holds {
            Holds::Text(_, of) | Holds::Bytes(of) | Holds::List(_, of) | Holds::Content(Some(of)) => {
                of.expression.uses(name)
            }
            Holds::Number(.., Source::Count(_, shift) | Source::Size(_, shift) | Source::Offset(_, shift)) => {
                shift.is_some_and(|shift| shift.plus.uses(name) || shift.minus.uses(name))
            }
            _ => false,
        };
        self.records.iter().any(|record| {
            let mut fields = record.fields.iter();
            let mut parts = record.parts.iter();
            fields.any(|field| measured(&field.holds))
                || parts.any(|part| part.offset.expression.uses(name) || measured(&part.holds))
        })
    }
}

impl Expression<'_> {
    fn uses(&self, name: &str) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Own(field) => *field == name,
            Self::Plus(left, right) | Self::Minus(left, right) => left.uses(name) || right.uses(name),
        }
    }
}
