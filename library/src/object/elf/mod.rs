//! Sections of ELF files.

mod edit;
pub(crate) mod file;
pub(crate) mod form;
mod indexes;
pub(crate) mod memory;
pub(super) mod symbols;
mod whole;

pub(crate) use whole::{Look, WholeElf};

use std::sync::Arc;

use form::Layout;
use object::elf::{
    ELFDATA2LSB, ELFDATA2MSB, FileHeader32, FileHeader64, SHF_ALLOC, SHF_COMPRESSED, SHF_EXECINSTR, SHN_XINDEX,
    SHT_NOBITS, SHT_NULL, SHT_PROGBITS,
};
use object::read::elf::SectionHeader;
use object::{Endianness, FileKind};
use offload_bundle_core::Shortened;
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::{Path, Problem, ReadError};
use offload_bundle_core::placement::{Holds, ObjectFormat, SectionRule};

use super::names::Names;
use super::source::{Source, size};
use super::{Edit, Edited, LoadedSection, MOST_SECTIONS, Section, SectionContent, Sections};
use crate::error::Error;
use crate::input::Input;

/// The offsets of class and byte order, in bytes.
const CLASS: u64 = 4;
const ORDER: u64 = 5;

pub(super) fn unknown(source: &Source<'_>) -> Error {
    let problem = Problem::Unexpected {
        found: "something else or the end of the file".into(),
        expected: "an ELF identification with class 1 or 2".into(),
    };
    source.at_fault(CLASS, "e_ident", problem)
}

/// Those that match `rules`, and those with loaded data.
pub(super) fn sections(
    source: &mut Source<'_>,
    kind: FileKind,
    rules: &[&'static SectionRule<'static>],
) -> Result<Sections, Error> {
    match kind {
        FileKind::Elf32 => read::<FileHeader32<Endianness>>(source, rules),
        _ => read::<FileHeader64<Endianness>>(source, rules),
    }
}

pub(super) fn edit(input: &Arc<Input>, source: &mut Source<'_>, kind: FileKind, edit: Edit) -> Result<Edited, Error> {
    let file = file::read_kind(source, input, kind)?;
    edit::edit_sections(source, file, edit)
}

struct Table {
    endian: Endianness,
    place: Place,
    count: u64,
    /// The section number of the name table.
    names: Option<u64>,
    names_field: Number,
}

fn read<H: Layout>(source: &mut Source<'_>, rules: &[&'static SectionRule<'static>]) -> Result<Sections, Error> {
    let named = table::<H>(source)?.and_then(|table| Some((table.names?, table)));
    let Some((index, table)) = named else {
        // Programs run without sections; they load segments.
        let (known, loaded) = (Vec::new(), memory::read_loaded::<H>(source)?);
        return Ok(Sections { known, loaded });
    };
    let header = header::<H>(source, &table, index)?;
    let place = match content::<H>(source, &table, index, &header) {
        SectionContent::Bytes(place) => place.map_err(|error| source.damaged(error))?,
        SectionContent::NoBits { .. } | SectionContent::Apart(_) => {
            let problem = Problem::Unexpected {
                found: "a section without bytes".into(),
                expected: "the section with the names".into(),
            };
            return Err(source.at_fault(table.names_field.at, table.names_field.field, problem));
        }
    };
    let mut names = Names::new(source.input(), place)?;
    let mut sections = Sections::default();
    for index in 1..table.count {
        let header = self::header::<H>(source, &table, index)?;
        if header.sh_type(table.endian) == SHT_NULL {
            continue;
        }
        let name = u64::from(header.sh_name(table.endian));
        let offset = offset_of::<H>(&table, index);
        if name >= names.len() {
            let problem = Problem::OutOfBounds { ofs: name, len: 1, have: names.len() };
            let at = offset.saturating_add(H::at().sh_name);
            return Err(source.in_table(("sections", index), at, "sh_name", problem));
        }
        let kind = header.sh_type(table.endian).0.into();
        let by_type = rules
            .iter()
            .find(|rule| rule.has_type(ObjectFormat::Elf, kind))
            .copied();
        if let Some(named) = names.read_wanted(name, rules, by_type)? {
            let is_compressed = header.sh_flags(table.endian).contains(SHF_COMPRESSED);
            let content = match content::<H>(source, &table, index, &header) {
                SectionContent::Bytes(Ok(_)) if is_compressed && named.rule.holds != Holds::Other => {
                    let at = offset.saturating_add(H::at().sh_flags);
                    let error = ReadError::new(at, compressed(&named.name)).in_field("sh_flags");
                    SectionContent::Bytes(Err(error.at_index(index).in_field("sections")))
                }
                content => content,
            };
            sections.known.push(Section {
                rule: named.rule,
                name: named.name,
                name_offset: named.offset,
                offset,
                content,
                path: Path::from("sections").index(index),
                ofs_field: "sh_offset",
                ofs_offset: offset.saturating_add(H::at().sh_offset),
            });
        } else if is_data::<H>(&table, &header)
            && let SectionContent::Bytes(place) = content::<H>(source, &table, index, &header)
        {
            sections.loaded.push(LoadedSection { name: names.place(name), place });
        }
    }
    Ok(sections)
}

/// Linkers and object tools compress whole sections, but bundle tools do not.
fn compressed(name: &[u8]) -> Problem {
    let name = String::from_utf8_lossy(name);
    Problem::Unexpected {
        found: format!(
            "the compressed section {}: decompress it first, with `llvm-objcopy --decompress-sections`",
            Shortened(&name)
        ),
        expected: "an uncompressed section".into(),
    }
}

/// Tables that linkers write have other types.
fn is_data<H: Layout>(table: &Table, header: &H::SectionHeader) -> bool {
    let flags = header.sh_flags(table.endian);
    header.sh_type(table.endian) == SHT_PROGBITS && flags.contains(SHF_ALLOC) && !flags.contains(SHF_EXECINSTR)
}

fn file_header<H: Layout>(source: &mut Source<'_>) -> Result<(H, Endianness), Error> {
    let file: H = source.structure(0, "header")?;
    let endian = match file.e_ident().data {
        ELFDATA2LSB => Endianness::Little,
        ELFDATA2MSB => Endianness::Big,
        other => {
            let problem =
                Problem::UnknownValue { found: u64::from(other.0), known: "1 (little-endian), 2 (big-endian)" };
            return Err(source.at_fault(ORDER, "e_ident", problem));
        }
    };
    Ok((file, endian))
}

/// `None` if absent.
fn table<H: Layout>(source: &mut Source<'_>) -> Result<Option<Table>, Error> {
    let (file, endian) = file_header::<H>(source)?;
    let number = |value, at, field| Number { value, at, field };
    let start = number(file.e_shoff(endian).into(), H::at().e_shoff, "e_shoff");
    if start.value == 0 {
        return Ok(None);
    }
    let entry = u64::from(file.e_shentsize(endian));
    let expected = size::<H::SectionHeader>();
    if entry != expected {
        let problem = Problem::Disagrees { found: entry, expected };
        return Err(source.at_fault(H::at().e_shentsize, "e_shentsize", problem));
    }
    let mut count = number(u64::from(file.e_shnum(endian)), H::at().e_shnum, "e_shnum");
    let mut names = number(u64::from(file.e_shstrndx(endian).0), H::at().e_shstrndx, "e_shstrndx");
    // Numbers too large for the file header are in the null section header.
    if count.value == 0 || names.value == u64::from(SHN_XINDEX.0) {
        source.kept(start, number(entry, count.at, "e_shnum"))?;
        let first: H::SectionHeader = source.structure(start.value, Path::from("sections").index(0))?;
        if count.value == 0 {
            let at = start.value.saturating_add(H::at().sh_size);
            count = number(first.sh_size(endian).into(), at, "sections[0].sh_size");
        }
        if names.value == u64::from(SHN_XINDEX.0) {
            let at = start.value.saturating_add(H::at().sh_link);
            names = number(u64::from(first.sh_link(endian)), at, "sections[0].sh_link");
        }
    }
    let len = number(count.value.saturating_mul(entry), count.at, count.field);
    let place = source.kept(start, len)?;
    if count.value > MOST_SECTIONS {
        return Err(source.over_limit(count, MOST_SECTIONS));
    }
    if names.value != 0 && names.value >= count.value {
        let problem = Problem::OutOfRange { found: names.value, min: 0, max: count.value.saturating_sub(1) };
        return Err(source.damaged(ReadError::new(names.at, problem).in_field(names.field)));
    }
    Ok(Some(Table {
        endian,
        place,
        count: count.value,
        names: Some(names.value).filter(|index| *index != 0),
        names_field: names,
    }))
}

/// Its offset in the file.
fn offset_of<H: Layout>(table: &Table, index: u64) -> u64 {
    let skip = index.saturating_mul(size::<H::SectionHeader>());
    table.place.ofs.saturating_add(skip)
}

fn header<H: Layout>(source: &mut Source<'_>, table: &Table, index: u64) -> Result<H::SectionHeader, Error> {
    source.structure(offset_of::<H>(table, index), "sections")
}

fn content<H: Layout>(source: &Source<'_>, table: &Table, index: u64, header: &H::SectionHeader) -> SectionContent {
    let ofs = header.sh_offset(table.endian).into();
    let len = header.sh_size(table.endian).into();
    if header.sh_type(table.endian) == SHT_NOBITS {
        return SectionContent::NoBits { len };
    }
    let at = offset_of::<H>(table, index);
    let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
    let place = source.place(
        number(ofs, H::at().sh_offset, "sh_offset"),
        number(len, H::at().sh_size, "sh_size"),
    );
    SectionContent::Bytes(place.map_err(|error| error.at_index(index).in_field("sections")))
}
