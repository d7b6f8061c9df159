//! The names of sections and symbols. Their tables are made anew as the tools of LLVM do it, where nothing else uses them: so the result
//! does not depend on what wrote the file, and a name that is no longer needed does not stay. Where something does, names are added.

use std::sync::Arc;

use object::elf::{SHT_NULL, SHT_STRTAB, SHT_SYMTAB};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::length;
use offload_bundle_core::error::Problem;

use super::file::{Content, ElfFile};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::names::StringTable;
use crate::object::source::Source;

/// Tables are made anew only up to this length, in bytes: they are held in memory.
const MOST: u64 = 64 << 20;
/// What takes from a budget, for people.
const NAMES: &str = "the names of sections and symbols";

/// Which tables are made anew, by the positions of their sections.
struct Tables {
    /// That of the names of sections.
    names: usize,
    /// The symbols, and their names. Both tables of names may be one.
    symbols: Option<(usize, usize)>,
}

/// Gives every section its place in the table of names.
pub(super) fn write(source: &mut Source<'_>, file: &mut ElfFile) -> Result<(), Error> {
    let Some(names) = file.names.checked_sub(1).filter(|names| *names < file.sections.len()) else {
        return Ok(());
    };
    match tables(file, names) {
        Some(tables) if rebuild(source, file, &tables)? => Ok(()),
        _ => extend(source, file, names),
    }
}

/// Which tables can be made anew; none if that of the sections' names cannot.
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

/// The only table of symbols and its table of names, if there is one.
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

/// Makes the tables anew. Returns whether that was possible.
fn rebuild(source: &mut Source<'_>, file: &mut ElfFile, tables: &Tables) -> Result<bool, Error> {
    let old_names = content(source, file, tables.names)?;
    let (old_strings, symbols) = match tables.symbols {
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
    let new_symbols = rename_symbols(file, &symbols, strings.iter().map(|name| of_symbols.offset(name)));
    let new_names: Vec<u32> = names.iter().map(|name| of_names.offset(name)).collect();
    let (of_names, of_strings) = (of_names.into_bytes(), of_strings.into_bytes());
    if let Some((position, table)) = tables.symbols {
        replace(file, position, new_symbols);
        // Where both are one, the other replaces it.
        replace(file, table, of_strings);
    }
    replace(file, tables.names, of_names);
    for (section, name) in file.sections.iter_mut().zip(new_names) {
        section.header.name = name;
    }
    Ok(true)
}

/// The name of every section, which `table` holds if it is not new; `None` if they share their bytes over and over.
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
            // What is no section has no name either.
            None if section.is(SHT_NULL) => Ok(Some([].as_slice())),
            None => string(table, section.header.name, budget)
                .map_err(|problem| source.in_table(("sections", index), section.at, "sh_name", problem)),
        });
    names.collect()
}

/// The name of each of `symbols`, which `table` holds; `None` if they share their bytes over and over.
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
        let name = string(table, file.form.number_at(symbol, 0).unwrap_or_default(), budget);
        name.map_err(|problem| {
            let skip = index.saturating_mul(u64::try_from(len).unwrap_or(u64::MAX));
            source.in_table(("symbols", index), start.saturating_add(skip), "st_name", problem)
        })
    });
    names.collect()
}

/// The symbols with their names at these places.
fn rename_symbols(file: &ElfFile, symbols: &[u8], names: impl Iterator<Item = u32>) -> Vec<u8> {
    let mut made = Vec::with_capacity(symbols.len());
    for (symbol, name) in symbols.chunks_exact(file.form.symbol_len()).zip(names) {
        made.extend_from_slice(&file.form.number(name));
        made.extend_from_slice(symbol.get(size_of::<u32>()..).unwrap_or_default());
    }
    made
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

/// The string that begins `ofs` bytes into a table; `None` if the budget is used up.
fn string<'t>(table: &'t [u8], ofs: u32, budget: &mut Budget) -> Result<Option<&'t [u8]>, Problem> {
    let rest = usize::try_from(ofs).ok().and_then(|ofs| table.get(ofs..));
    let rest = rest.filter(|rest| !rest.is_empty() || ofs == 0);
    let rest = rest.ok_or(Problem::OutOfBounds { ofs: ofs.into(), len: 1, have: length(table) })?;
    let name = match memchr::memchr(0, rest) {
        Some(end) => rest.get(..end).unwrap_or_default(),
        None if rest.is_empty() => rest,
        None => return Err(Problem::Missing { expected: "a zero byte at the end of the name".into() }),
    };
    Ok(budget.take(NAMES, length(name)).is_ok().then_some(name))
}

/// Adds the names that are new to the table of names.
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
    // What was there may lack its last zero byte.
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
