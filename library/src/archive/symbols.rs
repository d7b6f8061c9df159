//! What a member of an archive defines, for the symbol table: an object file, or LLVM bitcode.

use object::read::{File, Object, ObjectSymbol, ReadCache, SymbolSection};
use object::{FileKind, SymbolKind};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};

use crate::bitcode::{Block, Item, Stream, block, is_bitcode};
use crate::file_error::{FileError, damage};
use crate::input::{HEAD, Input, PartReader};

/// What takes from a budget, for people: very many symbols may have the same long name.
pub(super) const NAMES: &str = "the names of symbols";

/// What a member defines for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Symbols {
    /// It is nothing that can define anything.
    None,
    /// It may define something, in a form that is not read here.
    Unknown,
    /// Its symbols.
    Known {
        /// How many.
        count: u64,
        /// Their names, each with a zero byte at its end.
        names: Vec<u8>,
    },
}

impl Symbols {
    /// How many are known.
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Known { count, .. } => *count,
            _ => 0,
        }
    }

    /// The names of those.
    pub(super) fn names(&self) -> &[u8] {
        match self {
            Self::Known { names, .. } => names,
            _ => &[],
        }
    }
}

/// Decompressed members up to this length are looked into, in bytes.
const IN_MEMORY: u64 = 32 << 20;

/// The symbols of the bytes at `place` of `input`: what is seen outside of them and defined there, in the order of their own table.
pub(crate) fn symbols_of(input: &Input, place: Place) -> Result<Symbols, FileError> {
    let head = input.window(place.ofs, HEAD.min(place.len))?;
    // What is decompressed is looked at once, from its start to its end.
    if input.is_decompressed() && (FileKind::parse(&*head).is_ok() || is_bitcode(&head)) {
        if place.len > IN_MEMORY {
            return Ok(Symbols::Unknown);
        }
        let whole = Input::from_bytes(input.name(), input.window(place.ofs, place.len)?.into_vec());
        return symbols_of(&whole, whole.whole());
    }
    Ok(match FileKind::parse(&*head) {
        Ok(FileKind::Elf32 | FileKind::Elf64 | FileKind::Coff | FileKind::CoffBig) => {
            of_object(input, place).unwrap_or(Symbols::Unknown)
        }
        Ok(_) => Symbols::Unknown,
        Err(_) if is_bitcode(&head) => symbols(input, place)?,
        Err(_) => Symbols::None,
    })
}

/// The symbols of an object file; none if it is damaged, or if they have the same long names over and over.
fn of_object(input: &Input, place: Place) -> Option<Symbols> {
    let cache = ReadCache::new(PartReader::new(input, place));
    let file = File::parse(&cache).ok()?;
    let (mut count, mut names): (u64, Vec<u8>) = (0, Vec::new());
    let mut budget = Budget::shared(place.len);
    for symbol in file.symbols() {
        let is_defined = symbol.section() != SymbolSection::Undefined;
        let is_named = !matches!(symbol.kind(), SymbolKind::File | SymbolKind::Section);
        if symbol.is_global() && is_defined && is_named {
            let name = symbol.name_bytes().ok()?;
            budget.take(NAMES, length(name)).ok()?;
            names.extend(name);
            names.push(0);
            count = count.saturating_add(1);
        }
    }
    Some(Symbols::Known { count, names })
}

/// Blocks of bitcode up to this length are read, in bytes.
const MOST: u64 = 64 << 20;
/// Where the header of the symbol table that LLVM writes for linkers (`llvm/Object/IRSymtab.h`) says where its symbols are.
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
