//! What the fields of a record hold, and where.

use alloc::vec::Vec;

use crate::bytes::{Encoding, Number, Place, Span};

/// What the fields of a record hold, as far as it has been read.
pub(super) struct Fields(pub(super) Vec<(&'static str, Found)>);

/// What a field holds, and where.
#[derive(Clone, Copy)]
pub(super) enum Found {
    Number(Number),
    Text(Place, Encoding),
    Content(Span),
    /// The record of this name.
    Record(&'static str, u64),
    /// So many records of this name.
    List(&'static str, u64, u64),
}

impl Fields {
    pub(super) fn get(&self, field: &str) -> Option<Found> {
        let mut found = self.0.iter();
        found.find_map(|(name, found)| (*name == field).then_some(*found))
    }

    pub(super) fn number(&self, field: &str) -> Option<Number> {
        match self.get(field) {
            Some(Found::Number(number)) => Some(number),
            _ => None,
        }
    }
}
