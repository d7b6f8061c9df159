//! The contents of fields for writers and generated code: fewer kinds than for readers.

use super::expression::{Expression, Formula};
use super::tables::{Attr, Case, Extent, Holds, Record, Repeat, Rule, Switch, Tree};
use super::written::{Area, Source};
use crate::bytes::{Encoding, Width};

/// The content of a writable field or part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held<'a> {
    /// Fixed bytes.
    Fixed(&'a [u8]),
    /// A number.
    Number(Width),
    /// Text of this length in bytes.
    Text(Encoding, Measure<'a>),
    /// NUL-terminated text of at most this many bytes.
    Terminated(Encoding, Option<u64>),
    /// This many opaque bytes.
    Bytes(Measure<'a>),
    /// All remaining bytes.
    Rest,
    /// Compressed bytes at the end of the file; all remaining bytes without a length.
    Content(Option<Measure<'a>>),
    /// A record.
    Record(&'a Record<'a>),
    /// This many consecutive records.
    List(&'a Record<'a>, Measure<'a>),
    /// One of several records.
    Versions(Versions<'a>),
    /// Content that only readers support.
    ReadOnly,
}

/// A length or a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure<'a> {
    /// The expression over numbers of the record.
    pub formula: Formula<'a>,
    /// The maximum value, as a work limit against hostile input.
    pub limit: Option<u64>,
    /// The minimum value for writers.
    pub least: u64,
}

impl<'a> Measure<'a> {
    /// Returns the value if it is a constant.
    pub fn constant(&self) -> Option<u64> {
        match self.formula.of {
            Expression::Number(number) => u64::try_from(number).ok(),
            _ => None,
        }
    }

    /// A constant, or 0 and the limit; `None` without a limit.
    pub(crate) fn bounds(&self) -> Option<(u64, u64)> {
        let constant = self.constant().map(|number| (number, number));
        constant.or(self.limit.map(|limit| (0, limit)))
    }
}

impl<'a> Formula<'a> {
    /// Returns the field that errors blame, or `None` for a constant.
    pub fn blamed(&self) -> Option<&'a str> {
        self.of.first_own()
    }
}

/// A choice of records by a number of the same record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions<'a> {
    /// The name of the number field.
    pub on: &'a str,
    /// The numbers, as a readable list.
    pub known: &'a str,
    cases: &'a [Case<'a>],
    records: &'a [Record<'a>],
}

impl<'a> Versions<'a> {
    fn new(switch: &Switch<'a>, records: &'a [Record<'a>]) -> Option<Self> {
        let known = switch.cases.iter().find_map(|case| match case.holds {
            Holds::Unknown(known) => Some(known),
            _ => None,
        });
        Some(Self { on: switch.on.of.first_own()?, known: known?, cases: switch.cases, records })
    }

    /// Returns each number with its record.
    pub fn iter(&self) -> impl Iterator<Item = (u64, &'a Record<'a>)> + Clone + use<'a> {
        let Self { cases, records, .. } = *self;
        cases.iter().filter_map(|case| match (case.when?.of, case.holds) {
            (Expression::Number(number), Holds::Record(record, ..)) => {
                Some((u64::try_from(number).ok()?, records.get(record)?))
            }
            _ => None,
        })
    }

    /// Returns the record for `number`.
    pub fn record(&self, number: u64) -> Option<&'a Record<'a>> {
        self.iter()
            .find_map(|(case, record)| (case == number).then_some(record))
    }
}

impl<'a> Tree<'a> {
    /// Returns the content of a field or part in a record of this schema, ignoring its condition.
    pub fn held(&self, attr: &Attr<'a>) -> Held<'a> {
        let measure = |formula| Measure { formula, limit: attr.limit, least: attr.written.least };
        let found = match (&attr.holds, &attr.repeat) {
            _ if attr.stream.is_some() => None,
            (Holds::Record(record, [], None), Repeat::Once) => self.all_records().nth(*record).map(Held::Record),
            (Holds::Record(record, [], None), Repeat::Count(count)) => {
                let record = self.all_records().nth(*record);
                record.map(|record| Held::List(record, measure(*count)))
            }
            (_, Repeat::Count(_) | Repeat::ToEnd | Repeat::Until(_)) => None,
            (Holds::Fixed(bytes), _) => Some(Held::Fixed(bytes)),
            (Holds::Unsigned(..), _) => attr.number_width().map(Held::Number),
            (Holds::Text(charset, extent), _) => charset.encoding().and_then(|encoding| match extent {
                Extent { size: Some(size), .. } if extent.is_whole() => Some(Held::Text(encoding, measure(*size))),
                Extent { size: None, terminator: [0], .. } => Some(Held::Terminated(encoding, attr.limit)),
                _ => None,
            }),
            (Holds::Bytes(extent), _) if extent.is_whole() => match (extent.is_apart, extent.size) {
                (true, size) => Some(Held::Content(size.map(measure))),
                (false, Some(size)) => Some(Held::Bytes(measure(size))),
                (false, None) => extent.to_end.then_some(Held::Rest),
            },
            (Holds::Switch(switch), _) => Versions::new(switch, self.records).map(Held::Versions),
            _ => None,
        };
        found.unwrap_or(Held::ReadOnly)
    }

    /// Returns the named numbers of `attr`: the values of its enum, or its bits.
    pub fn named_numbers(&self, attr: &Attr<'a>) -> impl Iterator<Item = (u64, &'a str)> + Clone + use<'a> {
        let bits = match attr.valid {
            [Rule::Bits(bits)] => *bits,
            _ => &[],
        };
        let values = attr
            .names
            .and_then(|names| self.named(names))
            .map_or(&[][..], |named| named.values);
        let values = values
            .iter()
            .filter_map(|(number, name)| Some((u64::try_from(*number).ok()?, *name)));
        values.chain(bits.iter().copied())
    }

    /// Returns the alternatives of the root field called `name`.
    pub fn versions(&self, name: &str) -> Option<Versions<'a>> {
        match self.held(self.records.first()?.attr(name)?) {
            Held::Versions(versions) => Some(versions),
            _ => None,
        }
    }

    /// Returns the item record and the length of the list called `name` in `record`.
    pub fn list(&self, record: &Record<'a>, name: &str) -> Option<(&'a Record<'a>, Measure<'a>)> {
        match self.held(record.attr(name)?) {
            Held::List(record, count) => Some((record, count)),
            _ => None,
        }
    }

    pub(crate) fn is_string_table(&self, area: usize) -> bool {
        self.areas.get(area) == Some(&Area::Strings)
    }
}

impl<'a> Record<'a> {
    /// Returns the fields, then the instances.
    pub fn attrs(&self) -> impl Iterator<Item = &'a Attr<'a>> + Clone + use<'a> {
        self.fields.iter().chain(self.instances)
    }

    /// Returns the field or instance called `name`.
    pub fn attr(&self, name: &str) -> Option<&'a Attr<'a>> {
        self.attrs().find(|attr| attr.is_called(name))
    }

    /// Returns the name of the number field that a writer computes from `source`.
    pub fn number_of(&self, source: Source<'_>) -> Option<&'a str> {
        self.fields
            .iter()
            .find_map(|attr| (attr.written.source == source).then_some(attr.name))
    }
}
