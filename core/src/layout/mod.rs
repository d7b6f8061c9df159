//! Writes files by their tables, and says what the fields of a format mean to containers and envelopes.

mod container;
mod envelope;
mod faces;
mod opened;
mod read_container;
mod read_envelope;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use container::LayoutContainer;
pub use envelope::LayoutEnvelope;
pub use faces::{ContainerId, ContainerTable, EnvelopeTable, EnvelopeVersion, Front, KeptNumber, TextTable};
pub use values::{Value, Values};
