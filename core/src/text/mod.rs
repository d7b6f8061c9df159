//! Text formats as tables, and the one implementation that reads, writes and shows any of them.
//!
//! A file of a text format holds entries. An entry is a start marker, opaque content, and an end marker. A marker is a sequence of texts
//! and parameter values, with the field of the entry among them. Both markers begin with the same line break, so that no part of a marker
//! can be taken for the beginning of another.

mod container;
mod delimiters;
mod describe;
mod read;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use container::TextContainer;
pub use delimiters::{Delimiter, Delimiters};
pub use read::{Entries, Entry, Frame, Line, Reader};
pub use tables::{Content, Field, Marker, Outside, Part, Refusal, TextFormat};
pub use write::{NewText, plan, writable};
