//! How a schema's YAML becomes values of the model: every problem is reported, and reading goes on.
//!
//! A type that stands for a value implements [`FromNode`]. Nearly all of them are declared rather than written: [`mapping!`] gives
//! the struct of a mapping with its keys and its reader, [`words!`] the enum of a few allowed words. What is left to write by hand
//! are values whose shape takes judgement, such as one that is either text or a mapping.

mod dialect;
mod entries;
mod fill;
mod list;
mod mapping;
mod node;
mod values;
mod words;

pub use dialect::Dialect;
pub use entries::{Entries, FromEntry, FromKey};
pub use fill::Fill;
pub use mapping::{FromKeys, Mapping};
pub(crate) use mapping::{key, mapping};
pub use node::FromNode;
pub use values::{Anything, Needed, OneOrMore, Prose};
pub(crate) use words::words;
