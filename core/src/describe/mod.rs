//! Descriptions of files, field by field.

mod describer;
mod field;
mod rows;
#[cfg(test)]
mod tests;

pub use describer::{Describer, NullDescriber, Shape, list};
pub use field::{Field, FieldValue};
pub use rows::{EachRow, Row, rows};
