//! Views of the records of a file. Generated types wrap [`View`].
//!
//! A view checks the fields of its record, and decodes them on demand. Parts are read on access. Errors equal those of
//! the table's reader.

mod list;
mod plain;
mod record;
#[cfg(test)]
mod tests;

pub use list::{Items, List};
pub use record::View;
