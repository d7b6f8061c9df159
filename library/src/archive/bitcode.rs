//! The symbols of LLVM bitcode: those of the symbol table that LLVM writes at its end for linkers. Nothing else of it is read.
//!
//! The layout is that of `llvm/Object/IRSymtab.h`.

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};

use super::symbols::{NAMES, Symbols};
use crate::bitcode::{Block, Item, Stream, block};
use crate::file_error::{FileError, damage};
use crate::input::Input;

/// Blocks up to this length are read, in bytes.
const MOST: u64 = 64 << 20;
/// Where the header of the symbol table says where its symbols are.
const SYMBOL_RANGE: usize = 28;
/// A symbol: name (place and length), name in the IR, comdat, flags; words of 32 bits.
const SYMBOL_LEN: usize = 24;
const FLAGS: usize = 20;
/// Flags, by their bits.
const UNDEFINED: u32 = 1 << 3;
const GLOBAL: u32 = 1 << 10;
const FORMAT_SPECIFIC: u32 = 1 << 11;

/// The symbols of the bitcode at `place` of `input`; [`Symbols::Unknown`] where it has no symbol table, or one that cannot be read.
pub(super) fn symbols(input: &Input, place: Place) -> Result<Symbols, FileError> {
    let (mut strings, mut table) = (None, None);
    let read = damage(tables(input, place, &mut strings, &mut table))?;
    let known = match read {
        Ok(()) => strings.and_then(|strings| defined_symbols(&table?, &strings)),
        Err(_) => None,
    };
    Ok(known.unwrap_or(Symbols::Unknown))
}

/// Fills in the last table of strings and the last table of symbols.
fn tables(
    input: &Input,
    place: Place,
    strings: &mut Option<Vec<u8>>,
    table: &mut Option<Vec<u8>>,
) -> Result<(), FileError> {
    let Some(mut stream) = Stream::open(input, place)? else {
        return Ok(());
    };
    while let Some(block) = stream.next_block()? {
        let kept = match block.id {
            block::STRTAB => &mut *strings,
            block::SYMTAB => &mut *table,
            _ => {
                stream.skip(&block)?;
                continue;
            }
        };
        if block.len() > MOST {
            break;
        }
        *kept = Some(blob(&mut stream, block)?);
    }
    Ok(())
}

/// The bytes that the first record of `block` holds.
fn blob(stream: &mut Stream<'_>, mut block: Block) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    if let Item::Record(id) = stream.next(&mut block)? {
        // The code comes first.
        let mut is_code = true;
        stream.record(&block, id, &mut |number| match std::mem::take(&mut is_code) {
            true => {}
            false => bytes.push(u8::try_from(number).unwrap_or_default()),
        })?;
    }
    stream.skip(&block)?;
    Ok(bytes)
}

/// The symbols of `table` that are defined there and seen outside.
fn defined_symbols(table: &[u8], strings: &[u8]) -> Option<Symbols> {
    let number = |at| usize::try_from(word(table, at)?).ok();
    let (start, len) = (number(SYMBOL_RANGE)?, number(SYMBOL_RANGE.checked_add(4)?)?);
    let symbols = table.get(start..start.checked_add(len.checked_mul(SYMBOL_LEN)?)?)?;
    let (mut count, mut names): (u64, Vec<u8>) = (0, Vec::new());
    let mut budget = Budget::shared(length(table).saturating_add(length(strings)));
    for symbol in symbols.chunks_exact(SYMBOL_LEN) {
        if word(symbol, FLAGS)? & (UNDEFINED | GLOBAL | FORMAT_SPECIFIC) != GLOBAL {
            continue;
        }
        let ofs = usize::try_from(word(symbol, 0)?).ok()?;
        let len = usize::try_from(word(symbol, 4)?).ok()?;
        let name = strings.get(ofs..ofs.checked_add(len)?)?;
        budget.take(NAMES, length(name)).ok()?;
        names.extend(name);
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
