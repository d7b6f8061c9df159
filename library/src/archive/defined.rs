//! The symbols of what a member of an archive holds: of an object file here.

use object::read::{File, Object, ObjectSymbol, ReadCache, SymbolSection};
use object::{FileKind, SymbolKind};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};

use super::bitcode;
use super::symbols::{NAMES, Symbols};
use crate::bitcode::is_bitcode;
use crate::file_error::FileError;
use crate::input::{HEAD, Input, PartReader};

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
        Err(_) if is_bitcode(&head) => bitcode::symbols(input, place)?,
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
