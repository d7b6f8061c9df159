//! How much of everything the values hold that tests make of a format: numbers, texts, lists, whole files. Numbers that lengths are
//! computed with stay small, and lengths are such that every computed number can be written.

mod bounds;
mod range;
mod room;
mod table;

use crate::model::binary::Spec;
use range::Ranges;
use table::Budget;

pub use table::{Amounts, Impossible};

const BUDGETS: &[Budget] = &[
    Budget { bytes: 48, records: 5, spread: 8, options: 63 },
    Budget { bytes: 16, records: 2, spread: 4, options: 15 },
    Budget { bytes: 4, records: 1, spread: 1, options: 1 },
    Budget { bytes: 0, records: 0, spread: 0, options: 0 },
];

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
}
