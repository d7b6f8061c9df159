//! How much of everything the values hold that tests make of a format: numbers, texts, lists, whole files. Numbers that lengths are
//! computed with stay small, and lengths are such that every computed number can be written.

mod range;
mod room;

use std::collections::BTreeMap;

use crate::model::binary::{Attr, Kind, Link, Opt, Spec, Type, Write};
use crate::spanned::Span;

pub use range::Range;
use range::Ranges;

/// The most bytes that a file needs at least: tests write whole files.
const MOST_BYTES: u64 = 1 << 20;

/// How large values may become. The first that fits the format is taken.
#[derive(Debug, Clone, Copy)]
struct Budget {
    /// Bytes of text, beyond the fewest.
    bytes: u64,
    /// Records of a list, beyond the fewest.
    records: u64,
    /// How far numbers go that others are computed with.
    spread: u64,
    /// How far options go.
    options: u64,
}

const BUDGETS: &[Budget] = &[
    Budget { bytes: 48, records: 5, spread: 8, options: 63 },
    Budget { bytes: 16, records: 2, spread: 4, options: 15 },
    Budget { bytes: 4, records: 1, spread: 1, options: 1 },
    Budget { bytes: 0, records: 0, spread: 0, options: 0 },
];

/// A field or part by the ids of its record and its own.
type Name = (String, String);

/// The amounts of one format.
#[derive(Debug, Clone, Default)]
pub struct Amounts {
    /// Numbers that others are computed with.
    numbers: BTreeMap<Name, Range>,
    /// Bytes of a text or bytes, records of a list.
    lengths: BTreeMap<Name, Range>,
    /// How far options go.
    options: u64,
}

/// Why nothing can be written: where, what was expected, what was found.
#[derive(Debug, Clone)]
pub struct Impossible {
    pub span: Span,
    pub expected: String,
    pub found: String,
    pub hint: &'static str,
}

impl Amounts {
    /// The amounts of a schema that has passed all other checks; or what in it no file could have.
    pub fn of(spec: &Spec) -> Result<Self, Vec<Impossible>> {
        let mut last = Vec::new();
        for budget in BUDGETS {
            let mut ranges = Ranges::new(spec, *budget);
            let mut amounts = Self { options: budget.options, ..Self::default() };
            for (record, attr) in spec.attrs() {
                ranges.take(record, attr, &mut amounts);
            }
            last = std::mem::take(&mut ranges.impossible);
            if last.is_empty() {
                last = room::check(spec, &amounts, &mut ranges);
            }
            if last.is_empty() {
                return Ok(amounts);
            }
        }
        Err(last)
    }

    /// The values of a number, where they are fewer than the schema allows.
    pub fn number(&self, record: &str, id: &str) -> Option<Range> {
        self.numbers.get(&name(record, id)).copied()
    }

    /// How many bytes a text or bytes have, or how many records a list.
    pub fn length(&self, record: &str, id: &str) -> Range {
        self.lengths.get(&name(record, id)).copied().unwrap_or_default()
    }

    /// The values of an option.
    pub fn option(&self, option: &Opt) -> Range {
        let least = option.least();
        Range { least, most: option.most().min(least.saturating_add(self.options)) }
    }
}

fn name(record: &str, id: &str) -> Name {
    (record.to_owned(), id.to_owned())
}

/// The field of `record` that the writer computes from `attr` by `link`.
fn linked<'r>(record: &'r Type, attr: &Attr, link: Link) -> Option<&'r Attr> {
    record.written(Write::Of(link, attr.id.value.clone())).next()
}

/// The numbers that the schema allows in a field.
fn allowed(spec: &Spec, record: &Type, attr: &Attr) -> Vec<u64> {
    use crate::model::binary::Valid;
    let members = || spec.members(attr).map(|member| member.number.value).collect();
    if let Some((_, cases)) = record.switch_on(attr) {
        return cases.iter().map(|(number, _)| *number).collect();
    }
    match attr.valid.as_ref().map(|valid| &valid.value) {
        Some(Valid::AnyOf(numbers)) => numbers.clone(),
        Some(Valid::InEnum) => members(),
        None if attr.names.is_some() && !attr.is_open() => members(),
        _ => Vec::new(),
    }
}

/// The smallest and the largest number that fit a field and its `valid`.
fn bounds(spec: &Spec, record: &Type, attr: &Attr) -> Range {
    use crate::model::binary::Valid;
    let Kind::Number(width, _) = attr.kind.value else {
        return Range::default();
    };
    let fits = u64::MAX >> (64 - 8 * u32::from(width));
    let allowed = allowed(spec, record, attr);
    match (
        allowed.iter().min(),
        allowed.iter().max(),
        attr.valid.as_ref().map(|valid| &valid.value),
    ) {
        (Some(least), Some(most), _) => Range { least: *least, most: *most },
        (.., Some(Valid::Range(min, max))) => Range { least: *min, most: fits.min(*max) },
        _ => Range { least: 0, most: fits },
    }
}
