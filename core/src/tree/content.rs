//! Bytes of a given extent: a size, the end of the stream, a terminator; and what is taken off them before they are looked at.

use super::expression::Formula;
use super::reading::Reading;
use super::scope::Scope;
use super::tables::Extent;
use super::value::{Bits, Value};
use crate::bytes::length;
use crate::error::{Problem, ReadError};

/// How many terminators' lengths are looked at at a time.
const LOOKED: usize = 64;

impl<'b> Reading<'b> {
    /// The next bytes of this extent.
    pub(super) fn content(
        &mut self,
        scope: &Scope<'_, 'b>,
        stream: usize,
        extent: &'static Extent<'static>,
    ) -> Result<Bits<'b>, ReadError> {
        let whole = match (&extent.size, extent.to_end) {
            (Some(size), _) => {
                let here = self.here(stream);
                let size = self.amount(scope, size, here)?;
                self.take(stream, size)?
            }
            (None, true) => {
                let rest = self.rest(stream)?;
                self.take(stream, rest)?
            }
            (None, false) => {
                let ended = self.read_to_terminator(stream, extent)?;
                return self.process_bytes(scope, ended, extent);
            }
        };
        let kept = self.trim(whole, extent)?;
        self.process_bytes(scope, kept, extent)
    }

    /// Bytes up to a terminator that the stream has.
    fn read_to_terminator(&mut self, stream: usize, extent: &'static Extent<'static>) -> Result<Bits<'b>, ReadError> {
        let (here, rest) = (self.here(stream), self.rest(stream)?);
        let at = self.stream(stream)?.at;
        let all = self.stream(stream)?.of.part(at, rest);
        let end = length(extent.terminator);
        let found = self.find(&all, extent.terminator)?;
        let Some(found) = found else {
            if extent.must_end {
                let expected = alloc::format!("\"{}\" at the end of the field", extent.terminator.escape_ascii());
                return Err(ReadError::new(here, Problem::Missing { expected }));
            }
            return self.take(stream, rest);
        };
        let behind = found.saturating_add(end);
        let len = if extent.include { behind } else { found };
        let next = if extent.consume { behind } else { found };
        self.take(stream, next)?;
        Ok(all.part(0, len))
    }

    /// Where the terminator is in these bytes, as a whole number of its lengths from their start.
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

    /// What is kept of bytes whose end is known.
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
        let len = match found {
            Some(found) if extent.include => found.saturating_add(length(extent.terminator)),
            found => found.unwrap_or(whole),
        };
        Ok(bits.part(0, len))
    }

    /// The bytes as they are, or unpacked.
    fn process_bytes(
        &mut self,
        scope: &Scope<'_, 'b>,
        bits: Bits<'b>,
        extent: &'static Extent<'static>,
    ) -> Result<Bits<'b>, ReadError> {
        match &extent.process {
            None => Ok(bits),
            Some(process) => self.process(scope, &bits, process),
        }
    }

    /// A number that says how many, or where: not below 0.
    pub(super) fn amount(
        &mut self,
        scope: &Scope<'_, 'b>,
        formula: &'static Formula<'static>,
        here: u64,
    ) -> Result<u64, ReadError> {
        match self.compute(scope, formula)? {
            Value::Number(number) => {
                u64::try_from(number).map_err(|_| ReadError::new(here, Problem::Overflow { expression: formula.text }))
            }
            other => Err(self.unfit(formula.text, "a whole number", &other)),
        }
    }
}
