//! Record layouts as tables, by which files are shown field by field.
//!
//! A layout is a constant that the generator prints of a schema. The typed readers of a format are generated from the same schema;
//! `testing` has the property that both say the same.

mod describe;
mod expression;
mod placing;
mod tables;
#[cfg(test)]
mod tests;

pub use expression::{Expression, Measure};
pub use placing::{Alignment, Constant, Placed, Placing};
pub use tables::{Field, Holds, Layout, Part, Record, Switch, Valid};
