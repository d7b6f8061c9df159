//! Blocks are skipped unless a caller enters them.

use std::collections::BTreeMap;
use std::sync::Arc;

use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::Problem;

use super::bits::{
    Abbreviation, Bits, Field, MAGIC, TOP_WIDTH, WRAPPER, WRAPPER_OFFSET, WRAPPER_SIZE, abbreviation_id, block_info,
};
use crate::file_error::FileError;
use crate::input::Input;

/// In bytes.
const SHORTEST_BLOCK: u64 = 8;

type Known = Arc<Vec<Arc<Abbreviation>>>;

pub(crate) struct Stream<'i> {
    bits: Bits<'i>,
    /// From BLOCKINFO, by block ID.
    info: BTreeMap<u64, Known>,
}

#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) id: u64,
    /// The width of abbreviation IDs, in bits.
    width: u32,
    start: u64,
    /// The bit after its last.
    end: u64,
    known: Known,
    defined: Vec<Arc<Abbreviation>>,
}

impl Block {
    /// In bytes.
    pub(crate) fn len(&self) -> u64 {
        self.end.saturating_sub(self.start) / 8
    }

    fn abbreviation(&self, id: u64) -> Option<&Abbreviation> {
        let index = usize::try_from(id.checked_sub(abbreviation_id::FIRST_APPLICATION)?).ok()?;
        let defined = || self.defined.get(index.checked_sub(self.known.len())?);
        self.known.get(index).or_else(defined).map(|found| &**found)
    }
}

#[derive(Debug)]
pub(crate) enum Item {
    Block(Block),
    /// Read by [`Stream::record`].
    Record(RecordId),
    End,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct RecordId(u64);

pub(crate) fn is_bitcode(head: &[u8]) -> bool {
    head.starts_with(&MAGIC) || head.starts_with(&WRAPPER)
}

impl<'i> Stream<'i> {
    /// With or without a wrapper; `None` if it is not bitcode.
    pub(crate) fn open(input: &'i Input, place: Place) -> Result<Option<Self>, FileError> {
        let head = input.window(place.ofs, place.len.min(length(&WRAPPER)))?;
        if head.starts_with(&MAGIC) {
            return Self::new(input, place).map(Some);
        }
        if !head.starts_with(&WRAPPER) {
            return Ok(None);
        }
        let inner = skip_wrapper(input, place)?;
        Self::new(input, inner).map(Some)
    }

    fn new(input: &'i Input, place: Place) -> Result<Self, FileError> {
        let mut made = Self { bits: Bits::new(input, place), info: BTreeMap::new() };
        made.magic()?;
        Ok(made)
    }

    fn magic(&mut self) -> Result<(), FileError> {
        let offset = self.bits.offset();
        let found = u32::try_from(self.bits.fixed(32)?).unwrap_or_default().to_le_bytes();
        if found != MAGIC {
            let problem = Problem::BadMagic { expected: &MAGIC, found: found.to_vec() };
            return Err(self.bits.damaged(offset, problem));
        }
        Ok(())
    }

    /// Top-level; `None` at the end and before padding.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block>, FileError> {
        while self.bits.remaining() / 8 >= SHORTEST_BLOCK {
            let (at, id) = (self.bits.at(), self.bits.fixed(TOP_WIDTH)?);
            if id == abbreviation_id::ENTER_SUBBLOCK {
                return self.enter().map(Some);
            }
            self.bits.seek(at)?;
            let word = self.bits.fixed(32)?;
            self.bits.seek(at)?;
            if word == 0 {
                return Ok(None);
            }
            self.magic()?;
            self.info.clear();
        }
        Ok(None)
    }

    /// Also records abbreviations.
    pub(crate) fn next(&mut self, block: &mut Block) -> Result<Item, FileError> {
        loop {
            if self.bits.at() >= block.end {
                return Err(self.bits.unexpected("the end of a block".into(), "an end marker"));
            }
            match self.bits.fixed(block.width)? {
                abbreviation_id::END_BLOCK => {
                    self.bits.align()?;
                    return Ok(Item::End);
                }
                abbreviation_id::ENTER_SUBBLOCK => return self.enter().map(Item::Block),
                abbreviation_id::DEFINE_ABBREV => block.defined.push(Abbreviation::read(&mut self.bits)?),
                id => return Ok(Item::Record(RecordId(id))),
            }
        }
    }

    /// Passes numbers to `take`, first the code.
    pub(crate) fn record(
        &mut self,
        block: &Block,
        RecordId(id): RecordId,
        take: &mut dyn FnMut(u64),
    ) -> Result<(), FileError> {
        if id == abbreviation_id::UNABBREV_RECORD {
            take(self.bits.variable(6)?);
            for _ in 0..self.bits.variable(6)? {
                take(self.bits.variable(6)?);
            }
            return Ok(());
        }
        let Some(abbreviation) = block.abbreviation(id) else {
            return Err(self
                .bits
                .unexpected(format!("abbreviation {id}"), "a defined abbreviation"));
        };
        for field in &abbreviation.fields {
            match *field {
                Field::One(scalar) => take(scalar.read(&mut self.bits)?),
                Field::Array(element) => {
                    for _ in 0..self.bits.variable(6)? {
                        take(element.read(&mut self.bits)?);
                    }
                }
                Field::Blob => {
                    let len = self.bits.variable(6)?;
                    self.bits.align()?;
                    for _ in 0..len {
                        take(self.bits.fixed(8)?);
                    }
                    self.bits.align()?;
                }
            }
        }
        Ok(())
    }

    pub(crate) fn skip(&mut self, block: &Block) -> Result<(), FileError> {
        self.bits.seek(block.end)
    }

    pub(crate) fn block_info(&mut self, mut block: Block) -> Result<(), FileError> {
        let mut of = None;
        loop {
            match self.next(&mut block)? {
                Item::End => break,
                Item::Block(inner) => self.skip(&inner)?,
                Item::Record(id) => {
                    self.define_for(&mut block, of);
                    let mut numbers = Vec::new();
                    self.record(&block, id, &mut |number| {
                        if numbers.len() < 2 {
                            numbers.push(number);
                        }
                    })?;
                    if let [block_info::SETBID, id] = *numbers {
                        of = Some(id);
                    }
                }
            }
        }
        self.define_for(&mut block, of);
        Ok(())
    }

    fn define_for(&mut self, block: &mut Block, of: Option<u64>) {
        let defined = std::mem::take(&mut block.defined);
        if let Some(of) = of.filter(|_| !defined.is_empty()) {
            Arc::make_mut(self.info.entry(of).or_default()).extend(defined);
        }
    }

    /// The file offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.bits.offset()
    }

    fn enter(&mut self) -> Result<Block, FileError> {
        let (id, width) = (self.bits.variable(8)?, self.bits.variable(4)?);
        let width = match u32::try_from(width) {
            Ok(width @ 2..=32) => width,
            _ => {
                return Err(self
                    .bits
                    .unexpected(format!("abbreviation IDs of {width} bits"), "2 to 32 bits"));
            }
        };
        self.bits.align()?;
        let words = self.bits.fixed(32)?;
        let (start, len) = (self.bits.at(), words.saturating_mul(32));
        let known = self.info.get(&id).cloned().unwrap_or_default();
        let defined = Vec::new();
        Ok(Block { id, width, start, end: start.saturating_add(len), known, defined })
    }
}

fn skip_wrapper(input: &Input, place: Place) -> Result<Place, FileError> {
    let mut header = Bits::new(input, place);
    let mut word = |at: u64| {
        header.seek(at.saturating_mul(8))?;
        Ok::<_, FileError>((header.offset(), header.fixed(32)?))
    };
    let (ofs_at, ofs) = word(WRAPPER_OFFSET)?;
    let (len_at, len) = word(WRAPPER_SIZE)?;
    let left = place.len.saturating_sub(ofs);
    if ofs > place.len || len > left {
        let problem = Problem::OutOfBounds { ofs, len, have: place.len };
        let at = if ofs > place.len { ofs_at } else { len_at };
        return Err(header.damaged(at, problem));
    }
    Ok(Place { ofs: place.ofs.saturating_add(ofs), len })
}
