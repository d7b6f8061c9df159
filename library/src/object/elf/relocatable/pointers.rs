//! What leads to the bundles of an object: relocations by the symbol of their section, and symbols that begin with one.

use std::collections::{BTreeMap, BTreeSet};

use object::elf::{SHN_XINDEX, SHT_RELA, SHT_SYMTAB, SHT_SYMTAB_SHNDX, STT_SECTION, SectionType};
use offload_bundle_core::bytes::Place;

use super::image::Image;
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::changes::Changes;
use crate::object::elf::machine::Relocations;
use crate::object::held::Target;
use crate::object::source::Source;

/// Lengths of entries, in bytes.
const RELA: u64 = 24;
const SYMBOL: u64 = 24;
const WORD: u64 = 4;
/// Where the fields of a relocation are, in bytes.
const INFO: u64 = 8;
const ADDEND: u64 = 16;
/// Where those of a symbol are.
const KIND: usize = 4;
const SECTION: usize = 6;
const VALUE: u64 = 8;
const LENGTH: u64 = 16;
/// How far before its target a displacement in code counts from, in bytes, at most.
const INSTRUCTION_END: u64 = 8;

/// A field of eight bytes that says where something is in the section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pointer {
    /// Where it is in the file.
    pub(super) at: u64,
    pub(super) target: Target,
    /// What the number in it counts from.
    base: u64,
}

/// The length of a symbol that begins with a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Length {
    pub(super) at: u64,
    pub(super) bundle: usize,
    /// What it ends with, where that is not its bundle.
    pub(super) end: Option<Target>,
    len: u64,
}

/// What leads to the bundles of an object.
#[derive(Debug, Default)]
pub(super) struct Pointers {
    pub(super) fields: Vec<Pointer>,
    pub(super) lengths: Vec<Length>,
    /// The bundle that each wrapper points at, in the order of the relocations.
    pub(super) wrapped: Vec<usize>,
    /// A relocation that says how far a bundle is, and its type: then no bundle may move.
    fixed: Option<(u64, u32)>,
    /// Bundles that something leads to.
    reached: BTreeSet<usize>,
}

/// A section with symbols, relocations or the like.
struct Table {
    index: u32,
    place: Place,
    /// What its header says of others.
    link: u32,
    info: u32,
}

/// A symbol in the section.
#[derive(Debug, Clone, Copy)]
struct Symbol {
    value: u64,
    /// Whether it is that of the section, which does not move.
    stays: bool,
}

/// What is known while they are looked for.
struct Look<'l> {
    image: &'l Image,
    /// By the index of their table's section and their own.
    symbols: BTreeMap<(u32, u64), Symbol>,
    found: Pointers,
}

impl Pointers {
    /// What leads to the bundles.
    ///
    /// # Errors
    ///
    /// Something leads into a bundle; some bundles are led to and others are not; a relocation that is not followed.
    pub(super) fn of(image: &Image) -> Result<Self, Error> {
        let mut source = Source::new(&image.held.input);
        let mut look = Look { image, symbols: BTreeMap::new(), found: Self::default() };
        look.all_symbols(&mut source)?;
        look.all_relocations(&mut source)?;
        // Linkers of device code take sections as wholes, and nothing leads into those.
        if !look.found.reached.is_empty() || !image.held.wrappers.is_empty() {
            image.held.refuse_unreached(&look.found.reached)?;
        }
        Ok(look.found)
    }

    /// What leads to bundles leads to where they are then, in a section of `len` bytes.
    pub(super) fn follow(&self, image: &Image, places: &[Place], len: u64) -> Result<Changes, RepackFault> {
        let mut changes = Changes::default();
        let place = |bundle: usize| places.get(bundle).copied().unwrap_or(Place { ofs: 0, len: 0 });
        let target = |target| match target {
            Target::Bundle(bundle) => place(bundle).ofs,
            Target::End => len,
        };
        let mut set = |at: u64, word: u64| {
            let mut bytes = Vec::new();
            let put = image.file.form.put_word(&mut bytes, word);
            put.map_err(|_| RepackFault::Form { found: "one of 32 bits" })?;
            changes.set(at, bytes)
        };
        for pointer in &self.fields {
            set(pointer.at, target(pointer.target).wrapping_sub(pointer.base))?;
        }
        for length in &self.lengths {
            let new = match length.end {
                Some(end) => target(end).saturating_sub(place(length.bundle).ofs),
                None => place(length.bundle).len,
            };
            // One that is shorter than its bundle stays so.
            let had = image
                .held
                .bundles
                .get(length.bundle)
                .map_or(u64::MAX, |place| place.len);
            if new < length.len || length.len >= had {
                set(length.at, new)?;
            }
        }
        // Where a whole one goes, what leads to it would lead to another.
        let goes = self.reached.iter().copied().find(|bundle| place(*bundle).len == 0);
        if let Some(bundle) = goes {
            return Err(RepackFault::Needed { offset: image.held.offset(bundle) });
        }
        let stay = image
            .held
            .bundles
            .iter()
            .zip(places)
            .all(|(old, new)| old.ofs == new.ofs);
        match self.fixed {
            Some((offset, kind)) if !stay => Err(RepackFault::Relocation { offset, kind }),
            _ => Ok(changes),
        }
    }
}

impl Look<'_> {
    /// The sections of a kind.
    fn tables(&self, kind: SectionType) -> Vec<Table> {
        let sections = (1..).zip(&self.image.file.sections);
        let tables = sections.filter_map(|(index, section)| {
            let place = section.kept().filter(|_| section.is(kind))?;
            Some(Table { index, place, link: section.header.link, info: section.header.info })
        });
        tables.collect()
    }

    fn all_symbols(&mut self, source: &mut Source<'_>) -> Result<(), Error> {
        let large: BTreeMap<u32, Place> = self
            .tables(SHT_SYMTAB_SHNDX)
            .into_iter()
            .map(|table| (table.link, table.place))
            .collect();
        for Table { index: table, place, .. } in self.tables(SHT_SYMTAB) {
            for index in 0..place.len.checked_div(SYMBOL).unwrap_or(0) {
                let at = place.ofs.saturating_add(index.saturating_mul(SYMBOL));
                self.symbol(source, (table, index), at, large.get(&table))?;
            }
        }
        Ok(())
    }

    fn symbol(
        &mut self,
        source: &mut Source<'_>,
        key: (u32, u64),
        at: u64,
        large: Option<&Place>,
    ) -> Result<(), Error> {
        let form = self.image.file.form;
        let symbol = source.view(at, SYMBOL)?;
        let section = form.half_at(symbol, SECTION).unwrap_or_default();
        let stays = symbol.get(KIND).is_some_and(|info| info & 15 == STT_SECTION.0);
        let (Some(value), Some(len)) = (form.word_at(symbol, VALUE), form.word_at(symbol, LENGTH)) else {
            return Ok(());
        };
        let section = match large {
            Some(large) if section == SHN_XINDEX.0 => {
                let at = large.ofs.saturating_add(key.1.saturating_mul(WORD));
                form.number_at(source.view(at, WORD)?, 0).unwrap_or_default()
            }
            _ => section.into(),
        };
        if section != self.image.index() {
            return Ok(());
        }
        self.symbols.insert(key, Symbol { value, stays });
        if stays {
            return Ok(());
        }
        let target = self.image.held.target(value, at)?;
        let field = at.saturating_add(VALUE);
        self.found.fields.push(Pointer { at: field, target, base: 0 });
        if let Target::Bundle(bundle) = target {
            self.found.reached.insert(bundle);
            let end = self.image.held.end(bundle, value.saturating_add(len), at)?;
            if len > 0 {
                let at = at.saturating_add(LENGTH);
                self.found.lengths.push(Length { at, bundle, end, len });
            }
        }
        Ok(())
    }

    fn all_relocations(&mut self, source: &mut Source<'_>) -> Result<(), Error> {
        for Table { place, link: table, info: target, .. } in self.tables(SHT_RELA) {
            let symbols = self.image.file.section(table);
            let count = symbols.map_or(0, |symbols| symbols.header.size.checked_div(SYMBOL).unwrap_or(0));
            for index in 0..place.len.checked_div(RELA).unwrap_or(0) {
                let at = place.ofs.saturating_add(index.saturating_mul(RELA));
                let entry = source.view(at, RELA)?;
                let form = self.image.file.form;
                let words = (
                    form.word_at(entry, 0),
                    form.word_at(entry, INFO),
                    form.word_at(entry, ADDEND),
                );
                let (Some(offset), Some(info), Some(addend)) = words else {
                    continue;
                };
                let (symbol, kind) = (
                    info >> 32,
                    u32::try_from(info & u64::from(u32::MAX)).unwrap_or_default(),
                );
                if symbol >= count.max(1) {
                    return Err(self.image.held.refused(RepackFault::NoSymbol { offset: at }));
                }
                if let Some(symbol) = self.symbols.get(&(table, symbol)).copied() {
                    self.relocation((at, kind), symbol, addend, (target, offset))?;
                }
            }
        }
        Ok(())
    }

    /// A relocation by a symbol in the section, which changes the byte `offset` of the section number `changed`.
    fn relocation(
        &mut self,
        (at, kind): (u64, u32),
        symbol: Symbol,
        addend: u64,
        (changed, offset): (u32, u64),
    ) -> Result<(), Error> {
        let refused = |look: &Self| Err(look.image.held.refused(RepackFault::Relocation { offset: at, kind }));
        let to = symbol.value.wrapping_add(addend);
        if kind == Relocations::NONE {
            return Ok(());
        }
        if kind != self.image.relocations.absolute {
            // It says how far the target is from the code. A symbol takes its bundle along; what counts from the section does not.
            let is_near = addend.wrapping_add(INSTRUCTION_END) <= INSTRUCTION_END;
            return match symbol.stays {
                true => {
                    self.found.fixed = Some((at, kind));
                    Ok(())
                }
                false if is_near => Ok(()),
                false => refused(self),
            };
        }
        let field = at.saturating_add(ADDEND);
        let bundle = match (symbol.stays, addend) {
            (true, _) => self.image.held.bundle(to, field)?,
            // The symbol moves with its bundle.
            (false, 0) if to == self.image.held.place.len => return Ok(()),
            (false, 0) => self.image.held.bundle(to, field)?,
            (false, _) => return refused(self),
        };
        if symbol.stays {
            let target = Target::Bundle(bundle);
            self.found
                .fields
                .push(Pointer { at: field, target, base: symbol.value });
        }
        self.found.reached.insert(bundle);
        let position = usize::try_from(changed).ok().and_then(|changed| changed.checked_sub(1));
        let wrapper = position.and_then(|position| self.image.held.wrappers.get(&position));
        if wrapper.is_some_and(|rule| offset.checked_rem(rule.size) == Some(rule.pointer)) {
            self.found.wrapped.push(bundle);
        }
        Ok(())
    }
}
