//! Record layouts as tables, by which files are read, shown and written.
//!
//! A layout is a constant that the generator prints from a schema. The typed readers and writers of a format are generated from the same
//! schema; `testing` checks that both agree.

mod container;
mod describe;
mod envelope;
mod expression;
mod faces;
mod fields;
mod head;
mod read;
mod records;
mod tables;
#[cfg(test)]
mod tests;
mod values;
mod write;
mod writing;

pub use container::LayoutContainer;
pub use envelope::LayoutEnvelope;
pub use expression::{Expression, Measure};
pub use faces::{ContainerId, ContainerTable, EnvelopeTable, EnvelopeVersion, Front, KeptNumber, TextTable};
pub use head::Head;
pub(crate) use records::{Numbers, Records};
pub use tables::{Field, Holds, Layout, Part, Record, Switch, Valid};
pub use values::{Value, Values};
pub use writing::{Alignment, Opt, Placed, Shift, Source};
