//! Binary formats as containers of code objects and as envelopes.

mod container;
mod envelope;
mod opened;
mod read_container;
mod read_envelope;
mod tables;

pub use container::TableContainer;
pub use envelope::TableEnvelope;
pub use tables::{ContainerId, ContainerTable, EnvelopeTable, EnvelopeVersion, Front, KeptNumber, TextTable};
