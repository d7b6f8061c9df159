//! Formats of a header and consecutive entries, each of which declares its length and how its content is packed. A reader walks over the
//! entries and reads only their headers. Such formats are read, and not written.

mod images;
mod tables;
mod walk;
mod walker;

pub use crate::bytes::View;
pub use tables::{GroupTable, OptionsTable, Packing, ProcessorTable, WalkTable};
pub use walk::{Packed, Walked};
pub use walker::Walker;
