//! Updates section numbers and names after an edit. Name tables are rebuilt like LLVM tools do, so that the result does
//! not depend on the tool that wrote the file. If something else uses them, names are appended.

use std::collections::BTreeMap;
use std::sync::Arc;

use object::elf::{
    GRP_COMDAT, SHN_ABS, SHN_LORESERVE, SHN_XINDEX, SHT_DYNSYM, SHT_GROUP, SHT_NULL, SHT_STRTAB, SHT_SYMTAB,
    SHT_SYMTAB_SHNDX, STT_SECTION,
};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{Content, ElfFile, FileSection};
use super::form::Form;
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::names::{NAMES, SectionRenumbering, StringTable, string};
use crate::object::source::{Source, put};

/// In groups and SHT_SYMTAB_SHNDX, in bytes.
const WORD: usize = 4;

/// Removes sections, and the relocations for them.
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

/// The first word contains flags.
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

/// `what` needs a removed section; `field` at `at` refers to it.
fn refers(source: &Source<'_>, at: u64, what: &str, field: &'static str) -> Error {
    let problem = Problem::Unexpected {
        found: format!("{what}, which the removal of sections would break"),
        expected: "no other reference to these sections".into(),
    };
    source.damaged(ReadError::new(at, problem).in_field(field).in_field("sections"))
}

/// In a symbol's info.
const KIND: u8 = 0xf;

/// Errors: a symbol other than a section symbol in a removed section.
pub(super) fn renumber_symbols(
    source: &mut Source<'_>,
    file: &mut ElfFile,
    numbers: &SectionRenumbering,
) -> Result<(), Error> {
    let form = file.form;
    // By the symbol table that they belong to; the first if there are several.
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
        let Changes { symbols: new_symbols, words: new_words, .. } = changed;
        if new_symbols {
            replace(file, position, symbols);
        }
        if let Some(position) = indexes.filter(|_| new_words) {
            replace(file, position, words);
        }
    }
    Ok(())
}

fn number_at(number: u64, len: usize) -> u64 {
    number.saturating_mul(u64::try_from(len).unwrap_or(u64::MAX))
}

struct Changes<'n> {
    form: Form,
    numbers: &'n SectionRenumbering,
    symbols: bool,
    words: bool,
}

impl Changes<'_> {
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
            // New numbers are never larger.
            (_, Err(_)) => {}
        }
        Ok(())
    }

    /// It becomes a null symbol: relocations use symbol indexes.
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

/// Applies to groups with a local signature, like `llvm-objcopy`.
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
            let members = bytes.get(WORD..).unwrap_or_default();
            changed.push((position, [plain.as_slice(), members].concat()));
        }
    }
    for (position, bytes) in changed {
        replace(file, position, bytes);
    }
    Ok(())
}

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
    // STB_LOCAL is 0.
    Ok(symbol.get(file.form.at().st_info).is_some_and(|info| info >> 4 == 0))
}

/// Rebuilt in memory, in bytes.
const MOST: u64 = 64 << 20;

/// To rebuild, by section position.
struct Tables {
    names: usize,
    /// And their names; both tables may be the same.
    symbols: Option<(usize, usize)>,
}

/// Gives each section its place in the name table.
pub(super) fn write_names(source: &mut Source<'_>, file: &mut ElfFile) -> Result<(), Error> {
    let Some(names) = file.names.checked_sub(1).filter(|names| *names < file.sections.len()) else {
        return Ok(());
    };
    match tables(file, names) {
        Some(tables) if rebuild(source, file, &tables)? => Ok(()),
        _ => extend(source, file, names),
    }
}

/// `None` if section names cannot be rebuilt.
fn tables(file: &ElfFile, names: usize) -> Option<Tables> {
    let symbols = symbols(file);
    let own = |table: usize| {
        let index = u32::try_from(table.saturating_add(1)).ok();
        let users = file
            .sections
            .iter()
            .enumerate()
            .filter(|(_, user)| Some(user.header.link) == index);
        let mut users = users.filter(|(user, _)| symbols.is_none_or(|(symbols, _)| *user != symbols));
        let section = file
            .sections
            .get(table)
            .filter(|section| section.is(SHT_STRTAB) && !section.is_loaded());
        section.is_some_and(|section| section.header.size <= MOST) && users.next().is_none()
    };
    let of_symbols = symbols.filter(|(_, strings)| own(*strings));
    let shared = symbols.is_some_and(|(_, strings)| strings == names);
    (own(names) && (!shared || of_symbols.is_some())).then_some(Tables { names, symbols: of_symbols })
}

/// The only symbol table, and its names.
fn symbols(file: &ElfFile) -> Option<(usize, usize)> {
    let mut tables = file
        .sections
        .iter()
        .enumerate()
        .filter(|(_, section)| section.is(SHT_SYMTAB));
    let (position, section) = tables.next()?;
    let entry = u64::try_from(file.form.symbol_len()).ok()?;
    let whole = section.header.size.is_multiple_of(entry) && section.header.size <= MOST;
    let strings = usize::try_from(section.header.link).ok()?.checked_sub(1)?;
    (tables.next().is_none() && whole && !section.is_loaded()).then_some((position, strings))
}

/// Returns whether that was possible.
fn rebuild(source: &mut Source<'_>, file: &mut ElfFile, tables: &Tables) -> Result<bool, Error> {
    let old_names = content(source, file, tables.names)?;
    let (old_strings, mut symbols) = match tables.symbols {
        Some((symbols, strings)) => (content(source, file, strings)?, content(source, file, symbols)?),
        None => (Vec::new(), Vec::new()),
    };
    let mut budget = Budget::shared(file.input.len());
    let names = section_names(source, file, &old_names, &mut budget)?;
    let strings = symbol_names(source, file, tables, (&symbols, &old_strings), &mut budget)?;
    let (Some(names), Some(strings)) = (names, strings) else {
        return Ok(false);
    };
    let together = tables.symbols.is_some_and(|(_, strings)| strings == tables.names);
    let among_names: &[&[u8]] = if together { &strings } else { &[] };
    let of_names = StringTable::new(b"\0", names.iter().chain(among_names).copied());
    let of_strings = StringTable::new(b"\0", strings.iter().copied());
    let (Some(of_names), Some(of_strings)) = (of_names, of_strings) else {
        return Ok(false);
    };
    let of_symbols = if together { &of_names } else { &of_strings };
    for (symbol, name) in symbols.chunks_exact_mut(file.form.symbol_len()).zip(&strings) {
        put(symbol, 0, &file.form.number(of_symbols.offset(name)));
    }
    let new_names: Vec<u32> = names.iter().map(|name| of_names.offset(name)).collect();
    let (of_names, of_strings) = (of_names.into_bytes(), of_strings.into_bytes());
    if let Some((position, table)) = tables.symbols {
        replace(file, position, symbols);
        // If both are the same, the second replaces the first.
        replace(file, table, of_strings);
    }
    replace(file, tables.names, of_names);
    for (section, name) in file.sections.iter_mut().zip(new_names) {
        section.header.name = name;
    }
    Ok(true)
}

/// `None` if names share too many bytes.
fn section_names<'n>(
    source: &Source<'_>,
    file: &'n ElfFile,
    table: &'n [u8],
    budget: &mut Budget,
) -> Result<Option<Vec<&'n [u8]>>, Error> {
    let names = (1..)
        .zip(&file.sections)
        .map(|(index, section)| match &section.new_name {
            Some(name) => Ok(Some(name.as_slice())),
            // A null section is unnamed.
            None if section.is(SHT_NULL) => Ok(Some([].as_slice())),
            None => name_at(table, section.header.name, budget)
                .map_err(|problem| source.in_table(("sections", index), section.at, "sh_name", problem)),
        });
    names.collect()
}

/// `None` if names share too many bytes.
fn symbol_names<'n>(
    source: &Source<'_>,
    file: &ElfFile,
    tables: &Tables,
    (symbols, table): (&[u8], &'n [u8]),
    budget: &mut Budget,
) -> Result<Option<Vec<&'n [u8]>>, Error> {
    let section = tables.symbols.and_then(|(symbols, _)| file.sections.get(symbols));
    let start = section.map_or(0, |section| section.header.offset);
    let len = file.form.symbol_len();
    let names = (0..).zip(symbols.chunks_exact(len)).map(|(index, symbol): (u64, _)| {
        let name = name_at(table, file.form.number_at(symbol, 0).unwrap_or_default(), budget);
        name.map_err(|problem| {
            let at = start.saturating_add(number_at(index, len));
            source.in_table(("symbols", index), at, "st_name", problem)
        })
    });
    names.collect()
}

fn content(source: &mut Source<'_>, file: &ElfFile, position: usize) -> Result<Vec<u8>, Error> {
    let section = file.sections.get(position);
    section.map_or(Ok(Vec::new()), |section| section.content.bytes(source))
}

fn replace(file: &mut ElfFile, position: usize, bytes: Vec<u8>) {
    if let Some(section) = file.sections.get_mut(position) {
        section.content = Content::Made(vec![InputPiece::Bytes(bytes)]);
    }
}

/// The table may be empty without names; `None` if the budget is exhausted.
fn name_at<'t>(table: &'t [u8], ofs: u32, budget: &mut Budget) -> Result<Option<&'t [u8]>, Problem> {
    let name = match (table, ofs) {
        ([], 0) => table,
        _ => string(table, ofs.into())?,
    };
    Ok(budget.take(NAMES, length(name)).is_ok().then_some(name))
}

fn extend(source: &mut Source<'_>, file: &mut ElfFile, names: usize) -> Result<(), Error> {
    let Some(table) = file.sections.get(names) else {
        return Ok(());
    };
    let mut parts = match &table.content {
        Content::None => Vec::new(),
        Content::Kept(place) => vec![InputPiece::Range(Arc::clone(&file.input), *place)],
        Content::Made(parts) => parts.clone(),
    };
    let len = InputPiece::total(&parts);
    // The last name may lack its zero byte.
    let mut added = vec![0];
    let mut new: Vec<(usize, u32)> = Vec::new();
    for (position, section) in file.sections.iter().enumerate() {
        if let Some(name) = section.new_name.as_ref() {
            let ofs = len.saturating_add(length(&added));
            new.push((
                position,
                u32::try_from(ofs).map_err(|_| source.too_large("sh_name", ofs, u32::MAX.into()))?,
            ));
            added.extend_from_slice(name);
            added.push(0);
        }
    }
    if new.is_empty() {
        return Ok(());
    }
    parts.push(InputPiece::Bytes(added));
    for (position, ofs) in new {
        if let Some(section) = file.sections.get_mut(position) {
            section.header.name = ofs;
        }
    }
    if let Some(table) = file.sections.get_mut(names) {
        table.content = Content::Made(parts);
    }
    Ok(())
}
