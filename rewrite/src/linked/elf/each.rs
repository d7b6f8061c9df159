//! Visits the symbols and relocations of a 64-bit ELF file.

use std::collections::BTreeMap;

use object::elf::{SHN_ABS, SHN_XINDEX, SHT_RELA, SHT_SYMTAB_SHNDX, STB_LOCAL, STT_SECTION, STT_TLS, SectionType};
use offload_bundle::Error;
use offload_bundle::internal::object::elf::{ElfFile, FileSection};
use offload_bundle::internal::object::{Source, records};
use offload_bundle_core::bytes::Place;

/// Lengths of entries, in bytes.
const SYMBOL: u64 = 24;
const INDEX: u64 = 4;
const RELA: u64 = 24;
/// Offsets of the fields of a symbol, in bytes.
const KIND: usize = 4;
const SECTION: usize = 6;
pub(super) const VALUE: u64 = 8;
pub(super) const LENGTH: u64 = 16;
const INFO: u64 = 8;
pub(super) const ADDEND: u64 = 16;

#[derive(Debug, Clone, Copy)]
pub(super) struct Symbol {
    /// Section position of its table, index in it.
    pub(super) key: (usize, u64),
    /// File offset.
    pub(super) at: u64,
    /// The position of its section.
    pub(super) section: Option<usize>,
    pub(super) value: u64,
    pub(super) len: u64,
    pub(super) is_section: bool,
    /// Defined, not absolute, not thread-local.
    pub(super) has_address: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Relocation<'f> {
    pub(super) table: &'f FileSection,
    /// File offset.
    pub(super) at: u64,
    /// In an object, an offset in a section.
    pub(super) address: u64,
    pub(super) kind: u32,
    /// Table position and index; whether the symbol exists.
    pub(super) symbol: Option<(usize, u64)>,
    pub(super) has_symbol: bool,
    pub(super) addend: u64,
}

pub(super) trait Tables {
    /// With bytes, with their positions.
    fn tables(&self, kinds: &'static [SectionType]) -> impl Iterator<Item = (usize, &FileSection, Place)>;

    fn each_symbol(
        &self,
        kinds: &'static [SectionType],
        visit: &mut dyn FnMut(Symbol) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// `symbol` is table position and index; `None` if not an address.
    fn symbol_address(&self, source: &mut Source<'_>, symbol: (usize, u64)) -> Result<Option<u64>, Error>;

    fn each_relocation(&self, visit: &mut dyn FnMut(Relocation<'_>) -> Result<(), Error>) -> Result<(), Error>;
}

impl Tables for ElfFile {
    fn tables(&self, kinds: &'static [SectionType]) -> impl Iterator<Item = (usize, &FileSection, Place)> {
        let sections = self.sections.iter().enumerate();
        sections.filter_map(|(position, section)| {
            let is_one = kinds.iter().any(|kind| section.is(*kind));
            Some((position, section, section.kept().filter(|_| is_one)?))
        })
    }

    fn each_symbol(
        &self,
        kinds: &'static [SectionType],
        visit: &mut dyn FnMut(Symbol) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut source = Source::new(&self.input);
        let large = self.tables(&[SHT_SYMTAB_SHNDX]);
        let large: BTreeMap<Option<usize>, Place> = large
            .map(|(_, section, place)| (position(section.header.link), place))
            .collect();
        for (table, _, place) in self.tables(kinds) {
            for (index, at) in records(place, SYMBOL) {
                let symbol = source.view(at, SYMBOL)?;
                let words = (self.form.word_at(symbol, VALUE), self.form.word_at(symbol, LENGTH));
                let (Some(value), Some(len)) = words else {
                    continue;
                };
                let kind = symbol.get(KIND).copied().unwrap_or_default() & 15;
                let is_section = kind == STT_SECTION.0;
                let short = self.form.half_at(symbol, SECTION).unwrap_or_default();
                let number = match large.get(&Some(table)) {
                    Some(large) if short == SHN_XINDEX.0 => {
                        let at = large.ofs.saturating_add(index.saturating_mul(INDEX));
                        self.form.number_at(source.view(at, INDEX)?, 0).unwrap_or_default()
                    }
                    _ => short.into(),
                };
                let has_address = kind != STT_TLS.0 && short != SHN_ABS.0 && number != 0;
                let section = position(number);
                visit(Symbol { key: (table, index), at, section, value, len, is_section, has_address })?;
            }
        }
        Ok(())
    }

    fn symbol_address(&self, source: &mut Source<'_>, (position, number): (usize, u64)) -> Result<Option<u64>, Error> {
        let Some(table) = self.sections.get(position).and_then(FileSection::kept) else {
            return Ok(None);
        };
        let symbol = source.view(table.ofs.saturating_add(number.saturating_mul(SYMBOL)), SYMBOL)?;
        let info = symbol.get(KIND).copied().unwrap_or_default();
        let section = self.form.half_at(symbol, SECTION).unwrap_or_default();
        // Loaders resolve an undefined symbol elsewhere, unless it is local.
        let is_own = section != 0 || info >> 4 == STB_LOCAL.0;
        let is_address = is_own && section != SHN_ABS.0 && info & 15 != STT_TLS.0;
        Ok(self.form.word_at(symbol, VALUE).filter(|_| is_address))
    }

    fn each_relocation(&self, visit: &mut dyn FnMut(Relocation<'_>) -> Result<(), Error>) -> Result<(), Error> {
        let mut source = Source::new(&self.input);
        for (_, table, place) in self.tables(&[SHT_RELA]) {
            let symbols = self.section(table.header.link);
            let count = symbols.map_or(0, |symbols| symbols.header.size.checked_div(SYMBOL).unwrap_or(0));
            for (_, at) in records(place, RELA) {
                let entry = source.view(at, RELA)?;
                let word = |at| self.form.word_at(entry, at);
                let (Some(address), Some(info), Some(addend)) = (word(0), word(INFO), word(ADDEND)) else {
                    continue;
                };
                let (number, has_symbol) = (info >> 32, info >> 32 < count.max(1));
                let kind = u32::try_from(info & u64::from(u32::MAX)).unwrap_or_default();
                let symbol = position(table.header.link).map(|table| (table, number));
                visit(Relocation { table, at, address, kind, symbol, has_symbol, addend })?;
            }
        }
        Ok(())
    }
}

pub(super) fn position(number: u32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}
