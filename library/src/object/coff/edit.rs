//! Adds sections to a COFF object, and removes some from it. Everything else keeps its bytes and its order, and moves only by what is
//! added or removed before it: so removing what was added gives the same file.

use std::sync::Arc;

use object::LittleEndian as LE;
use object::U32;
use object::pe::{ImageSectionHeader, SectionFlags};
use object::pod::bytes_of;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::Problem;

use super::file::{CoffFile, FileSection};
use super::moved::Moved;
use super::symbols::renumber;
use super::{matching, names, sound};
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::numbers::SectionRenumbering;
use crate::object::source::{Source, size};
use crate::object::{Edit, Edited, NewSection};

/// The largest number in a header.
const MAX: u64 = 0xffff_ffff;

/// The parts of the file with other sections.
pub(super) fn edit_sections(source: &mut Source<'_>, file: CoffFile, edit: Edit) -> Result<Edited, Error> {
    match edit {
        Edit::Add { sections, .. } => add(source, file, sections),
        Edit::Remove(rule) => {
            let matches = matching(source, &file, rule)?;
            remove(source, file, &matches).map(|parts| Edited { parts, new: Vec::new() })
        }
    }
}

/// The file with new sections after the others: their bytes are before the symbols, their long names after all other strings.
fn add(source: &mut Source<'_>, mut file: CoffFile, new: Vec<NewSection>) -> Result<Edited, Error> {
    sound::check(source, &file)?;
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

/// The file without the sections of which `matches` says so, by their positions.
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
        return Ok(vec![InputPiece::Range(Arc::clone(&file.input), file.input.whole())]);
    }
    let mut symbols = source.bytes(file.symbols)?;
    renumber(source, &file, &mut symbols, &SectionRenumbering::without(matches))?;
    names::without(source, &mut file, &removed, &mut symbols)?;
    let count = file.sections.len();
    write(source, &file, &removed, count, Some(symbols), |_| {
        Ok((Vec::new(), Vec::new()))
    })
}

/// The parts of the file with `count` sections, without the bytes of `removed`. `new` gives new headers and the bytes of their sections, which
/// begin where it is told.
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
    let (headers, data) = new(moved.end()).map_err(|found| source.too_large("sections", found, MAX))?;
    moved.insert(data);
    let symbols_at = moved.end();
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
    parts.extend(moved.into_parts());
    Ok(parts)
}

/// Changes the places in `header`, that of `section`, to what they are now.
///
/// # Errors
///
/// The field whose place is not kept as one.
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

/// Length of a line number, in bytes.
const LINE_NUMBER: u64 = 6;
