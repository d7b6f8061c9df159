//! Sections of object files, as far as rules speak of them. Only headers, the table of sections and the table of names are read:
//! never the file as a whole.

mod coff;
mod elf;
mod header;
mod names;
mod source;

pub(crate) use header::elf_header;
use object::FileKind;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Path, ReadError};
use offload_bundle_core::placement::{ObjectFormat, SectionRule};
use source::Source;

use crate::error::Error;
use crate::input::Input;

/// How much of a file is looked at to tell what it is, in bytes.
const HEAD: u64 = 4 << 10;
/// How many sections a file may have. Compilers that give every function a section of its own stay far below.
const MOST_SECTIONS: u64 = 1 << 22;

/// A section that a rule speaks of.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    /// The rule.
    pub(crate) rule: &'static SectionRule<'static>,
    pub(crate) name: Vec<u8>,
    /// First byte of the name, from the start of the file.
    pub(crate) name_offset: u64,
    /// First byte of its header, from the start of the file.
    pub(crate) offset: u64,
    /// What stands in it.
    pub(crate) content: SectionContent,
    /// Path of its header.
    pub(crate) path: Path,
    /// The field of its header that says where its content is.
    pub(crate) ofs_field: &'static str,
    /// First byte of that field, from the start of the file.
    pub(crate) ofs_offset: u64,
}

/// The content of a section.
#[derive(Debug, Clone)]
pub(crate) enum SectionContent {
    /// Bytes of the file; or why they cannot be.
    Bytes(Result<Place, ReadError>),
    /// It has no bytes in the file, only a length in memory.
    NoBits {
        /// That length, in bytes.
        len: u64,
    },
}

impl Section {
    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

/// The sections of the object file `input` that `rules` speak of, in the order of its table; `None` if it is no object file.
///
/// # Errors
///
/// [`Error::Read`] for a damaged one.
pub(crate) fn sections(input: &Input, rules: &'static [SectionRule<'static>]) -> Result<Option<Vec<Section>>, Error> {
    let mut source = Source::new(input);
    let head = source.view(0, HEAD)?;
    // Only the class decides between the two, so one that is none of them must not make the file something else.
    let kind = match FileKind::parse(head) {
        Ok(kind) => kind,
        Err(_) if head.starts_with(&object::elf::ELFMAG) => return Err(elf::unknown(&source)),
        Err(_) => return Ok(None),
    };
    let of = |format: ObjectFormat| -> Vec<&'static SectionRule<'static>> {
        rules.iter().filter(|rule| rule.formats.contains(&format)).collect()
    };
    match kind {
        FileKind::Elf32 | FileKind::Elf64 => elf::sections(&mut source, kind, &of(ObjectFormat::Elf)).map(Some),
        FileKind::Coff | FileKind::CoffBig | FileKind::Pe32 | FileKind::Pe64 => {
            coff::sections(&mut source, kind, &of(ObjectFormat::Coff)).map(Some)
        }
        _ => Ok(None),
    }
}
