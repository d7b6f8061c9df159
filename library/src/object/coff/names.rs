//! Names of sections and symbols: short ones are in the table itself, long ones among the strings.

use object::LittleEndian as LE;
use object::U32;
use object::pe::ImageSectionHeader;
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::length;
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{CoffFile, FileSection};
use super::strings::{LEN, long};
use super::symbols::SymbolForm;
use crate::error::Error;
use crate::object::source::Source;
use crate::object::strings::StringTable;

/// Where the long name of a section is among the strings; none if it is short.
pub(super) fn long_name(section: &ImageSectionHeader) -> Option<u64> {
    section.name_offset().ok().flatten().map(u64::from)
}

/// Takes the names of `removed` out of the strings: they are cut off if they are the last ones, otherwise the strings are made anew, as the
/// tools of LLVM write them, for `symbols` and the sections that `file` still has.
pub(super) fn without(
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
    let mut names = Names::new(file, &strings);
    let mut ends_before = |ofs: u64| {
        names
            .string(ofs)
            .is_ok_and(|string| ofs.saturating_add(length(string)) < first)
    };
    if of_symbols.chain(of_sections).all(&mut ends_before) && are_all(Names::new(file, &strings), first, removed) {
        file.strings.kept = first;
        return Ok(());
    }
    rebuild(source, file, form, symbols, &strings)
}

/// Whether all that is among the strings from `first` on are names of `removed`.
fn are_all(mut names: Names<'_>, first: u64, removed: &[FileSection]) -> bool {
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

/// The strings, looked at one by one. Very many symbols may have the same long name.
pub(super) struct Names<'s> {
    strings: &'s [u8],
    budget: Budget,
}

impl<'s> Names<'s> {
    /// The strings of `file`.
    pub(super) fn new(file: &CoffFile, strings: &'s [u8]) -> Self {
        Self { strings, budget: Budget::shared(file.input.len()) }
    }

    /// The one that begins at `ofs`.
    pub(super) fn string(&mut self, ofs: u64) -> Result<&'s [u8], Problem> {
        let rest = usize::try_from(ofs).ok().and_then(|ofs| self.strings.get(ofs..));
        let rest = rest.filter(|rest| !rest.is_empty());
        let have = length(self.strings);
        let rest = rest.ok_or(Problem::OutOfBounds { ofs, len: 1, have })?;
        let end = memchr::memchr(0, rest)
            .ok_or(Problem::Missing { expected: "a zero byte at the end of the name".into() })?;
        let name = rest.get(..end).unwrap_or_default();
        self.budget.take("the names of sections and symbols", length(name))?;
        Ok(name)
    }
}

fn rebuild(
    source: &Source<'_>,
    file: &mut CoffFile,
    form: SymbolForm,
    symbols: &mut [u8],
    strings: &[u8],
) -> Result<(), Error> {
    let (mut of_sections, mut of_symbols): (Vec<&[u8]>, Vec<&[u8]>) = (Vec::new(), Vec::new());
    let mut names = Names::new(file, strings);
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
    // There is less room for the offsets of sections' names, so they come first.
    let Some(mut table) = StringTable::new(&[0; LEN], of_sections) else {
        return Ok(());
    };
    if table.add(of_symbols).is_none() {
        return Ok(());
    }
    let mut names = Names::new(file, strings);
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
