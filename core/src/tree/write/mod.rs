//! Writes files of values: fields one after the other, what fields point at behind them, and then the numbers that are computed.
//!
//! Whether the file says what it was to say is not proved for each word of a schema: it is read back, and compared.

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
    /// The bytes of a file that holds `node`. Numbers that the schema computes, and fixed bytes, need not be given; where they are given
    /// they must be right.
    ///
    /// # Errors
    ///
    /// A value that is missing or cannot be where it is to be; or the file, read back, would hold something else.
    pub fn write(&'static self, node: &Node) -> Result<Vec<u8>, WriteError> {
        let out = Writing::new(self, None).file(Some(node))?;
        compare::same(node, &self.back(&out)?, Path::default())?;
        Ok(out)
    }

    /// A file with values made up from `seed`: always the same one.
    ///
    /// # Errors
    ///
    /// The values that came up do not fit together. Another seed may do.
    pub fn sample(&'static self, seed: u64) -> Result<Vec<u8>, WriteError> {
        let out = Writing::new(self, Some(Maker::new(self, seed))).file(None)?;
        let node = self.back(&out)?;
        // Without bytes that no value holds, such as those before what turned out not to be there.
        Ok(self.write(&node).unwrap_or(out))
    }

    /// What has been written, read back.
    fn back(&'static self, out: &[u8]) -> Result<Node, WriteError> {
        let back = self.read(Bytes::new(out));
        back.map_err(|error| unfit(error.path.clone(), format!("could not be read back: {}", error.problem)))
    }
}

impl<'n> Writing<'n> {
    /// The whole file.
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
