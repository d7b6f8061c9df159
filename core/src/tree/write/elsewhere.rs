//! What fields point at, and what is counted from the end: behind everything else in the stream.

use alloc::collections::VecDeque;

use super::place::Place;
use super::writing::Writing;
use crate::error::WriteError;
use crate::tree::expression::{Expression, Method};
use crate::tree::frame::Slot;
use crate::tree::scope::Scope;
use crate::tree::stream::Stream;
use crate::tree::tables::Holds;
use crate::tree::value::{Bits, Value};

impl Writing<'_> {
    /// An instance waits for the end of its stream.
    pub(super) fn wait(&mut self, frame: usize, slot: usize, stream: usize) {
        if let Some(waiting) = self.waiting.get_mut(stream) {
            waiting.push_back((frame, slot));
        }
    }

    /// The stream of an instance that says one, where that is known.
    pub(super) fn stream_of(&mut self, frame: usize, slot: usize) -> Option<usize> {
        let formula = self.reading.frame(frame).ok()?.attr(slot)?.stream.as_ref()?;
        match self.reading.compute(&Scope::new(frame), formula) {
            Ok(Value::Stream(stream)) => Some(stream),
            _ => None,
        }
    }

    /// Writes what waits for the end of the stream: first what is counted from its start, then what is counted from its end.
    pub(super) fn end(&mut self, stream: usize) -> Result<(), WriteError> {
        let mut trailers = VecDeque::new();
        while let Some((frame, slot)) = self.next_of(stream) {
            self.instance(frame, slot, stream, Some(&mut trailers))?;
        }
        for (frame, slot) in trailers {
            self.instance(frame, slot, stream, None)?;
            // What it points at itself follows.
            while let Some((frame, slot)) = self.next_of(stream) {
                self.instance(frame, slot, stream, None)?;
            }
        }
        self.flush();
        let (start, end) = (self.start(stream), self.len());
        if let Ok(stream) = self.reading.stream(stream) {
            stream.of = Bits::File(start, end.saturating_sub(start));
        }
        Ok(())
    }

    fn next_of(&mut self, stream: usize) -> Option<(usize, usize)> {
        self.waiting.get_mut(stream)?.pop_front()
    }

    /// Writes an instance, unless it only shows what is somewhere anyway. One that is counted from the end waits once more.
    fn instance(
        &mut self,
        frame: usize,
        slot: usize,
        stream: usize,
        later: Option<&mut VecDeque<(usize, usize)>>,
    ) -> Result<(), WriteError> {
        let Ok(of) = self.reading.frame(frame) else {
            return Ok(());
        };
        let Some(attr) = of.attr(slot) else { return Ok(()) };
        let Some(pos) = &attr.pos else { return Ok(()) };
        if matches!(attr.holds, Holds::Value(_)) {
            return Ok(());
        }
        if let Some(own) = self.stream_of(frame, slot).filter(|own| *own != stream) {
            let is_open = self.reading.streams.get(own).is_some_and(Stream::is_open);
            // In a stream that has ended already it can only show what is there.
            if is_open {
                self.wait(frame, slot, own);
            }
            return Ok(());
        }
        let place = Place { frame, slot, index: None, stream, attr };
        let is_trailer = from_the_end(&pos.of);
        if let Some(later) = later.filter(|_| is_trailer) {
            later.push_back((frame, slot));
            return Ok(());
        }
        if !self.is_there(place)? {
            return Ok(());
        }
        if self.given_node(frame, attr.name).is_none() && self.maker.is_none() {
            self.reading.set(frame, slot, Slot::Unread);
            return match self.is_placed_freely(frame, slot) {
                true => Err(self.at(frame, attr.name, "expected a value, found nothing")),
                false => Ok(()),
            };
        }
        self.flush();
        let start = self.start(stream);
        if !is_trailer && !self.is_placed_freely(frame, slot) {
            let Some(at) = self.known_number(place, pos) else {
                return Err(self.at(
                    frame,
                    attr.name,
                    "where it is cannot be known before the file is written",
                ));
            };
            let Some(gap) = at.saturating_add(start).checked_sub(self.len()) else {
                // It shows bytes that are there, which reading back compares.
                self.reading.set(frame, slot, Slot::Unread);
                return Ok(());
            };
            self.fill(place, gap, 0)?;
        } else if attr.align > 1 {
            let at = self.len().saturating_sub(start);
            let gap = at.checked_next_multiple_of(attr.align).unwrap_or(at).saturating_sub(at);
            self.fill(place, gap, 0)?;
        }
        self.field(place)
    }
}

/// Whether a place is counted from the end of a stream.
fn from_the_end(of: &Expression<'_>) -> bool {
    match of {
        Expression::Call(of, Method::Length, _) => is_stream(of),
        Expression::Member(of, name) => *name == "size" && is_stream(of),
        Expression::Binary(_, left, right) => from_the_end(left) || from_the_end(right),
        _ => false,
    }
}

fn is_stream(of: &Expression<'_>) -> bool {
    match of {
        Expression::Stream => true,
        Expression::Call(_, Method::StreamOf, _) => true,
        Expression::Member(_, name) => *name == "_io",
        _ => false,
    }
}
