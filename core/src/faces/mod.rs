//! The meaning of the fields of a format to operations: a container of code objects, or an envelope around one.

mod container;
mod envelope;
mod opened;
mod read_container;
mod read_envelope;
mod tables;

pub use container::TableContainer;
pub use envelope::TableEnvelope;
pub use tables::{ContainerId, ContainerTable, EnvelopeTable, EnvelopeVersion, Front, KeptNumber, TextTable};
