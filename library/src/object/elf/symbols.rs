//! Which sections symbols are in, when some sections are removed.

use std::collections::BTreeMap;

use object::elf::{SHN_ABS, SHN_LORESERVE, SHN_XINDEX, SHT_SYMTAB, SHT_SYMTAB_SHNDX, STT_SECTION};
use offload_bundle_core::error::Problem;

use super::file::{Content, ElfFile};
use super::form::Form;
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::numbers::SectionRenumbering;
use crate::object::source::{Source, put};

/// Length of an index in the table of those that are too large for symbols, in bytes.
const WORD: usize = 4;
/// The part of a symbol's info that says what it is.
const KIND: u8 = 0xf;

/// Changes every symbol that is in a section.
///
/// # Errors
///
/// A symbol other than that of a section is in one that is removed.
pub(super) fn renumber(source: &mut Source<'_>, file: &mut ElfFile, numbers: &SectionRenumbering) -> Result<(), Error> {
    let form = file.form;
    // By the table of symbols that they belong to; of several the first.
    let mut all_indexes: BTreeMap<u32, usize> = BTreeMap::new();
    for (position, section) in file.sections.iter().enumerate() {
        if section.is(SHT_SYMTAB_SHNDX) {
            all_indexes.entry(section.header.link).or_insert(position);
        }
    }
    for position in 0..file.sections.len() {
        let Some(section) = file.sections.get(position).filter(|section| section.is(SHT_SYMTAB)) else {
            continue;
        };
        let start = section.header.offset;
        let mut symbols = section.content.bytes(source)?;
        let number = u32::try_from(position.saturating_add(1)).unwrap_or(u32::MAX);
        let indexes = all_indexes.get(&number).copied();
        let mut words = match indexes.and_then(|position| file.sections.get(position)) {
            Some(indexes) => indexes.content.bytes(source)?,
            None => Vec::new(),
        };
        let mut changed = Changes { form, numbers, symbols: false, words: false };
        let mut entries = words.chunks_exact_mut(WORD);
        for (number, symbol) in (0..).zip(symbols.chunks_exact_mut(form.symbol_len())) {
            changed.symbol(symbol, entries.next()).map_err(|problem| {
                let ofs = number_at(number, form.symbol_len());
                source.in_table(("symbols", number), start.saturating_add(ofs), "st_shndx", problem)
            })?;
        }
        let (new_symbols, new_words) = (changed.symbols, changed.words);
        if let Some(section) = file.sections.get_mut(position).filter(|_| new_symbols) {
            section.content = Content::Made(vec![InputPiece::Bytes(symbols)]);
        }
        if let Some(section) = indexes.and_then(|at| file.sections.get_mut(at)).filter(|_| new_words) {
            section.content = Content::Made(vec![InputPiece::Bytes(words)]);
        }
    }
    Ok(())
}

fn number_at(number: u64, len: usize) -> u64 {
    number.saturating_mul(u64::try_from(len).unwrap_or(u64::MAX))
}

/// What has been changed in a table of symbols.
struct Changes<'n> {
    form: Form,
    numbers: &'n SectionRenumbering,
    symbols: bool,
    words: bool,
}

impl Changes<'_> {
    /// Changes one symbol; `word` is its index if that is too large for it.
    fn symbol(&mut self, symbol: &mut [u8], word: Option<&mut [u8]>) -> Result<(), Problem> {
        let form = self.form;
        let at = form.at().st_shndx;
        let short = form.half_at(symbol, at).unwrap_or_default();
        let old = match &word {
            Some(word) if short == SHN_XINDEX.0 => form.number_at(word, 0).unwrap_or_default(),
            _ if short >= SHN_LORESERVE => return Ok(()),
            _ => u32::from(short),
        };
        let Some(new) = self.numbers.renumber(old) else {
            return self.without_section(symbol, word);
        };
        if new == old {
            return Ok(());
        }
        match (word, u16::try_from(new)) {
            (Some(word), _) if short == SHN_XINDEX.0 => {
                word.copy_from_slice(&form.number(new));
                self.words = true;
            }
            (_, Ok(new)) => self.set_section(symbol, new),
            // A number only becomes smaller.
            (_, Err(_)) => {}
        }
        Ok(())
    }

    /// The section of this symbol is removed. One that only stands for the section becomes one that stands for nothing: relocations
    /// count symbols, so that none can be left out.
    fn without_section(&mut self, symbol: &mut [u8], word: Option<&mut [u8]>) -> Result<(), Problem> {
        let at = self.form.at().st_info;
        let kind = symbol.get(at).map(|info| info & KIND);
        if kind != Some(STT_SECTION.0) {
            return Err(Problem::Unexpected {
                found: "a symbol in a section that is to be removed".into(),
                expected: "symbols in other sections only".into(),
            });
        }
        let section = self.form.at().st_shndx;
        for (position, byte) in symbol.iter_mut().enumerate() {
            if position < section || position >= section.saturating_add(2) {
                *byte = 0;
            }
        }
        self.set_section(symbol, SHN_ABS.0);
        if let Some(word) = word {
            word.fill(0);
            self.words = true;
        }
        Ok(())
    }

    fn set_section(&mut self, symbol: &mut [u8], index: u16) {
        put(symbol, self.form.at().st_shndx, &self.form.half(index));
        self.symbols = true;
    }
}
