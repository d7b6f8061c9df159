//! Bytes with a size, a terminator, or the end of the stream as their end.

use super::expression::Formula;
use super::reading::{Reading, Site};
use super::scope::Scope;
use super::tables::{Attr, Extent, Holds, Repeat};
use super::value::{Bits, Item, Value};
use crate::bytes::{Number, length};
use crate::error::{Problem, ReadError};

/// In units of the terminator's size.
const LOOKED: usize = 64;

impl<'b> Reading<'b> {
    pub(super) fn content(
        &mut self,
        scope: &Scope<'_, 'b>,
        site: Site,
        extent: &'static Extent<'static>,
    ) -> Result<Bits<'b>, ReadError> {
        let stream = site.stream;
        let whole = match (&extent.size, extent.to_end) {
            (Some(size), _) => {
                let size = self.measure(scope, size, site)?;
                if extent.is_apart {
                    let of = self.stream(stream)?;
                    return Ok(Bits::File(of.of.place(of.at), size));
                }
                self.take(stream, size)?
            }
            (None, true) => {
                let rest = self.rest(stream)?;
                self.take(stream, rest)?
            }
            (None, false) => {
                let ended = self.read_to_terminator(site, extent)?;
                return self.unpack(ended, extent);
            }
        };
        // Fields of a record are required to be present. Parts elsewhere are checked on demand.
        if self.tree.is_lazy
            && !extent.is_apart
            && self
                .frame(site.frame)?
                .attr(site.slot)
                .is_some_and(|attr| attr.pos.is_none())
        {
            self.look(&whole)?;
        }
        let kept = self.trim(whole, extent)?;
        self.unpack(kept, extent)
    }

    fn read_to_terminator(&mut self, site: Site, extent: &'static Extent<'static>) -> Result<Bits<'b>, ReadError> {
        let stream = site.stream;
        let (here, rest) = (self.here(stream), self.rest(stream)?);
        let at = self.stream(stream)?.at;
        // Stop at the limit: otherwise many texts with a common end take quadratic time.
        let limit = self.frame(site.frame)?.attr(site.slot).and_then(|attr| attr.limit);
        let reach = limit.map_or(rest, |limit| rest.min(limit.saturating_add(1)));
        let all = self.stream(stream)?.of.part(at, reach);
        let end = length(extent.terminator);
        let found = self.find(&all, extent.terminator)?;
        let Some(found) = found else {
            if let Some(limit) = limit.filter(|_| reach < rest) {
                return Err(ReadError::new(here, Problem::OverLimit { found: reach, limit }));
            }
            if let (true, [byte]) = (extent.must_end, extent.terminator) {
                let expected = alloc::format!("a byte {byte:#04x} at the end of the text");
                return Err(ReadError::new(here, Problem::Missing { expected }));
            }
            if extent.must_end {
                let expected = alloc::format!("\"{}\" at the end of the field", extent.terminator.escape_ascii());
                return Err(ReadError::new(here, Problem::Missing { expected }));
            }
            return self.take(stream, rest);
        };
        let behind = found.saturating_add(end);
        self.take(stream, behind)?;
        Ok(all.part(0, found))
    }

    /// Searches at multiples of the terminator's length.
    fn find(&mut self, bits: &Bits<'b>, terminator: &[u8]) -> Result<Option<u64>, ReadError> {
        if terminator.is_empty() {
            return Ok(None);
        }
        let mut before = 0_u64;
        let (shown, goes_on) = self.view(bits);
        for piece in shown.chunks(terminator.len().saturating_mul(LOOKED)) {
            self.pay(length(piece))?;
            let found = match terminator {
                [byte] => memchr::memchr(*byte, piece),
                several => {
                    let mut chunks = piece.chunks_exact(several.len());
                    let place = chunks.position(|chunk| chunk == several);
                    place.map(|place| place.saturating_mul(several.len()))
                }
            };
            if let Some(found) = found {
                return Ok(Some(before.saturating_add(u64::try_from(found).unwrap_or(u64::MAX))));
            }
            before = before.saturating_add(length(piece));
        }
        if goes_on {
            self.file.ask()?;
        }
        Ok(None)
    }

    fn trim(&mut self, mut bits: Bits<'b>, extent: &'static Extent<'static>) -> Result<Bits<'b>, ReadError> {
        if let Some(pad) = extent.pad.filter(|pad| extent.terminator != [*pad]) {
            self.pay(bits.len())?;
            let bytes = self.look(&bits)?;
            let padded = bytes.iter().rev().take_while(|byte| **byte == pad).count();
            let kept = length(bytes.get(..bytes.len().saturating_sub(padded)).unwrap_or_default());
            bits = bits.part(0, kept);
        }
        if extent.terminator.is_empty() {
            return Ok(bits);
        }
        let whole = self.look(&bits).map(length)?;
        let found = self.find(&bits, extent.terminator)?;
        Ok(bits.part(0, found.unwrap_or(whole)))
    }

    fn unpack(&mut self, bits: Bits<'b>, extent: &Extent<'static>) -> Result<Bits<'b>, ReadError> {
        if extent.is_zlib { self.inflate(&bits) } else { Ok(bits) }
    }

    /// An error blames the field that the number is computed from.
    pub(super) fn amount(
        &mut self,
        scope: &Scope<'_, 'b>,
        formula: &'static Formula<'static>,
        here: u64,
    ) -> Result<u64, ReadError> {
        if let Some(number) = self.frames.get(scope.frame).and_then(|frame| self.own(frame, formula)) {
            return Ok(number);
        }
        match self.compute(scope, formula)? {
            Value::Number(number) => u64::try_from(number).map_err(|_| {
                let problem = Problem::Overflow { expression: formula.text };
                self.blame(scope.frame, formula, (here, problem))
            }),
            other => Err(self.unfit(formula.text, "a whole number", &other)),
        }
    }

    pub(super) fn measure(
        &mut self,
        scope: &Scope<'_, 'b>,
        formula: &'static Formula<'static>,
        site: Site,
    ) -> Result<u64, ReadError> {
        let here = self.here(site.stream);
        let found = self.amount(scope, formula, here)?;
        let limit = self.frame(site.frame)?.attr(site.slot).and_then(|attr| attr.limit);
        match limit.filter(|limit| found > *limit) {
            Some(limit) => Err(self.blame(scope.frame, formula, (here, Problem::OverLimit { found, limit }))),
            None => Ok(found),
        }
    }

    pub(super) fn position(
        &mut self,
        attr: &'static Attr<'static>,
        pos: &'static Formula<'static>,
        site: Site,
    ) -> Result<u64, ReadError> {
        let scope = Scope::new(site.frame);
        let start = self.frame(site.frame).map_or(0, |frame| frame.at);
        let ofs = self.amount(&scope, pos, start)?;
        let size = match (&attr.holds, &attr.repeat) {
            (Holds::Bytes(extent) | Holds::Text(_, extent), Repeat::Once) => extent.size.as_ref(),
            _ => None,
        };
        let len = match size {
            Some(size) => self.measure(&scope, size, site)?,
            None => 0,
        };
        let have = self.stream(site.stream)?.of.len();
        if ofs.checked_add(len).is_some_and(|end| end <= have) {
            return Ok(ofs);
        }
        // A constant size is not to blame.
        let blamed = size
            .filter(|size| ofs <= have && size.of.first_own().is_some())
            .unwrap_or(pos);
        Err(self.blame(site.frame, blamed, (start, Problem::OutOfBounds { ofs, len, have })))
    }

    /// Blames the field that `formula` is computed from, or else `here`.
    pub(super) fn blame(
        &self,
        frame: usize,
        formula: &'static Formula<'static>,
        (here, problem): (u64, Problem),
    ) -> ReadError {
        match self.origin(frame, formula) {
            Some(number) => {
                let error = ReadError::new(self.file.absolute(number.at), problem);
                self.place_error(error, frame, number.field, None)
            }
            None => ReadError::new(here, problem),
        }
    }

    pub(super) fn origin(&self, frame: usize, formula: &Formula<'static>) -> Option<Number> {
        let of = self.frames.get(frame)?;
        self.number(of, of.slot(formula.of.first_own()?)?)
    }

    /// Parts may be absent from the window, but must be within the file.
    pub(crate) fn outside(&self, frame: usize, attr: &'static Attr<'static>, item: &Item<'b>) -> Option<ReadError> {
        let (Holds::Bytes(extent), Value::Bytes(Bits::File(ofs, len))) = (&attr.holds, &item.value) else {
            return None;
        };
        let have = self.file.len();
        if !extent.is_apart || ofs.checked_add(*len).is_some_and(|end| end <= have) {
            return None;
        }
        let found = (item.at, Problem::OutOfBounds { ofs: *ofs, len: *len, have });
        let error = match extent.size.as_ref().filter(|_| *ofs <= have) {
            Some(size) => self.blame(frame, size, found),
            None => ReadError::new(found.0, found.1),
        };
        Some(self.place_error(error, frame, attr.name, None))
    }

    pub(super) fn unknown(&self, frame: usize, on: &'static Formula<'static>, known: &'static str) -> ReadError {
        let found = self.origin(frame, on).map(|number| number.value);
        let problem = Problem::UnknownValue { found: found.unwrap_or(0), known };
        let here = self.frames.get(frame).map_or(0, |frame| frame.at);
        self.blame(frame, on, (here, problem))
    }
}
