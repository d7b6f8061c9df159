//! How a schema's YAML becomes values of the model: every problem is reported, and reading goes on.
//!
//! A type that stands for a value implements [`Read`]. Nearly all of them are declared rather than written: [`mapping!`] gives
//! the struct of a mapping with its keys and its reader, [`words!`] the enum of a few allowed words. What is left to write by hand
//! are values whose shape takes judgement, such as one that is either text or a mapping.
//!
//! A table of `core` is read as it is, by [`table!`]: its texts and lists live in an arena, and its places are those of the nodes that
//! it is read from, of which keys ask what `names` lets them.

mod declared;
mod entries;
mod list;
mod mapping;
mod names;
mod reader;
mod table;
mod values;
mod ways;
mod words;

pub(crate) use declared::mapping;
pub use entries::Entries;
pub(crate) use mapping::key;
pub use mapping::{Mapping, ReadKeys};
pub use names::{
    alone, each, fills_placeholders, gives, is_not_empty, is_not_zero, named, names, outside, placeholders,
    placeholders_among, texts,
};
pub use reader::{Read, ReadEntry, ReadKey, Reader};
pub(crate) use table::table;
pub use values::{Anything, Needed, OneOrMore, Prose, number};
pub use ways::{Maybe, Must, Perhaps, Rows, Several, Trimmed, Usual, Way};
pub(crate) use words::words;
