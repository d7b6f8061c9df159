//! Compares relocations, symbols, the dynamic section and wrappers.

use std::collections::BTreeSet;

use object::LittleEndian as LE;
use object::elf::{
    DT_GNU_HASH, DT_HASH, DT_SYMTAB, Dyn64, EM_AARCH64, EM_X86_64, Machine, R_AARCH64_ABS64, R_AARCH64_IRELATIVE,
    R_AARCH64_RELATIVE, R_X86_64_32, R_X86_64_64, R_X86_64_IRELATIVE, R_X86_64_PC32, R_X86_64_RELATIVE, Rela64,
    SHN_ABS, SHN_UNDEF, SHN_XINDEX, SHT_DYNSYM, STB_LOCAL, STT_TLS, SectionHeader64, Sym64, SymbolSection,
};
use offload_bundle::Error;
use offload_bundle::input::Input;
use offload_bundle::internal::object::{Source, records, sections, size};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{Holds, SectionRule, WrapperRule};

use super::memory::Memory;
use super::{Comparison, addresses, is_loaded, stored};
use crate::check::pair::{WORD, number};

impl Comparison<'_> {
    /// Symbol plus addend must lead to the same target.
    pub(super) fn relocations(
        &self,
        (header, old): (&SectionHeader64<LE>, Place),
        new: Place,
        visit: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let machine = self.was.header.e_machine.get(LE);
        let (mut old_symbols, mut new_symbols) = (Source::new(self.pair.old), Source::new(self.pair.new));
        let link = usize::try_from(header.sh_link.get(LE)).unwrap_or(usize::MAX);
        let tables = self.was.sections.get(link).zip(self.is.sections.get(link));
        let value = |source: &mut Source<'_>, table: Option<&SectionHeader64<LE>>, number: u32| match (number, table) {
            (1.., Some(table)) => {
                let skip = u64::from(number).saturating_mul(size::<Sym64<LE>>());
                let symbol: Sym64<LE> = source.structure(stored(table).ofs.saturating_add(skip), "symbols")?;
                Ok::<_, Error>(has_address(&symbol).then(|| symbol.st_value.get(LE)))
            }
            _ => Ok(Some(0)),
        };
        self.pair.each((old, new), |_, before: Rela64<LE>, after: Rela64<LE>| {
            let addend = |rela: &Rela64<LE>| rela.r_addend.get(LE).cast_unsigned();
            let (from, to) = (addend(&before), addend(&after));
            let symbol = before.r_sym(LE, false);
            let is_alike = match adds(machine, before.r_type(LE, false).0) {
                false => from == to,
                true => {
                    let values = (
                        value(&mut old_symbols, tables.map(|(table, _)| table), symbol)?,
                        value(&mut new_symbols, tables.map(|(_, table)| table), symbol)?,
                    );
                    match values {
                        (Some(old), Some(new)) => {
                            let is_unchanged = (old, from) == (new, to) && !is_loaded(header);
                            let (old, new) = (old.wrapping_add(from), new.wrapping_add(to));
                            let moves = &self.pair.moves;
                            let is_apart = is_unchanged && !moves.starts.contains_key(&old);
                            is_apart || moves.leads_alike(old, new)
                        }
                        (None, None) => from == to,
                        _ => false,
                    }
                }
            };
            if is_loaded(header) {
                visit(before.r_offset.get(LE));
            }
            Ok((before.r_offset, before.r_info) == (after.r_offset, after.r_info) && is_alike)
        })
    }

    /// Each must begin and end with the same content.
    pub(super) fn symbols(&self, (header, old): (&SectionHeader64<LE>, Place), new: Place) -> Result<(), Error> {
        let moves = &self.pair.moves;
        let is_dynamic = header.sh_type.get(LE) == SHT_DYNSYM;
        let own = |index: SymbolSection| {
            let number = usize::from(index.0);
            let sections = self.was.sections.get(number).zip(self.is.sections.get(number));
            sections.map(|(before, after)| (number, addresses(before), addresses(after)))
        };
        self.pair.each((old, new), |_, before: Sym64<LE>, after: Sym64<LE>| {
            let of = |symbol: &Sym64<LE>| (symbol.st_name, symbol.st_info, symbol.st_other, symbol.st_shndx);
            let (from, to) = (before.st_value.get(LE), after.st_value.get(LE));
            let section = before.st_shndx.get(LE);
            let alike = moves.leads_alike(from, to);
            let is_there = match own(section) {
                _ if !has_address(&before) => from == to,
                // Loaders go by addresses, and programs that remove sections do not renumber the sections of dynamic
                // symbols.
                Some((_, old, new)) if is_dynamic => alike || (from == old.end() && to == new.end()),
                _ if is_dynamic => alike,
                Some((number, ..)) if number == self.held => alike,
                Some((_, old, new)) => to == from.wrapping_sub(old.ofs).wrapping_add(new.ofs),
                None => from == to || (section == SHN_XINDEX && alike),
            };
            let end = |symbol: &Sym64<LE>| symbol.st_value.get(LE).wrapping_add(symbol.st_size.get(LE));
            let is_bundle = has_address(&before) && moves.held.0.ofs <= from && from < moves.held.0.end();
            let is_long = match is_bundle {
                false => before.st_size == after.st_size,
                true => {
                    let ends_with = moves.starts.get(&from).is_some_and(|(_, to)| end(&after) == *to);
                    let follows = ends_with || moves.leads_alike(end(&before), end(&after));
                    (before.st_size == after.st_size || follows) && end(&after) <= moves.held.1.end().max(to)
                }
            };
            Ok(of(&before) == of(&after) && is_there && is_long)
        })
    }

    pub(super) fn dynamic(&self, tables: (Place, Place)) -> Result<(), Error> {
        self.pair.each(tables, |_, before: Dyn64<LE>, after: Dyn64<LE>| {
            let (from, to) = (before.d_val.get(LE), after.d_val.get(LE));
            let is_alike = match before.d_tag.get(LE) {
                DT_HASH | DT_GNU_HASH | DT_SYMTAB => self.pair.moves.leads_alike(from, to),
                _ => from == to,
            };
            Ok(before.d_tag == after.d_tag && is_alike)
        })
    }

    pub(super) fn packed(&self, (old, new): (Place, Place), visit: &mut dyn FnMut(u64)) -> Result<(), Error> {
        self.pair
            .ensure(self.pair.equals(old, new.ofs)?, "its packed relocations have changed")?;
        let (mut was, mut is) = (Source::new(self.pair.old), Source::new(self.pair.new));
        let mut entries = Source::new(self.pair.old);
        let mut next = 0;
        for (_, at) in records(old, WORD) {
            for address in packed_addresses(number(&mut entries, at)?, &mut next) {
                self.word(address, (&mut was, &mut is))?;
                visit(address);
            }
        }
        Ok(())
    }

    fn word(&self, address: u64, (was, is): (&mut Source<'_>, &mut Source<'_>)) -> Result<(), Error> {
        let offset = |memory: &Memory, input: &Input| memory.offset_of(address).unwrap_or(input.len());
        let old = number(was, offset(&self.was.memory, self.pair.old))?;
        let new = number(is, offset(&self.is.memory, self.pair.new))?;
        let what = || format!("the pointer at address {address:#x} leads elsewhere");
        self.pair.ensure(self.pair.words_alike(old, new), what())
    }

    pub(super) fn wrappers(
        &self,
        rules: &'static [SectionRule<'static>],
    ) -> Result<Vec<(Place, WrapperRule<'static>)>, Error> {
        let known = sections(self.pair.old, rules)?.map_or_else(Vec::new, |sections| sections.known);
        let mut found = Vec::new();
        for (section, (_, at)) in self
            .was
            .sections
            .iter()
            .zip(records(self.was.tables()[1], size::<SectionHeader64<LE>>()))
        {
            let rule = known
                .iter()
                .find(|known| known.offset == at)
                .map(|known| known.rule.holds);
            if let Some(Holds::Pointer(Some(rule))) = rule
                && stored(section).len > 0
            {
                found.push((addresses(section), rule));
            }
        }
        Ok(found)
    }

    /// Those without a relocation.
    pub(super) fn pointers(
        &self,
        wrappers: &[(Place, WrapperRule<'_>)],
        relocated: &BTreeSet<u64>,
    ) -> Result<(), Error> {
        let (mut was, mut is) = (Source::new(self.pair.old), Source::new(self.pair.new));
        for (place, rule) in wrappers {
            for (_, record) in records(*place, rule.size) {
                let address = record.saturating_add(rule.pointer);
                if !relocated.contains(&address) {
                    self.word(address, (&mut was, &mut is))?;
                }
            }
        }
        Ok(())
    }
}

fn has_address(symbol: &Sym64<LE>) -> bool {
    let section = symbol.st_shndx.get(LE);
    let is_own = section != SHN_UNDEF || symbol.st_bind() == STB_LOCAL;
    is_own && section != SHN_ABS && symbol.st_type() != STT_TLS
}

/// Whether relocations of this type hold symbol plus addend, or the distance to it.
fn adds(machine: Machine, kind: u32) -> bool {
    let kinds: &[_] = match machine {
        EM_X86_64 => &[R_X86_64_64, R_X86_64_RELATIVE, R_X86_64_IRELATIVE, R_X86_64_32, R_X86_64_PC32],
        EM_AARCH64 => &[R_AARCH64_ABS64, R_AARCH64_RELATIVE, R_AARCH64_IRELATIVE],
        _ => &[],
    };
    kinds.iter().any(|known| known.0 == kind)
}

/// `next` is the first address of the next bitmap.
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
