//! Writes files from values: consecutive fields, then what fields point at, and then the computed numbers.
//!
//! Correctness is not proved for every feature of a schema. Instead, the written file is read back and compared.

mod compare;
mod computed;
mod elsewhere;
mod encode;
mod extent;
mod fields;
mod make;
mod maker;
mod pending;
mod place;
mod solve;
mod sums;
mod writing;

use alloc::format;
use alloc::vec::Vec;

use self::maker::Maker;
use self::writing::{Writing, unfit};
use super::node::Node;
use super::tables::Tree;
use crate::bytes::Bytes;
use crate::error::{Path, WriteError};

impl Tree<'static> {
    /// Returns the bytes of a file that holds `node`. Numbers that the schema computes, and fixed bytes, may be omitted; if given, they
    /// must be right.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is missing or cannot be at its place, or if the file would hold something else when read back.
    pub fn write(&'static self, node: &Node) -> Result<Vec<u8>, WriteError> {
        let out = Writing::new(self, None).file(Some(node))?;
        compare::same(node, &self.back(&out)?, Path::default())?;
        Ok(out)
    }

    /// Returns a file with values generated from `seed`. The same seed gives the same file.
    ///
    /// # Errors
    ///
    /// Returns an error if the generated values do not fit together. Another seed may work.
    pub fn sample(&'static self, seed: u64) -> Result<Vec<u8>, WriteError> {
        let out = Writing::new(self, Some(Maker::new(self, seed))).file(None)?;
        let node = self.back(&out)?;
        // Without bytes that no value holds, such as those before what turned out not to be there.
        Ok(self.write(&node).unwrap_or(out))
    }

    /// Reads back what has been written.
    fn back(&'static self, out: &[u8]) -> Result<Node, WriteError> {
        let back = self.read(Bytes::new(out));
        back.map_err(|error| unfit(error.path.clone(), format!("could not be read back: {}", error.problem)))
    }
}

impl<'n> Writing<'n> {
    /// Returns the whole file.
    fn file(mut self, node: Option<&'n Node>) -> Result<Vec<u8>, WriteError> {
        let Some(record) = self.reading.tree.root() else {
            return Ok(self.out);
        };
        let root = self.reading.open(record, None, Vec::new(), 0);
        let root = root.map_err(|error| self.to_write_error(0, "", &error))?;
        self.given.push(node);
        self.record(root)?;
        self.end(0)?;
        self.settle()?;
        Ok(self.out)
    }
}
