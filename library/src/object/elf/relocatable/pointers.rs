//! What leads to the bundles of an object: relocations by the symbol of their section, and symbols that begin with one.

use std::collections::BTreeMap;

use object::elf::SHT_SYMTAB;

use super::image::Image;
use crate::error::Error;
use crate::object::RepackFault;
use crate::object::elf::each::{ADDEND, LENGTH, Relocation, Symbol, VALUE, position};
use crate::object::elf::machine::Relocations;
use crate::object::held::Target;
use crate::object::pointers::{Pointer, Pointers, SymbolLength, WORD};

/// How far before its target a displacement in code counts from, in bytes, at most.
const INSTRUCTION_END: u64 = 8;

/// What is known while they are looked for.
struct Look<'l> {
    image: &'l Image,
    /// By the index of their table's section and their own.
    symbols: BTreeMap<(usize, u64), Symbol>,
    found: Pointers,
}

/// What leads to the bundles of `image`.
///
/// # Errors
///
/// Something leads into a bundle; some bundles are led to and others are not; a relocation that is not followed.
pub(super) fn find(image: &Image) -> Result<Pointers, Error> {
    let mut look = Look { image, symbols: BTreeMap::new(), found: Pointers::default() };
    image
        .file
        .each_symbol(&[SHT_SYMTAB], &mut |symbol| look.symbol(symbol))?;
    image
        .file
        .each_relocation(&mut |relocation| look.relocation(relocation))?;
    look.found.refuse_unreached(&image.held)?;
    Ok(look.found)
}

impl Look<'_> {
    fn symbol(&mut self, found: Symbol) -> Result<(), Error> {
        let Symbol { key, at, section, value, len, is_section, .. } = found;
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
        self.found
            .fields
            .push(Pointer { at: field, len: WORD, target, base: 0 });
        if let Target::Bundle(bundle) = target {
            self.found.reached.insert(bundle);
            let end = self.image.held.end(bundle, value.saturating_add(len), at)?;
            if len > 0 {
                let at = at.saturating_add(LENGTH);
                self.found.lengths.push(SymbolLength { at, bundle, end, len });
            }
        }
        Ok(())
    }

    /// A relocation, if it is by a symbol in the section, or changes bytes of it.
    fn relocation(&mut self, found: Relocation<'_>) -> Result<(), Error> {
        let Relocation { table, at, address: offset, kind, symbol, has_symbol, addend } = found;
        if !has_symbol {
            return Err(self.image.held.error(RepackFault::NoSymbol { offset: at }));
        }
        if kind == Relocations::NONE {
            return Ok(());
        }
        let refused = |look: &Self| Err(look.image.held.error(RepackFault::Relocation { offset: at, kind }));
        if position(table.header.info) == Some(self.image.held.section) {
            return Err(self.image.held.error(RepackFault::ChangesBundles { offset: at, kind }));
        }
        let Some(symbol) = symbol.and_then(|symbol| self.symbols.get(&symbol).copied()) else {
            return Ok(());
        };
        let to = symbol.value.wrapping_add(addend);
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
                .push(Pointer { at: field, len: WORD, target, base: symbol.value });
        }
        self.found.reached.insert(bundle);
        let wrapper = position(table.header.info).and_then(|position| self.image.held.wrappers.get(&position));
        if wrapper.is_some_and(|rule| offset.checked_rem(rule.size) == Some(rule.pointer)) {
            self.found.wrapped.push(bundle);
        }
        Ok(())
    }
}
