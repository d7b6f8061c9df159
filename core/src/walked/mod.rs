//! Formats of a header and entries after it, each of which says itself how long it is, and how its content is packed. They are walked over,
//! entry by entry, and only headers are looked at. Such formats are read, and not written.

mod images;
mod tables;
mod walk;
mod walker;

pub use crate::bytes::View;
pub use tables::{GroupTable, OptionsTable, Packing, ProcessorTable, WalkTable};
pub use walk::{Packed, Walked};
pub use walker::Walker;
