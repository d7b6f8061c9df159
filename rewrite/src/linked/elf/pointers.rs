//! Pointers to the bundles of an ELF file.

use std::collections::{BTreeMap, BTreeSet};

use object::elf::{SHT_DYNSYM, SHT_SYMTAB};
use offload_bundle::Error;
use offload_bundle::internal::object::{Ranges, Source, records};
use offload_bundle_core::bytes::Place;

use super::image::{Image, word};
use super::relocations;
use super::split::next_address;
use crate::linked::elf::each::{ADDEND, LENGTH, Relocation, Symbol, Tables, VALUE};
use crate::linked::elf::machine::Relocations;
use crate::linked::held::Target;
use crate::linked::pointers::{SymbolLength, WORD};
use crate::linked::refusals::{changes_bundles, no_bits, not_repackable, relocation};

/// An 8-byte field with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pointer {
    /// File offset.
    pub(super) at: u64,
    pub(super) target: Target,
    /// The address that the number is relative to.
    pub(super) base: u64,
}

/// Longest distance from a displacement to the end of its instruction, in bytes: addends are less by it.
const INSTRUCTION_END: u64 = 8;

/// Its bundle has to stay in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixed {
    pub(super) bundle: usize,
    /// File offset.
    pub(super) at: u64,
    pub(super) kind: u32,
}

#[derive(Debug, Default)]
pub(super) struct Pointers {
    pub(super) fields: Vec<Pointer>,
    /// In wrapper order.
    pub(super) wrapped: Vec<usize>,
    pub(super) fixed: Vec<Fixed>,
    pub(super) lengths: Vec<SymbolLength>,
    pub(super) unreached: BTreeSet<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    value: u64,
    stays: bool,
}

struct Look<'l> {
    image: &'l Image,
    /// By table position and index.
    symbols: BTreeMap<(usize, u64), Known>,
    /// Relocations fill them with addresses of bundles.
    relocated: BTreeMap<u64, usize>,
    /// Sections with wrappers, and loaded sections without bytes in the file.
    in_wrappers: Ranges,
    without_bytes: Ranges,
    /// Relocations in wrapper sections with another target.
    elsewhere: BTreeMap<u64, u64>,
    /// After the bundles and their padding.
    end: u64,
    found: Pointers,
}

impl Pointers {
    /// Refuses pointers into bundles, bundles without pointers, and unsupported relocations.
    pub(super) fn find(image: &Image) -> Result<Self, Error> {
        let own = image.segment().and_then(|position| image.segments.get(position));
        let mut look = Look {
            image,
            symbols: BTreeMap::new(),
            relocated: BTreeMap::new(),
            in_wrappers: image.of_wrappers(),
            without_bytes: image.without_bytes().map(|(_, place)| place).collect(),
            elsewhere: BTreeMap::new(),
            end: own.map_or(0, |own| next_address(image, own).unwrap_or_else(|| own.memory_end())),
            found: Self::default(),
        };
        let mut source = Source::new(&image.held.input);
        look.symbols()?;
        look.relocations(&mut source)?;
        look.read_packed(&mut source)?;
        look.wrappers(&mut source)?;
        let wrapped: BTreeSet<usize> = look.found.wrapped.iter().copied().collect();
        look.found.unreached = image.held.unreached(&wrapped)?;
        Ok(look.found)
    }
}

impl Look<'_> {
    fn is_within(&self, address: u64) -> bool {
        let skip = address.checked_sub(self.image.address());
        skip.is_some_and(|skip| skip < self.image.held.place.len)
    }

    /// Their padding counts.
    fn changes(&self, address: u64) -> bool {
        address.saturating_add(WORD) > self.image.address() && address < self.end
    }

    /// The file contains `address` at `at`.
    fn bundle(&self, address: u64, at: u64) -> Result<usize, Error> {
        let start = address.wrapping_sub(self.image.address());
        self.image.held.bundle(start, at)
    }

    fn address(&self, bundle: usize) -> Option<u64> {
        let place = self.image.held.bundles.get(bundle)?;
        Some(self.image.address().saturating_add(place.ofs))
    }

    fn symbols(&mut self) -> Result<(), Error> {
        let image = self.image;
        let tables = &[SHT_SYMTAB, SHT_DYNSYM];
        image
            .file
            .each_symbol(tables, &mut |found| match image.has(image.held.section, &found) {
                true => self.symbol(found),
                false => Ok(()),
            })
    }

    fn symbol(&mut self, found: Symbol) -> Result<(), Error> {
        let Symbol { key, at, value, len, is_section, .. } = found;
        let known = Known { value, stays: is_section };
        self.symbols.insert(key, known);
        if is_section {
            return Ok(());
        }
        let start = value.wrapping_sub(self.image.address());
        let target = self.image.held.target(start, at)?;
        self.found
            .fields
            .push(Pointer { at: at.saturating_add(VALUE), target, base: 0 });
        if let (Target::Bundle(bundle), 1..) = (target, len) {
            let at = at.saturating_add(LENGTH);
            let end = self.image.held.end(bundle, start.saturating_add(len), at)?;
            self.found.lengths.push(SymbolLength { at, bundle, len, end });
        }
        Ok(())
    }

    fn relocations(&mut self, source: &mut Source<'_>) -> Result<(), Error> {
        let image = self.image;
        image.file.each_relocation(&mut |found| self.relocation(source, found))
    }

    fn relocation(&mut self, source: &mut Source<'_>, found: Relocation<'_>) -> Result<(), Error> {
        let Relocation { table, at, address, kind, symbol, addend, .. } = found;
        if kind != self.image.numbers.relative && !found.has_symbol {
            let why =
                format!("the relocation at byte {at:#x} uses a symbol after the end of its table; relink the file");
            return Err(self.image.held.error(not_repackable(why)));
        }
        let is_loaded = table.is_loaded();
        let symbol = symbol.and_then(|symbol| self.symbols.get(&symbol).copied());
        let field = at.saturating_add(ADDEND);
        let refused = |look: &Self| look.image.held.error(relocation(kind, at));
        match symbol {
            _ if kind == Relocations::NONE => Ok(()),
            _ if self.changes(address) => Err(self.image.held.error(changes_bundles(kind, at))),
            _ if kind == self.image.numbers.relative => {
                if self.is_within(addend) {
                    let bundle = self.bundle(addend, field)?;
                    self.field(field, bundle, 0);
                    self.in_place(source, (address, addend), bundle, is_loaded)?;
                } else if self.in_wrappers.has(address) {
                    self.elsewhere.insert(address, addend);
                }
                Ok(())
            }
            Some(Known { value, stays }) if kind == self.image.numbers.absolute => {
                let target = value.wrapping_add(addend);
                let bundle = self.bundle(target, field)?;
                // The symbol moves with its bundle; the section symbol does not.
                if stays {
                    self.field(field, bundle, value);
                } else if addend != 0 {
                    return Err(refused(self));
                }
                self.in_place(source, (address, target), bundle, is_loaded)
            }
            // Relocations for loaders hold the address of a symbol, which moves. Relocations that linkers leave
            // describe code.
            Some(Known { stays: false, .. }) if is_loaded && addend == 0 => Ok(()),
            // A word in code holds the distance to its target, which may be in another bundle than the symbol.
            Some(Known { value, stays }) => {
                let from = value.wrapping_add(addend);
                let to = from.wrapping_add(INSTRUCTION_END);
                let start = self.image.address();
                let bundles = &self.image.held.bundles;
                let first = bundles.partition_point(|place| start.saturating_add(place.ofs) < from);
                let reached = (first..).take_while(|bundle| self.address(*bundle).is_some_and(|address| address <= to));
                let mut fixed: Vec<usize> = reached.collect();
                if fixed.is_empty() {
                    return Err(refused(self));
                }
                if !stays {
                    fixed.push(self.bundle(value, at).map_err(|_| refused(self))?);
                }
                self.found
                    .fixed
                    .extend(fixed.into_iter().map(|bundle| Fixed { bundle, at, kind }));
                Ok(())
            }
            None if is_loaded => self.refuse_target(source, &found),
            None => Ok(()),
        }
    }

    /// The symbol is outside, the target is in the section.
    fn refuse_target(&self, source: &mut Source<'_>, found: &Relocation<'_>) -> Result<(), Error> {
        let is_plain = found.addend == 0 && found.kind == self.image.numbers.absolute;
        if is_plain || !self.image.numbers.adds(found.kind) {
            return Ok(());
        }
        let value = match found.symbol {
            Some(symbol) if symbol.1 > 0 => self.image.file.symbol_address(source, symbol)?,
            _ => Some(0),
        };
        match value.is_some_and(|value| self.is_within(value.wrapping_add(found.addend))) {
            true => Err(self.image.held.error(relocation(found.kind, found.at))),
            false => Ok(()),
        }
    }

    fn field(&mut self, at: u64, bundle: usize, base: u64) {
        let target = Target::Bundle(bundle);
        self.found.fields.push(Pointer { at, target, base });
    }

    /// Some linkers also store the target in place.
    fn in_place(
        &mut self,
        source: &mut Source<'_>,
        (address, target): (u64, u64),
        bundle: usize,
        is_loaded: bool,
    ) -> Result<(), Error> {
        if is_loaded && self.relocated.insert(address, bundle).is_some() {
            return Ok(());
        }
        if let Some(at) = self.image.offset_of(address).filter(|_| is_loaded)
            && word(source.view(at, WORD)?, 0) == Some(target)
        {
            self.field(at, bundle, 0);
        }
        Ok(())
    }

    /// Addresses are stored in place.
    fn read_packed(&mut self, source: &mut Source<'_>) -> Result<(), Error> {
        let image = self.image;
        relocations::visit_packed(image, &mut |address| self.read_packed_at(source, address))
    }

    fn read_packed_at(&mut self, source: &mut Source<'_>, address: u64) -> Result<(), Error> {
        let Some(at) = self.image.offset_of(address) else {
            return Ok(());
        };
        if self.changes(address) {
            return Err(self.image.held.error(changes_bundles(self.image.numbers.relative, at)));
        }
        let Some(target) = word(source.view(at, WORD)?, 0) else {
            return Ok(());
        };
        if self.is_within(target) {
            let bundle = self.bundle(target, at)?;
            if self.relocated.insert(address, bundle).is_none() {
                self.field(at, bundle, 0);
            }
        }
        Ok(())
    }

    fn no_bits(&self, address: u64) -> Error {
        let is_it = |(_, place): &(u64, Place)| place.ofs <= address && address < place.end();
        let number = self.image.without_bytes().find(is_it).map_or(0, |(number, _)| number);
        self.image.held.error(no_bits(&format!("number {number}")))
    }

    fn wrappers(&mut self, source: &mut Source<'_>) -> Result<(), Error> {
        for (position, rule) in &self.image.held.wrappers {
            let section = self.image.file.sections.get(*position);
            let Some((section, place)) = section.and_then(|section| Some((section, section.kept()?))) else {
                continue;
            };
            for (_, record) in records(place, rule.size) {
                let at = record.saturating_add(rule.pointer);
                let address = section.header.address.saturating_add(at.saturating_sub(place.ofs));
                if let Some(bundle) = self.relocated.get(&address) {
                    self.found.wrapped.push(*bundle);
                    continue;
                }
                let in_place = word(source.view(at, WORD)?, 0).unwrap_or(0);
                let target = self.elsewhere.get(&address).copied().unwrap_or(in_place);
                if self.without_bytes.has(target) {
                    return Err(self.no_bits(target));
                }
                if self.is_within(target) {
                    let bundle = self.bundle(target, at)?;
                    self.found.wrapped.push(bundle);
                    self.field(at, bundle, 0);
                }
            }
        }
        Ok(())
    }
}
