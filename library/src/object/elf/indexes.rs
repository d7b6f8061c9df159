//! Removes sections, so that everything that speaks of the others by their indexes still means the same: headers, symbols, and groups of
//! sections of which linkers keep one copy.

use std::collections::BTreeMap;

use object::elf::{
    GRP_COMDAT, SHN_ABS, SHN_LORESERVE, SHN_XINDEX, SHT_DYNSYM, SHT_GROUP, SHT_SYMTAB, SHT_SYMTAB_SHNDX, STT_SECTION,
};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{Content, ElfFile, FileSection};
use super::form::Form;
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::names::SectionRenumbering;
use crate::object::source::{Source, put};

/// Length of an index in the lists of groups, in bytes.
const WORD: usize = 4;

/// Removes the sections at these positions, and the relocations of what is in them.
pub(super) fn remove(source: &mut Source<'_>, file: &mut ElfFile, mut removed: Vec<bool>) -> Result<(), Error> {
    if !removed.contains(&true) {
        return Ok(());
    }
    let sections = file.sections.iter().enumerate();
    for (position, section) in sections.filter(|(_, section)| section.has_relocations()) {
        let target = usize::try_from(section.header.info)
            .ok()
            .and_then(|index| index.checked_sub(1));
        let target_removed = target.and_then(|target| removed.get(target)).copied();
        if let (Some(true), Some(own)) = (target_removed, removed.get_mut(position)) {
            *own = true;
        }
    }
    let numbers = SectionRenumbering::without(&removed);
    if let Some(section) = file.sections.iter().find(|section| section.is(SHT_DYNSYM))
        && !numbers.keeps_all()
    {
        return Err(refers(source, section.at, "the dynamic symbols", "sh_type"));
    }
    renumber_symbols(source, file, &numbers)?;
    let form = file.form;
    let mut kept = Vec::new();
    for (mut section, removed) in std::mem::take(&mut file.sections).into_iter().zip(&removed) {
        if !removed {
            renumber(source, form, &mut section, &numbers)?;
            kept.push(section);
        }
    }
    file.sections = kept;
    let names = u32::try_from(file.names).ok().and_then(|names| numbers.renumber(names));
    file.names = names.and_then(|names| usize::try_from(names).ok()).unwrap_or(0);
    Ok(())
}

/// Changes what a section says of others.
fn renumber(
    source: &mut Source<'_>,
    form: Form,
    section: &mut FileSection,
    numbers: &SectionRenumbering,
) -> Result<(), Error> {
    let link = numbers.renumber(section.header.link);
    section.header.link = link.ok_or_else(|| refers(source, section.at, "this section", "sh_link"))?;
    if section.info_is_section() {
        let info = numbers.renumber(section.header.info);
        section.header.info = info.ok_or_else(|| refers(source, section.at, "this section", "sh_info"))?;
    }
    if section.is(SHT_GROUP) {
        let bytes = section.content.bytes(source)?;
        group(form, section, numbers, &bytes);
    }
    Ok(())
}

/// Changes the members of a group, which is these bytes; its first word says what kind of group it is.
fn group(form: Form, section: &mut FileSection, numbers: &SectionRenumbering, bytes: &[u8]) {
    let (kind, members) = bytes.split_at_checked(WORD).unwrap_or((bytes, &[]));
    let mut made = kind.to_vec();
    for member in members.chunks(WORD) {
        let old = form.number_at(member, 0).unwrap_or_default();
        if let Some(new) = numbers.renumber(old) {
            made.extend_from_slice(&form.number(new));
        }
    }
    if made != bytes {
        section.content = Content::Made(vec![InputPiece::Bytes(made)]);
    }
}

/// `what` needs a section that is to be removed, as `field` at `at` says.
fn refers(source: &Source<'_>, at: u64, what: &str, field: &'static str) -> Error {
    let problem = Problem::Unexpected {
        found: format!("{what}, which the removal of sections would break"),
        expected: "nothing else in the file that needs these sections or their places in the table".into(),
    };
    source.damaged(ReadError::new(at, problem).in_field(field).in_field("sections"))
}

/// Length of an index in the table of those that are too large for symbols, in bytes.
const INDEX_LEN: usize = 4;
/// The part of a symbol's info that says what it is.
const KIND: u8 = 0xf;

/// Changes every symbol that is in a section.
///
/// # Errors
///
/// A symbol other than that of a section is in one that is removed.
pub(super) fn renumber_symbols(
    source: &mut Source<'_>,
    file: &mut ElfFile,
    numbers: &SectionRenumbering,
) -> Result<(), Error> {
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
        let mut entries = words.chunks_exact_mut(INDEX_LEN);
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

/// Length of the flags that a group begins with, in bytes.
const FLAGS: usize = 4;

/// Makes plain groups of those whose signature is a local symbol, as `llvm-objcopy` does.
pub(super) fn make_local_ones_plain(source: &mut Source<'_>, file: &mut ElfFile) -> Result<(), Error> {
    let mut changed = Vec::new();
    for (position, group) in file
        .sections
        .iter()
        .enumerate()
        .filter(|(_, section)| section.is(SHT_GROUP))
    {
        let bytes = group.content.bytes(source)?;
        let flags = file.form.number_at(&bytes, 0).unwrap_or_default();
        if flags & GRP_COMDAT.0 != 0 && is_local(source, file, group)? {
            let plain = file.form.number(flags & !GRP_COMDAT.0);
            let members = bytes.get(FLAGS..).unwrap_or_default();
            changed.push((position, [plain.as_slice(), members].concat()));
        }
    }
    for (position, bytes) in changed {
        if let Some(group) = file.sections.get_mut(position) {
            group.content = Content::Made(vec![InputPiece::Bytes(bytes)]);
        }
    }
    Ok(())
}

/// Whether the signature of `group` is a local symbol.
fn is_local(source: &mut Source<'_>, file: &ElfFile, group: &FileSection) -> Result<bool, Error> {
    let symbols = file.section(group.header.link).filter(|section| section.is(SHT_SYMTAB));
    let Some(Content::Kept(symbols)) = symbols.map(|section| &section.content) else {
        return Ok(false);
    };
    let len = u64::try_from(file.form.symbol_len()).unwrap_or(u64::MAX);
    let ofs = u64::from(group.header.info).saturating_mul(len);
    if ofs.saturating_add(len) > symbols.len {
        return Ok(false);
    }
    let symbol = source.bytes(Place { ofs: symbols.ofs.saturating_add(ofs), len })?;
    // Local is the binding number 0.
    Ok(symbol.get(file.form.at().st_info).is_some_and(|info| info >> 4 == 0))
}
