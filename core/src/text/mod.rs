//! Text formats as tables, with their reader and writer.
//!
//! A file of a text format contains entries. An entry is a start marker, opaque content, and an end marker. A marker is
//! a line of texts and parameter values, followed by the field of the entry. It begins with the preceding line break,
//! so that markers cannot overlap. The end of the file may replace the last line break. A repeated field of the first
//! entry starts another bundle.

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

/// The first and last character of a marker.
pub const LINE_BREAK: &str = "\n";
const START: &str = "start";
const START_MARKER: &str = "a start marker";
const END: &str = "end";
const END_MARKER: &str = "an end marker";
