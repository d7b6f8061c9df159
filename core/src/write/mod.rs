//! Writes files by their tables.

#[cfg(test)]
mod tests;
mod values;
mod writing;

pub use values::{Value, Values};
