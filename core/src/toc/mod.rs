//! Formats whose header gives the place of a MessagePack table of contents: names, targets under each name, and for each target the number
//! of a content in the file. The table is read incrementally, and contents are found by number.

mod describe;
mod fields;
mod inner;
mod keys;
mod paths;
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
pub use tables::{FramesTable, FramesTableKeys, ListTable, ListTableKeys, TocEntryKeys, TocId, TocKey, TocTable};
