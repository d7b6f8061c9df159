//! A linked ELF file with bundles to replace.

use object::LittleEndian;
use object::elf::{
    EM_X86_64, ET_DYN, ET_EXEC, FileHeader64, PT_INTERP, ProgramHeader64, SHF_TLS, SHT_ANDROID_REL, SHT_ANDROID_RELA,
    SHT_ANDROID_RELR, SHT_CREL, SHT_DYNSYM, SHT_NOBITS, SHT_REL, SectionType,
};
use object::{Endianness, FileKind};
use offload_bundle::internal::object::elf::{Content, ElfFile, FileSection, read_kind};
use offload_bundle::internal::object::{Ranges, Source, kind, records, size};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::Path;

use super::segment::{self, Segment};
use crate::linked::elf::each::Symbol;
use crate::linked::elf::machine::Relocations;
use crate::linked::held::{Asked, Held};
use crate::linked::refusals::{no_sections, not_repackable, other_form, unknown_relocations};

/// Smallest page size in bytes. EM_X86_64 always uses it.
const PAGE: u64 = 4096;

/// Linkers write about ten.
const MOST_SEGMENTS: u64 = 1024;

pub(super) struct Image {
    pub(super) held: Held,
    pub(super) file: ElfFile,
    pub(super) numbers: Relocations,
    /// Largest possible page size, in bytes.
    pub(super) page: u64,
    pub(super) is_dynamic_kind: bool,
    pub(super) segments: Vec<Segment>,
    pub(super) headers: Place,
}

impl Image {
    pub(super) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let input = asked.input;
        let refused = |refusal| input.refuse(refusal);
        let form = |found| refused(other_form(found));
        let mut source = Source::new(input);
        match kind(&mut source)? {
            Some(FileKind::Elf64) => {}
            Some(FileKind::Elf32) => return Err(form("a 32-bit file")),
            Some(FileKind::Pe32 | FileKind::Pe64) => return Err(form("a library or program for Windows")),
            _ => return Err(form("another file")),
        }
        let header: FileHeader64<Endianness> = source.structure(0, "header")?;
        let endian = match header.e_ident.data {
            object::elf::ELFDATA2LSB => Endianness::Little,
            _ => return Err(form("a big-endian file")),
        };
        let machine = header.e_machine.get(endian);
        let numbers = Relocations::for_machine(machine.0).ok_or_else(|| form("a file for another machine"))?;
        let is_dynamic_kind = match header.e_type.get(endian) {
            ET_DYN => true,
            ET_EXEC => false,
            _ => return Err(form("an unlinked object")),
        };
        if header.e_shoff.get(endian) == 0 {
            return Err(refused(no_sections()));
        }
        let file = read_kind(&mut source, input, FileKind::Elf64)?;
        let found_len = u64::from(header.e_phentsize.get(endian));
        if found_len != size::<ProgramHeader64<LittleEndian>>() || found_len != segment::LEN {
            return Err(form("program headers of an unsupported length"));
        }
        let table_of_segments = Place {
            ofs: header.e_phoff.get(endian),
            len: u64::from(header.e_phnum.get(endian)).saturating_mul(segment::LEN),
        };
        if u64::from(header.e_phnum.get(endian)) > MOST_SEGMENTS {
            return Err(form("too many program headers"));
        }
        let (mut segments, mut lengths) = (Vec::new(), Vec::new());
        for (index, at) in records(table_of_segments, segment::LEN) {
            let header: ProgramHeader64<LittleEndian> = source.structure(at, Path::from("segments").index(index))?;
            segments.push(Segment::new(&header));
            lengths.push(Number { value: header.p_filesz.get(LittleEndian), at, field: "p_filesz" });
        }
        source.refuse_crowd(Budget::shared(input.len()), ("the segments", "segments"), lengths)?;
        let alignments = segments
            .iter()
            .filter(|segment| segment.is_loaded())
            .map(|segment| segment.alignment);
        let page = match machine {
            EM_X86_64 => PAGE,
            // Page sizes differ between systems; the segment alignment is the limit.
            _ => alignments.fold(PAGE, u64::max),
        };
        if !page.is_power_of_two() {
            return Err(form("segments with an invalid alignment"));
        }
        let sections = file.sections.iter();
        let headers: Vec<_> = sections
            .map(|section| (section.at, section.kept().filter(|_| section.is_loaded())))
            .collect();
        let held = Held::read(asked, &headers)?;
        let image = Self { held, file, numbers, page, is_dynamic_kind, segments, headers: table_of_segments };
        image.check().map_err(refused)?;
        image.check_dynamic()?;
        image.check_addresses().map_err(refused)?;
        Ok(image)
    }

    fn check_addresses(&self) -> Result<(), Refusal> {
        for (position, place) in self.sections_with_bytes() {
            let section = self.file.sections.get(position).filter(|section| section.is_loaded());
            let address = section.map(|section| section.header.address);
            if let Some(address) = address.filter(|address| self.offset_of(*address) != Some(place.ofs)) {
                return Err(not_repackable(format!(
                    "the section at address {address:#x} and its segment are at different file offsets; relink the file"
                )));
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Refusal> {
        for section in &self.file.sections {
            let found = match SectionType(section.header.kind) {
                SHT_REL if section.is_loaded() => "SHT_REL",
                SHT_CREL => "SHT_CREL",
                SHT_ANDROID_REL | SHT_ANDROID_RELA | SHT_ANDROID_RELR => "packed Android relocations",
                _ => continue,
            };
            return Err(unknown_relocations(found));
        }
        let not_loaded = || {
            not_repackable(format!(
                "the section `{}` is outside the loaded segments",
                self.held.name
            ))
        };
        self.segment().ok_or_else(not_loaded)?;
        // Replaced and moved parts must be disjoint from the rest.
        let others = self
            .sections_with_bytes()
            .filter(|(position, _)| *position != self.held.section);
        let others = others.map(|(_, place)| place).chain([self.headers, self.file.table]);
        Held::refuse_shared(self.held.place, others)
    }

    pub(super) fn section(&self) -> Option<&FileSection> {
        self.file.sections.get(self.held.section)
    }

    pub(super) fn address(&self) -> u64 {
        self.section().map_or(0, |section| section.header.address)
    }

    /// Dynamic symbols may have old section numbers; loaders go by addresses.
    pub(super) fn has(&self, position: usize, symbol: &Symbol) -> bool {
        let is_numbered = symbol.section == Some(position);
        let table = self.file.sections.get(symbol.key.0);
        if table.is_none_or(|table| !table.is(SHT_DYNSYM)) {
            return is_numbered;
        }
        let place = self.file.sections.get(position).map(addresses);
        symbol.has_address
            && place.is_some_and(|place| {
                let is_within = place.ofs <= symbol.value && symbol.value < place.end();
                is_within || (is_numbered && symbol.value == place.end())
            })
    }

    /// Loads the whole section.
    pub(super) fn segment(&self) -> Option<usize> {
        let (place, address) = (self.held.place, self.address());
        self.segments.iter().position(|segment| {
            let within = segment.place();
            segment.is_loaded()
                && segment.is_congruent()
                && within.ofs <= place.ofs
                && place.end() <= within.end()
                && segment.offset_of(address) == Some(place.ofs)
        })
    }

    /// With positions.
    pub(super) fn sections_with_bytes(&self) -> impl Iterator<Item = (usize, Place)> {
        self.file
            .sections
            .iter()
            .enumerate()
            .filter_map(|(position, section)| match section.content {
                Content::Kept(place) if place.len > 0 && !section.is(SHT_NOBITS) => Some((position, place)),
                _ => None,
            })
    }

    pub(super) fn of_wrappers(&self) -> Ranges {
        let positions = self.held.wrappers.keys();
        let sections = positions.filter_map(|position| self.file.sections.get(*position));
        sections.map(addresses).collect()
    }

    /// By number.
    pub(super) fn without_bytes(&self) -> impl Iterator<Item = (u64, Place)> {
        let is_one = |section: &FileSection| section.is(SHT_NOBITS) && section.header.flags & SHF_TLS.0 == 0;
        let sections = (1_u64..).zip(&self.file.sections);
        let sections = sections.filter(move |(_, section)| is_one(section) && section.is_loaded());
        sections.map(|(number, section)| (number, addresses(section)))
    }

    pub(super) fn has_interpreter(&self) -> bool {
        self.segments.iter().any(|segment| segment.kind == PT_INTERP.0)
    }

    /// Only the interpreter of a position-independent program looks for PT_PHDR.
    pub(super) fn has_free_header(&self) -> bool {
        let is_there = self.segments.iter().any(Segment::is_of_headers);
        is_there && !(self.is_dynamic_kind && self.has_interpreter())
    }

    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        let mut loaded = self.segments.iter().filter(|segment| segment.is_loaded());
        loaded.find_map(|segment| segment.offset_of(address))
    }
}

fn addresses(section: &FileSection) -> Place {
    Place { ofs: section.header.address, len: section.header.size }
}

pub(super) fn word(bytes: &[u8], at: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(8)?)?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}
