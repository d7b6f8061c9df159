//! Replaces the bundles within a COFF object that is not linked yet: what is behind their section in the file follows, and so do relocations
//! and symbols that lead to bundles.

use std::collections::BTreeMap;
use std::sync::Arc;

use object::LittleEndian as LE;
use object::pe::{
    IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_REL_AMD64_ABSOLUTE, IMAGE_REL_AMD64_ADDR64,
    IMAGE_REL_ARM64_ADDR64, ImageRelocation,
};
use object::{Endianness, FileKind, U32};
use offload_bundle_core::bytes::Place;

use super::file::{self, CoffFile, FileHeader};
use super::symbols::{SymbolForm, SymbolPlace};
use crate::error::Error;
use crate::input::{Input, InputPiece};
use crate::object::RepackFault;
use crate::object::held::{self, Asked, Held, Target};
use crate::object::pointers::{Placed, Pointer, Pointers, WORD};
use crate::object::source::{Source, records, size};

/// Where the symbol of a section says what that sums up to, in bytes behind its length.
const SUM: u64 = 8;
/// The number of a relocation that does nothing, on every machine.
const NOTHING: u16 = IMAGE_REL_AMD64_ABSOLUTE.0;

/// A COFF object whose bundles can be replaced.
pub(crate) struct CoffObject {
    pub(in crate::object) held: Held,
    file: CoffFile,
    kind: FileKind,
    pointers: Pointers,
    /// Where the symbol of the section says how long that is; behind that is what it sums up to.
    lengths: Vec<u64>,
}

impl CoffObject {
    /// The object `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places count in the
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::Rewrite`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(crate) fn read(asked: Asked<'_>, kind: FileKind) -> Result<Self, Error> {
        let input = asked.input;
        let mut source = Source::new(input);
        let file = file::read(&mut source, input, kind == FileKind::CoffBig)?;
        let headers: Vec<_> = file.sections.iter().map(|found| (found.at, found.data())).collect();
        let held = Held::read(asked, &headers)?;
        let machine = match file.header {
            FileHeader::Plain(header) => header.machine.get(LE),
            FileHeader::Big(header) => header.machine.get(LE),
        };
        let absolute = match machine {
            IMAGE_FILE_MACHINE_AMD64 => IMAGE_REL_AMD64_ADDR64.0,
            IMAGE_FILE_MACHINE_ARM64 => IMAGE_REL_ARM64_ADDR64.0,
            _ => return Err(held.error(RepackFault::Form { found: "one for another machine" })),
        };
        let mut object = Self { held, file, kind, pointers: Pointers::default(), lengths: Vec::new() };
        object.find_pointers(&mut source, absolute)?;
        Ok(object)
    }

    /// How many wrappers point at bundles.
    pub(crate) fn wrapper_count(&self) -> usize {
        self.pointers.wrapped.len()
    }

    /// The object with other bundles: `content` comes in place of what the section has, with the bundles at `places` of it.
    ///
    /// # Errors
    ///
    /// What [`RepackFault`] says.
    pub(crate) fn with(&self, content: Vec<InputPiece>, places: &[Place]) -> Result<Vec<InputPiece>, Error> {
        let len = InputPiece::total(&content);
        let to = Placed { bundles: places, len };
        let followed = self.pointers.follow(&self.held, to, Endianness::Little);
        let made = followed.and_then(|mut changes| {
            for sum in self.sums() {
                // Linkers of such sections do not look at it, and it is not made anew: zero says that there is none.
                changes.set(sum.ofs, vec![0; 4])?;
            }
            self.file.with_contents(vec![(self.held.section, content)], changes)
        });
        made.map_err(|fault| self.held.error(fault))
    }

    /// Checks `result`, in which the bundles should be at `places`: all else is as it was, and what leads to bundles leads to the same ones.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(crate) fn check(&self, places: &[Place], result: &Arc<Input>) -> Result<(), Error> {
        let unsound = |what: &str| Err(held::unsound(&self.held.input, what));
        let places: Vec<Place> = places.iter().copied().filter(|place| place.len > 0).collect();
        let new = Self::read(self.held.again(result, &places), self.kind)?;
        if !self.pointers.leads_as(&new.pointers) || self.held.section != new.held.section {
            return unsound("what led to bundles leads elsewhere");
        }
        let mut source = Source::new(result);
        let stored = new.file.sections.get(new.held.section);
        let stored = stored.map(|section| section.header.size_of_raw_data);
        for at in &new.lengths {
            let sum: U32<LE> = source.structure(at.saturating_add(SUM), "symbols")?;
            if Some(source.structure(*at, "symbols")?) != stored || sum.get(LE) != 0 {
                return unsound("the symbol of the section with the bundles says another length");
            }
        }
        let changed = self.pointers.places().chain(self.sums()).collect();
        match self.file.difference(&new.file, &[self.held.section].into(), &changed)? {
            Some(what) => unsound(what),
            None => Ok(()),
        }
    }

    /// Where the symbol of the section says what that sums up to.
    fn sums(&self) -> impl Iterator<Item = Place> {
        let lengths = self.lengths.iter();
        lengths.map(|at| Place { ofs: at.saturating_add(SUM), len: 4 })
    }

    fn find_pointers(&mut self, source: &mut Source<'_>, absolute: u16) -> Result<(), Error> {
        let mut found = Pointers::default();
        let symbols = self.symbols(source, &mut found)?;
        let sections = self.file.sections.iter().enumerate();
        let tables = sections.filter_map(|(position, section)| Some((position, section.relocations?)));
        for table in tables {
            self.relocations(source, table, (&symbols, absolute), &mut found)?;
        }
        found.refuse_unreached(&self.held)?;
        self.pointers = found;
        Ok(())
    }

    /// The symbols in the section by their index: where they are in it, and whether they stay there.
    fn symbols(&mut self, source: &mut Source<'_>, found: &mut Pointers) -> Result<BTreeMap<u32, (u64, bool)>, Error> {
        let form = SymbolForm::new(self.file.header.is_big());
        let bytes = source.bytes(self.file.symbols)?;
        let number = u32::try_from(self.held.section.saturating_add(1)).ok();
        let (mut symbols, mut lengths) = (BTreeMap::new(), Vec::new());
        for at in form.names(&bytes) {
            if form.section(&bytes, at) != number {
                continue;
            }
            let Some(SymbolPlace { index, value, value_at, section_length_at }) = form.place(&bytes, at) else {
                continue;
            };
            let in_file = |at: usize| {
                self.file
                    .symbols
                    .ofs
                    .saturating_add(u64::try_from(at).unwrap_or(u64::MAX))
            };
            let value = u64::from(value);
            symbols.insert(index, (value, section_length_at.is_some()));
            match section_length_at {
                Some(at) => {
                    let at = in_file(at);
                    found.fields.push(Pointer { at, len: 4, target: Target::End, base: 0 });
                    lengths.push(at);
                }
                None => {
                    let target = self.held.target(value, in_file(at))?;
                    found.reached.extend(target.bundle());
                    found
                        .fields
                        .push(Pointer { at: in_file(value_at), len: 4, target, base: 0 });
                }
            }
        }
        self.lengths = lengths;
        Ok(symbols)
    }

    /// The relocations at `place`, those of the section at `position`, that lead to bundles.
    fn relocations(
        &self,
        source: &mut Source<'_>,
        (position, place): (usize, Place),
        (symbols, absolute): (&BTreeMap<u32, (u64, bool)>, u16),
        found: &mut Pointers,
    ) -> Result<(), Error> {
        let Some(section) = self.file.sections.get(position) else {
            return Ok(());
        };
        let wrapper = self.held.wrappers.get(&position);
        for (_, at) in records(place, size::<ImageRelocation>()) {
            let relocation: ImageRelocation = source.structure(at, "relocations")?;
            let kind = relocation.typ.get(LE).0;
            if kind == NOTHING {
                continue;
            }
            let refused = || {
                Err(self
                    .held
                    .error(RepackFault::Relocation { offset: at, kind: kind.into() }))
            };
            if position == self.held.section {
                let fault = RepackFault::ChangesBundles { offset: at, kind: kind.into() };
                return Err(self.held.error(fault));
            }
            let Some((value, stays)) = symbols.get(&relocation.symbol_table_index.get(LE)).copied() else {
                continue;
            };
            if kind != absolute {
                found.fixed = Some((at, kind.into()));
                continue;
            }
            let skip = u64::from(relocation.virtual_address.get(LE))
                .saturating_sub(section.header.virtual_address.get(LE).into());
            let data = section.data().filter(|data| skip.saturating_add(WORD) <= data.len);
            let Some(field) = data.map(|data| data.ofs.saturating_add(skip)) else {
                return refused();
            };
            let bytes = source.view(field, WORD)?.first_chunk().copied().unwrap_or_default();
            let addend = u64::from_le_bytes(bytes);
            if !stays && addend != 0 {
                return refused();
            }
            let target = self.held.target(value.wrapping_add(addend), field)?;
            if stays {
                found.fields.push(Pointer { at: field, len: WORD, target, base: value });
            }
            found.reached.extend(target.bundle());
            if wrapper.is_some_and(|rule| skip.checked_rem(rule.size) == Some(rule.pointer)) {
                found.wrapped.extend(target.bundle());
            }
        }
        Ok(())
    }
}
