//! Sections of COFF objects, big objects and PE images.

mod edit;
pub(crate) mod file;
pub(crate) mod symbols;

use std::sync::Arc;

use object::pe::{
    AnonObjectHeaderBigobj, IMAGE_SCN_CNT_CODE, IMAGE_SCN_CNT_INITIALIZED_DATA, IMAGE_SCN_CNT_UNINITIALIZED_DATA,
    IMAGE_SCN_LNK_INFO, IMAGE_SCN_LNK_REMOVE, IMAGE_SCN_MEM_DISCARDABLE, IMAGE_SCN_MEM_EXECUTE, ImageDosHeader,
    ImageFileHeader, ImageSectionHeader, ImageSymbol, ImageSymbolEx,
};
use object::{FileKind, LittleEndian as LE, U32};
use offload_bundle_core::bytes::{Number, Place, length};
use offload_bundle_core::error::{Path, Problem, ReadError};
use offload_bundle_core::placement::SectionRule;

use super::names::{LoadedName, LoadedSection, Named, Names};
use super::source::{Source, field_at, records, size};
use super::{Edit, Edited, MOST_SECTIONS, Section, SectionContent, Sections};
use crate::error::Error;
use crate::input::Input;

/// Before the header of a PE image, in bytes.
const SIGNATURE: u64 = 4;

pub(super) struct Header {
    /// Section lengths are then in memory.
    image: bool,
    /// Its offset.
    table: Number,
    count: Number,
    /// Their offset; the strings follow. 0 if absent.
    symbols: Number,
    symbols_len: u64,
}

/// Those that match `rules`, and those with loaded data.
pub(super) fn sections(
    source: &mut Source<'_>,
    kind: FileKind,
    rules: &[&'static SectionRule<'static>],
) -> Result<Sections, Error> {
    let header = match kind {
        FileKind::CoffBig => big(source)?,
        FileKind::Pe32 | FileKind::Pe64 => image(source)?,
        _ => plain(source, 0, false)?,
    };
    let table = section_table(source, &header)?;
    let mut strings = None;
    let mut sections = Sections::default();
    for (index, offset) in records(table, size::<ImageSectionHeader>()) {
        let section: ImageSectionHeader = source.structure(offset, "sections")?;
        let name = name(source, &header, &mut strings, (index, offset), &section, rules)?;
        let content = content(source, &header, (index, offset), &section);
        let Some(named) = name else {
            if let (true, SectionContent::Bytes(place)) = (is_data(&section), content) {
                let name = locate_name(&header, strings.as_ref(), offset, &section);
                sections.loaded.push(LoadedSection { name, place });
            }
            continue;
        };
        sections.known.push(Section {
            rule: named.rule,
            name: named.name,
            name_offset: named.offset,
            offset,
            content,
            path: Path::from("sections").index(index),
            ofs_field: "pointer_to_raw_data",
            ofs_offset: offset.saturating_add(field_at!(ImageSectionHeader, pointer_to_raw_data)),
        });
    }
    Ok(sections)
}

fn section_table(source: &Source<'_>, header: &Header) -> Result<Place, Error> {
    let value = header.count.value.saturating_mul(size::<ImageSectionHeader>());
    let table = source.kept(header.table, Number { value, ..header.count })?;
    match header.count.value > MOST_SECTIONS {
        true => Err(source.over_limit(header.count, MOST_SECTIONS)),
        false => Ok(table),
    }
}

fn is_data(section: &ImageSectionHeader) -> bool {
    let flags = section.characteristics.get(LE);
    let others = [
        IMAGE_SCN_CNT_CODE,
        IMAGE_SCN_MEM_EXECUTE,
        IMAGE_SCN_MEM_DISCARDABLE,
        IMAGE_SCN_LNK_INFO,
        IMAGE_SCN_LNK_REMOVE,
    ];
    flags.contains(IMAGE_SCN_CNT_INITIALIZED_DATA) && !others.iter().any(|other| flags.contains(*other))
}

/// The name of the section at `offset` could be read.
fn locate_name(header: &Header, strings: Option<&Names<'_>>, offset: u64, section: &ImageSectionHeader) -> LoadedName {
    let long = section
        .name_offset()
        .ok()
        .flatten()
        .filter(|_| header.symbols.value != 0);
    match (long, strings) {
        (Some(ofs), Some(strings)) => strings.place(ofs.into()),
        _ => LoadedName::Within(Place { ofs: offset, len: length(&section.name) }),
    }
}

/// For an image, `at` follows the signature.
fn plain(source: &mut Source<'_>, at: u64, image: bool) -> Result<Header, Error> {
    let header: ImageFileHeader = source.structure(at, "header")?;
    let optional = u64::from(header.size_of_optional_header.get(LE));
    let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
    let table = at.saturating_add(size::<ImageFileHeader>()).saturating_add(optional);
    let symbols = u64::from(header.number_of_symbols.get(LE));
    Ok(Header {
        image,
        table: number(
            table,
            field_at!(ImageFileHeader, size_of_optional_header),
            "size_of_optional_header",
        ),
        count: number(
            u64::from(header.number_of_sections.get(LE)),
            field_at!(ImageFileHeader, number_of_sections),
            "number_of_sections",
        ),
        symbols: number(
            u64::from(header.pointer_to_symbol_table.get(LE)),
            field_at!(ImageFileHeader, pointer_to_symbol_table),
            "pointer_to_symbol_table",
        ),
        symbols_len: symbols.saturating_mul(size::<ImageSymbol>()),
    })
}

/// Returns the offset of the file header of a PE image, from the DOS header.
///
/// # Errors
///
/// Returns [`Error::Read`] if the file is damaged.
pub fn image_header(source: &mut Source<'_>) -> Result<u64, Error> {
    let dos: ImageDosHeader = source.structure(0, "header")?;
    Ok(u64::from(dos.e_lfanew.get(LE)).saturating_add(SIGNATURE))
}

pub(super) fn image(source: &mut Source<'_>) -> Result<Header, Error> {
    let at = image_header(source)?;
    plain(source, at, true)
}

fn big(source: &mut Source<'_>) -> Result<Header, Error> {
    let header: AnonObjectHeaderBigobj = source.structure(0, "header")?;
    let number = |value: u32, at, field| Number { value: u64::from(value), at, field };
    let symbols = u64::from(header.number_of_symbols.get(LE));
    Ok(Header {
        image: false,
        table: Number { value: size::<AnonObjectHeaderBigobj>(), at: 0, field: "header" },
        count: number(
            header.number_of_sections.get(LE),
            field_at!(AnonObjectHeaderBigobj, number_of_sections),
            "number_of_sections",
        ),
        symbols: number(
            header.pointer_to_symbol_table.get(LE),
            field_at!(AnonObjectHeaderBigobj, pointer_to_symbol_table),
            "pointer_to_symbol_table",
        ),
        symbols_len: symbols.saturating_mul(size::<ImageSymbolEx>()),
    })
}

/// If a rule matches, otherwise its place.
fn name<'i>(
    source: &mut Source<'i>,
    header: &Header,
    strings: &mut Option<Names<'i>>,
    (index, offset): (u64, u64),
    section: &ImageSectionHeader,
    rules: &[&'static SectionRule<'static>],
) -> Result<Option<Named>, Error> {
    let at_fault = |problem| {
        let error = ReadError::new(offset, problem).in_field("name");
        error.at_index(index).in_field("sections")
    };
    let ofs = match section.name_offset() {
        Ok(Some(ofs)) if header.symbols.value != 0 => u64::from(ofs),
        Err(_) if header.symbols.value != 0 => {
            let why = "the slash is not followed by the offset of a long name";
            return Err(source.damaged(at_fault(Problem::BadText { why })));
        }
        _ => {
            let name = section.raw_name();
            return Ok(Named::by(rules, name, offset));
        }
    };
    let names = match strings {
        Some(names) => names,
        None => strings.insert(Names::new(source.input(), string_table(source, header)?)?),
    };
    if ofs >= names.len() {
        let (len, have) = (1, names.len());
        return Err(source.damaged(at_fault(Problem::OutOfBounds { ofs, len, have })));
    }
    names.read_wanted(ofs, rules, None)
}

/// Begins with its length; offsets count from there.
fn string_table(source: &mut Source<'_>, header: &Header) -> Result<Place, Error> {
    let start = Number { value: header.symbols.value.saturating_add(header.symbols_len), ..header.symbols };
    let field = Number { value: size::<U32<LE>>(), ..header.symbols };
    source.kept(start, field)?;
    let len: U32<LE> = source.structure(start.value, "string_table")?;
    // Some tools write 0 for an empty table.
    let len = Number { value: u64::from(len.get(LE)).max(field.value), at: start.value, field: "string_table" };
    source.kept(start, len)
}

pub(super) fn edit(input: &Arc<Input>, source: &mut Source<'_>, kind: FileKind, edit: Edit) -> Result<Edited, Error> {
    let file = file::read(source, input, kind == FileKind::CoffBig)?;
    edit::edit_sections(source, file, edit)
}

fn matching(
    source: &mut Source<'_>,
    file: &file::CoffFile,
    rule: &'static SectionRule<'static>,
) -> Result<Vec<bool>, Error> {
    let mut strings = None;
    let matches = (0..).zip(&file.sections).map(|(index, section)| {
        let place = (index, section.at);
        Ok(name(source, &file.layout, &mut strings, place, &section.header, &[rule])?.is_some())
    });
    matches.collect()
}

fn content(
    source: &Source<'_>,
    header: &Header,
    (index, offset): (u64, u64),
    section: &ImageSectionHeader,
) -> SectionContent {
    let ofs = u64::from(section.pointer_to_raw_data.get(LE));
    let stored = u64::from(section.size_of_raw_data.get(LE));
    let in_memory = u64::from(section.virtual_size.get(LE));
    let flags = section.characteristics.get(LE);
    // In an image, the stored length is rounded up; in an object, it is the only one.
    let len = if header.image { stored.min(in_memory) } else { stored };
    let whole = if header.image { in_memory } else { stored };
    if flags.contains(IMAGE_SCN_CNT_UNINITIALIZED_DATA) || (whole > 0 && (ofs == 0 || stored == 0)) {
        return SectionContent::NoBits { len: whole };
    }
    if len == 0 {
        // An empty place may have any offset.
        let ofs = ofs.min(source.input().len());
        return SectionContent::Bytes(Ok(Place { ofs, len }));
    }
    let [ofs, len] = file::raw_data(offset, Place { ofs, len });
    let place = source.place(ofs, len);
    SectionContent::Bytes(place.map_err(|error| error.at_index(index).in_field("sections")))
}
