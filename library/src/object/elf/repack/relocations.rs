//! The relocations of a file.

use object::LittleEndian;
use object::elf::{SHT_RELA, SHT_RELR, Sym64};
use offload_bundle_core::bytes::Place;

use super::image::{Image, word};
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::source::{Source, size};

/// Lengths of entries, in bytes.
const RELA: u64 = 24;
const WORD: u64 = 8;

/// A relocation with an addend.
#[derive(Debug, Clone, Copy)]
pub(super) struct Relocation {
    /// Where it is in the file.
    pub(super) at: u64,
    /// The address that it changes.
    pub(super) address: u64,
    pub(super) kind: u32,
    /// Its symbol: the position of the table, and the index.
    pub(super) symbol: Option<(usize, u64)>,
    pub(super) addend: u64,
    /// Whether loaders see it.
    pub(super) is_loaded: bool,
}

/// Calls `visit` with each that has an addend.
pub(super) fn each(image: &Image, visit: &mut dyn FnMut(Relocation) -> Result<(), Error>) -> Result<(), Error> {
    let mut source = Source::new(&image.held.input);
    for (position, place) in image.tables(|kind| kind == SHT_RELA.0) {
        let section = image.file.sections.get(position);
        let is_loaded = section.is_some_and(|section| section.is_loaded());
        let link = section.map_or(0, |section| section.header.link);
        let table = usize::try_from(link).ok().and_then(|link| link.checked_sub(1));
        let symbols = table.and_then(|table| image.file.sections.get(table));
        let symbols = symbols.map_or(0, |table| {
            table
                .header
                .size
                .checked_div(size::<Sym64<LittleEndian>>())
                .unwrap_or(0)
        });
        for index in 0..place.len.checked_div(RELA).unwrap_or(0) {
            let at = place.ofs.saturating_add(index.saturating_mul(RELA));
            let entry = source.view(at, RELA)?;
            let numbers = (word(entry, 0), word(entry, 8), word(entry, 16));
            if let (Some(address), Some(info), Some(addend)) = numbers {
                let kind = u32::try_from(info & u64::from(u32::MAX)).unwrap_or_default();
                let symbol = table.map(|table| (table, info >> 32));
                // Loaders do not look whether it is there.
                if kind != image.numbers.relative && info >> 32 >= symbols.max(1) {
                    return Err(image.held.refused(RepackFault::NoSymbol { offset: at }));
                }
                visit(Relocation { at, address, kind, symbol, addend, is_loaded })?;
            }
        }
    }
    Ok(())
}

/// Calls `visit` with each address that a relocation changes of which the file says no more.
pub(super) fn each_packed(image: &Image, visit: &mut dyn FnMut(u64) -> Result<(), Error>) -> Result<(), Error> {
    let mut source = Source::new(&image.held.input);
    for (_, place) in image.tables(|kind| kind == SHT_RELR.0) {
        let mut next = 0_u64;
        for index in 0..place.len.checked_div(WORD).unwrap_or(0) {
            let at = place.ofs.saturating_add(index.saturating_mul(WORD));
            let Some(entry) = word(source.view(at, WORD)?, 0) else {
                continue;
            };
            if entry & 1 == 0 {
                visit(entry)?;
                next = entry.wrapping_add(WORD);
                continue;
            }
            for bit in 1..64_u64 {
                if (entry >> bit) & 1 == 1 {
                    visit(next.wrapping_add(bit.saturating_sub(1).saturating_mul(WORD)))?;
                }
            }
            next = next.wrapping_add(WORD.saturating_mul(63));
        }
    }
    Ok(())
}

/// Whether a relocation holds an address in one of `places`, which are ranges of addresses.
pub(super) fn refer_to(image: &Image, places: &[Place]) -> Result<bool, Error> {
    let is_within = |address: u64| places.iter().any(|place| place.ofs <= address && address < place.end());
    let mut found = false;
    each(image, &mut |relocation| {
        found |= relocation.kind == image.numbers.relative && is_within(relocation.addend);
        found |= relocation.is_loaded && is_within(relocation.address);
        Ok(())
    })?;
    let mut source = Source::new(&image.held.input);
    each_packed(image, &mut |address| {
        let at = image.offset_of(address);
        let held = at
            .map(|at| source.view(at, WORD).map(|bytes| word(bytes, 0)))
            .transpose()?;
        found |= is_within(address) || held.flatten().is_some_and(is_within);
        Ok(())
    })?;
    Ok(found)
}
