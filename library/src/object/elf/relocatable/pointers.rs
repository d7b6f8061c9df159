//! What leads to the bundles of an object: relocations by the symbol of their section, and symbols that begin with one.

use std::collections::{BTreeMap, BTreeSet};

use object::elf::SHT_SYMTAB;
use offload_bundle_core::bytes::Place;

use super::image::Image;
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::changes::Changes;
use crate::object::elf::each::{ADDEND, LENGTH, Relocation, Symbol, VALUE, position};
use crate::object::elf::machine::Relocations;
use crate::object::held::Target;

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

/// What is known while they are looked for.
struct Look<'l> {
    image: &'l Image,
    /// By the index of their table's section and their own.
    symbols: BTreeMap<(usize, u64), Symbol>,
    found: Pointers,
}

impl Pointers {
    /// What leads to the bundles.
    ///
    /// # Errors
    ///
    /// Something leads into a bundle; some bundles are led to and others are not; a relocation that is not followed.
    pub(super) fn of(image: &Image) -> Result<Self, Error> {
        let mut look = Look { image, symbols: BTreeMap::new(), found: Self::default() };
        image
            .file
            .each_symbol(&[SHT_SYMTAB], &mut |symbol| look.symbol(symbol))?;
        image
            .file
            .each_relocation(&mut |relocation| look.relocation(relocation))?;
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
        image.held.refuse_moved(&self.reached, self.fixed, places)?;
        Ok(changes)
    }
}

impl Look<'_> {
    fn symbol(&mut self, found: Symbol) -> Result<(), Error> {
        let Symbol { key, at, section, value, len, is_section } = found;
        if section != Some(self.image.held.section) {
            return Ok(());
        }
        self.symbols.insert(key, found);
        // That of the section does not move.
        if is_section {
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

    /// A relocation, if it is by a symbol in the section.
    fn relocation(&mut self, found: Relocation<'_>) -> Result<(), Error> {
        let Relocation { table, at, address: offset, kind, symbol, has_symbol, addend } = found;
        if !has_symbol {
            return Err(self.image.held.refused(RepackFault::NoSymbol { offset: at }));
        }
        let Some(symbol) = symbol.and_then(|symbol| self.symbols.get(&symbol).copied()) else {
            return Ok(());
        };
        let refused = |look: &Self| Err(look.image.held.refused(RepackFault::Relocation { offset: at, kind }));
        let to = symbol.value.wrapping_add(addend);
        if kind == Relocations::NONE {
            return Ok(());
        }
        if kind != self.image.relocations.absolute {
            // It says how far the target is from the code. A symbol takes its bundle along; what counts from the section does not.
            let is_near = addend.wrapping_add(INSTRUCTION_END) <= INSTRUCTION_END;
            return match symbol.is_section {
                true => {
                    self.found.fixed = Some((at, kind));
                    Ok(())
                }
                false if is_near => Ok(()),
                false => refused(self),
            };
        }
        let field = at.saturating_add(ADDEND);
        let bundle = match (symbol.is_section, addend) {
            (true, _) => self.image.held.bundle(to, field)?,
            // The symbol moves with its bundle.
            (false, 0) if to == self.image.held.place.len => return Ok(()),
            (false, 0) => self.image.held.bundle(to, field)?,
            (false, _) => return refused(self),
        };
        if symbol.is_section {
            let target = Target::Bundle(bundle);
            self.found
                .fields
                .push(Pointer { at: field, target, base: symbol.value });
        }
        self.found.reached.insert(bundle);
        let wrapper = position(table.header.info).and_then(|position| self.image.held.wrappers.get(&position));
        if wrapper.is_some_and(|rule| offset.checked_rem(rule.size) == Some(rule.pointer)) {
            self.found.wrapped.push(bundle);
        }
        Ok(())
    }
}
