//! A file while it is read: what has been read of it, and where errors are.

use alloc::vec::Vec;

use super::frame::{Frame, Slot};
use super::source::Source;
use super::stream::Stream;
use super::tables::Tree;
use super::value::{Bits, Item, Value};
use super::work::{Work, size};
use crate::error::{Path, Problem, ReadError, Step};

/// A file while it is read. What has been read is kept, since expressions can refer to all of it.
#[derive(Debug)]
pub(super) struct Reading<'b> {
    pub(super) tree: &'static Tree<'static>,
    pub(super) file: Source<'b>,
    pub(super) frames: Vec<Frame<'b>>,
    pub(super) streams: Vec<Stream<'b>>,
    pub(super) lists: Vec<Vec<Item<'b>>>,
    pub(super) work: Work,
}

/// The offset of an error before it has its place.
const NOWHERE: u64 = u64::MAX;

/// What is read where: a field of a record, the item in it, the stream.
#[derive(Debug, Clone, Copy)]
pub(super) struct Site {
    pub(super) frame: usize,
    pub(super) slot: usize,
    pub(super) stream: usize,
    pub(super) index: Option<u64>,
}

impl<'b> Reading<'b> {
    pub(super) fn new(tree: &'static Tree<'static>, file: Source<'b>) -> Self {
        let whole = Stream::new(Bits::File(0, file.len()));
        let work = Work::new(file.len());
        Self { tree, file, frames: Vec::new(), streams: alloc::vec![whole], lists: Vec::new(), work }
    }

    /// Pays for looking at `len` bytes, or for making or keeping so many.
    pub(super) fn pay(&mut self, len: u64) -> Result<(), ReadError> {
        self.work.take(len).map_err(|problem| self.fault(problem))
    }

    /// What `inside` does, one deeper, for which it pays.
    pub(super) fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, ReadError>) -> Result<T, ReadError> {
        self.work.enter().map_err(|problem| self.fault(problem))?;
        let done = inside(self);
        self.work.leave();
        done
    }

    /// A new list, whose number is given.
    pub(super) fn new_list(&mut self, items: Vec<Item<'b>>) -> Result<usize, ReadError> {
        self.pay(size::<Vec<Item<'_>>>(1))?;
        self.lists.push(items);
        Ok(self.lists.len().saturating_sub(1))
    }

    /// An error that has no place of its own: it gets that of the record, and the path of the field, that are being read.
    pub(super) fn fault(&self, problem: Problem) -> ReadError {
        ReadError::new(NOWHERE, problem)
    }

    /// A value of another kind than the expression must give.
    pub(super) fn unfit(&self, text: &str, expected: &str, found: &Value<'_>) -> ReadError {
        let expected = alloc::format!("{expected} as `{text}`");
        self.fault(Problem::Unexpected { found: found.kind().into(), expected })
    }

    pub(super) fn frame(&self, id: usize) -> Result<&Frame<'b>, ReadError> {
        let missing = || self.fault(Problem::Missing { expected: "a record".into() });
        self.frames.get(id).ok_or_else(missing)
    }

    pub(super) fn set(&mut self, frame: usize, slot: usize, found: Slot<'b>) {
        if let Some(place) = self.frames.get_mut(frame).and_then(|frame| frame.slots.get_mut(slot)) {
            *place = found;
        }
    }

    /// The error, with the path of the field unless it has one.
    pub(super) fn place_error(
        &self,
        mut error: ReadError,
        frame: usize,
        name: &'static str,
        index: Option<u64>,
    ) -> ReadError {
        if error.offset == NOWHERE {
            error.offset = self.frames.get(frame).map_or(0, |frame| frame.at);
        }
        if !error.path.is_empty() {
            return error;
        }
        let path = self.path(frame).field(name);
        error.path = match index {
            Some(index) => path.index(index),
            None => path,
        };
        error
    }

    /// The record that is so many further out.
    pub(super) fn outer(&self, frame: usize, up: u8) -> Option<usize> {
        (0..up).try_fold(frame, |frame, _| self.frames.get(frame)?.parent)
    }

    /// The path of a record.
    pub(super) fn path(&self, frame: usize) -> Path {
        let mut steps = Vec::new();
        let mut inner = self.frames.get(frame).and_then(|frame| frame.holder);
        while let Some(holder) = inner {
            steps.extend(holder.index.map(Step::Index));
            steps.push(Step::Field(holder.name));
            inner = self.frames.get(holder.frame).and_then(|frame| frame.holder);
        }
        steps.into_iter().rev().collect()
    }
}
