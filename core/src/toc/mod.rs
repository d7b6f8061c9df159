//! Formats whose header says where a table of contents in MessagePack begins: names, under each of them targets, and for each target which of
//! the contents in the file is for it. The table is read as it comes, and contents are found by their numbers.

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
mod write;

pub use crate::bytes::View;
pub use reader::TocReader;
pub use rows::{Toc, TocPacked, TocRow};
pub use stored::{Ignored, Overlap};
pub use tables::{
    FramesTable, FramesTableKeys, ListTable, ListTableKeys, TocEntryKeys, TocId, TocKey, TocTable, TocWritten,
};
pub use write::{NewContent, NewToc, NewTocEntry, NewTocRow, TocScheme};
