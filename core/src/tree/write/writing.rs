//! A file while it is written: all of it in one buffer, to which bytes are added, and where what is computed later is filled in.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::maker::Maker;
use super::pending::{Pending, PendingSum};
use crate::bytes::Bytes;
use crate::error::{Path, ReadError, WriteError, WriteProblem};
use crate::tree::frame::Slot;
use crate::tree::node::Node;
use crate::tree::reading::Reading;
use crate::tree::source::Source;
use crate::tree::stream::{OPEN, Stream};
use crate::tree::tables::{Order, Tree};
use crate::tree::value::Bits;
use crate::tree::work::Work;

/// A file while it is written.
#[derive(Debug)]
pub(super) struct Writing<'n> {
    /// What has been written, as if it had been read: expressions refer to it. Places in it are those in `out`.
    pub(super) reading: Reading<'static>,
    pub(super) out: Vec<u8>,
    /// What each record is to hold, by the number of the record; none where values are made up.
    pub(super) given: Vec<Option<&'n Node>>,
    /// Makes up the values that are not given.
    pub(super) maker: Option<Maker>,
    /// The instances that are to be put at the end of each stream.
    pub(super) waiting: Vec<VecDeque<(usize, usize)>>,
    /// Bits that do not fill a byte yet: their values, how many, and from which end they fill it.
    pub(super) bits: (u128, u32, Order),
    /// What waits for a field to be written, by this field.
    pub(super) pending: BTreeMap<(usize, usize), Vec<Pending>>,
    /// What waits for the end of the file.
    pub(super) of_file: Vec<Pending>,
    /// Where all of these are.
    pub(super) gaps: BTreeSet<usize>,
    pub(super) sums: Vec<PendingSum>,
}

impl<'n> Writing<'n> {
    pub(super) fn new(tree: &'static Tree<'static>, maker: Option<Maker>) -> Self {
        let mut reading = Reading::new(tree, Source::Window(Bytes::new(&[])));
        reading.streams = alloc::vec![Stream::new(Bits::File(0, OPEN))];
        reading.work = Work::unlimited();
        Self {
            reading,
            out: Vec::new(),
            given: Vec::new(),
            maker,
            waiting: alloc::vec![VecDeque::new()],
            bits: (0, 0, Order::Big),
            pending: BTreeMap::new(),
            of_file: Vec::new(),
            gaps: BTreeSet::new(),
            sums: Vec::new(),
        }
    }

    /// How long the file is so far.
    pub(super) fn len(&self) -> u64 {
        crate::bytes::length(&self.out)
    }

    /// Where a stream begins in the file.
    pub(super) fn start(&self, stream: usize) -> u64 {
        self.reading.streams.get(stream).map_or(0, |stream| stream.of.place(0))
    }

    /// Expressions see how far a stream has been written.
    pub(super) fn follow(&mut self, stream: usize) {
        let at = self.len().saturating_sub(self.start(stream));
        if let Ok(stream) = self.reading.stream(stream) {
            stream.at = at;
        }
    }

    /// What is given for a field of a record.
    pub(super) fn given_node(&self, frame: usize, name: &str) -> Option<&'n Node> {
        self.given.get(frame).copied().flatten()?.get(name)
    }

    /// The error, at a field of a record.
    pub(super) fn at(&self, frame: usize, name: &'static str, why: impl Into<String>) -> WriteError {
        unfit(self.reading.path(frame).field(name), why)
    }

    /// What an expression cannot say, at a field of a record.
    pub(super) fn to_write_error(&self, frame: usize, name: &'static str, error: &ReadError) -> WriteError {
        self.at(frame, name, error.problem.to_string())
    }

    /// What could not be evaluated for want of something that is written later is tried again then.
    pub(super) fn forget_failures(&mut self, mut frame: usize) {
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

pub(super) fn unfit(path: Path, why: impl Into<String>) -> WriteError {
    WriteError::new(path, WriteProblem::Unfit { why: why.into() })
}
