//! Formats of a header and entries after it, each of which says itself how long it is, and how its content is packed. They are walked over,
//! entry by entry, and only headers are looked at. Such formats are read, and not written.

mod images;
pub(crate) mod records;
mod tables;
mod walk;
mod walker;

pub use tables::{GroupTable, OptionsTable, Packing, ProcessorTable, WalkTable};
pub use walk::{Packed, View, Walked};
pub use walker::Walker;
