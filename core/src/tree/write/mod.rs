//! Writes files of values: fields one after the other, what fields point at behind them, and then the numbers that are computed.
//!
//! All of a file is in one buffer, to which bytes are only added; the numbers that are computed from what comes later are filled in when
//! that has been written. Whether the file says what it was to say is not proved for each word of a schema: it is read back, and compared.

mod compare;
mod computed;
mod elsewhere;
mod encode;
mod extent;
mod fields;
mod make;
mod solve;
mod sums;

use alloc::collections::VecDeque;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use self::computed::Pending;
use self::make::Maker;
use self::sums::PendingSum;
use super::frame::Slot;
use super::node::Node;
use super::reading::Reading;
use super::stream::{OPEN, Stream};
use super::tables::{Order, Tree};
use super::value::Bits;
use crate::bytes::Bytes;
use crate::error::{Path, ReadError, WriteError, WriteProblem};

/// A file while it is written.
#[derive(Debug)]
struct Writing<'n> {
    /// What has been written, as if it had been read: expressions refer to it. Places in it are those in `out`.
    reading: Reading<'static>,
    out: Vec<u8>,
    /// What each record is to hold, by the number of the record; none where values are made up.
    given: Vec<Option<&'n Node>>,
    /// Makes up the values that are not given.
    maker: Option<Maker>,
    /// Where each stream begins in `out`, and the instances that are to be put at its end.
    streams: Vec<(usize, VecDeque<(usize, usize)>)>,
    /// Bits that do not fill a byte yet: their values, how many, and from which end they fill it.
    bits: (u128, u32, Order),
    pending: Vec<Pending>,
    sums: Vec<PendingSum>,
    /// From where to where nothing is changed any more, because it is packed; in ascending order.
    sealed: Vec<(usize, usize)>,
}

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
        self.back(&out)?;
        Ok(out)
    }

    /// What has been written, read back.
    fn back(&'static self, out: &[u8]) -> Result<Node, WriteError> {
        let back = self.read(Bytes::new(out));
        back.map_err(|error| unfit(error.path.clone(), format!("could not be read back: {}", error.problem)))
    }
}

impl<'n> Writing<'n> {
    fn new(tree: &'static Tree<'static>, maker: Option<Maker>) -> Self {
        let mut reading = Reading::new(tree, Bytes::new(&[]));
        reading.streams = alloc::vec![Stream::new(Bits::File(0, OPEN))];
        reading.work = super::work::Work::unlimited();
        Self {
            reading,
            out: Vec::new(),
            given: Vec::new(),
            maker,
            streams: alloc::vec![(0, VecDeque::new())],
            bits: (0, 0, Order::Big),
            pending: Vec::new(),
            sums: Vec::new(),
            sealed: Vec::new(),
        }
    }

    /// The whole file.
    fn file(mut self, node: Option<&'n Node>) -> Result<Vec<u8>, WriteError> {
        let Some(record) = self.reading.tree.records.first() else {
            return Ok(self.out);
        };
        let root = self.reading.open(record, None, Vec::new(), 0);
        let root = root.map_err(|error| self.told(0, "", &error))?;
        self.given.push(node);
        self.record(root)?;
        self.end(0)?;
        self.settle()?;
        Ok(self.out)
    }

    /// How long the file is so far.
    fn len(&self) -> u64 {
        crate::bytes::length(&self.out)
    }

    /// Expressions see how far a stream has been written.
    fn follow(&mut self, stream: usize) {
        let start = self.streams.get(stream).map_or(0, |(start, _)| *start);
        let at = self.out.len().saturating_sub(start);
        if let Ok(stream) = self.reading.stream(stream) {
            stream.at = u64::try_from(at).unwrap_or(u64::MAX);
        }
    }

    /// What is given for a field of a record.
    fn given(&self, frame: usize, name: &str) -> Option<&'n Node> {
        self.given.get(frame).copied().flatten()?.get(name)
    }

    /// The error, at a field of a record.
    fn at(&self, frame: usize, name: &'static str, why: impl Into<String>) -> WriteError {
        unfit(self.reading.path(frame).field(name), why)
    }

    /// What an expression cannot say, at a field of a record.
    fn told(&self, frame: usize, name: &'static str, error: &ReadError) -> WriteError {
        self.at(frame, name, error.problem.to_string())
    }

    /// What could not be evaluated for want of something that is written later is tried again then.
    fn forget_failures(&mut self, mut frame: usize) {
        loop {
            let Some(of) = self.reading.frames.get_mut(frame) else {
                return;
            };
            for slot in &mut of.slots {
                if matches!(slot, Slot::Failed(None, _)) {
                    *slot = Slot::Unread;
                }
            }
            match of.holder {
                Some(holder) => frame = holder.frame,
                None => return,
            }
        }
    }
}

fn unfit(path: Path, why: impl Into<String>) -> WriteError {
    WriteError::new(path, WriteProblem::Unfit { why: why.into() })
}
