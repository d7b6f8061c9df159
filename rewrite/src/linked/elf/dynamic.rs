//! The dynamic section. Loaders find relocations by it, so the section table must agree.

use object::LittleEndian;
use object::elf::{
    DT_ANDROID_REL, DT_ANDROID_RELA, DT_ANDROID_RELR, DT_FINI, DT_FINI_ARRAY, DT_GNU_HASH, DT_HASH, DT_INIT,
    DT_INIT_ARRAY, DT_JMPREL, DT_NULL, DT_PLTGOT, DT_PLTRELSZ, DT_PREINIT_ARRAY, DT_REL, DT_RELA, DT_RELASZ, DT_RELR,
    DT_RELRSZ, DT_STRTAB, DT_SYMTAB, DT_VERDEF, DT_VERNEED, DT_VERSYM, Dyn64, DynamicTag, PT_DYNAMIC, SHT_DYNAMIC,
    SHT_DYNSYM, SHT_RELA, SHT_RELR, SectionType,
};
use offload_bundle::internal::input::first_not_zero;
use offload_bundle::internal::object::elf::FileSection;
use offload_bundle::internal::object::{Source, records, size};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;

use super::image::Image;
use crate::linked::refusals::{not_repackable, unknown_relocations};

/// Tables of relocations: tag of the address, tag of the length in bytes, section type.
const RELOCATIONS: [(DynamicTag, DynamicTag, SectionType); 3] =
    [(DT_RELA, DT_RELASZ, SHT_RELA), (DT_JMPREL, DT_PLTRELSZ, SHT_RELA), (DT_RELR, DT_RELRSZ, SHT_RELR)];

/// Unsupported tables.
const OTHERS: [(DynamicTag, &str); 4] = [
    (DT_REL, "DT_REL"),
    (DT_ANDROID_REL, "packed Android relocations"),
    (DT_ANDROID_RELA, "packed Android relocations"),
    (DT_ANDROID_RELR, "packed Android relocations"),
];

/// Tags with addresses as values.
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

pub(super) fn is_address(tag: i64) -> bool {
    ADDRESSES.iter().any(|address| address.0 == tag)
}

impl Image {
    /// Tag, value, and file offset of the value.
    pub(super) fn dynamic(&self) -> Result<Vec<(i64, u64, u64)>, Error> {
        let mut source = Source::new(&self.held.input);
        let mut found = Vec::new();
        let section = self.file.sections.iter().find(|section| section.is(SHT_DYNAMIC));
        let Some(place) = section.and_then(FileSection::kept) else {
            return Ok(found);
        };
        for (_, at) in records(place, size::<Dyn64<LittleEndian>>()) {
            let read: Dyn64<LittleEndian> = source.structure(at, "dynamic")?;
            let tag = read.d_tag.get(LittleEndian);
            if tag == DT_NULL {
                break;
            }
            found.push((tag.0, read.d_val.get(LittleEndian), at.saturating_add(8)));
        }
        Ok(found)
    }

    /// Only zeros, and no dynamic entry points there.
    pub(super) fn is_free(&self, place: Place, entries: &[(i64, u64, u64)]) -> Result<bool, Error> {
        let start = self
            .address()
            .saturating_add(place.ofs.saturating_sub(self.held.place.ofs));
        let mut named = entries.iter().filter(|(tag, ..)| is_address(*tag));
        let is_named = named.any(|(_, value, _)| value.checked_sub(start).is_some_and(|skip| skip < place.len));
        Ok(!is_named && first_not_zero(&self.held.input, place)?.is_none())
    }

    /// The section table must list everything that the loader uses.
    pub(super) fn check_dynamic(&self) -> Result<(), Error> {
        let listed = |place: Place| {
            let mut sections = self.sections_with_bytes();
            sections.any(|(position, found)| {
                found == place
                    && self
                        .file
                        .sections
                        .get(position)
                        .is_some_and(|section| section.is(SHT_DYNAMIC))
            })
        };
        let mut segments = self.segments.iter();
        if segments.any(|segment| segment.kind == PT_DYNAMIC.0 && !listed(segment.place())) {
            return Err(self.held.error(unlisted("the dynamic section")));
        }
        let entries = self.dynamic()?;
        let value = |tag: DynamicTag| {
            entries
                .iter()
                .rev()
                .find(|(found, ..)| *found == tag.0)
                .map(|(_, value, _)| *value)
        };
        for (tag, found) in OTHERS {
            if value(tag).is_some() {
                return Err(self.held.error(unknown_relocations(found)));
            }
        }
        let is_table = |address: u64| {
            let mut sections = self.file.sections.iter();
            sections.any(|section| section.is(SHT_DYNSYM) && section.is_loaded() && section.header.address == address)
        };
        if value(DT_SYMTAB).is_some_and(|address| !is_table(address)) {
            return Err(self.held.error(unlisted("the symbols")));
        }
        let mut applied = Vec::new();
        for (address, len, kind) in RELOCATIONS {
            let place = Place { ofs: value(address).unwrap_or(0), len: value(len).unwrap_or(0) };
            if value(address).is_none() {
                continue;
            }
            if !is_covered(place, self.loaded_tables(kind).collect()) {
                return Err(self.held.error(unlisted("all relocations")));
            }
            applied.push((kind, place));
        }
        match entries.is_empty() {
            // A static program applies its own relocations.
            true => Ok(()),
            false => self.check_applied(&applied),
        }
    }

    /// A table that nothing applies would go stale unnoticed.
    fn check_applied(&self, applied: &[(SectionType, Place)]) -> Result<(), Error> {
        for kind in [SHT_RELA, SHT_RELR] {
            for table in self.loaded_tables(kind) {
                let places = applied.iter().filter(|(known, _)| *known == kind);
                if table.len != 0 && !is_covered(table, places.map(|(_, place)| *place).collect()) {
                    let why = format!(
                        "the dynamic section does not contain the relocations at address {:#x}",
                        table.ofs
                    );
                    return Err(self.held.error(not_repackable(why)));
                }
            }
        }
        Ok(())
    }

    fn loaded_tables(&self, kind: SectionType) -> impl Iterator<Item = Place> {
        let sections = self.file.sections.iter();
        let sections = sections.filter(move |section| section.is(kind) && section.is_loaded());
        sections.map(|section| Place { ofs: section.header.address, len: section.header.size })
    }
}

/// Whether `covers` together contain `place`.
fn is_covered(place: Place, mut covers: Vec<Place>) -> bool {
    covers.sort_unstable();
    let end = covers.iter().fold(place.ofs, |at, cover| match cover.ofs <= at {
        true => at.max(cover.end()),
        false => at,
    });
    end >= place.end()
}

fn unlisted(what: &str) -> Refusal {
    not_repackable(format!(
        "the section table does not list {what} at the loader's address"
    ))
}
