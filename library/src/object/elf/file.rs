//! An ELF file with all section headers, for edits.

use std::sync::Arc;

use object::elf::{
    FileHeader32, FileHeader64, SHF_ALLOC, SHF_INFO_LINK, SHN_LORESERVE, SHT_DYNSYM, SHT_GROUP, SHT_NOBITS, SHT_NULL,
    SHT_REL, SHT_RELA, SHT_RELR, SHT_SYMTAB, SHT_SYMTAB_SHNDX, SectionType,
};
use object::read::elf::{ProgramHeader, SectionHeader};
use object::{Endianness, FileKind};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::Path;

use super::form::{Form, Header, Layout};
use super::memory::segment_headers;
use super::{SectionContent, content, header, offset_of, table};
use crate::error::Error;
use crate::input::{Input, InputPiece, assemble};
use crate::object::source::{Source, records, size};

/// Read entry by entry, so they must not share bytes. Names are for messages.
const TABLES: [(&str, &[SectionType]); 3] = [
    ("the tables of symbols", &[SHT_SYMTAB, SHT_DYNSYM, SHT_SYMTAB_SHNDX]),
    ("the tables of relocations", &[SHT_REL, SHT_RELA, SHT_RELR]),
    ("the groups of sections", &[SHT_GROUP]),
];

/// A parsed file.
pub struct ElfFile {
    /// The file itself.
    pub input: Arc<Input>,
    /// Its class and byte order.
    pub form: Form,
    pub(super) start: Vec<u8>,
    /// The section table.
    pub table: Place,
    /// The null section header; default if there is no table.
    pub null: Header,
    /// All other sections.
    pub sections: Vec<FileSection>,
    /// The number of the name table; 0 if absent.
    pub names: usize,
    /// End of headers and loaded content, which stay in place.
    pub(super) fixed: u64,
}

impl ElfFile {
    /// The section with this number.
    pub fn section(&self, number: u32) -> Option<&FileSection> {
        let position = usize::try_from(number).ok()?.checked_sub(1)?;
        self.sections.get(position)
    }

    /// Holds numbers too large for the file header.
    pub(super) fn null_of(&self, sections: usize, names: usize) -> Option<Header> {
        let count = sections.saturating_add(1);
        let too_large = |number: usize| if half(number).is_some() { 0 } else { number };
        let size = u64::try_from(too_large(count)).ok()?;
        let link = u32::try_from(too_large(names)).ok()?;
        Some(Header { size, link, ..self.null })
    }
}

/// `None` if it does not fit the file header.
pub(super) fn half(number: usize) -> Option<u16> {
    u16::try_from(number).ok().filter(|number| *number < SHN_LORESERVE)
}

/// An old or new section.
#[derive(Debug, Clone)]
pub struct FileSection {
    /// Its header. Until it is placed, its offset is the old one, or the maximum for a new section.
    pub header: Header,
    /// The old offset of the header in the file.
    pub at: u64,
    pub(super) new_name: Option<Vec<u8>>,
    /// Its bytes.
    pub content: Content,
}

impl FileSection {
    /// Without alignment.
    pub(super) fn new(name: Vec<u8>, kind: SectionType, flags: u64, content: Vec<InputPiece>) -> Self {
        let header = Header { kind: kind.0, flags, offset: u64::MAX, alignment: 1, ..Header::default() };
        Self { header, at: 0, new_name: Some(name), content: Content::Made(content) }
    }

    /// Whether it has this type.
    pub fn is(&self, kind: SectionType) -> bool {
        self.header.kind == kind.0
    }

    /// Its info field is then the section they apply to.
    pub(super) fn has_relocations(&self) -> bool {
        self.is(SHT_REL) || self.is(SHT_RELA)
    }

    pub(super) fn info_is_section(&self) -> bool {
        self.has_relocations() || self.header.flags & SHF_INFO_LINK.0 != 0
    }

    /// `None` unless it keeps the old bytes.
    pub(super) fn kept_len(&self) -> Option<Number> {
        let place = self.kept()?;
        Some(Number { value: place.len, at: self.at, field: "sh_size" })
    }

    /// The place of the old bytes, if it keeps them.
    pub fn kept(&self) -> Option<Place> {
        match self.content {
            Content::Kept(place) => Some(place),
            Content::None | Content::Made(_) => None,
        }
    }

    /// Whether it is in memory at run time, so that it must stay in place.
    pub fn is_loaded(&self) -> bool {
        self.header.flags & SHF_ALLOC.0 != 0
    }
}

/// The bytes of a section.
#[derive(Debug, Clone)]
pub enum Content {
    /// No bytes.
    None,
    /// Bytes of the file.
    Kept(Place),
    /// New bytes.
    Made(Vec<InputPiece>),
}

impl Content {
    pub(super) fn bytes(&self, source: &Source<'_>) -> Result<Vec<u8>, Error> {
        match self {
            Self::None => Ok(Vec::new()),
            Self::Kept(place) => source.bytes(*place),
            Self::Made(parts) => {
                let made = assemble(source.input().name(), parts.iter().cloned());
                Ok(made.window(0, made.len())?.into_vec())
            }
        }
    }
}

/// Reads all headers of a file of this class, and checks that each section is within the file.
///
/// # Errors
///
/// Returns [`Error::Read`] if the file is damaged.
pub fn read_kind(source: &mut Source<'_>, input: &Arc<Input>, kind: FileKind) -> Result<ElfFile, Error> {
    match kind {
        FileKind::Elf32 => read::<FileHeader32<Endianness>>(source, input),
        _ => read::<FileHeader64<Endianness>>(source, input),
    }
}

pub(super) fn read<H: Layout>(source: &mut Source<'_>, input: &Arc<Input>) -> Result<ElfFile, Error> {
    let file: H = source.structure(0, "header")?;
    let start = source.bytes(Place { ofs: 0, len: size::<H>() })?;
    let found = table::<H>(source)?;
    let endian = match &found {
        Some(table) => table.endian,
        // The byte order has been checked.
        None => file.endian().unwrap_or(Endianness::Little),
    };
    let fixed = segments_end::<H>(source, &file, endian)?;
    let mut made = ElfFile {
        table: found.as_ref().map_or(Place { ofs: 0, len: 0 }, |table| table.place),
        input: Arc::clone(input),
        form: Form { wide: file.is_type_64(), endian },
        start,
        null: Header::default(),
        sections: Vec::new(),
        names: 0,
        fixed,
    };
    let Some(table) = found else { return Ok(made) };
    made.names = table.names.and_then(|index| usize::try_from(index).ok()).unwrap_or(0);
    if table.count > 0 {
        made.null = Header::read::<H>(endian, &header::<H>(source, &table, 0)?);
    }
    for index in 1..table.count {
        let header = header::<H>(source, &table, index)?;
        let kind = header.sh_type(endian);
        let content = match content::<H>(source, &table, index, &header) {
            _ if kind == SHT_NOBITS || kind == SHT_NULL => Content::None,
            SectionContent::NoBits { .. } | SectionContent::Apart(_) => Content::None,
            SectionContent::Bytes(place) => Content::Kept(place.map_err(|error| source.damaged(error))?),
        };
        let header = Header::read::<H>(endian, &header);
        let at = offset_of::<H>(&table, index);
        made.sections.push(FileSection { header, at, new_name: None, content });
    }
    refuse_crowds(source, &made.sections)?;
    Ok(made)
}

/// Refuses very many sections over the same bytes.
fn refuse_crowds(source: &Source<'_>, sections: &[FileSection]) -> Result<(), Error> {
    let len = source.input().len();
    for (what, kinds) in TABLES {
        let tables = sections
            .iter()
            .filter(|section| kinds.iter().any(|kind| section.is(*kind)));
        source.refuse_crowd(
            Budget::own(len),
            (what, "sections"),
            tables.filter_map(FileSection::kept_len),
        )?;
    }
    let lengths = sections.iter().filter_map(FileSection::kept_len);
    source.refuse_crowd(Budget::shared(len), ("the sections", "sections"), lengths)
}

impl Header {
    pub(super) fn read<H: Layout>(endian: Endianness, header: &H::SectionHeader) -> Self {
        Self {
            name: header.sh_name(endian),
            kind: header.sh_type(endian).0,
            flags: header.sh_flags(endian).0,
            address: header.sh_addr(endian).into(),
            offset: header.sh_offset(endian).into(),
            size: header.sh_size(endian).into(),
            link: header.sh_link(endian),
            info: header.sh_info(endian),
            alignment: header.sh_addralign(endian).into(),
            entry_size: header.sh_entsize(endian).into(),
        }
    }
}

fn segments_end<H: Layout>(source: &mut Source<'_>, file: &H, endian: Endianness) -> Result<u64, Error> {
    let mut end = size::<H>();
    let Some(place) = segment_headers::<H>(source, file, endian)? else {
        return Ok(end);
    };
    end = end.max(place.end());
    for (index, at) in records(place, size::<H::ProgramHeader>()) {
        let segment: H::ProgramHeader = source.structure(at, Path::from("segments").index(index))?;
        let segment_end = segment
            .p_offset(endian)
            .into()
            .saturating_add(segment.p_filesz(endian).into());
        end = end.max(segment_end);
    }
    Ok(end.min(source.input().len()))
}
