//! Where each part of a file will stand, worked out before a byte is written: the one way in which every format is written.

mod blank;
mod content;
mod pieces;
mod writer;

pub use blank::Blank;
pub use content::Content;
pub use pieces::{Piece, Plan};
pub use writer::{Placement, Writer};
