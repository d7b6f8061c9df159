//! The symbols of LLVM bitcode: those of the symbol table that LLVM writes at its end for linkers. Nothing else of it is read.
//!
//! Layouts are those of LLVM's document on its bitcode file format, and of `llvm/Object/IRSymtab.h`.

use offload_bundle_core::bytes::{Place, length};

use super::symbols::Symbols;
use crate::file_error::FileError;
use crate::input::Input;

/// What bitcode begins with.
const MAGIC: [u8; 4] = *b"BC\xc0\xde";
/// What bitcode begins with that has a header before it; place and length stand there.
const WRAPPER: [u8; 4] = *b"\x0b\x17\xc0\xde";
/// The blocks that count.
const STRINGS: u64 = 23;
const SYMBOLS: u64 = 25;
/// Blocks up to this length are read, in bytes.
const MOST: u64 = 64 << 20;
/// The header of a block is never longer, in bytes.
const BLOCK_HEADER: u64 = 24;
/// Where the header of the symbol table says where its symbols are.
const SYMBOL_RANGE: usize = 28;
/// A symbol: name (place and length), name in the IR, comdat, flags; words of 32 bits.
const SYMBOL_LEN: usize = 24;
const FLAGS: usize = 20;
/// Flags, by their bits.
const UNDEFINED: u32 = 1 << 3;
const GLOBAL: u32 = 1 << 10;
const FORMAT_SPECIFIC: u32 = 1 << 11;

/// Whether bytes that begin with `head` are bitcode.
pub(super) fn is_bitcode(head: &[u8]) -> bool {
    head.starts_with(&MAGIC) || head.starts_with(&WRAPPER)
}

/// The symbols of the bitcode at `place` of `input`; [`Symbols::Unknown`] where it has no symbol table, or one that cannot be read.
pub(super) fn symbols(input: &Input, place: Place) -> Result<Symbols, FileError> {
    let (mut strings, mut table) = (None, None);
    let mut blocks = Blocks { input, place: within_wrapper(input, place)?.unwrap_or(place), at: length(&MAGIC) };
    while let Some((id, width, body)) = blocks.next()? {
        let kept = match id {
            STRINGS => &mut strings,
            SYMBOLS => &mut table,
            _ => continue,
        };
        if body.len > MOST {
            break;
        }
        *kept = blob(&input.window(body.ofs, body.len)?, width);
    }
    let known = strings.and_then(|strings| defined(&table?, &strings));
    Ok(known.unwrap_or(Symbols::Unknown))
}

/// The bitcode in a wrapper; none if there is no wrapper, or what it says cannot be.
fn within_wrapper(input: &Input, place: Place) -> Result<Option<Place>, FileError> {
    let head = input.window(place.ofs, place.len.min(16))?;
    let inner = || {
        let (ofs, len) = (u64::from(word(&head, 8)?), u64::from(word(&head, 12)?));
        let fits = ofs.saturating_add(len) <= place.len;
        fits.then_some(Place { ofs: place.ofs.saturating_add(ofs), len })
    };
    Ok(inner().filter(|_| head.starts_with(&WRAPPER)))
}

/// The blocks of a file, one after the other.
struct Blocks<'i> {
    input: &'i Input,
    place: Place,
    /// Where the next begins, from the start of the place.
    at: u64,
}

impl Blocks<'_> {
    /// What the next block is, how wide the numbers of abbreviations are in it, and where its bytes are.
    fn next(&mut self) -> Result<Option<(u64, u32, Place)>, FileError> {
        let start = self.place.ofs.saturating_add(self.at);
        let left = self.place.len.saturating_sub(self.at);
        let head = self.input.window(start, left.min(BLOCK_HEADER))?;
        let mut bits = Bits::new(&head);
        let mut read = || {
            // Nothing else stands between blocks.
            (bits.fixed(2)? == 1).then_some(())?;
            let (id, width) = (bits.variable(8)?, bits.variable(4)?);
            bits.align();
            let words = bits.fixed(32)?;
            let header = u64::try_from(bits.at / 8).ok()?;
            let len = words.checked_mul(4).filter(|len| header.saturating_add(*len) <= left)?;
            let body = Place { ofs: start.saturating_add(header), len };
            Some((id, u32::try_from(width).ok()?, body))
        };
        let block = read();
        if let Some((.., body)) = block {
            self.at = body.end().saturating_sub(self.place.ofs);
        }
        Ok(block)
    }
}

/// The bytes that the first record of a block holds, in which the numbers of abbreviations have `width` bits.
fn blob(block: &[u8], width: u32) -> Option<Vec<u8>> {
    let mut bits = Bits::new(block);
    // An abbreviation is defined: what its fields before the bytes are.
    let mut fields = Vec::new();
    (bits.fixed(width)? == 2).then_some(())?;
    for left in (0..bits.variable(5)?).rev() {
        if bits.fixed(1)? == 1 {
            bits.variable(8)?;
            continue;
        }
        match (bits.fixed(3)?, left) {
            (encoding @ (1 | 2), 1..) => fields.push((encoding, u32::try_from(bits.variable(5)?).ok()?)),
            (5, 0) => {}
            _ => return None,
        }
    }
    // The record is written with it.
    (bits.fixed(width)? == 4).then_some(())?;
    for (encoding, width) in fields {
        match encoding {
            1 => bits.fixed(width)?,
            _ => bits.variable(width)?,
        };
    }
    let len = usize::try_from(bits.variable(6)?).ok()?;
    bits.align();
    let start = bits.at.checked_div(8)?;
    Some(block.get(start..start.checked_add(len)?)?.to_vec())
}

/// The symbols of `table` that are defined there and seen outside.
fn defined(table: &[u8], strings: &[u8]) -> Option<Symbols> {
    let number = |at| usize::try_from(word(table, at)?).ok();
    let (start, len) = (number(SYMBOL_RANGE)?, number(SYMBOL_RANGE.checked_add(4)?)?);
    let symbols = table.get(start..start.checked_add(len.checked_mul(SYMBOL_LEN)?)?)?;
    let (mut count, mut names): (u64, Vec<u8>) = (0, Vec::new());
    for symbol in symbols.chunks_exact(SYMBOL_LEN) {
        if word(symbol, FLAGS)? & (UNDEFINED | GLOBAL | FORMAT_SPECIFIC) != GLOBAL {
            continue;
        }
        let (ofs, len) = (
            usize::try_from(word(symbol, 0)?).ok()?,
            usize::try_from(word(symbol, 4)?).ok()?,
        );
        names.extend(strings.get(ofs..ofs.checked_add(len)?)?);
        names.push(0);
        count = count.saturating_add(1);
    }
    Some(Symbols::Known { count, names })
}

/// The word at `at`, least significant byte first.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Bits, least significant first.
struct Bits<'b> {
    bytes: &'b [u8],
    /// How many have been taken.
    at: usize,
}

impl<'b> Bits<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// A number of `width` bits.
    fn fixed(&mut self, width: u32) -> Option<u64> {
        let mut number = 0;
        for bit in 0..width {
            let byte = *self.bytes.get(self.at / 8)?;
            let set = u64::from(byte >> (self.at % 8) & 1);
            number |= set.checked_shl(bit)?;
            self.at = self.at.checked_add(1)?;
        }
        Some(number)
    }

    /// A number in groups of `width` bits, of which the highest says whether another follows.
    fn variable(&mut self, width: u32) -> Option<u64> {
        let low = width.checked_sub(1).filter(|low| *low > 0)?;
        let (mut number, mut shift): (u64, u32) = (0, 0);
        loop {
            let group = self.fixed(width)?;
            let more = group >> low & 1 == 1;
            number |= (group & !(u64::MAX.checked_shl(low)?)).checked_shl(shift)?;
            shift = shift.checked_add(low)?;
            if !more {
                return Some(number);
            }
        }
    }

    /// Goes on to a multiple of 32 bits.
    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }
}
