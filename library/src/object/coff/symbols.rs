//! A short name is in the record itself, a long one in the strings.

use std::sync::Arc;

use object::pe::ImageSectionHeader;
use object::{FileKind, LittleEndian as LE, U32};
use offload_bundle_core::bytes::length;
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{self, CoffFile, FileSection, LEN, long};
use crate::error::Error;
use crate::input::Input;
use crate::object::SeenSymbol;
use crate::object::names::{SectionRenumbering, StringTable, Strings};
use crate::object::new::ObjectTarget;
use crate::object::source::{Source, put};

/// The layout of a symbol.
#[derive(Debug, Clone, Copy)]
pub struct SymbolForm {
    len: usize,
    section_len: usize,
}

/// Length in bytes, at the start.
pub(super) const NAME: usize = 8;
/// Offset of its value.
const VALUE: usize = 8;
/// Offset of its section number.
const SECTION: usize = 12;
/// Number of auxiliary symbols, counted from the end of the section number, after type and class.
const AFTER_SECTION: usize = 3;
/// From the end of the section number.
const CLASS: usize = 2;
/// Section symbols, among others.
const STATIC: u8 = 3;
/// In the auxiliary symbol of a section: the lower half of a section number, the selection, the upper half.
const NUMBER: usize = 12;
const SELECTION: usize = 14;
const HIGH_NUMBER: usize = 16;
/// Follows another section, by number.
const ASSOCIATIVE: u8 = 5;

/// The place of a symbol in its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SymbolPlace {
    /// Its offset in the section, in bytes.
    pub value: u32,
    /// The offset of that value in the symbol table.
    pub value_at: usize,
}

impl SymbolForm {
    /// The layout in a big object, or in a plain one.
    pub fn new(big: bool) -> Self {
        match big {
            true => Self { len: 20, section_len: 4 },
            false => Self { len: 18, section_len: 2 },
        }
    }

    /// Offsets of all symbols except auxiliary ones.
    pub fn names(self, symbols: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let mut positions = Vec::new();
        let mut at: usize = 0;
        while let Some(aux) = symbols.get(at.saturating_add(self.aux_count())) {
            positions.push(at);
            at = at.saturating_add(self.len.saturating_mul(usize::from(*aux).saturating_add(1)));
        }
        positions.into_iter()
    }

    /// In bytes.
    pub(super) fn len(self) -> u64 {
        u64::try_from(self.len).unwrap_or(u64::MAX)
    }

    /// In bytes, with auxiliary symbols; `None` if truncated.
    pub(super) fn next(self, symbols: &[u8], at: usize) -> Option<u64> {
        let aux = symbols.get(at.checked_add(self.aux_count())?)?;
        Some(self.len().saturating_mul(u64::from(*aux).saturating_add(1)))
    }

    fn aux_count(self) -> usize {
        SECTION.saturating_add(self.section_len).saturating_add(AFTER_SECTION)
    }

    /// The string offset of a long name.
    pub(super) fn long_name(self, symbols: &[u8], at: usize) -> Option<u64> {
        let name = symbols.get(at..at.checked_add(NAME)?)?;
        let (zeros, ofs) = name.split_at_checked(4)?;
        let is_long = zeros == [0; 4] && ofs != [0; 4];
        Some(u32::from_le_bytes(ofs.try_into().ok()?).into()).filter(|_| is_long)
    }

    pub(super) fn set_long_name(self, symbols: &mut [u8], at: usize, ofs: &[u8]) {
        put(symbols, at.saturating_add(4), ofs);
    }

    /// The place of the symbol at `at` in its section.
    pub fn place(self, symbols: &[u8], at: usize) -> Option<SymbolPlace> {
        let value_at = at.checked_add(VALUE)?;
        let value = u32::from_le_bytes(symbols.get(value_at..value_at.checked_add(4)?)?.try_into().ok()?);
        Some(SymbolPlace { value, value_at })
    }

    /// For a section symbol: offset, and section number, its own or the one it follows.
    pub(super) fn other_section(self, symbols: &[u8], at: usize) -> Option<(usize, u32)> {
        let end = at.checked_add(SECTION)?.checked_add(self.section_len)?;
        let has_one = symbols.get(end.checked_add(AFTER_SECTION)?) == Some(&1);
        let is_static = symbols.get(end.checked_add(CLASS)?) == Some(&STATIC);
        let aux = at.checked_add(self.len)?;
        let byte = |skip: usize| symbols.get(aux.saturating_add(skip)).copied().unwrap_or_default();
        let high = match self.section_len {
            4 => [byte(HIGH_NUMBER), byte(HIGH_NUMBER.saturating_add(1))],
            _ => [0, 0],
        };
        let number = u32::from_le_bytes([byte(NUMBER), byte(NUMBER.saturating_add(1)), high[0], high[1]]);
        let means_one = byte(SELECTION) == ASSOCIATIVE || Some(number) == self.section(symbols, at);
        (has_one && is_static && means_one).then_some((aux, number))
    }

    /// The section number of the symbol at `at`, if it is in a section.
    pub fn section(self, symbols: &[u8], at: usize) -> Option<u32> {
        let at = at.checked_add(SECTION)?;
        let field = symbols.get(at..at.checked_add(self.section_len)?)?;
        match field {
            [a, b] => Some(u32::from(u16::from_le_bytes([*a, *b]))).filter(|section| *section < 0xff00),
            [a, b, c, d] => u32::try_from(i32::from_le_bytes([*a, *b, *c, *d])).ok(),
            _ => None,
        }
    }
}

/// Errors: a symbol in a removed section.
pub(super) fn renumber(
    source: &Source<'_>,
    file: &CoffFile,
    symbols: &mut [u8],
    numbers: &SectionRenumbering,
) -> Result<(), Error> {
    let form = SymbolForm::new(file.header.is_big());
    for at in form.names(symbols) {
        let Some(old) = form.section(symbols, at).filter(|section| *section > 0) else {
            continue;
        };
        let refused = || {
            let problem = Problem::Unexpected {
                found: "a symbol that is in, or goes with, a section that is to be removed".into(),
                expected: "symbols in other sections only".into(),
            };
            let at = file.symbols.ofs.saturating_add(u64::try_from(at).unwrap_or(u64::MAX));
            source.damaged(
                ReadError::new(at, problem)
                    .in_field("section_number")
                    .in_field("symbols"),
            )
        };
        // A section that follows another has that number in its auxiliary symbol.
        let other = form.other_section(symbols, at);
        let new = numbers.renumber(old).ok_or_else(refused)?;
        if new != old {
            let new = new.to_le_bytes();
            put(
                symbols,
                at.saturating_add(SECTION),
                new.get(..form.section_len).unwrap_or(&new),
            );
        }
        let Some((aux, number)) = other else { continue };
        let new = numbers.renumber(number).ok_or_else(refused)?;
        if new != number {
            let [a, b, c, d] = new.to_le_bytes();
            put(symbols, aux.saturating_add(NUMBER), &[a, b]);
            if form.section_len == 4 {
                put(symbols, aux.saturating_add(HIGH_NUMBER), &[c, d]);
            }
        }
    }
    Ok(())
}

/// The string offset of a long name.
pub(super) fn long_name(section: &ImageSectionHeader) -> Option<u64> {
    section.name_offset().ok().flatten().map(u64::from)
}

/// Names at the end are cut off; otherwise the strings are rebuilt like LLVM tools do.
pub(super) fn without_names(
    source: &Source<'_>,
    file: &mut CoffFile,
    removed: &[FileSection],
    symbols: &mut [u8],
) -> Result<(), Error> {
    let of_removed = removed.iter().filter_map(|section| long_name(&section.header));
    let Some(first) = of_removed.min().filter(|_| file.has_strings) else {
        return Ok(());
    };
    let form = SymbolForm::new(file.header.is_big());
    let of_symbols = form.names(symbols).filter_map(|name| form.long_name(symbols, name));
    let of_sections = file.sections.iter().filter_map(|section| long_name(&section.header));
    let strings = source.bytes(file.strings.old)?;
    let mut names = Strings::new(&strings, file.input.len());
    let mut ends_before = |ofs: u64| {
        names
            .string(ofs)
            .is_ok_and(|string| ofs.saturating_add(length(string)) < first)
    };
    if of_symbols.chain(of_sections).all(&mut ends_before)
        && are_all(Strings::new(&strings, file.input.len()), first, removed)
    {
        file.strings.kept = first;
        return Ok(());
    }
    rebuild(source, file, form, symbols, &strings)
}

fn are_all(mut names: Strings<'_>, first: u64, removed: &[FileSection]) -> bool {
    let of_removed = removed.iter().filter_map(|section| long_name(&section.header));
    let mut places: Vec<(u64, u64)> = of_removed
        .filter_map(|ofs| Some((ofs, length(names.string(ofs).ok()?).saturating_add(1))))
        .collect();
    places.sort_unstable();
    let end = places.iter().try_fold(first, |end, (ofs, len)| {
        (*ofs <= end).then(|| end.max(ofs.saturating_add(*len)))
    });
    end == Some(length(names.strings))
}

/// Shows symbols to `seen`.
pub(in crate::object) fn read(
    input: &Arc<Input>,
    source: &mut Source<'_>,
    kind: FileKind,
    seen: &mut SeenSymbol<'_>,
) -> Result<Option<ObjectTarget>, Error> {
    let file = file::read(source, input, kind == FileKind::CoffBig)?;
    let form = SymbolForm::new(file.header.is_big());
    let symbols = source.bytes(file.symbols)?;
    let strings = source.bytes(file.strings.old)?;
    let mut names = Strings::new(&strings, input.len());
    for at in form.names(&symbols) {
        let name = match form.long_name(&symbols, at) {
            Some(ofs) => names.string(ofs).map_err(|problem| {
                let at = file.symbols.ofs.saturating_add(u64::try_from(at).unwrap_or(u64::MAX));
                source.at_fault(at, "name", problem)
            })?,
            None => symbols.get(at..at.saturating_add(NAME)).unwrap_or_default(),
        };
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        seen(name, form.section(&symbols, at) == Some(0));
    }
    Ok(Some(ObjectTarget::Coff { machine: file.header.machine() }))
}

fn rebuild(
    source: &Source<'_>,
    file: &mut CoffFile,
    form: SymbolForm,
    symbols: &mut [u8],
    strings: &[u8],
) -> Result<(), Error> {
    let (mut of_sections, mut of_symbols): (Vec<&[u8]>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    let mut names = Strings::new(strings, file.input.len());
    for (index, section) in (0..).zip(&file.sections) {
        if let Some(ofs) = long_name(&section.header) {
            of_sections.push(
                names
                    .string(ofs)
                    .map_err(|problem| source.in_table(("sections", index), section.at, "name", problem))?,
            );
        }
    }
    let start = file.symbols.ofs;
    for position in form.names(symbols) {
        if let Some(ofs) = form.long_name(symbols, position) {
            of_symbols.push(names.string(ofs).map_err(|problem| {
                let at = start.saturating_add(u64::try_from(position).unwrap_or(u64::MAX));
                source.damaged(ReadError::new(at, problem).in_field("name").in_field("symbols"))
            })?);
        }
    }
    // Section names come first, because the offsets in section headers are smaller.
    let Some(mut table) = StringTable::new(&[0; LEN], of_sections) else {
        return Ok(());
    };
    if table.add(of_symbols).is_none() {
        return Ok(());
    }
    let mut names = Strings::new(strings, file.input.len());
    let mut sections = file.sections.clone();
    for section in &mut sections {
        let name = long_name(&section.header).and_then(|ofs| names.string(ofs).ok());
        if let Some(field) = name.and_then(|name| long(table.offset(name).into())) {
            section.header.name = field;
        }
    }
    let positions: Vec<usize> = form.names(symbols).collect();
    for position in positions {
        let ofs = form.long_name(symbols, position);
        if let Some(name) = ofs.and_then(|ofs| names.string(ofs).ok()) {
            let ofs = U32::<LE>::new(LE, table.offset(name));
            form.set_long_name(symbols, position, object::pod::bytes_of(&ofs));
        }
    }
    file.sections = sections;
    file.strings.new = Some(table.into_bytes());
    Ok(())
}
