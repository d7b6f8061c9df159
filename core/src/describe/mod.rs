//! A format's bytes explained field by field.

mod describer;
mod field;
mod lists;
mod rows;
#[cfg(test)]
mod tests;

pub use describer::{Describer, Nobody, Shape};
pub use field::{Field, FieldValue};
pub use lists::{list, list_up_to};
pub use rows::{EachRow, Row, rows};
