//! Read-only formats of a header and consecutive entries that declare their lengths and packing. Readers need only the
//! entry headers.

mod images;
mod tables;
mod walk;
mod walker;

pub use crate::bytes::View;
pub use tables::{GroupTable, OptionsTable, Packing, ProcessorTable, WalkTable};
pub use walk::{Packed, Part, Walked};
pub use walker::Walker;
