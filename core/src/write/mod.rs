//! Writing of files by table.

#[cfg(test)]
mod tests;
mod values;
mod writing;

pub use values::{Value, Values};
