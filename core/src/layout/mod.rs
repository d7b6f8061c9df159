//! Record layouts as tables, by which files are written, and what their fields mean to containers and envelopes.
//!
//! A layout is a constant that the generator prints from a schema. The typed readers and writers of a format are generated from the same
//! schema; `testing` checks that both agree.

mod container;
mod envelope;
mod expression;
mod faces;
mod opened;
mod read_container;
mod read_envelope;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(any(test, feature = "bake", feature = "proptest"))]
mod tree;
mod values;
mod write;
mod writing;

pub use container::LayoutContainer;
pub use envelope::LayoutEnvelope;
pub use expression::{Expression, Measure};
pub use faces::{ContainerId, ContainerTable, EnvelopeTable, EnvelopeVersion, Front, KeptNumber, TextTable};
pub use tables::{Field, Holds, Layout, Part, Record, Switch, Valid};
#[cfg(any(test, feature = "bake", feature = "proptest"))]
pub use tree::Keep;
pub use values::{Value, Values};
pub use writing::{Alignment, Opt, Placed, Shift, Source};
