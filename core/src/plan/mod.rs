//! The layout of a file, computed before writing. All formats are written this way.

mod areas;
mod blank;
mod content;
mod pieces;
mod string_table;
#[cfg(test)]
mod tests;
mod writer;

pub(crate) use blank::{Blank, SumRoom};
pub use content::Content;
pub use pieces::{Piece, Plan};
pub use string_table::StringTable;
pub(crate) use writer::{Placement, Writer};
