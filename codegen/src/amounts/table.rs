//! The amounts of a format, as they were found.

use std::collections::BTreeMap;

use crate::spanned::Span;

/// The most bytes that a file needs at least: tests write whole files.
pub(super) const MOST_BYTES: u64 = 1 << 20;

/// From the smallest to the largest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Range {
    pub least: u64,
    pub most: u64,
}

impl Range {
    /// One number alone.
    pub fn only(number: u64) -> Self {
        Self { least: number, most: number }
    }
}

/// A field or part by the ids of its record and its own.
pub(super) type Name = (String, String);

/// The amounts of one format.
#[derive(Debug, Clone, Default)]
pub struct Amounts {
    /// Bytes of a text or bytes, records of a list.
    pub(super) lengths: BTreeMap<Name, u64>,
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
    /// How many bytes a text or bytes have at least, or how many records a list.
    pub fn least(&self, record: &str, id: &str) -> u64 {
        self.lengths.get(&name(record, id)).copied().unwrap_or_default()
    }
}

pub(super) fn name(record: &str, id: &str) -> Name {
    (record.to_owned(), id.to_owned())
}
