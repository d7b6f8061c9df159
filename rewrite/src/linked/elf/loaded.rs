//! What a loader makes of a file before and after: it goes by program headers and the dynamic section alone, and by nothing that was found while the
//! bundles were replaced.

use std::collections::BTreeMap;

use object::LittleEndian;
use object::elf::{
    DT_FINI, DT_FINI_ARRAY, DT_GNU_HASH, DT_HASH, DT_INIT, DT_INIT_ARRAY, DT_JMPREL, DT_NULL, DT_PLTGOT, DT_PLTRELSZ,
    DT_PREINIT_ARRAY, DT_RELA, DT_RELASZ, DT_RELR, DT_RELRSZ, DT_STRTAB, DT_SYMTAB, DT_VERDEF, DT_VERNEED, DT_VERSYM,
    Dyn64, DynamicTag, FileHeader64, PT_DYNAMIC, PT_LOAD, ProgramHeader64, Rela64, SHN_ABS, SHN_UNDEF, STB_LOCAL,
    STT_TLS, Sym64,
};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::input::same_bytes;
use offload_bundle::internal::object::{Ranges, Source, records, size};
use offload_bundle_core::bytes::Place;

use crate::linked::elf::machine::Relocations;

const WORD: u64 = 8;
/// Length of a number in a table of hashes, in bytes.
const HASH: u64 = 4;

/// The entries of a dynamic section whose values are addresses.
const ADDRESSES: [DynamicTag; 16] = [
    DT_PLTGOT,
    DT_HASH,
    DT_GNU_HASH,
    DT_STRTAB,
    DT_SYMTAB,
    DT_RELA,
    DT_JMPREL,
    DT_RELR,
    DT_INIT,
    DT_FINI,
    DT_INIT_ARRAY,
    DT_FINI_ARRAY,
    DT_PREINIT_ARRAY,
    DT_VERSYM,
    DT_VERDEF,
    DT_VERNEED,
];

/// Whether the value of a dynamic entry with this tag is an address.
pub(super) fn is_address(tag: i64) -> bool {
    ADDRESSES.iter().any(|address| address.0 == tag)
}

/// Which addresses lead where then: those of bundles, of the end of their section, and of what moved. All others stay.
#[derive(Debug)]
pub(super) struct Moves {
    /// The addresses of the section with the bundles.
    pub(super) held: Place,
    /// The first address of each bundle, and of the section, with those that they have then.
    pub(super) starts: BTreeMap<u64, u64>,
    /// The end of the section then.
    pub(super) end: u64,
    /// What else moved, and where to.
    pub(super) others: Vec<(Place, u64)>,
    /// How many symbols loaders can find at least: tables of hashes do not count those that other files define.
    pub(super) symbols: u64,
}

impl Moves {
    /// Whether `new` is where that is which was at `old`.
    fn leads_alike(&self, old: u64, new: u64) -> bool {
        if let Some(to) = self.starts.get(&old) {
            return new == *to;
        }
        let is_within = |place: &Place| place.ofs <= old && old < place.end();
        match self.others.iter().find(|(place, _)| is_within(place)) {
            Some((place, to)) => new == old.wrapping_sub(place.ofs).wrapping_add(*to),
            None if old == self.held.end() => new == old || new == self.end,
            None => new == old && !is_within(&self.held),
        }
    }
}

/// A file as its loader sees it.
struct Process<'i> {
    source: Source<'i>,
    loads: Vec<(u64, Place)>,
    /// Where its dynamic section is in the file, and its entries: tag and value.
    entries: Option<Place>,
    dynamic: Vec<(i64, u64)>,
}

impl<'i> Process<'i> {
    fn new(input: &'i Input) -> Result<Self, Error> {
        let mut source = Source::new(input);
        let header: FileHeader64<LittleEndian> = source.structure(0, "header")?;
        let count = u64::from(header.e_phnum.get(LittleEndian));
        let headers = size::<ProgramHeader64<LittleEndian>>();
        let table = Place { ofs: header.e_phoff.get(LittleEndian), len: count.saturating_mul(headers) };
        let (mut loads, mut entries) = (Vec::new(), None);
        for (_, at) in records(table, headers) {
            let header: ProgramHeader64<LittleEndian> = source.structure(at, "segments")?;
            let place = Place { ofs: header.p_offset.get(LittleEndian), len: header.p_filesz.get(LittleEndian) };
            match header.p_type.get(LittleEndian) {
                PT_LOAD => loads.push((header.p_vaddr.get(LittleEndian), place)),
                PT_DYNAMIC => entries = Some(place),
                _ => {}
            }
        }
        let mut dynamic = Vec::new();
        for (_, at) in entries
            .iter()
            .flat_map(|place| records(*place, size::<Dyn64<LittleEndian>>()))
        {
            let entry: Dyn64<LittleEndian> = source.structure(at, "dynamic")?;
            let tag = entry.d_tag.get(LittleEndian);
            if tag == DT_NULL {
                break;
            }
            dynamic.push((tag.0, entry.d_val.get(LittleEndian)));
        }
        Ok(Self { source, loads, entries, dynamic })
    }

    fn value(&self, tag: DynamicTag) -> Option<u64> {
        let mut entries = self.dynamic.iter().rev();
        entries.find(|(found, _)| *found == tag.0).map(|(_, value)| *value)
    }

    /// The table of `len` bytes that the entry `address` leads to; nothing where there is none.
    fn table(&self, address: DynamicTag, len: DynamicTag) -> Option<Place> {
        Some(Place { ofs: self.value(address)?, len: self.value(len)? })
    }

    /// Where in the file the byte at `address` is; the end of the file where it is nowhere, so that reading fails.
    fn offset(&self, address: u64) -> u64 {
        let mut loads = self.loads.iter();
        let found = loads.find_map(|(start, place)| {
            let skip = address.checked_sub(*start)?;
            (skip < place.len).then(|| place.ofs.checked_add(skip))?
        });
        found.unwrap_or_else(|| self.source.input().len())
    }

    /// The address that the byte at `ofs` of the file is loaded to.
    fn address(&self, ofs: u64) -> Option<u64> {
        let mut loads = self.loads.iter();
        loads.find_map(|(start, place)| {
            let skip = ofs.checked_sub(place.ofs)?;
            (skip < place.len).then(|| start.checked_add(skip))?
        })
    }

    /// The value of the symbol of this number, if that is an address of the file.
    fn symbol_value(&mut self, number: u64) -> Result<Option<u64>, Error> {
        let Some(table) = self.value(DT_SYMTAB).filter(|_| number > 0) else {
            return Ok(Some(0));
        };
        let skip = number.saturating_mul(size::<Sym64<LittleEndian>>());
        let symbol: Sym64<LittleEndian> = self.at(table.saturating_add(skip))?;
        Ok(has_address(&symbol).then(|| symbol.st_value.get(LittleEndian)))
    }

    /// How long the table of hashes at `address` is in bytes, and how many symbols it has.
    fn hashes(&mut self, address: u64) -> Result<(u64, u64), Error> {
        let (buckets, symbols) = (self.half(address)?, self.half(address.saturating_add(HASH))?);
        let numbers = buckets.saturating_add(symbols).saturating_add(2);
        Ok((numbers.saturating_mul(HASH), symbols))
    }

    /// The same of one of GNU.
    fn gnu_hashes(&mut self, address: u64) -> Result<(u64, u64), Error> {
        let number = |nth: u64| address.saturating_add(nth.saturating_mul(HASH));
        let (buckets, first, words) = (self.half(number(0))?, self.half(number(1))?, self.half(number(2))?);
        let start = words.saturating_mul(2).saturating_add(4);
        let chains = start.saturating_add(buckets);
        let mut last = 0;
        for bucket in start..chains {
            last = self.half(number(bucket))?.max(last);
        }
        let mut end = chains;
        let mut symbols = first;
        if last >= first && buckets > 0 {
            symbols = last;
            loop {
                end = chains.saturating_add(symbols.saturating_sub(first));
                symbols = symbols.saturating_add(1);
                if self.half(number(end))? & 1 == 1 {
                    break;
                }
            }
            end = end.saturating_add(1);
        }
        Ok((end.saturating_mul(HASH), symbols))
    }

    /// The structure at `address`.
    fn at<T: object::pod::Pod>(&mut self, address: u64) -> Result<T, Error> {
        let offset = self.offset(address);
        self.source.structure(offset, "memory")
    }

    fn word(&mut self, address: u64) -> Result<u64, Error> {
        Ok(self.at::<object::U64<LittleEndian>>(address)?.get(LittleEndian))
    }

    fn half(&mut self, address: u64) -> Result<u64, Error> {
        Ok(self.at::<object::U32<LittleEndian>>(address)?.get(LittleEndian).into())
    }
}

/// Compares what a loader makes of two files.
pub(super) struct Loading<'c> {
    old: Process<'c>,
    new: Process<'c>,
    moves: &'c Moves,
    numbers: Relocations,
}

impl<'c> Loading<'c> {
    pub(super) fn new(
        (old, new): (&'c Input, &'c Input),
        moves: &'c Moves,
        numbers: Relocations,
    ) -> Result<Self, Error> {
        Ok(Self { old: Process::new(old)?, new: Process::new(new)?, moves, numbers })
    }

    /// The first thing that leads elsewhere; `changed` are the places of the file before whose bytes are others.
    ///
    /// # Errors
    ///
    /// A table is not there as a whole.
    pub(super) fn difference(mut self, changed: impl Iterator<Item = Place>) -> Result<Option<String>, Error> {
        if !self.has_entries() {
            return Ok(Some("the dynamic section says something else".to_owned()));
        }
        let own = self
            .old
            .entries
            .map(|place| self.old.address(place.ofs).map(|ofs| Place { ofs, ..place }));
        let mut tables: Vec<Place> = own.flatten().into_iter().collect();
        for (address, len) in [(DT_RELA, DT_RELASZ), (DT_JMPREL, DT_PLTRELSZ)] {
            if let Some(table) = self.old.table(address, len) {
                tables.push(table);
                if let Some(at) = self.relocation(table)? {
                    return Ok(Some(format!("the relocation at address {at:#x} leads elsewhere")));
                }
            }
        }
        if let Some(table) = self.old.table(DT_RELR, DT_RELRSZ)
            && let Some(at) = self.packed(table)?
        {
            return Ok(Some(format!("the pointer at address {at:#x} leads elsewhere")));
        }
        let Some(symbols) = self.symbol_count()? else {
            return Ok(Some("a table of hashes is elsewhere".to_owned()));
        };
        if let Some(table) = self.old.value(DT_SYMTAB) {
            let symbols = symbols.max(self.moves.symbols);
            let table = Place { ofs: table, len: symbols.saturating_mul(size::<Sym64<LittleEndian>>()) };
            tables.push(table);
            if let Some(at) = self.symbol(table)? {
                return Ok(Some(format!("the symbol at address {at:#x} is elsewhere")));
            }
        }
        let other = self.pointer(&tables.into_iter().collect(), changed)?;
        Ok(other.map(|at| format!("the pointer at address {at:#x} leads elsewhere")))
    }

    /// Whether the dynamic sections say the same.
    fn has_entries(&self) -> bool {
        let pairs = self.old.dynamic.iter().zip(&self.new.dynamic);
        let mut same = pairs.map(|((tag, old), (other, new))| {
            tag == other && (old == new || (is_address(*tag) && self.moves.leads_alike(*old, *new)))
        });
        self.old.dynamic.len() == self.new.dynamic.len() && same.all(|same| same)
    }

    /// The first relocation in the table at these addresses that leads elsewhere.
    fn relocation(&mut self, table: Place) -> Result<Option<u64>, Error> {
        for (_, at) in records(table, size::<Rela64<LittleEndian>>()) {
            let old: Rela64<LittleEndian> = self.old.at(at)?;
            let new: Rela64<LittleEndian> = self.new.at(at)?;
            let target = |rela: &Rela64<LittleEndian>| rela.r_addend.get(LittleEndian).cast_unsigned();
            let kind = old.r_type(LittleEndian, false).0;
            let is_same = (old.r_offset, old.r_info) == (new.r_offset, new.r_info)
                && if kind == self.numbers.relative {
                    self.moves.leads_alike(target(&old), target(&new))
                } else if self.numbers.adds(kind) {
                    let symbol = u64::from(old.r_sym(LittleEndian, false));
                    match (self.old.symbol_value(symbol)?, self.new.symbol_value(symbol)?) {
                        (Some(from), Some(to)) => {
                            let (from, to) = (from.wrapping_add(target(&old)), to.wrapping_add(target(&new)));
                            self.moves.leads_alike(from, to)
                        }
                        _ => target(&old) == target(&new),
                    }
                } else {
                    target(&old) == target(&new)
                };
            if !is_same {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The first word that is relocated where it is and leads elsewhere.
    fn packed(&mut self, table: Place) -> Result<Option<u64>, Error> {
        let mut next = 0;
        for (_, at) in records(table, WORD) {
            let (old, new) = (self.old.word(at)?, self.new.word(at)?);
            if old != new {
                return Ok(Some(at));
            }
            for address in packed_addresses(old, &mut next) {
                if !self.moves.leads_alike(self.old.word(address)?, self.new.word(address)?) {
                    return Ok(Some(address));
                }
            }
        }
        Ok(None)
    }

    /// The first symbol in the table at these addresses that is elsewhere.
    fn symbol(&mut self, table: Place) -> Result<Option<u64>, Error> {
        let start = self.new.value(DT_SYMTAB).unwrap_or(table.ofs);
        for (_, at) in records(table, size::<Sym64<LittleEndian>>()) {
            let old: Sym64<LittleEndian> = self.old.at(at)?;
            let new: Sym64<LittleEndian> = self.new.at(at.wrapping_sub(table.ofs).wrapping_add(start))?;
            let (from, to) = (old.st_value.get(LittleEndian), new.st_value.get(LittleEndian));
            let says =
                |symbol: &Sym64<LittleEndian>| (symbol.st_name, symbol.st_info, symbol.st_other, symbol.st_shndx);
            let is_there = match has_address(&old) {
                true => self.moves.leads_alike(from, to),
                false => from == to,
            };
            if says(&old) != says(&new) || !is_there {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// How many symbols the tables of hashes have; nothing where one of these has other bytes.
    fn symbol_count(&mut self) -> Result<Option<u64>, Error> {
        let mut count = 0;
        for tag in [DT_HASH, DT_GNU_HASH] {
            let (Some(old), Some(new)) = (self.old.value(tag), self.new.value(tag)) else {
                continue;
            };
            let (len, symbols) = match tag {
                DT_HASH => self.old.hashes(old)?,
                _ => self.old.gnu_hashes(old)?,
            };
            count = symbols.max(count);
            let place = Place { ofs: self.old.offset(old), len };
            let offset = self.new.offset(new);
            if !same_bytes((self.old.source.input(), place), (self.new.source.input(), offset))? {
                return Ok(None);
            }
        }
        Ok(Some(count))
    }

    /// The first of these places whose words were not addresses of what moved, outside of `tables` of addresses.
    fn pointer(&mut self, tables: &Ranges, changed: impl Iterator<Item = Place>) -> Result<Option<u64>, Error> {
        let header = size::<FileHeader64<LittleEndian>>();
        for place in changed.filter(|place| place.ofs >= header) {
            for skip in (0..place.len).step_by(8) {
                let Some(address) = self.old.address(place.ofs.saturating_add(skip)) else {
                    continue;
                };
                let is_alike = tables.has(address)
                    || (place.len.saturating_sub(skip) >= WORD
                        && self.moves.leads_alike(self.old.word(address)?, self.new.word(address)?));
                if !is_alike {
                    return Ok(Some(address));
                }
            }
        }
        Ok(None)
    }
}

/// The addresses of the words that an entry of packed relocations changes; `next` is the first that the next one may be about.
fn packed_addresses(entry: u64, next: &mut u64) -> impl Iterator<Item = u64> {
    let (start, bits) = match entry & 1 {
        0 => (entry, 1),
        _ => (*next, entry >> 1),
    };
    let words: u64 = if entry & 1 == 0 { 1 } else { 63 };
    *next = start.wrapping_add(words.saturating_mul(WORD));
    let set = (0..words).filter(move |bit| (bits >> bit) & 1 == 1);
    set.map(move |bit| start.wrapping_add(bit.saturating_mul(WORD)))
}

/// Whether the value of `symbol` is an address of the file.
fn has_address(symbol: &Sym64<LittleEndian>) -> bool {
    let section = symbol.st_shndx.get(LittleEndian);
    let is_own = section != SHN_UNDEF || symbol.st_bind() == STB_LOCAL;
    is_own && section != SHN_ABS && symbol.st_type() != STT_TLS
}
