//! The least that texts, bytes and lists may hold, so that every computed number can be written; and whether there is room for it.

mod bounds;
mod range;
mod room;
mod table;

use crate::model::binary::Spec;
use range::Ranges;

pub use table::{Amounts, Impossible};

/// How far numbers may go that others are computed with: as far as the format has room for it.
const SPREADS: [u64; 4] = [8, 4, 1, 0];

impl Amounts {
    /// The amounts of a schema that has passed all other checks; or what in it no file could have.
    pub fn of(spec: &Spec) -> Result<Self, Vec<Impossible>> {
        let mut last = Vec::new();
        for spread in SPREADS {
            let mut ranges = Ranges::new(spec, spread);
            let mut amounts = Self::default();
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
}
