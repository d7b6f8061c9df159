//! Where each part of a file will be, worked out before a byte is written: the one way in which every format is written.

mod areas;
mod blank;
mod content;
mod pieces;
mod string_table;
#[cfg(test)]
mod tests;
mod writer;

pub use areas::Area;
pub(crate) use blank::Blank;
pub use content::Content;
pub use pieces::{Piece, Plan};
pub use string_table::StringTable;
pub(crate) use writer::{Placement, Writer};
