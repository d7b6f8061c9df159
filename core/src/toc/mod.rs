//! Formats whose header gives the place of a MessagePack table of contents: names, targets under each name, and for each target the number
//! of a content in the file. The table is read incrementally, and contents are found by number.

mod columns;
mod describe;
mod places;
mod read;
mod reader;
mod rows;
mod stored;
mod tables;
#[cfg(test)]
mod tests;

pub use crate::bytes::View;
pub use reader::TocReader;
pub use rows::{Toc, TocPacked, TocRow};
pub use stored::{Ignored, Overlap};
pub use tables::{Column, Each, FramesTable, Role, TocId, TocTable};
