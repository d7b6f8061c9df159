//! Compares an ELF file before and after.

mod loads;
mod memory;
mod tables;

use std::collections::BTreeSet;

use object::LittleEndian as LE;
use object::elf::{
    EM_X86_64, ET_DYN, FileHeader64, PT_INTERP, PT_LOAD, PT_PHDR, ProgramHeader64, SHF_ALLOC, SHF_EXECINSTR, SHF_TLS,
    SHT_DYNAMIC, SHT_DYNSYM, SHT_GNU_HASH, SHT_HASH, SHT_NOBITS, SHT_NOTE, SHT_NULL, SHT_RELA, SHT_RELR, SHT_SYMTAB,
    SectionHeader64,
};
use object::read::elf::FileHeader as _;
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::object::{Ranges, size};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::SectionRule;

use super::pair::{Headers, Moves, Pair, WORD, headers};
use crate::linked::field_at;
use crate::linked::held::unsound;
use memory::{Memory, Run};

/// Linkers write about ten.
const MOST_SEGMENTS: usize = 2048;
/// Smallest page size in bytes. EM_X86_64 always uses it.
const PAGE: u64 = 4096;

struct Elf<'i> {
    header: &'i FileHeader64<LE>,
    segments: &'i [ProgramHeader64<LE>],
    sections: &'i [SectionHeader64<LE>],
    /// The memory by its headers, and in whole pages.
    memory: Memory,
    pages: Memory,
}

impl<'i> Elf<'i> {
    fn read(input: &Input, cache: &'i Headers<'_>) -> Result<Self, Error> {
        let damaged = |error: object::read::Error| unsound(input, error);
        let header = FileHeader64::<LE>::parse(cache).map_err(damaged)?;
        let segments = header.program_headers(LE, cache).map_err(damaged)?;
        let sections = header.section_headers(LE, cache).map_err(damaged)?;
        if segments.len() > MOST_SEGMENTS {
            return Err(unsound(input, "it has very many program headers"));
        }
        let loads = || segments.iter().filter(is_load);
        let page = match header.e_machine.get(LE) {
            EM_X86_64 => PAGE,
            // Page sizes differ between systems; the segment alignment is the limit.
            _ => loads().map(|load| load.p_align.get(LE)).fold(PAGE, u64::max),
        };
        let memory = Memory::map(loads(), 1);
        Ok(Self { header, segments, sections, memory, pages: Memory::map(loads(), page) })
    }

    fn loads(&self) -> impl Iterator<Item = &'i ProgramHeader64<LE>> {
        self.segments.iter().filter(is_load)
    }

    /// Program headers, section headers.
    fn tables(&self) -> [Place; 2] {
        let table = |ofs, count: usize, len: u64| {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            Place { ofs, len: count.saturating_mul(len) }
        };
        [
            table(
                self.header.e_phoff.get(LE),
                self.segments.len(),
                size::<ProgramHeader64<LE>>(),
            ),
            table(
                self.header.e_shoff.get(LE),
                self.sections.len(),
                size::<SectionHeader64<LE>>(),
            ),
        ]
    }

    fn addresses_of(&self, places: impl IntoIterator<Item = Place>) -> impl Iterator<Item = Place> {
        places.into_iter().filter_map(|place| {
            let ofs = self.memory.address_of(place.ofs)?;
            Some(Place { ofs, len: place.len })
        })
    }

    fn has_code(&self, run: &Run) -> bool {
        let within = |section: &&SectionHeader64<LE>| {
            let skip = section.sh_addr.get(LE).checked_sub(run.addresses.ofs);
            has(section, SHF_EXECINSTR.0) && skip.is_some_and(|skip| skip < run.addresses.len)
        };
        self.sections.iter().any(|section| within(&section))
    }
}

fn is_load(segment: &&ProgramHeader64<LE>) -> bool {
    segment.p_type.get(LE) == PT_LOAD
}

fn has(section: &SectionHeader64<LE>, flag: u64) -> bool {
    section.sh_flags.get(LE).0 & flag != 0
}

fn addresses(section: &SectionHeader64<LE>) -> Place {
    Place { ofs: section.sh_addr.get(LE), len: section.sh_size.get(LE) }
}

fn stored(section: &SectionHeader64<LE>) -> Place {
    let has_none = [SHT_NULL, SHT_NOBITS].contains(&section.sh_type.get(LE));
    Place { ofs: section.sh_offset.get(LE), len: if has_none { 0 } else { section.sh_size.get(LE) } }
}

fn is_loaded(section: &SectionHeader64<LE>) -> bool {
    let is_template = has(section, SHF_TLS.0) && section.sh_type.get(LE) == SHT_NOBITS;
    has(section, SHF_ALLOC.0) && !is_template && section.sh_size.get(LE) > 0
}

/// `bundles` are old and new places.
pub(super) fn compare(
    (old, new): (&Input, &Input),
    rules: &'static [SectionRule<'static>],
    bundles: &[(Place, Place)],
) -> Result<(), Error> {
    let caches = [headers(old), headers(new)];
    let [old_cache, new_cache] = &caches;
    let (was, is) = (Elf::read(old, old_cache)?, Elf::read(new, new_cache)?);
    let first = bundles.first().map_or(Place { ofs: 0, len: 0 }, |(before, _)| *before);
    let mut sections = was.sections.iter().zip(is.sections).enumerate();
    let found = sections.find(|(_, (section, _))| {
        let place = stored(section);
        is_loaded(section) && place.ofs <= first.ofs && first.end() <= place.end()
    });
    let Some((held, (before, after))) = found else {
        return Err(unsound(old, "the section with the bundles is missing"));
    };
    let address = |section, place: Place| {
        let skip = place.ofs.wrapping_sub(stored(section).ofs);
        Place { ofs: addresses(section).ofs.wrapping_add(skip), ..place }
    };
    let moved = bundles
        .iter()
        .map(|(old, new)| (address(before, *old), address(after, *new)));
    let pair = Pair { old, new, moves: Moves::new((addresses(before), addresses(after)), moved), base: 0 };
    let first_new = bundles.first().map_or(0, |(_, place)| place.ofs);
    let last = bundles.last().map_or(0, |(_, place)| place.end());
    let front = Place { len: first.ofs.saturating_sub(stored(before).ofs), ..stored(before) };
    pair.ensure(
        stored(after).end() == last && pair.equals(front, stored(after).ofs)?,
        "the section with the bundles does not end with them",
    )?;
    let mut comparison = Comparison { pair, was, is, held };
    let all = Place { ofs: first_new, len: last.saturating_sub(first_new) };
    let are_zeros = comparison.pair.has_zeros_between(bundles, all)?;
    comparison.pair.ensure(are_zeros, "something is between the bundles")?;
    comparison.headers()?;
    comparison.memory()?;
    let mut relocated = BTreeSet::new();
    let wrappers = comparison.wrappers(rules)?;
    let fields: Ranges = wrappers.iter().map(|(place, _)| *place).collect();
    comparison.sections(&mut |address| {
        if fields.has(address) {
            relocated.insert(address);
        }
    })?;
    comparison.pointers(&wrappers, &relocated)?;
    comparison.segments()
}

struct Comparison<'c> {
    pair: Pair<'c>,
    was: Elf<'c>,
    is: Elf<'c>,
    /// The number of the bundle section.
    held: usize,
}

impl Comparison<'_> {
    fn pairs(&self) -> impl Iterator<Item = (usize, &SectionHeader64<LE>, &SectionHeader64<LE>)> {
        let pairs = self.was.sections.iter().zip(self.is.sections).enumerate();
        pairs.map(|(number, (before, after))| (number, before, after))
    }

    /// Only headers and the dynamic section may refer to moved sections.
    fn headers(&mut self) -> Result<(), Error> {
        let fields = [(field_at!(FileHeader64<LE>, e_shoff), 8), (field_at!(FileHeader64<LE>, e_phnum), 2)];
        let changed: Ranges = fields.map(|(ofs, len)| Place { ofs, len }).into_iter().collect();
        for place in changed.outside(Place { ofs: 0, len: size::<FileHeader64<LE>>() }) {
            self.pair
                .ensure(self.pair.equals(place, place.ofs)?, "the file header has changed")?;
        }
        let count = self.was.sections.len();
        self.pair
            .ensure(count == self.is.sections.len(), "it has other sections")?;
        let mut others = Vec::new();
        for (number, before, after) in self.pairs() {
            let of = |header: &SectionHeader64<LE>| {
                let kind = (header.sh_name.get(LE), header.sh_type.get(LE), header.sh_flags.get(LE));
                let links = (header.sh_link.get(LE), header.sh_info.get(LE));
                let nothing = (header.sh_type.get(LE) == SHT_NULL).then_some(header.sh_offset);
                (
                    kind,
                    links,
                    header.sh_addralign.get(LE),
                    header.sh_entsize.get(LE),
                    nothing,
                )
            };
            let (old, new) = (addresses(before), addresses(after));
            let is_named = [SHT_NOTE, SHT_HASH, SHT_GNU_HASH, SHT_DYNSYM].contains(&before.sh_type.get(LE))
                || self.was.segments.iter().any(|segment| {
                    segment.p_type.get(LE) == PT_INTERP && segment.p_offset.get(LE) == stored(before).ofs
                });
            let alignment = before.sh_addralign.get(LE).max(1);
            let is_aligned = new.ofs.wrapping_sub(old.ofs).is_multiple_of(alignment.min(WORD));
            let is_same =
                number == self.held || (old.len == new.len && (old.ofs == new.ofs || (is_named && is_aligned)));
            let wrong = || format!("the header of section {number} has changed");
            self.pair.ensure(of(before) == of(after) && is_same, wrong())?;
            if number != self.held && old.ofs != new.ofs {
                others.push((old, new.ofs));
            }
        }
        self.pair.moves.others = others;
        Ok(())
    }

    /// `visit` gets each address that a loader relocates.
    fn sections(&self, visit: &mut dyn FnMut(u64)) -> Result<(), Error> {
        for (number, before, after) in self.pairs() {
            let (old, new) = (stored(before), stored(after));
            if is_loaded(after) && new.len > 0 {
                let is_there = |ofs: u64, skip: u64| {
                    let address = addresses(after).ofs.wrapping_add(skip);
                    self.is.memory.offset_of(address) == ofs.checked_add(skip)
                };
                let is_there = is_there(new.ofs, 0) && is_there(new.ofs, new.len.saturating_sub(1));
                let what = || format!("section {number} is not in its segment");
                self.pair.ensure(is_there, what())?;
            }
            if number == self.held || old.len == 0 {
                continue;
            }
            match before.sh_type.get(LE) {
                SHT_RELA => self.relocations((before, old), new, visit)?,
                SHT_SYMTAB | SHT_DYNSYM => self.symbols((before, old), new)?,
                SHT_DYNAMIC => self.dynamic((old, new))?,
                SHT_RELR => self.packed((old, new), visit)?,
                _ => self.pair.compare(old, new.ofs, format!("section {number}"))?,
            }
        }
        Ok(())
    }

    fn segments(&self) -> Result<(), Error> {
        let [table, _] = self.is.tables();
        let of = |elf: &Elf<'_>, is_of_headers: bool| -> Vec<ProgramHeader64<LE>> {
            let kinds = elf.segments.iter().filter(|segment| segment.p_type.get(LE) != PT_LOAD);
            let wanted = kinds.filter(|segment| (segment.p_type.get(LE) == PT_PHDR) == is_of_headers);
            wanted.copied().collect()
        };
        let (old, new) = (of(&self.was, false), of(&self.is, false));
        self.pair
            .ensure(old.len() == new.len(), "it has other program headers")?;
        for (before, after) in old.iter().zip(&new) {
            let says = |header: &ProgramHeader64<LE>| {
                let lengths = (header.p_filesz, header.p_memsz, header.p_align);
                let physical = header.p_paddr.get(LE).wrapping_sub(header.p_vaddr.get(LE));
                // A header without bytes may keep its offset, or have zero there.
                let nothing = (header.p_memsz.get(LE) == 0).then_some(header.p_offset);
                (header.p_type, header.p_flags, lengths, physical, nothing)
            };
            let end = |header: &ProgramHeader64<LE>| {
                let skip = header.p_memsz.get(LE).saturating_sub(1);
                header.p_vaddr.get(LE).wrapping_add(skip)
            };
            let lead = |old: u64, new: u64| old == new || self.pair.moves.leads_alike(old, new);
            let is_there = |elf: &Elf<'_>, header: &ProgramHeader64<LE>| {
                header.p_filesz.get(LE) == 0
                    || elf.memory.offset_of(header.p_vaddr.get(LE)) == Some(header.p_offset.get(LE))
            };
            let is_alike = says(before) == says(after)
                && lead(before.p_vaddr.get(LE), after.p_vaddr.get(LE))
                && lead(end(before), end(after))
                && (is_there(&self.is, after) || !is_there(&self.was, before));
            let what = || format!("the program header of type {:#x}", before.p_type.get(LE).0);
            self.pair.ensure(is_alike, format!("{} has changed", what()))?;
            if before.p_filesz.get(LE) > 0 && !is_there(&self.was, before) {
                let place = Place { ofs: before.p_offset.get(LE), len: before.p_filesz.get(LE) };
                let is_same = self.pair.equals(place, after.p_offset.get(LE))?;
                self.pair.ensure(is_same, format!("{} leads to other bytes", what()))?;
            }
        }
        let (old, new) = (of(&self.was, true), of(&self.is, true));
        let is_there = match (old.as_slice(), new.as_slice()) {
            ([], []) => true,
            // Only the interpreter of a position-independent program looks for it.
            ([_], []) => {
                let names_loader = |segment: &ProgramHeader64<LE>| segment.p_type.get(LE) == PT_INTERP;
                self.is.header.e_type.get(LE) != ET_DYN || !self.is.segments.iter().any(names_loader)
            }
            ([before], [after]) => {
                let address = after.p_vaddr.get(LE);
                let physical =
                    |header: &ProgramHeader64<LE>| header.p_paddr.get(LE).wrapping_sub(header.p_vaddr.get(LE));
                (before.p_flags, before.p_align, physical(before)) == (after.p_flags, after.p_align, physical(after))
                    && (after.p_offset.get(LE), after.p_filesz.get(LE)) == (table.ofs, table.len)
                    && after.p_memsz.get(LE) == table.len
                    && self.is.memory.offset_of(address) == Some(table.ofs)
            }
            (old, new) => old.len() == new.len(),
        };
        self.pair.ensure(is_there, "its program headers are at another offset")
    }
}
