//! A Windows library or program, and its bundle section.

use object::LittleEndian as LE;
use object::pe::{
    IMAGE_DIRECTORY_ENTRY_BASERELOC, IMAGE_DIRECTORY_ENTRY_DEBUG, IMAGE_DIRECTORY_ENTRY_SECURITY,
    IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64, IMAGE_SIZEOF_SYMBOL, ImageDataDirectory, ImageDebugDirectory,
    ImageFileHeader, ImageOptionalHeader64,
};
use object::{FileKind, U32};
use offload_bundle::internal::input::first_not_zero;
use offload_bundle::internal::object::coff::FileSection;
use offload_bundle::internal::object::{Source, coff, kind, records, size};
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::Path;

use crate::linked::held::{Asked, Held};
use crate::linked::refusals::{not_repackable, other_form};

/// Linkers write about four.
const MOST_DEBUG: u64 = 1024;

pub(super) trait SectionPlaces {
    /// Padding included.
    fn stored_place(&self) -> Place;

    fn loaded_place(&self) -> Place;

    /// Relative to the image base.
    fn address(&self) -> u64;
}

impl SectionPlaces for FileSection {
    fn stored_place(&self) -> Place {
        let ofs = u64::from(self.header.pointer_to_raw_data.get(LE));
        let len = u64::from(self.header.size_of_raw_data.get(LE));
        Place { ofs, len: if ofs == 0 { 0 } else { len } }
    }

    fn loaded_place(&self) -> Place {
        let in_memory = u64::from(self.header.virtual_size.get(LE));
        let stored = self.stored_place();
        Place { len: stored.len.min(in_memory), ..stored }
    }

    fn address(&self) -> u64 {
        self.header.virtual_address.get(LE).into()
    }
}

pub(super) struct Image {
    pub(super) held: Held,
    pub(super) header: ImageFileHeader,
    pub(super) header_at: u64,
    pub(super) optional: ImageOptionalHeader64,
    pub(super) optional_at: u64,
    /// Sorted by address, without overlap.
    pub(super) sections: Vec<FileSection>,
    /// With their offsets.
    pub(super) debug: Vec<(u64, ImageDebugDirectory)>,
    pub(super) relocations: Option<Place>,
}

impl Image {
    pub(super) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let input = asked.input;
        let refused = |refusal| input.refuse(refusal);
        let form = |found| refused(other_form(found));
        let mut source = Source::new(input);
        if kind(&mut source)? != Some(FileKind::Pe64) {
            return Err(form("one of 32 bits"));
        }
        let header_at = coff::image_header(&mut source)?;
        let header: ImageFileHeader = source.structure(header_at, "header")?;
        if ![IMAGE_FILE_MACHINE_AMD64, IMAGE_FILE_MACHINE_ARM64].contains(&header.machine.get(LE)) {
            return Err(form("a file for another machine"));
        }
        let optional_at = header_at.saturating_add(size::<ImageFileHeader>());
        let optional: ImageOptionalHeader64 = source.structure(optional_at, "optional_header")?;
        let directories = Directories::read(&mut source, &header, &optional, optional_at)?;
        if directories.get(IMAGE_DIRECTORY_ENTRY_SECURITY).is_some() {
            let why = "the file is signed, and a change would invalidate the signature";
            let hint = "remove the signature with `signtool remove /s FILE` or `osslsigncode remove-signature -in FILE -out NEW`, and sign the result";
            return Err(refused(not_repackable(why).hint(hint)));
        }
        let all = coff::image_sections(&mut source)?;
        let headers: Vec<_> = all.iter().map(|found| (found.at, Some(found.loaded_place()))).collect();
        let held = Held::read(asked, &headers)?;
        let mut image = Self {
            held,
            header,
            header_at,
            optional,
            optional_at,
            sections: all,
            debug: Vec::new(),
            relocations: None,
        };
        image.check_order().map_err(refused)?;
        let directory = |number| directories.get(number).map(|directory| image.directory(directory));
        let relocations = directory(IMAGE_DIRECTORY_ENTRY_BASERELOC)
            .transpose()
            .map_err(refused)?;
        let debug = directory(IMAGE_DIRECTORY_ENTRY_DEBUG).transpose().map_err(refused)?;
        image.relocations = relocations;
        if let Some(place) = debug {
            let entry = size::<ImageDebugDirectory>();
            if place.len.checked_div(entry).unwrap_or(0) > MOST_DEBUG {
                return Err(form("a very long debug directory"));
            }
            for (_, at) in records(place, entry) {
                image.debug.push((at, source.structure(at, "debug")?));
            }
        }
        image.check().map_err(refused)?;
        image.refuse_others(&mut source)?;
        Ok(image)
    }

    pub(super) fn section(&self) -> Option<&FileSection> {
        self.sections.get(self.held.section)
    }

    pub(super) fn place(&self) -> Place {
        self.section()
            .map_or(Place { ofs: 0, len: 0 }, FileSection::stored_place)
    }

    /// Relative to the image base.
    pub(super) fn address(&self) -> u64 {
        self.section().map_or(0, FileSection::address)
    }

    /// Up to the page of the next section.
    pub(super) fn room(&self) -> u64 {
        let in_memory: u64 = self
            .section()
            .map_or(0, |section| section.header.virtual_size.get(LE).into());
        let alignment = u64::from(self.optional.section_alignment.get(LE)).max(1);
        let next = in_memory.checked_next_multiple_of(alignment).unwrap_or(in_memory);
        let end = self.address().saturating_add(next);
        let behind = self
            .held
            .section
            .checked_add(1)
            .and_then(|behind| self.sections.get(behind));
        match behind.is_none_or(|behind| behind.address() >= end) {
            true => next,
            false => in_memory,
        }
    }

    pub(super) fn offset_of(&self, address: u64, len: u64) -> Option<u64> {
        let behind = self.sections.partition_point(|section| section.address() <= address);
        let section = self.sections.get(behind.checked_sub(1)?)?;
        let (skip, loaded) = (address.checked_sub(section.address())?, section.loaded_place());
        (skip.checked_add(len)? <= loaded.len).then(|| loaded.ofs.saturating_add(skip))
    }

    fn directory(&self, directory: ImageDataDirectory) -> Result<Place, Refusal> {
        let (address, len) = (directory.virtual_address.get(LE), u64::from(directory.size.get(LE)));
        match self.offset_of(address.into(), len) {
            Some(ofs) => Ok(Place { ofs, len }),
            None => Err(other_form("a directory outside the sections")),
        }
    }

    fn parts(&self) -> Vec<Place> {
        let sections = self.sections.iter().enumerate();
        let others = sections.filter(|(position, _)| *position != self.held.section);
        let mut parts: Vec<Place> = others.map(|(_, section)| section.stored_place()).collect();
        parts.push(Place { ofs: 0, len: self.optional.size_of_headers.get(LE).into() });
        parts.extend(self.debug.iter().map(|(_, debug)| Place {
            ofs: debug.pointer_to_raw_data.get(LE).into(),
            len: debug.size_of_data.get(LE).into(),
        }));
        parts
    }

    pub(super) fn symbols(&self) -> Option<Place> {
        let ofs = u64::from(self.header.pointer_to_symbol_table.get(LE));
        let count = u64::from(self.header.number_of_symbols.get(LE));
        let len = count.saturating_mul(u64::try_from(IMAGE_SIZEOF_SYMBOL).unwrap_or(u64::MAX));
        (ofs != 0).then_some(Place { ofs, len })
    }

    /// Loaders require sections without overlap in memory.
    fn check_order(&self) -> Result<(), Refusal> {
        let mut end = 0;
        for section in &self.sections {
            if section.address() < end {
                return Err(other_form("sections with overlapping addresses"));
            }
            end = section
                .address()
                .saturating_add(section.header.virtual_size.get(LE).into());
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Refusal> {
        let place = self.place();
        let alignment = u64::from(self.optional.file_alignment.get(LE));
        let is_aligned = |section: &FileSection| {
            let stored = section.stored_place();
            stored.ofs.is_multiple_of(alignment) && (stored.len.is_multiple_of(alignment) || stored.len == 0)
        };
        if !alignment.is_power_of_two() || !self.sections.iter().all(is_aligned) || place.end() > self.held.input.len()
        {
            return Err(other_form("sections with another alignment than the header"));
        }
        if self.address().saturating_add(self.room()) > u64::from(self.optional.size_of_image.get(LE)) {
            return Err(other_form("a section outside the loaded image"));
        }
        Held::refuse_shared(place, self.parts().into_iter().chain(self.symbols()))
    }

    /// A program that looks for bytes after all known parts may know their offset.
    fn refuse_others(&self, source: &mut Source<'_>) -> Result<(), Error> {
        let mut end = self
            .parts()
            .into_iter()
            .map(|part| part.end())
            .fold(self.place().end(), u64::max);
        if let Some(symbols) = self.symbols() {
            let strings: U32<LE> = source.structure(symbols.end(), "string_table")?;
            end = end.max(symbols.end().saturating_add(strings.get(LE).into()));
        }
        let behind = Place { ofs: end, len: self.held.input.len().saturating_sub(end) };
        match first_not_zero(&self.held.input, behind)? {
            Some(offset) => Err(self.held.error(not_repackable(format!(
                "there is data after the sections at byte {offset:#x}, which something may find by its offset"
            )))),
            None => Ok(()),
        }
    }
}

struct Directories(Vec<ImageDataDirectory>);

impl Directories {
    fn read(
        source: &mut Source<'_>,
        header: &ImageFileHeader,
        optional: &ImageOptionalHeader64,
        at: u64,
    ) -> Result<Self, Error> {
        let room = u64::from(header.size_of_optional_header.get(LE)).saturating_sub(size::<ImageOptionalHeader64>());
        let entry = size::<ImageDataDirectory>();
        let count = u64::from(optional.number_of_rva_and_sizes.get(LE)).min(room.checked_div(entry).unwrap_or(0));
        let first = at.saturating_add(size::<ImageOptionalHeader64>());
        let read = (0..count).map(|index| {
            let at = first.saturating_add(index.saturating_mul(entry));
            source.structure(at, Path::from("directories").index(index))
        });
        read.collect::<Result<_, _>>().map(Self)
    }

    /// `None` if empty.
    fn get(&self, number: usize) -> Option<ImageDataDirectory> {
        let directory = self.0.get(number).copied();
        directory.filter(|directory| directory.virtual_address.get(LE) != 0 && directory.size.get(LE) != 0)
    }
}
