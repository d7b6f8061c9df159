//! What the fields of a record hold, and where.

use alloc::vec::Vec;

use super::expression::Expression;
use crate::bytes::{Encoding, Number, Place, Span};

/// What the fields of a record hold, as far as it has been read.
pub(super) struct Fields<'f> {
    pub(super) found: Vec<(&'static str, Found)>,
    /// Those of the record that holds this one or points at it.
    pub(super) outer: Option<&'f Fields<'f>>,
}

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

impl Fields<'_> {
    pub(super) fn get(&self, field: &str) -> Option<Found> {
        let mut found = self.found.iter();
        found.find_map(|(name, found)| (*name == field).then_some(*found))
    }

    pub(super) fn number(&self, field: &str) -> Option<Number> {
        match self.get(field) {
            Some(Found::Number(number)) => Some(number),
            _ => None,
        }
    }

    fn root(&self) -> &Self {
        self.outer.map_or(self, Fields::root)
    }

    pub(super) fn value(&self, expression: &Expression<'_>) -> Option<u64> {
        let found = match expression {
            Expression::Own(field) => self.number(field),
            Expression::Parent(field) => self.outer.and_then(|outer| outer.number(field)),
            Expression::Root(field) => self.root().number(field),
            _ => None,
        };
        found.map(|number| number.value)
    }
}
