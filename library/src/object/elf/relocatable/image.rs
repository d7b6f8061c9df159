//! An ELF object that is not linked yet, and the section of it that holds bundles.

use std::sync::Arc;

use object::elf::{
    ET_REL, FileHeader64, SHT_ANDROID_REL, SHT_ANDROID_RELA, SHT_ANDROID_RELR, SHT_CREL, SHT_REL, SectionType,
};
use object::{Endianness, FileKind};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{Holds, SectionRule, WrapperRule};

use crate::error::Error;
use crate::input::Input;
use crate::object::elf::file::{self, Content, ElfFile};
use crate::object::elf::machine::Relocations;
use crate::object::source::Source;
use crate::object::{RepackFault, kind, sections};

/// An ELF object with bundles in one of its sections.
pub(super) struct Image {
    pub(super) input: Arc<Input>,
    pub(super) file: ElfFile,
    pub(super) relocations: Relocations,
    /// Where the table of sections is.
    pub(super) table: Place,
    /// The section with the bundles, by its position among those of [`ElfFile`], and its name.
    pub(super) section: usize,
    pub(super) name: String,
    /// Sections with wrappers, by their positions.
    pub(super) wrappers: Vec<(usize, WrapperRule<'static>)>,
    /// Where the bundles are, from the start of their section.
    pub(super) bundles: Vec<Place>,
}

impl Image {
    /// The object `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places count in the
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::Rewrite`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(super) fn read(
        input: &Arc<Input>,
        rules: &'static [SectionRule<'static>],
        section: Place,
        bundles: &[Place],
    ) -> Result<Self, Error> {
        let refused = |fault: RepackFault| Error::Rewrite { file: input.name().into(), fault: fault.into() };
        let form = |found| refused(RepackFault::Form { found });
        let mut source = Source::new(input);
        match kind(&mut source)? {
            Some(FileKind::Elf64) => {}
            _ => return Err(form("one of 32 bits")),
        }
        let file = file::read::<FileHeader64<Endianness>>(&mut source, input)?;
        let header: FileHeader64<Endianness> = source.structure(0, "header")?;
        let endian = file.form.endian;
        let relocations =
            Relocations::of(header.e_machine.get(endian).0).ok_or_else(|| form("one for another machine"))?;
        if header.e_type.get(endian) != ET_REL || header.e_phnum.get(endian) != 0 {
            return Err(form("an object with program headers"));
        }
        for section in &file.sections {
            let found = match SectionType(section.header.kind) {
                SHT_REL => "SHT_REL",
                SHT_CREL => "SHT_CREL",
                SHT_ANDROID_REL | SHT_ANDROID_RELA | SHT_ANDROID_RELR => "packed ones of Android",
                _ => continue,
            };
            return Err(refused(RepackFault::Relocations { found }));
        }
        let count = u64::try_from(file.sections.len()).unwrap_or(u64::MAX).saturating_add(1);
        let table =
            Place { ofs: header.e_shoff.get(endian), len: count.saturating_mul(u64::from(file.form.section_len())) };
        let is_it = |content: &Content| matches!(content, Content::Kept(place) if *place == section);
        let found = file.sections.iter().position(|candidate| is_it(&candidate.content));
        let position = found.ok_or_else(|| form("bundles outside of its sections"))?;
        let known = sections(input, rules)?
            .map(|sections| sections.known)
            .unwrap_or_default();
        let at = |at: u64| file.sections.iter().position(|section| section.at == at);
        let name = known.iter().find(|section| at(section.offset) == Some(position));
        let name = name.map_or_else(String::new, |section| section.name());
        let wrappers = known.iter().filter_map(|section| match section.rule.holds {
            Holds::Pointer(Some(rule)) => Some((at(section.offset)?, rule)),
            _ => None,
        });
        let wrappers = wrappers.collect();
        let within = |bundle: &Place| Place { ofs: bundle.ofs.saturating_sub(section.ofs), len: bundle.len };
        let image = Self {
            input: Arc::clone(input),
            relocations,
            table,
            section: position,
            name,
            wrappers,
            bundles: bundles.iter().map(within).collect(),
            file,
        };
        image.refuse_shared().map_err(refused)?;
        Ok(image)
    }

    /// Where the section with the bundles is.
    pub(super) fn place(&self) -> Place {
        match self.file.sections.get(self.section).map(|section| &section.content) {
            Some(Content::Kept(place)) => *place,
            _ => Place { ofs: 0, len: 0 },
        }
    }

    pub(super) fn refused(&self, fault: RepackFault) -> Error {
        Error::Rewrite { file: self.input.name().into(), fault: fault.into() }
    }

    /// Refuses other parts of the file that share bytes with the section.
    fn refuse_shared(&self) -> Result<(), RepackFault> {
        let place = self.place();
        let others = self
            .file
            .sections
            .iter()
            .enumerate()
            .filter(|(position, _)| *position != self.section);
        let others = others.filter_map(|(_, other)| match other.content {
            Content::Kept(place) => Some(place),
            _ => None,
        });
        let header = Place { ofs: 0, len: u64::try_from(self.file.start.len()).unwrap_or(u64::MAX) };
        for other in others.chain([header, self.table]) {
            if other.len > 0 && other.ofs < place.end() && place.ofs < other.end() {
                return Err(RepackFault::Shared { offset: other.ofs.max(place.ofs) });
            }
        }
        Ok(())
    }

    /// The number of the section with the bundles.
    pub(super) fn index(&self) -> u32 {
        u32::try_from(self.section.saturating_add(1)).unwrap_or(u32::MAX)
    }
}
