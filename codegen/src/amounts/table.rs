//! The amounts of a format, as they were found.

use std::collections::BTreeMap;

use crate::model::binary::Opt;
use crate::spanned::Span;

/// The most bytes that a file needs at least: tests write whole files.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// From the smallest to the largest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Range {
    pub least: u64,
    pub most: u64,
}

impl Range {
    /// One number alone.
    pub fn only(number: u64) -> Self {
        Self { least: number, most: number }
    }
}

/// How large values may become. The first that fits the format is taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Bytes of text, beyond the fewest.
    pub bytes: u64,
    /// Records of a list, beyond the fewest.
    pub records: u64,
    /// How far numbers go that others are computed with.
    pub spread: u64,
    /// How far options go.
    pub options: u64,
}

/// A field or part by the ids of its record and its own.
pub(super) type Name = (String, String);

/// The amounts of one format.
#[derive(Debug, Clone, Default)]
pub struct Amounts {
    /// Numbers that others are computed with.
    pub(super) numbers: BTreeMap<Name, Range>,
    /// Bytes of a text or bytes, records of a list.
    pub(super) lengths: BTreeMap<Name, Range>,
    /// How far options go.
    pub(super) options: u64,
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

pub(super) fn name(record: &str, id: &str) -> Name {
    (record.to_owned(), id.to_owned())
}
