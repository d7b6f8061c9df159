//! Segments, which a program loads with or without sections; a linked 64-bit ELF file in memory.

use object::elf::{
    DT_NULL, DT_RELA, DT_RELASZ, DT_RELR, DT_RELRSZ, DynamicTag, EM_AARCH64, EM_PPC64, EM_RISCV, EM_S390, EM_X86_64,
    ET_DYN, ET_EXEC, FileHeader64, PF_X, PT_DYNAMIC, PT_LOAD, ProgramHeader64, R_390_RELATIVE, R_AARCH64_RELATIVE,
    R_PPC64_RELATIVE, R_RISCV_RELATIVE, R_X86_64_RELATIVE, Rela64, RelocationType, Relr64,
};
use object::read::elf::{Dyn as _, FileHeader as _, ProgramHeader as _, Rela as _, Relr as _};
use object::{Endian as _, Endianness, FileKind};
use offload_bundle_core::bytes::{Number, Place};
use offload_bundle_core::error::{Path, Problem};

use super::{Layout, file_header};
use crate::error::Error;
use crate::input::{HEAD, Input};
use crate::object::names::{LoadedName, LoadedSection};
use crate::object::source::{Source, records, size};

/// 16 bytes each. The largest libraries have a tenth of that.
const MOST_RELOCATIONS: usize = 1 << 23;
/// Bytes of a table read at once.
const CHUNK: u64 = 64 << 10;

type File = FileHeader64<Endianness>;

struct Loaded {
    address: u64,
    place: Place,
    is_executed: bool,
}

pub(crate) struct Memory<'i> {
    source: Source<'i>,
    endian: Endianness,
    /// Addresses are then stored without relocations.
    is_fixed: bool,
    /// With bytes, sorted by address, without overlap, as loaders require.
    segments: Vec<Loaded>,
    /// Address and target, sorted.
    relocations: Vec<(u64, u64)>,
}

impl<'i> Memory<'i> {
    /// `None` if it is not a linked 64-bit ELF file.
    pub(crate) fn open(input: &'i Input) -> Result<Option<Self>, Error> {
        let mut source = Source::new(input);
        if !matches!(FileKind::parse(source.view(0, HEAD)?), Ok(FileKind::Elf64)) {
            return Ok(None);
        }
        let (file, endian) = file_header::<File>(&mut source)?;
        let is_fixed = match file.e_type(endian) {
            ET_EXEC => true,
            ET_DYN => false,
            _ => return Ok(None),
        };
        let mut memory = Self { source, endian, is_fixed, segments: Vec::new(), relocations: Vec::new() };
        let mut dynamic = None;
        let is_usual = u64::from(file.e_phentsize(endian)) == size::<ProgramHeader64<Endianness>>();
        if let Some(table) = segment_headers::<File>(&memory.source, &file, endian)?.filter(|_| is_usual) {
            for (index, at) in records(table, size::<ProgramHeader64<Endianness>>()) {
                let header: ProgramHeader64<Endianness> =
                    memory.source.structure(at, Path::from("segments").index(index))?;
                let place = Place { ofs: header.p_offset(endian), len: header.p_filesz(endian) };
                if place.ofs.checked_add(place.len).is_none_or(|end| end > input.len()) {
                    continue;
                }
                match header.p_type(endian) {
                    PT_LOAD if place.len > 0 => memory.segments.push(Loaded {
                        address: header.p_vaddr(endian),
                        place,
                        is_executed: header.p_flags(endian).contains(PF_X),
                    }),
                    PT_DYNAMIC => dynamic = Some(place),
                    _ => {}
                }
            }
        }
        memory.segments.sort_by_key(|segment| segment.address);
        if let Some(dynamic) = dynamic {
            memory.relocate(dynamic, file.e_machine(endian))?;
        }
        Ok(Some(memory))
    }

    fn relocate(&mut self, place: Place, machine: object::elf::Machine) -> Result<(), Error> {
        let mut tags: [(DynamicTag, Option<Number>); 4] =
            [DT_RELA, DT_RELASZ, DT_RELR, DT_RELRSZ].map(|tag| (tag, None));
        for (index, at) in records(place, size::<object::elf::Dyn64<Endianness>>()) {
            let found: object::elf::Dyn64<Endianness> =
                self.source.structure(at, Path::from("dynamic").index(index))?;
            let tag = found.tag(self.endian);
            if tag == DT_NULL {
                break;
            }
            if let Some((_, value)) = tags.iter_mut().find(|(known, _)| *known == tag) {
                *value = Some(Number { value: found.val(self.endian), at, field: "d_val" });
            }
        }
        let [(_, rela), (_, rela_len), (_, relr), (_, relr_len)] = tags;
        if let (Some(address), Some(len), Some(relative)) = (rela, rela_len, relative(machine))
            && let Some(place) = self.place(address.value, len.value)
        {
            self.add_rela(place, relative, len)?;
        }
        if let (Some(address), Some(len)) = (relr, relr_len)
            && let Some(place) = self.place(address.value, len.value)
        {
            self.add_relr(place, len)?;
        }
        self.relocations.sort_unstable();
        self.relocations.shrink_to_fit();
        Ok(())
    }

    fn add_rela(&mut self, place: Place, relative: RelocationType, count: Number) -> Result<(), Error> {
        for (_, at) in records(place, size::<Rela64<Endianness>>()) {
            let found: Rela64<Endianness> = self.source.structure(at, "relocations")?;
            if found.r_type(self.endian, false) == relative {
                let to = found.r_addend(self.endian).cast_unsigned();
                self.add(found.r_offset(self.endian), to, count)?;
            }
        }
        Ok(())
    }

    /// Packed: the targets are stored in place.
    fn add_relr(&mut self, place: Place, count: Number) -> Result<(), Error> {
        let mut address = 0;
        for (_, at) in records(place, size::<Relr64<Endianness>>()) {
            let found: Relr64<Endianness> = self.source.structure(at, "relocations")?;
            let mut word = found.get(self.endian);
            if word & 1 == 0 {
                address = word;
                self.add_in_place(address, count)?;
                continue;
            }
            for _ in 0..Relr64::<Endianness>::COUNT {
                if let Some(address) = Relr64::<Endianness>::next(&mut address, &mut word) {
                    self.add_in_place(address, count)?;
                }
            }
        }
        Ok(())
    }

    fn add_in_place(&mut self, address: u64, count: Number) -> Result<(), Error> {
        match self.read_stored(address, 8)? {
            Some(to) => self.add(address, to, count),
            None => Ok(()),
        }
    }

    fn add(&mut self, at: u64, to: u64, count: Number) -> Result<(), Error> {
        if self.relocations.len() >= MOST_RELOCATIONS {
            let limit = u64::try_from(MOST_RELOCATIONS)
                .unwrap_or(u64::MAX)
                .saturating_mul(size::<Rela64<Endianness>>());
            return Err(self.source.over_limit(count, limit));
        }
        self.relocations.push((at, to));
        Ok(())
    }

    fn segment(&self, address: u64) -> Option<(&Loaded, u64)> {
        let next = self.segments.partition_point(|segment| segment.address <= address);
        let segment = self.segments.get(next.checked_sub(1)?)?;
        let skip = address.checked_sub(segment.address)?;
        (skip < segment.place.len).then_some((segment, skip))
    }

    pub(crate) fn place(&self, address: u64, len: u64) -> Option<Place> {
        let (segment, skip) = self.segment(address)?;
        let end = skip.checked_add(len)?;
        (end <= segment.place.len).then_some(Place { ofs: segment.place.ofs.saturating_add(skip), len })
    }

    /// The addresses of `places` in the file, sorted.
    fn addresses(&self, places: &[Place]) -> Vec<(u64, u64)> {
        let mut by_offset: Vec<&Loaded> = self.segments.iter().collect();
        by_offset.sort_by_key(|segment| segment.place);
        let loaded = places.iter().filter_map(|place| {
            let next = by_offset.partition_point(|segment| segment.place.ofs <= place.ofs);
            let segment = by_offset.get(next.checked_sub(1)?)?;
            let skip = place.ofs.checked_sub(segment.place.ofs)?;
            let start = segment.address.checked_add(skip)?;
            (place.end() <= segment.place.end()).then_some((start, start.checked_add(place.len)?))
        });
        let mut loaded: Vec<(u64, u64)> = loaded.collect();
        loaded.sort_unstable();
        loaded
    }

    /// A number of `len` bytes, without relocations.
    pub(crate) fn read_stored(&mut self, address: u64, len: u64) -> Result<Option<u64>, Error> {
        let Some(place) = self.place(address, len) else {
            return Ok(None);
        };
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let bytes = self.source.view(place.ofs, place.len)?.get(..len).unwrap_or_default();
        let add = |number: u64, byte: &u8| (number << 8) | u64::from(*byte);
        Ok(Some(match self.endian {
            Endianness::Little => bytes.iter().rev().fold(0, add),
            Endianness::Big => bytes.iter().fold(0, add),
        }))
    }

    /// After relocation; 0 if absent.
    pub(crate) fn pointer(&mut self, address: u64) -> Result<u64, Error> {
        let found = self.relocations.binary_search_by_key(&address, |(at, _)| *at);
        if let Some((_, to)) = found.ok().and_then(|index| self.relocations.get(index)) {
            return Ok(*to);
        }
        match self.is_fixed {
            true => Ok(self.read_stored(address, 8)?.unwrap_or(0)),
            false => Ok(0),
        }
    }

    /// Up to its NUL, with its file offset; `None` beyond `longest` bytes.
    pub(crate) fn text(&mut self, address: u64, longest: u64) -> Result<Option<(u64, Vec<u8>)>, Error> {
        let Some((segment, skip)) = self.segment(address) else {
            return Ok(None);
        };
        let ofs = segment.place.ofs.saturating_add(skip);
        let len = segment.place.len.saturating_sub(skip).min(longest.saturating_add(1));
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        let bytes = self.source.view(ofs, u64::try_from(len).unwrap_or(u64::MAX))?;
        let bytes = bytes.get(..len).unwrap_or(bytes);
        Ok(memchr::memchr(0, bytes).and_then(|end| Some((ofs, bytes.get(..end)?.to_vec()))))
    }

    /// Relocated words, or with fixed addresses all such 8-byte numbers in data.
    pub(crate) fn pointers_into(&mut self, places: &[Place]) -> Result<Vec<u64>, Error> {
        let ranges = self.addresses(places);
        let is_within = |to: u64| {
            let before = ranges.partition_point(|(start, _)| *start <= to);
            let range = before.checked_sub(1).and_then(|index| ranges.get(index));
            range.is_some_and(|(_, end)| to < *end)
        };
        let mut found: Vec<u64> = self
            .relocations
            .iter()
            .filter(|(_, to)| is_within(*to))
            .map(|(at, _)| *at)
            .collect();
        if self.is_fixed {
            let data = self.segments.iter().filter(|segment| !segment.is_executed);
            let mut data: Vec<(Place, u64)> = data.map(|segment| (segment.place, segment.address)).collect();
            data.sort_unstable();
            // Many segments may cover the same bytes; they are read once.
            let mut seen_up_to = 0;
            for (place, address) in data {
                if place.ofs >= seen_up_to {
                    seen_up_to = place.end();
                    self.scan(address, place, &is_within, &mut found)?;
                }
            }
            found.sort_unstable();
            found.dedup();
        }
        Ok(found)
    }

    /// Adds addresses of `wanted` numbers in the segment at `place`.
    fn scan(
        &mut self,
        address: u64,
        place: Place,
        wanted: &dyn Fn(u64) -> bool,
        found: &mut Vec<u64>,
    ) -> Result<(), Error> {
        // Numbers are aligned to their length.
        let mut skip = address.wrapping_neg() % 8;
        let endian = self.endian;
        while skip.saturating_add(8) <= place.len {
            let len = place.len.saturating_sub(skip).min(CHUNK);
            let bytes = self.source.view(place.ofs.saturating_add(skip), len)?;
            let bytes = bytes.get(..usize::try_from(len).unwrap_or(usize::MAX)).unwrap_or(bytes);
            let (words, _) = bytes.as_chunks::<8>();
            for (nth, word) in (0_u64..).zip(words) {
                if wanted(endian.read_u64(*word)) {
                    found.push(address.wrapping_add(skip).wrapping_add(nth.saturating_mul(8)));
                }
            }
            skip = skip
                .saturating_add(u64::try_from(words.len()).unwrap_or(u64::MAX).saturating_mul(8))
                .max(skip.saturating_add(8));
        }
        Ok(())
    }
}

/// Relative to the load address.
fn relative(machine: object::elf::Machine) -> Option<RelocationType> {
    Some(match machine {
        EM_X86_64 => R_X86_64_RELATIVE,
        EM_AARCH64 => R_AARCH64_RELATIVE,
        EM_PPC64 => R_PPC64_RELATIVE,
        EM_RISCV => R_RISCV_RELATIVE,
        EM_S390 => R_390_RELATIVE,
        _ => return None,
    })
}

/// With their numbers. Executable ones too: they may hold constants next to code.
pub(super) fn read_loaded<H: Layout>(source: &mut Source<'_>) -> Result<Vec<LoadedSection>, Error> {
    let (file, endian) = file_header::<H>(source)?;
    let mut loaded = Vec::new();
    let Some(table) = segment_headers::<H>(source, &file, endian)? else {
        return Ok(loaded);
    };
    let entry = size::<H::ProgramHeader>();
    let found = u64::from(file.e_phentsize(endian));
    if found != entry {
        let problem = Problem::Disagrees { found, expected: entry };
        return Err(source.at_fault(H::at().e_phentsize, "e_phentsize", problem));
    }
    for (index, at) in records(table, entry) {
        let segment: H::ProgramHeader = source.structure(at, Path::from("segments").index(index))?;
        if segment.p_type(endian) != PT_LOAD {
            continue;
        }
        let number = |value, skip: u64, field| Number { value, at: at.saturating_add(skip), field };
        let place = source.place(
            number(segment.p_offset(endian).into(), H::at().p_offset, "p_offset"),
            number(segment.p_filesz(endian).into(), H::at().p_filesz, "p_filesz"),
        );
        let place = place.map_err(|error| error.at_index(index).in_field("segments"));
        loaded.push(LoadedSection { name: LoadedName::Segment(index), place });
    }
    Ok(loaded)
}

pub(super) fn segment_headers<H: Layout>(
    source: &Source<'_>,
    file: &H,
    endian: Endianness,
) -> Result<Option<Place>, Error> {
    let start: u64 = file.e_phoff(endian).into();
    let count = u64::from(file.e_phnum(endian));
    if start == 0 || count == 0 {
        return Ok(None);
    }
    let entry = size::<H::ProgramHeader>();
    let start = Number { value: start, at: H::at().e_phoff, field: "e_phoff" };
    let len = Number { value: count.saturating_mul(entry), at: H::at().e_phnum, field: "e_phnum" };
    let place = source.kept(start, len)?;
    Ok(Some(place))
}
