//! Adds or removes sections of ELF files. Sections keep the order of old offsets, new ones are last, the section table
//! is at the end: LLVM tools do the same, so their objects keep their bytes.

use std::sync::Arc;

use object::elf::{SHN_LORESERVE, SHN_XINDEX, SHT_NOBITS, SHT_NULL, SHT_PROGBITS, SHT_STRTAB, SHT_SYMTAB};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::SectionRule;

use super::file::{Content, ElfFile, FileSection, half};
use super::form::{Header, TooLarge};
use super::indexes;
use crate::error::Error;
use crate::input::{Input, InputPiece};
use crate::object::names::Names;
use crate::object::source::{self, Source, records};
use crate::object::{Edit, Edited, NewSection};

/// Its name in a file that had none.
const NAMES: &[u8] = b".shstrtab";

pub(super) fn edit_sections(source: &mut Source<'_>, mut file: ElfFile, edit: Edit) -> Result<Edited, Error> {
    match edit {
        Edit::Add { sections, plain_local_groups } => {
            check_host(source, &file)?;
            if plain_local_groups {
                indexes::make_local_ones_plain(source, &mut file)?;
            }
            add(&mut file, sections);
        }
        Edit::Remove(rule) => {
            let removed = matching(source, &file, rule)?;
            indexes::remove(source, &mut file, removed)?;
        }
    }
    indexes::write_names(source, &mut file)?;
    place_parts(source, file)
}

fn add(file: &mut ElfFile, new: Vec<NewSection>) {
    let added = new.into_iter().map(|section| {
        let NewSection { name, flags, content } = section;
        FileSection::new(name, SHT_PROGBITS, flags, content)
    });
    file.sections.extend(added);
    if file.names == 0 {
        file.sections
            .push(FileSection::new(NAMES.to_vec(), SHT_STRTAB, 0, Vec::new()));
        file.names = file.sections.len();
        // Without a name table, no section had a name.
        for section in file.sections.iter_mut().filter(|section| section.new_name.is_none()) {
            section.new_name = Some(Vec::new());
        }
    }
}

fn matching(source: &Source<'_>, file: &ElfFile, rule: &'static SectionRule<'static>) -> Result<Vec<bool>, Error> {
    let names = file.names.checked_sub(1).and_then(|index| file.sections.get(index));
    let Some(Content::Kept(place)) = names.map(|section| &section.content) else {
        return Ok(vec![false; file.sections.len()]);
    };
    let mut names = Names::new(source.input(), *place)?;
    let matches = (1..).zip(&file.sections).map(|(index, section)| {
        if section.is(SHT_NULL) || usize::try_from(index) == Ok(file.names) {
            return Ok(false);
        }
        let ofs = u64::from(section.header.name);
        if ofs >= names.len() {
            let problem = Problem::OutOfBounds { ofs, len: 1, have: names.len() };
            return Err(source.in_table(("sections", index), section.at, "sh_name", problem));
        }
        Ok(names.read_wanted(ofs, &[rule], None)?.is_some())
    });
    matches.collect()
}

/// Applied at any old offset, in bytes: padding takes no more than headers do. A larger one counts only if the old
/// offset had it.
const USUAL_ALIGNMENT: u64 = 64;

pub(super) fn place_parts(source: &mut Source<'_>, mut file: ElfFile) -> Result<Edited, Error> {
    let mut order: Vec<usize> = (0..file.sections.len()).collect();
    order.sort_by_key(|position| file.sections.get(*position).map(|section| section.header.offset));
    let fixed = fixed_end(&file, &order);
    let mut end = fixed;
    let mut parts = Vec::new();
    let has_segments = file.fixed > length(&file.start);
    for position in order {
        let Some(section) = file.sections.get_mut(position) else {
            continue;
        };
        let stays = match &section.content {
            Content::Kept(place) => place.ofs < fixed,
            Content::None => section.is(SHT_NULL) || (has_segments && section.header.offset < fixed),
            Content::Made(_) => false,
        };
        if !stays {
            let start = align(section, end).ok_or_else(|| source.too_large("sections", end, u64::MAX))?;
            parts.push(InputPiece::Zeros(start.saturating_sub(end)));
            end = put(&file.input, section, start, &mut parts);
        }
    }
    let table = end.checked_next_multiple_of(file.form.word());
    let table = table.ok_or_else(|| source.too_large("sections", end, u64::MAX))?;
    parts.push(InputPiece::Zeros(table.saturating_sub(end)));
    let max = u64::from(u32::MAX);
    let headers = headers(&file).map_err(|TooLarge(found)| source.too_large("sections", found, max))?;
    let start = start(&file, table).map_err(|TooLarge(found)| source.too_large("sections", found, max))?;
    let kept = Place { ofs: length(&start), len: fixed.saturating_sub(length(&start)) };
    let mut all = vec![InputPiece::Bytes(start), InputPiece::Range(Arc::clone(&file.input), kept)];
    all.append(&mut parts);
    all.push(InputPiece::Bytes(headers));
    let new = file
        .sections
        .iter()
        .filter(|section| section.at == 0 && section.is(SHT_PROGBITS));
    let new = new.map(|section| Place { ofs: section.header.offset, len: section.header.size });
    Ok(Edited { parts: all, new: new.collect() })
}

/// The part that stays: headers, loaded content, shared bytes.
fn fixed_end(file: &ElfFile, order: &[usize]) -> u64 {
    let (mut fixed, mut end) = (file.fixed, file.fixed);
    for section in order.iter().filter_map(|position| file.sections.get(*position)) {
        if let Content::Kept(place) = section.content
            && place.len > 0
        {
            let shares = place.ofs < end;
            end = end.max(place.end());
            if shares {
                fixed = end;
            }
        }
    }
    fixed
}

/// After a part that ends at `end`.
fn align(section: &FileSection, end: u64) -> Option<u64> {
    let alignment = section.header.alignment.max(1);
    let at_such_a_place = section.header.offset > 0 && section.header.offset.is_multiple_of(alignment);
    if alignment <= USUAL_ALIGNMENT || at_such_a_place {
        end.checked_next_multiple_of(alignment)
    } else {
        Some(end)
    }
}

/// Returns its end.
fn put(input: &Arc<Input>, section: &mut FileSection, start: u64, parts: &mut Vec<InputPiece>) -> u64 {
    section.header.offset = start;
    match std::mem::replace(&mut section.content, Content::None) {
        Content::None => start,
        Content::Kept(place) => {
            parts.push(InputPiece::Range(Arc::clone(input), place));
            start.saturating_add(place.len)
        }
        Content::Made(made) => {
            let len = InputPiece::total(&made);
            section.header.size = len;
            parts.extend(made);
            start.saturating_add(len)
        }
    }
}

fn headers(file: &ElfFile) -> Result<Vec<u8>, TooLarge> {
    let mut bytes = Vec::new();
    let null = file
        .null_of(file.sections.len(), file.names)
        .ok_or(TooLarge(u64::MAX))?;
    for header in std::iter::once(&null).chain(file.sections.iter().map(|section| &section.header)) {
        file.form.put_section(&mut bytes, header)?;
    }
    Ok(bytes)
}

fn start(file: &ElfFile, table: u64) -> Result<Vec<u8>, TooLarge> {
    let fields = file.form.at();
    let count = file.sections.len().saturating_add(1);
    let mut offset = Vec::new();
    file.form.put_word(&mut offset, table)?;
    let mut bytes = file.start.clone();
    let mut set = |at: u64, value: &[u8]| source::put(&mut bytes, usize::try_from(at).unwrap_or(usize::MAX), value);
    set(fields.e_shoff, &offset);
    set(fields.e_shentsize, &file.form.half(file.form.section_len()));
    set(fields.e_shnum, &file.form.half(half(count).unwrap_or(0)));
    set(
        fields.e_shstrndx,
        &file.form.half(half(file.names).unwrap_or(SHN_XINDEX.0)),
    );
    Ok(bytes)
}

/// Refuses an invalid object, as linkers do.
fn check_host(source: &mut Source<'_>, file: &ElfFile) -> Result<(), Error> {
    let have = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    let names = file.names.checked_sub(1).and_then(|names| file.sections.get(names));
    for (index, section) in (1..).zip(&file.sections) {
        let name = u64::from(section.header.name);
        if let Some(names) = names.filter(|names| name != 0 && name >= names.header.size) {
            let problem = Problem::OutOfBounds { ofs: name, len: 1, have: names.header.size };
            return Err(source.in_table(("sections", index), section.at, "sh_name", problem));
        }
        let Header { link, info, .. } = section.header;
        let info = if section.info_is_section() { info } else { 0 };
        for (other, field) in [(link, "sh_link"), (info, "sh_info")] {
            // A new section would get this number.
            if u64::from(other) > have {
                let problem = Problem::OutOfBounds { ofs: other.into(), len: 1, have };
                return Err(source.in_table(("sections", index), section.at, field, problem));
            }
        }
        let Content::Kept(place) = section.content else {
            continue;
        };
        if section.is(SHT_SYMTAB) {
            let strings = file
                .section(link)
                .filter(|strings| !strings.is(SHT_NOBITS))
                .ok_or_else(|| {
                    let problem = Problem::OutOfBounds { ofs: link.into(), len: 1, have };
                    source.in_table(("sections", index), section.at, "sh_link", problem)
                })?;
            let strings = match strings.content {
                Content::Kept(place) => place,
                _ => Place { ofs: 0, len: 0 },
            };
            check_symbols(source, file, place, strings)?;
        }
    }
    Ok(())
}

fn check_symbols(source: &mut Source<'_>, file: &ElfFile, place: Place, strings: Place) -> Result<(), Error> {
    let form = file.form;
    let len = u64::try_from(form.symbol_len()).unwrap_or(u64::MAX);
    let sections = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    for (index, at) in records(place, len) {
        let symbol = source.view(at, len)?;
        let name = u64::from(form.number_at(symbol, 0).unwrap_or_default());
        let section = form.half_at(symbol, form.at().st_shndx).unwrap_or_default();
        let damaged = |field, problem| {
            ReadError::new(at, problem)
                .in_field(field)
                .at_index(index)
                .in_field("symbols")
        };
        // Larger numbers have other meanings.
        if section < SHN_LORESERVE && u64::from(section) > sections {
            let problem = Problem::OutOfBounds { ofs: section.into(), len: 1, have: sections };
            return Err(source.damaged(damaged("st_shndx", problem)));
        }
        if name != 0 && name >= strings.len {
            let problem = Problem::OutOfBounds { ofs: name, len: 1, have: strings.len };
            return Err(source.damaged(damaged("st_name", problem)));
        }
    }
    Ok(())
}
