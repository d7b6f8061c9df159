//! A file that is being read.

use alloc::vec::Vec;

use super::file_bytes::FileBytes;
use super::frame::{Frame, Slot};
use super::stream::Stream;
use super::tables::Tree;
use super::value::{Bits, Item, Value};
use super::work::{Work, size};
use crate::error::{Path, Problem, ReadError, Step};

/// All values are stored, because expressions can refer to them.
#[derive(Debug)]
pub(crate) struct Reading<'b> {
    pub(crate) tree: &'static Tree<'static>,
    /// The root field with the file length.
    pub(crate) len: Option<&'static str>,
    pub(crate) file: FileBytes<'b>,
    pub(crate) frames: Vec<Frame<'b>>,
    pub(crate) streams: Vec<Stream<'b>>,
    pub(crate) lists: Vec<Vec<Item<'b>>>,
    pub(super) work: Work,
    /// From released records.
    spare: Vec<Vec<Slot<'b>>>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    frames: usize,
    streams: usize,
    lists: usize,
}

/// Replaced once the location is known.
const NOWHERE: u64 = u64::MAX;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Site {
    pub(crate) frame: usize,
    pub(crate) slot: usize,
    pub(crate) stream: usize,
    pub(crate) index: Option<u64>,
}

impl<'b> Reading<'b> {
    pub(crate) fn new(tree: &'static Tree<'static>, file: FileBytes<'b>) -> Self {
        let whole = Stream::new(Bits::File(0, file.len()));
        let work = Work::new(file.len());
        Self {
            tree,
            len: tree.len,
            file,
            frames: Vec::new(),
            streams: alloc::vec![whole],
            lists: Vec::new(),
            work,
            spare: Vec::new(),
        }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { frames: self.frames.len(), streams: self.streams.len(), lists: self.lists.len() }
    }

    pub(crate) fn release(&mut self, mark: Mark) {
        while self.frames.len() > mark.frames {
            let Some(Frame { mut slots, .. }) = self.frames.pop() else {
                break;
            };
            slots.clear();
            self.spare.push(slots);
        }
        self.streams.truncate(mark.streams);
        self.lists.truncate(mark.lists);
    }

    pub(crate) fn read_since(&self, mark: Mark) -> Option<usize> {
        (self.frames.len() > mark.frames).then_some(mark.frames)
    }

    pub(crate) fn room(&mut self, slots: usize) -> Vec<Slot<'b>> {
        let mut room = self.spare.pop().unwrap_or_default();
        room.resize(slots, Slot::Unread);
        room
    }

    /// For reading, creating or storing `len` bytes.
    pub(crate) fn pay(&mut self, len: u64) -> Result<(), ReadError> {
        self.work.take(len).map_err(|problem| self.fault(problem))
    }

    pub(crate) fn deeper<T>(&mut self, inside: impl FnOnce(&mut Self) -> Result<T, ReadError>) -> Result<T, ReadError> {
        self.work.enter().map_err(|problem| self.fault(problem))?;
        let done = inside(self);
        self.work.leave();
        done
    }

    pub(crate) fn new_list(&mut self, items: Vec<Item<'b>>) -> Result<usize, ReadError> {
        self.pay(size::<Vec<Item<'_>>>(1))?;
        self.lists.push(items);
        Ok(self.lists.len().saturating_sub(1))
    }

    /// Gets the location of the current field later.
    pub(crate) fn fault(&self, problem: Problem) -> ReadError {
        ReadError::new(NOWHERE, problem)
    }

    pub(crate) fn unfit(&self, text: &str, expected: &str, found: &Value<'_>) -> ReadError {
        let expected = alloc::format!("{expected} as `{text}`");
        self.fault(Problem::Unexpected { found: found.kind().into(), expected })
    }

    pub(crate) fn frame(&self, id: usize) -> Result<&Frame<'b>, ReadError> {
        let missing = || self.fault(Problem::Missing { expected: "a record".into() });
        self.frames.get(id).ok_or_else(missing)
    }

    pub(crate) fn set(&mut self, frame: usize, slot: usize, found: Slot<'b>) {
        if let Some(place) = self.frames.get_mut(frame).and_then(|frame| frame.slots.get_mut(slot)) {
            *place = found;
        }
    }

    /// Unless it has a path.
    pub(crate) fn place_error(
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

    pub(crate) fn path(&self, frame: usize) -> Path {
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
