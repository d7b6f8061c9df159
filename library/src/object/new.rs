//! Objects with sections from elsewhere, and symbols at their starts.

use object::write::{WritableBuffer, coff, elf as written};
use object::{Endianness, elf, pe};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{WriteError, WriteProblem};
use offload_bundle_core::placement::{MachineRule, ObjectFormat};

use crate::input::InputPiece;

/// It links with objects for the same target only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObjectTarget {
    Elf { wide: bool, endian: Endianness, machine: elf::Machine, flags: elf::FileFlags },
    Coff { machine: pe::Machine },
}

impl ObjectTarget {
    pub(crate) fn of(machine: &MachineRule<'_>) -> Self {
        match machine.format {
            ObjectFormat::Coff => Self::Coff { machine: pe::Machine(machine.number) },
            _ => {
                let (endian, flags) = (Endianness::Little, elf::FileFlags(0));
                Self::Elf { wide: true, endian, machine: elf::Machine(machine.number), flags }
            }
        }
    }

    pub(crate) fn format(self) -> ObjectFormat {
        match self {
            Self::Elf { .. } => ObjectFormat::Elf,
            Self::Coff { .. } => ObjectFormat::Coff,
        }
    }
}

#[derive(Debug)]
pub(crate) struct ObjectSection {
    pub(crate) name: &'static str,
    /// `None` for plain data.
    pub(crate) kind: Option<u64>,
    pub(crate) flags: u64,
    /// In bytes, a power of two.
    pub(crate) alignment: u64,
    /// Global, at its start.
    pub(crate) symbols: Vec<Vec<u8>>,
    pub(crate) content: InputPiece,
}

/// Returns the places of contents too. Errors: too large for the format.
pub(crate) fn new_object(
    target: ObjectTarget,
    sections: &[ObjectSection],
) -> Result<(Vec<InputPiece>, Vec<Place>), WriteError> {
    let mut gathered = Gathered::default();
    let too_many = |_| WriteError::new("symbols", WriteProblem::Overflow);
    let places = match target {
        ObjectTarget::Elf { wide, endian, machine, flags } => {
            let writer = written::Writer::new(endian, wide, &mut gathered);
            write_elf(writer, (machine, flags), sections).map_err(too_many)?
        }
        ObjectTarget::Coff { machine } => {
            let len = sections.iter().map(|section| section.content.len());
            let (found, max) = (len.fold(0, u64::saturating_add), u64::from(u32::MAX >> 1));
            if found > max {
                return Err(WriteError::new(
                    "size_of_raw_data",
                    WriteProblem::TooLarge { found, max },
                ));
            }
            write_coff(coff::Writer::new(&mut gathered), machine, sections).map_err(too_many)?
        }
    };
    let mut contents = sections
        .iter()
        .zip(&places)
        .filter(|(_, place)| place.len > 0)
        .peekable();
    let mut ofs = 0_u64;
    let pieces = gathered.pieces.into_iter().map(|piece| {
        let place = Place { ofs, len: piece.len() };
        ofs = place.end();
        match contents.next_if(|(_, next)| **next == place) {
            Some((section, _)) => section.content.clone(),
            None => piece,
        }
    });
    Ok((pieces.collect(), places))
}

fn write_elf<'s>(
    mut writer: written::Writer<'s>,
    (e_machine, e_flags): (elf::Machine, elf::FileFlags),
    sections: &'s [ObjectSection],
) -> object::write::Result<Vec<Place>> {
    writer.reserve_file_header();
    writer.reserve_null_symbol_index();
    let mut planned = Vec::new();
    for section in sections {
        let index = writer.reserve_section_index();
        let name = writer.add_section_name(section.name.as_bytes());
        let symbols = section.symbols.iter().map(|symbol| {
            writer.reserve_symbol_index(Some(index));
            writer.add_string(symbol)
        });
        let symbols: Vec<_> = symbols.collect();
        let len = section.content.len();
        let place = Place { ofs: writer.reserve(len, section.alignment), len };
        planned.push((section, index, name, symbols, place));
    }
    writer.reserve_symtab_section_index();
    writer.reserve_strtab_section_index();
    writer.reserve_shstrtab_section_index();
    writer.reserve_symtab();
    writer.reserve_strtab()?;
    writer.reserve_shstrtab()?;
    writer.reserve_section_headers();
    writer.write_file_header(&written::FileHeader {
        os_abi: elf::ELFOSABI_NONE,
        abi_version: 0,
        e_type: elf::ET_REL,
        e_machine,
        e_entry: 0,
        e_flags,
    })?;
    for (_, _, _, _, place) in &planned {
        writer.pad_until(place.ofs);
        writer.pad_until(place.end());
    }
    writer.write_null_symbol();
    for (_, index, _, symbols, place) in &planned {
        for symbol in symbols {
            writer.write_symbol(&written::Sym {
                section: Some(index.0),
                st_name: writer.string_offset(Some(*symbol)),
                st_info: elf::SymbolInfo::new(elf::STB_GLOBAL, elf::STT_OBJECT),
                // Only the linked file itself refers to it.
                st_other: elf::SymbolOther(elf::STV_HIDDEN.0),
                st_shndx: elf::SHN_UNDEF,
                st_value: 0,
                st_size: place.len,
            });
        }
    }
    writer.write_strtab();
    writer.write_shstrtab();
    writer.write_null_section_header();
    for (section, _, name, _, place) in &planned {
        let kind = section.kind.and_then(|kind| u32::try_from(kind).ok());
        writer.write_section_header(&written::SectionHeader {
            sh_name: writer.section_name_offset(Some(*name)),
            sh_type: kind.map_or(elf::SHT_PROGBITS, elf::SectionType),
            sh_flags: elf::SectionFlags(section.flags),
            sh_addr: 0,
            sh_offset: place.ofs,
            sh_size: place.len,
            sh_link: 0,
            sh_info: 0,
            sh_addralign: section.alignment,
            sh_entsize: 0,
        });
    }
    // Only the null symbol is local.
    writer.write_symtab_section_header(1);
    writer.write_strtab_section_header();
    writer.write_shstrtab_section_header();
    Ok(planned.into_iter().map(|(_, _, _, _, place)| place).collect())
}

fn write_coff<'s>(
    mut writer: coff::Writer<'s>,
    machine: pe::Machine,
    sections: &'s [ObjectSection],
) -> object::write::Result<Vec<Place>> {
    writer.reserve_file_header();
    writer.reserve_section_headers(u16::try_from(sections.len()).unwrap_or(u16::MAX));
    let mut planned = Vec::new();
    for section in sections {
        let name = writer.add_name(section.name.as_bytes());
        let symbols = section.symbols.iter().map(|symbol| {
            writer.reserve_symbol_index();
            writer.add_name(symbol)
        });
        let symbols: Vec<_> = symbols.collect();
        let len = section.content.len();
        let place = Place { ofs: writer.reserve(len, ALIGNMENT).into(), len };
        planned.push((section, name, symbols, place));
    }
    writer.reserve_symtab_strtab()?;
    writer.write_file_header(coff::FileHeader { machine, ..coff::FileHeader::default() })?;
    for (section, name, _, place) in &planned {
        let len = u32::try_from(place.len).unwrap_or(u32::MAX);
        let alignment = section.alignment.trailing_zeros().saturating_add(1) << ALIGNMENT_SHIFT;
        let flags = u32::try_from(section.flags).unwrap_or_default();
        writer.write_section_header(coff::SectionHeader {
            name: *name,
            size_of_raw_data: len,
            pointer_to_raw_data: u32::try_from(place.ofs).unwrap_or(u32::MAX),
            pointer_to_relocations: 0,
            pointer_to_linenumbers: 0,
            number_of_relocations: 0,
            number_of_linenumbers: 0,
            characteristics: pe::SectionFlags(flags | alignment),
        });
    }
    for (_, _, _, place) in &planned {
        writer.pad_until(place.ofs);
        writer.pad_until(place.end());
    }
    for (number, (_, _, symbols, _)) in (1..).zip(&planned) {
        for name in symbols {
            writer.write_symbol(coff::Symbol {
                name: *name,
                value: 0,
                section_number: pe::SymbolSection(number),
                typ: pe::SymbolType(0),
                storage_class: pe::IMAGE_SYM_CLASS_EXTERNAL,
                number_of_aux_symbols: 0,
            });
        }
    }
    writer.write_strtab();
    Ok(planned.into_iter().map(|(_, _, _, place)| place).collect())
}

/// As LLVM writes them.
const ALIGNMENT: u64 = 4;
/// Position in the flags of a COFF section.
const ALIGNMENT_SHIFT: u32 = 20;

/// Zeros stay apart, so that contents can take their places.
#[derive(Default)]
struct Gathered {
    pieces: Vec<InputPiece>,
}

impl WritableBuffer for Gathered {
    fn reserve(&mut self, _size: u64) -> Result<(), ()> {
        Ok(())
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        match self.pieces.last_mut() {
            Some(InputPiece::Bytes(last)) => last.extend_from_slice(bytes),
            _ => self.pieces.push(InputPiece::Bytes(bytes.to_vec())),
        }
    }

    fn write_zeros(&mut self, len: u64) {
        if len > 0 {
            self.pieces.push(InputPiece::Zeros(len));
        }
    }
}
