//! Text formats as tables, and the one implementation that reads, writes and shows any of them.
//!
//! A file of a text format holds entries. An entry is a start marker, opaque content, and an end marker. A marker is a line of texts and
//! parameter values that ends in the field of the entry. It begins with the line break that ends the line before it, so that no part of a
//! marker can be taken for the beginning of another. The end of the file may replace the last line break. Where the field of the first entry
//! comes again, another bundle begins.

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

/// A marker begins and ends with it.
pub const LINE_BREAK: &str = "\n";
/// The names of the markers in paths, and in messages.
const START: &str = "start";
const START_MARKER: &str = "a start marker";
const END: &str = "end";
const END_MARKER: &str = "an end marker";
