//! Replaces the bundles within a COFF object that is not linked yet: what is behind their section in the file follows, and so do relocations
//! and symbols that lead to bundles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use object::FileKind;
use object::LittleEndian as LE;
use object::U32;
use object::pe::{
    IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_REL_AMD64_ABSOLUTE, IMAGE_REL_AMD64_ADDR64,
    IMAGE_REL_ARM64_ADDR64, ImageRelocation,
};
use offload_bundle_core::bytes::Place;

use super::file::{self, CoffFile, FileHeader};
use super::symbols::{SymbolForm, SymbolPlace};
use crate::error::Error;
use crate::input::{Input, InputPiece};
use crate::object::RepackFault;
use crate::object::changes::Changes;
use crate::object::held::{self, Asked, Held, Target};
use crate::object::source::{Source, records, size};

/// Length of an address, in bytes.
const WORD: u64 = 8;
/// Where the symbol of a section says what that sums up to, in bytes behind its length.
const SUM: u64 = 8;
/// The number of a relocation that does nothing, on every machine.
const NOTHING: u16 = IMAGE_REL_AMD64_ABSOLUTE.0;

/// What leads to a bundle: a field of so many bytes, and what the number in it counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pointer {
    at: u64,
    len: u64,
    target: Target,
    base: u64,
}

/// What leads to the bundles of an object.
#[derive(Debug, Default)]
struct Pointers {
    fields: Vec<Pointer>,
    /// The bundle that each wrapper points at.
    wrapped: Vec<usize>,
    reached: BTreeSet<usize>,
    /// A relocation that says how far a bundle is, and its type: then no bundle may move.
    fixed: Option<(u64, u32)>,
    /// Where the symbol of the section says how long that is, and what it sums up to.
    lengths: Vec<u64>,
}

/// A COFF object whose bundles can be replaced.
pub(crate) struct CoffObject {
    pub(in crate::object) held: Held,
    file: CoffFile,
    kind: FileKind,
    pointers: Pointers,
}

impl CoffObject {
    /// The object `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places count in the
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::Rewrite`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(crate) fn of(asked: Asked<'_>, kind: FileKind) -> Result<Self, Error> {
        let input = asked.input;
        let mut source = Source::new(input);
        let file = file::read(&mut source, input, kind == FileKind::CoffBig)?;
        let headers: Vec<_> = file.sections.iter().map(|found| (found.at, found.data())).collect();
        let held = Held::of(asked, &headers)?;
        let machine = match file.header {
            FileHeader::Plain(header) => header.machine.get(LE),
            FileHeader::Big(header) => header.machine.get(LE),
        };
        let absolute = match machine {
            IMAGE_FILE_MACHINE_AMD64 => IMAGE_REL_AMD64_ADDR64.0,
            IMAGE_FILE_MACHINE_ARM64 => IMAGE_REL_ARM64_ADDR64.0,
            _ => return Err(held.refused(RepackFault::Form { found: "one for another machine" })),
        };
        let mut object = Self { held, file, kind, pointers: Pointers::default() };
        object.pointers = object.found_pointers(&mut source, absolute)?;
        Ok(object)
    }

    /// How many wrappers point at bundles.
    pub(crate) fn wrapper_count(&self) -> usize {
        self.pointers.wrapped.len()
    }

    /// The object with other bundles: `content` comes in place of what the section has, with the bundles at `places` of it. The result tells
    /// where these are in the file.
    ///
    /// # Errors
    ///
    /// What [`RepackFault`] says.
    pub(crate) fn with(
        &self,
        content: Vec<InputPiece>,
        places: &[Place],
    ) -> Result<(Vec<InputPiece>, Vec<Place>), Error> {
        let len = InputPiece::total(&content);
        let made = self
            .follow(places, len)
            .and_then(|changes| self.file.with_contents(vec![(self.held.section, content)], changes));
        let pieces = made.map_err(|fault| self.held.refused(fault))?;
        Ok((pieces, self.held.in_file(places)))
    }

    /// Checks `result`, in which the bundles should be at `places`: all else is as it was, and what leads to bundles leads to the same ones.
    ///
    /// # Errors
    ///
    /// It is not so.
    pub(crate) fn check(&self, places: &[Place], result: &Arc<Input>) -> Result<(), Error> {
        let unsound = |what: &str| Err(held::unsound(&self.held.input, what));
        let places: Vec<Place> = places.iter().copied().filter(|place| place.len > 0).collect();
        let new = Self::of(self.held.again(result, &places), self.kind)?;
        let leads = |pointers: &Pointers| {
            pointers
                .fields
                .iter()
                .map(|field| (field.len, field.target))
                .collect::<Vec<_>>()
        };
        let alike = self.pointers.wrapped == new.pointers.wrapped && leads(&self.pointers) == leads(&new.pointers);
        if !alike || self.held.section != new.held.section {
            return unsound("what led to bundles leads elsewhere");
        }
        let mut source = Source::new(result);
        let stored = new.file.sections.get(new.held.section);
        let stored = stored.map(|section| section.header.size_of_raw_data);
        for at in &new.pointers.lengths {
            let sum: U32<LE> = source.structure(at.saturating_add(SUM), "symbols")?;
            if Some(source.structure(*at, "symbols")?) != stored || sum.get(LE) != 0 {
                return unsound("the symbol of the section with the bundles says another length");
            }
        }
        let lengths = self.pointers.lengths.iter();
        let lengths = lengths
            .flat_map(|at| [*at, at.saturating_add(SUM)])
            .map(|ofs| Place { ofs, len: 4 });
        let fields = self
            .pointers
            .fields
            .iter()
            .map(|field| Place { ofs: field.at, len: field.len });
        let changed = fields.chain(lengths).collect();
        match self.file.difference(&new.file, &[self.held.section].into(), &changed)? {
            Some(what) => unsound(what),
            None => Ok(()),
        }
    }

    /// What leads to bundles leads to where they are then, in a section of `len` bytes.
    fn follow(&self, places: &[Place], len: u64) -> Result<Changes, RepackFault> {
        let mut changes = Changes::default();
        let place = |bundle: usize| places.get(bundle).copied().unwrap_or(Place { ofs: 0, len: 0 });
        let mut set = |at: u64, field: u64, number: u64| {
            let bytes = number.to_le_bytes();
            let short = usize::try_from(field)
                .ok()
                .and_then(|field| bytes.get(..field))
                .unwrap_or(&bytes);
            changes.set(at, short.to_vec())
        };
        for pointer in &self.pointers.fields {
            let target = pointer.target.bundle().map_or(len, |bundle| place(bundle).ofs);
            set(pointer.at, pointer.len, target.wrapping_sub(pointer.base))?;
        }
        for at in &self.pointers.lengths {
            // Its sum, which linkers of such sections do not look at, is not made anew: zero says that there is none.
            set(*at, 4, len)?;
            set(at.saturating_add(SUM), 4, 0)?;
        }
        let Pointers { reached, fixed, .. } = &self.pointers;
        self.held.refuse_moved(reached, *fixed, places)?;
        Ok(changes)
    }

    fn found_pointers(&self, source: &mut Source<'_>, absolute: u16) -> Result<Pointers, Error> {
        let mut found = Pointers::default();
        let symbols = self.symbols(source, &mut found)?;
        let sections = self.file.sections.iter().enumerate();
        let tables = sections.filter_map(|(position, section)| Some((position, section.relocations?)));
        for table in tables {
            self.relocations(source, table, (&symbols, absolute), &mut found)?;
        }
        // Linkers of device code take sections as wholes, and nothing leads into those.
        if !found.reached.is_empty() || !self.held.wrappers.is_empty() {
            self.held.refuse_unreached(&found.reached)?;
        }
        Ok(found)
    }

    /// The symbols in the section by their index: where they are in it, and whether they stay there.
    fn symbols(&self, source: &mut Source<'_>, found: &mut Pointers) -> Result<BTreeMap<u32, (u64, bool)>, Error> {
        let form = SymbolForm::of(self.file.header.is_big());
        let bytes = source.bytes(self.file.symbols)?;
        let number = u32::try_from(self.held.section.saturating_add(1)).ok();
        let mut symbols = BTreeMap::new();
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
                Some(at) => found.lengths.push(in_file(at)),
                None => {
                    let target = self.held.target(value, in_file(at))?;
                    found.reached.extend(target.bundle());
                    found
                        .fields
                        .push(Pointer { at: in_file(value_at), len: 4, target, base: 0 });
                }
            }
        }
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
            let Some((value, stays)) = symbols.get(&relocation.symbol_table_index.get(LE)).copied() else {
                continue;
            };
            let kind = relocation.typ.get(LE).0;
            if kind == NOTHING {
                continue;
            }
            if kind != absolute {
                found.fixed = Some((at, kind.into()));
                continue;
            }
            let skip = u64::from(relocation.virtual_address.get(LE))
                .saturating_sub(section.header.virtual_address.get(LE).into());
            let data = section.data().filter(|data| skip.saturating_add(WORD) <= data.len);
            let Some(field) = data.map(|data| data.ofs.saturating_add(skip)) else {
                return Err(self
                    .held
                    .refused(RepackFault::Relocation { offset: at, kind: kind.into() }));
            };
            let bytes = source.view(field, WORD)?.first_chunk().copied().unwrap_or_default();
            let addend = u64::from_le_bytes(bytes);
            if !stays && addend != 0 {
                return Err(self
                    .held
                    .refused(RepackFault::Relocation { offset: at, kind: kind.into() }));
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
