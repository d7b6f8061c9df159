//! Text formats as tables, and the one algorithm that reads, writes and shows any of them.
//!
//! A file of a text format holds entries; an entry is a start marker, content that is not looked into, and an end marker. A marker is a
//! sequence of texts and values of parameters, with the entry's field among them. Both markers begin with the same line break, so that no
//! part of a marker can be taken for the beginning of another.

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
