//! Formats with a MessagePack table of contents, located by the header: names, targets under each name, and a content
//! number for each target. The table is read incrementally.

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
