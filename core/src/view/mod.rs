//! Records of a file, read by the table of its format. Generated types wrap a [`View`] each.
//!
//! A view has checked the fields of its record, and decodes them on demand. Parts that the record points at are read when they are asked
//! for. Whatever the record is, errors are those of the table's reader.

mod list;
mod plain;
mod record;
#[cfg(test)]
mod tests;

pub use list::{Items, List};
pub use record::View;
