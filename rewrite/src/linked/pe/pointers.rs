//! Pointers to the bundles of a Windows library or program.

use std::collections::{BTreeMap, BTreeSet};

use object::LittleEndian as LE;
use object::pe::{BaseRelocationType, IMAGE_REL_BASED_ABSOLUTE, IMAGE_REL_BASED_DIR64, ImageBaseRelocation};
use offload_bundle::Error;
use offload_bundle::internal::object::coff::SymbolForm;
use offload_bundle::internal::object::{Source, records, size};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Problem, ReadError};

use super::image::{Image, SectionPlaces};
use crate::linked::held::Target;
use crate::linked::pointers::{Pointer, Pointers, WORD};
use crate::linked::refusals::{changes_bundles, relocation};

/// In bytes.
const ENTRY: u64 = 2;
/// The page offset in a base relocation, and the bit number of its type.
const WITHIN: u16 = 0xfff;
const KIND: u32 = 12;

/// Refuses pointers into bundles, and bundles without pointers.
pub(super) fn find(image: &Image) -> Result<Pointers, Error> {
    let mut source = Source::new(&image.held.input);
    // By the file offset of the word.
    let mut words: BTreeMap<u64, usize> = BTreeMap::new();
    relocations(image, &mut source, &mut words)?;
    let mut found = Pointers::default();
    for (position, rule) in &image.held.wrappers {
        let Some(section) = image.sections.get(*position) else {
            continue;
        };
        let place = section.loaded_place();
        for (_, record) in records(place, rule.size) {
            let at = record.saturating_add(rule.pointer);
            if let Some(bundle) = bundle_at(image, &mut source, at)? {
                words.insert(at, bundle);
                found.wrapped.push(bundle);
            }
        }
    }
    let base = image.optional.image_base.get(LE).wrapping_add(image.address());
    let fields = words.into_iter().map(|(at, bundle)| Pointer {
        at,
        len: WORD,
        target: Target::Bundle(bundle),
        base: 0_u64.wrapping_sub(base),
    });
    found.fields.extend(fields);
    symbols(image, &source, &mut found)?;
    found.reached = found.fields.iter().filter_map(|field| field.target.bundle()).collect();
    let wrapped: BTreeSet<usize> = found.wrapped.iter().copied().collect();
    found.unreached = image.held.unreached(&wrapped)?;
    Ok(found)
}

/// Loaders do not use them.
fn symbols(image: &Image, source: &Source<'_>, found: &mut Pointers) -> Result<(), Error> {
    let Some(place) = image.symbols() else {
        return Ok(());
    };
    let form = SymbolForm::new(false);
    let bytes = source.bytes(place)?;
    let number = u32::try_from(image.held.section.saturating_add(1)).ok();
    for at in form.names(&bytes) {
        let Some(symbol) = form.place(&bytes, at).filter(|_| form.section(&bytes, at) == number) else {
            continue;
        };
        let value_at = place
            .ofs
            .saturating_add(u64::try_from(symbol.value_at).unwrap_or(u64::MAX));
        let value = u64::from(symbol.value);
        let target = match image.held.bundles.last().is_some_and(|last| value == last.end()) {
            true => Target::End,
            false => Target::Bundle(image.held.bundle(value, value_at)?),
        };
        found.fields.push(Pointer { at: value_at, len: 4, target, base: 0 });
    }
    Ok(())
}

/// `None` if it points elsewhere.
fn bundle_at(image: &Image, source: &mut Source<'_>, at: u64) -> Result<Option<usize>, Error> {
    let word = source.view(at, WORD)?.first_chunk().copied().map(u64::from_le_bytes);
    let base = image.optional.image_base.get(LE).wrapping_add(image.address());
    let skip = word.map(|word| word.wrapping_sub(base));
    match skip.filter(|skip| *skip < image.room()) {
        Some(skip) => image.held.bundle(skip, at).map(Some),
        None => Ok(None),
    }
}

fn relocations(image: &Image, source: &mut Source<'_>, words: &mut BTreeMap<u64, usize>) -> Result<(), Error> {
    let Some(place) = image.relocations else {
        return Ok(());
    };
    let damaged = |at, problem| {
        let error = ReadError::new(at, problem).in_field("relocations");
        Error::Read { file: image.held.input.name().into(), error }
    };
    let mut at = place.ofs;
    while at < place.end() {
        let block: ImageBaseRelocation = source.structure(at, "relocations")?;
        let header = size::<ImageBaseRelocation>();
        let page = u64::from(block.virtual_address.get(LE));
        let len = u64::from(block.size_of_block.get(LE));
        // Some linkers fill the rest with zeros.
        if page == 0 && len == 0 {
            break;
        }
        let left = place.end().saturating_sub(at);
        if len < header || len > left {
            return Err(damaged(at, Problem::OutOfRange { found: len, min: header, max: left }));
        }
        let entries = Place { ofs: at.saturating_add(header), len: len.saturating_sub(header) };
        for (_, entry_at) in records(entries, ENTRY) {
            let entry = source
                .view(entry_at, ENTRY)?
                .first_chunk()
                .copied()
                .map(u16::from_le_bytes);
            let Some(entry) = entry else { continue };
            let kind = BaseRelocationType(entry >> KIND);
            if kind == IMAGE_REL_BASED_ABSOLUTE {
                continue;
            }
            let address = page.saturating_add(u64::from(entry & WITHIN));
            let is_behind = address.saturating_add(WORD) > image.address();
            if is_behind && address.saturating_sub(image.address()) < image.room() {
                return Err(image.held.error(changes_bundles(kind.0.into(), entry_at)));
            }
            if kind != IMAGE_REL_BASED_DIR64 {
                return Err(image.held.error(relocation(kind.0.into(), entry_at)));
            }
            let Some(word) = image.offset_of(address, WORD) else {
                continue;
            };
            if let Some(bundle) = bundle_at(image, source, word)? {
                words.insert(word, bundle);
            }
        }
        at = at.saturating_add(len);
    }
    Ok(())
}
