//! Conversion of YAML to models. Reading continues after the first problem.
//!
//! Types of values implement [`Read`]. Most are declarative: [`mapping!`] declares the struct of a mapping with its
//! reader, and [`words!`] the enum of some words. Only values of varying shape have hand-written readers.
//!
//! [`table!`] reads a table of `core` directly: its texts and lists live in an arena, and the checks in `names` run on
//! the nodes of its keys.

mod declared;
mod entries;
mod mapping;
mod names;
mod reader;
mod table;
mod values;
mod ways;
mod words;

pub(crate) use declared::mapping;
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
