//! Adds or removes sections of COFF objects. Other parts keep bytes and order, so that a removal undoes an addition
//! exactly.

use std::sync::Arc;

use object::pe::{ImageSectionHeader, SectionFlags};
use object::pod::bytes_of;
use object::{LittleEndian as LE, U32};
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{CoffFile, FileSection, LEN};
use super::matching;
use super::symbols::{SymbolForm, renumber, without_names};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::names::SectionRenumbering;
use crate::object::source::{Source, size};
use crate::object::{Edit, Edited, NewSection};

/// The largest number in a header.
const MAX: u64 = 0xffff_ffff;

pub(super) fn edit_sections(source: &mut Source<'_>, file: CoffFile, edit: Edit) -> Result<Edited, Error> {
    match edit {
        Edit::Add { sections, .. } => add(source, file, sections),
        Edit::Remove(rule) => {
            let matches = matching(source, &file, rule)?;
            remove(source, file, &matches).map(|parts| Edited { parts, new: Vec::new() })
        }
    }
}

/// Their bytes go before the symbols, long names after all strings.
fn add(source: &mut Source<'_>, mut file: CoffFile, new: Vec<NewSection>) -> Result<Edited, Error> {
    check_host(source, &file)?;
    let mut headers = Vec::new();
    let mut contents = Vec::new();
    for section in new {
        let name = file.strings.add(&section.name);
        let name = name.ok_or_else(|| source.too_large("name", u64::MAX, MAX))?;
        let mut header = ImageSectionHeader { name, ..ImageSectionHeader::default() };
        let flags =
            u32::try_from(section.flags).map_err(|_| source.too_large("characteristics", section.flags, MAX))?;
        header.characteristics.set(LE, SectionFlags(flags));
        headers.push(header);
        contents.push(section.content);
    }
    file.has_strings = true;
    let count = file.sections.len().saturating_add(headers.len());
    let mut places = Vec::new();
    write(source, &file, &[], count, None, |start| {
        let (mut parts, mut end) = (Vec::new(), start);
        for (header, content) in headers.iter_mut().zip(contents) {
            let len = InputPiece::total(&content);
            let number = |number: u64| {
                u32::try_from(number)
                    .map(|number| U32::new(LE, number))
                    .map_err(|_| number)
            };
            header.size_of_raw_data = number(len)?;
            header.pointer_to_raw_data = number(if len == 0 { 0 } else { end })?;
            places.push(Place { ofs: end, len });
            end = end.saturating_add(len);
            parts.extend(content);
        }
        Ok((headers, parts))
    })
    .map(|parts| Edited { parts, new: places })
}

/// At positions for which `matches` is true.
pub(super) fn remove(source: &mut Source<'_>, mut file: CoffFile, matches: &[bool]) -> Result<Vec<InputPiece>, Error> {
    let all = std::mem::take(&mut file.sections);
    let mut removed = Vec::new();
    for (section, matches) in all.into_iter().zip(matches) {
        match matches {
            true => removed.push(section),
            false => file.sections.push(section),
        }
    }
    if removed.is_empty() {
        return Ok(vec![InputPiece::Range(
            Arc::clone(&file.input),
            file.input.full_range(),
        )]);
    }
    let mut symbols = source.bytes(file.symbols)?;
    renumber(source, &file, &mut symbols, &SectionRenumbering::without(matches))?;
    without_names(source, &mut file, &removed, &mut symbols)?;
    let count = file.sections.len();
    write(source, &file, &removed, count, Some(symbols), |_| {
        Ok((Vec::new(), Vec::new()))
    })
}

/// `new` gets the start of the new bytes, and returns headers and bytes.
fn write(
    source: &Source<'_>,
    file: &CoffFile,
    removed: &[FileSection],
    count: usize,
    symbols: Option<Vec<u8>>,
    new: impl FnOnce(u64) -> Result<(Vec<ImageSectionHeader>, Vec<InputPiece>), u64>,
) -> Result<Vec<InputPiece>, Error> {
    let header_len = if file.header.is_big() {
        size::<object::pe::AnonObjectHeaderBigobj>()
    } else {
        size::<object::pe::ImageFileHeader>()
    };
    let entry = size::<ImageSectionHeader>();
    let table_len = u64::try_from(count).unwrap_or(u64::MAX).saturating_mul(entry);
    let mut moved = Moved::new(file, file.table.ofs.saturating_add(table_len));
    moved.keep(file, file.table.end(), file.symbols.ofs, removed);
    let (headers, data) = new(moved.end).map_err(|found| source.too_large("sections", found, MAX))?;
    moved.insert(data);
    let symbols_at = moved.end;
    match symbols {
        Some(symbols) => moved.insert(vec![InputPiece::Bytes(symbols)]),
        None => moved.keep(file, file.symbols.ofs, file.symbols.end(), &[]),
    }
    if file.has_strings {
        let strings = file.strings.parts(&file.input);
        moved.insert(strings.ok_or_else(|| source.too_large("string_table", u64::MAX, MAX))?);
    }
    moved.keep(file, file.strings.old.end(), file.input.len(), removed);
    let symbols_at = if file.has_strings { symbols_at } else { 0 };
    let max = u64::from(object::pe::IMAGE_SYM_SECTION_MAX);
    let found = u64::try_from(count).unwrap_or(u64::MAX);
    let header = file.header.bytes(count, symbols_at);
    let header = header.ok_or_else(|| match found > max && !file.header.is_big() {
        true => source.too_large("number_of_sections", found, max),
        false => source.too_large("pointer_to_symbol_table", symbols_at, MAX),
    })?;
    let mut table = Vec::new();
    for (index, section) in (0..).zip(&file.sections) {
        let mut header = section.header;
        relocate(&moved, section, &mut header).map_err(|field| {
            let problem = Problem::Unexpected {
                found: "a place that overlaps another part of the file".into(),
                expected: "bytes of its own after the table of sections".into(),
            };
            source.in_table(("sections", index), section.at, field, problem)
        })?;
        table.extend_from_slice(bytes_of(&header));
    }
    for header in headers {
        table.extend_from_slice(bytes_of(&header));
    }
    let between = Place { ofs: header_len, len: file.table.ofs.saturating_sub(header_len) };
    let mut parts =
        vec![InputPiece::Bytes(header), InputPiece::Range(Arc::clone(&file.input), between), InputPiece::Bytes(table)];
    parts.extend(moved.parts);
    Ok(parts)
}

/// Moves the offsets in `header`. Errors name the field with a range that is no longer contiguous.
fn relocate(moved: &Moved, section: &FileSection, header: &mut ImageSectionHeader) -> Result<(), &'static str> {
    let number = |ofs: u64| u32::try_from(ofs).map(|ofs| U32::new(LE, ofs)).ok();
    let lines = Place {
        ofs: header.pointer_to_linenumbers.get(LE).into(),
        len: u64::from(header.number_of_linenumbers.get(LE)).saturating_mul(LINE_NUMBER),
    };
    if let Some(place) = section.data() {
        header.pointer_to_raw_data = moved.place(place).and_then(number).ok_or("pointer_to_raw_data")?;
    } else if let Some(ofs) = moved.place(Place { ofs: header.pointer_to_raw_data.get(LE).into(), len: 0 }) {
        header.pointer_to_raw_data = number(ofs).ok_or("pointer_to_raw_data")?;
    }
    if let Some(place) = section.relocations {
        header.pointer_to_relocations = moved.place(place).and_then(number).ok_or("pointer_to_relocations")?;
    }
    if lines.len > 0 {
        header.pointer_to_linenumbers = moved.place(lines).and_then(number).ok_or("pointer_to_linenumbers")?;
    }
    Ok(())
}

/// In bytes.
const LINE_NUMBER: u64 = 6;

/// From some offset on, in order.
#[derive(Debug)]
pub(super) struct Moved {
    parts: Vec<InputPiece>,
    end: u64,
    /// In order, with new starts.
    kept: Vec<(Place, u64)>,
    /// Kept sections: start, largest end so far; sorted by start.
    needed: Vec<(u64, u64)>,
}

impl Moved {
    pub(super) fn new(file: &CoffFile, start: u64) -> Self {
        let places = file
            .sections
            .iter()
            .flat_map(|section| [section.data(), section.relocations]);
        let mut needed: Vec<(u64, u64)> = places.flatten().map(|place| (place.ofs, place.end())).collect();
        needed.sort_unstable();
        let mut upto = 0;
        for (_, end) in &mut needed {
            upto = upto.max(*end);
            *end = upto;
        }
        Self { parts: Vec::new(), end: start, kept: Vec::new(), needed }
    }

    pub(super) fn insert(&mut self, parts: Vec<InputPiece>) {
        for part in parts {
            self.end = self.end.saturating_add(part.len());
            self.parts.push(part);
        }
    }

    /// Except bytes that only `removed` sections use.
    pub(super) fn keep(&mut self, file: &CoffFile, start: u64, end: u64, removed: &[FileSection]) {
        let mut cuts: Vec<Place> = removed.iter().filter_map(FileSection::data).collect();
        cuts.retain(|cut| start <= cut.ofs && cut.end() <= end && !self.is_needed(*cut));
        cuts.sort_by_key(|cut| cut.ofs);
        let mut at = start;
        for cut in cuts {
            self.range(file, at, cut.ofs);
            at = at.max(cut.end());
        }
        self.range(file, at, end);
    }

    fn is_needed(&self, place: Place) -> bool {
        let before_end = self.needed.partition_point(|(start, _)| *start < place.end());
        let last = before_end.checked_sub(1).and_then(|last| self.needed.get(last));
        last.is_some_and(|(_, upto)| *upto > place.ofs)
    }

    fn range(&mut self, file: &CoffFile, start: u64, end: u64) {
        let place = Place { ofs: start, len: end.saturating_sub(start) };
        if place.len > 0 {
            self.kept.push((place, self.end));
            self.insert(vec![InputPiece::Range(Arc::clone(&file.input), place)]);
        }
    }

    /// `None` if no longer contiguous. An empty place follows the bytes before it.
    pub(super) fn place(&self, place: Place) -> Option<u64> {
        let last = if place.len == 0 {
            place.ofs.checked_sub(1)?
        } else {
            place.ofs
        };
        let after = self.kept.partition_point(|(kept, _)| kept.ofs <= last);
        let (kept, new) = self.kept.get(after.checked_sub(1)?)?;
        (place.end() <= kept.end()).then(|| new.saturating_add(place.ofs.saturating_sub(kept.ofs)))
    }
}

/// Refuses an invalid object, as linkers do.
fn check_host(source: &mut Source<'_>, file: &CoffFile) -> Result<(), Error> {
    if !file.has_strings {
        return Ok(());
    }
    let strings = file.strings.old;
    let last = strings.end().saturating_sub(1);
    if strings.len > u64::try_from(LEN).unwrap_or(u64::MAX) && source.view(last, 1)?.first() != Some(&0) {
        let problem = Problem::Missing { expected: "a zero byte at the end of the strings".into() };
        return Err(source.at_fault(last, "string_table", problem));
    }
    for (index, section) in (0..).zip(&file.sections) {
        // New sections go between the two, and would split such a range.
        let across = |place: &Place| place.ofs < strings.end() && place.end() > file.symbols.ofs;
        if section.data().filter(across).is_some() || section.relocations.filter(across).is_some() {
            let (found, expected) = ("bytes of the symbols or strings".into(), "bytes of its own".into());
            let problem = Problem::Unexpected { found, expected };
            return Err(source.in_table(("sections", index), section.at, "pointer_to_raw_data", problem));
        }
        let problem = match section.header.name_offset() {
            Err(_) => Some(Problem::BadText { why: "the slash is not followed by the offset of a long name" }),
            Ok(ofs) => ofs.and_then(|ofs| outside(ofs.into(), strings)),
        };
        if let Some(problem) = problem {
            return Err(source.in_table(("sections", index), section.at, "name", problem));
        }
    }
    check_symbols(source, file, strings)
}

fn outside(ofs: u64, strings: Place) -> Option<Problem> {
    (ofs >= strings.len).then_some(Problem::OutOfBounds { ofs, len: 1, have: strings.len })
}

fn check_symbols(source: &mut Source<'_>, file: &CoffFile, strings: Place) -> Result<(), Error> {
    let form = SymbolForm::new(file.header.is_big());
    let sections = u64::try_from(file.sections.len()).unwrap_or(u64::MAX);
    let (mut at, end) = (file.symbols.ofs, file.symbols.end());
    while at < end {
        let symbol = source.view(at, form.len())?;
        let symbol = symbol.get(..symbol.len().min(usize::try_from(form.len()).unwrap_or(usize::MAX)));
        let symbol = symbol.unwrap_or_default();
        let (name, section) = (form.long_name(symbol, 0), form.section(symbol, 0));
        let next = form
            .next(symbol, 0)
            .and_then(|next| at.checked_add(next))
            .filter(|next| *next <= end);
        let have = length(symbol);
        let damaged = |field, problem| ReadError::new(at, problem).in_field(field).in_field("symbols");
        if let Some(problem) = name.and_then(|ofs| outside(ofs, strings)) {
            return Err(source.damaged(damaged("name", problem)));
        }
        if let Some(section) = section.map(u64::from).filter(|section| *section > sections) {
            let problem = Problem::OutOfBounds { ofs: section, len: 1, have: sections };
            return Err(source.damaged(damaged("section_number", problem)));
        }
        at = match next {
            Some(next) => next,
            None => {
                let problem = Problem::Truncated { need: form.len(), have: have.min(end.saturating_sub(at)) };
                return Err(source.damaged(damaged("number_of_aux_symbols", problem)));
            }
        };
    }
    Ok(())
}
