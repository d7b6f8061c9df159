//! An ELF object that is not linked yet, and the section of it that holds bundles.

use object::elf::{
    ET_REL, FileHeader64, SHT_ANDROID_REL, SHT_ANDROID_RELA, SHT_ANDROID_RELR, SHT_CREL, SHT_REL, SectionType,
};
use object::{Endianness, FileKind};
use offload_bundle_core::bytes::Place;

use crate::error::Error;
use crate::object::elf::file::{self, ElfFile};
use crate::object::elf::machine::Relocations;
use crate::object::held::{Asked, Held};
use crate::object::source::Source;
use crate::object::{RepackFault, kind};

/// An ELF object with bundles in one of its sections.
pub(super) struct Image {
    pub(super) held: Held,
    pub(super) file: ElfFile,
    pub(super) relocations: Relocations,
}

impl Image {
    /// The object `input`, whose section with the content at `section` holds the bundles at `bundles`, in ascending order. Places count in the
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::Rewrite`] where something in it is not understood, [`Error::Read`] where it is damaged.
    pub(super) fn read(asked: Asked<'_>) -> Result<Self, Error> {
        let input = asked.input;
        let refused = |fault: RepackFault| input.refuse(fault);
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
            Relocations::for_machine(header.e_machine.get(endian).0).ok_or_else(|| form("one for another machine"))?;
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
        let headers: Vec<_> = file
            .sections
            .iter()
            .map(|section| (section.at, section.kept()))
            .collect();
        let held = Held::read(asked, &headers)?;
        let image = Self { held, file, relocations };
        image.refuse_shared().map_err(refused)?;
        Ok(image)
    }

    /// Refuses other parts of the file that share bytes with the section.
    fn refuse_shared(&self) -> Result<(), RepackFault> {
        let sections = self.file.sections.iter().enumerate();
        let others = sections.filter(|(position, _)| *position != self.held.section);
        let others = others.filter_map(|(_, other)| other.kept());
        let header = Place { ofs: 0, len: u64::try_from(self.file.start.len()).unwrap_or(u64::MAX) };
        Held::refuse_shared(self.held.place, others.chain([header, self.file.table]))
    }
}
