//! Sections of object files, as far as rules speak of them. Only headers, the table of sections and the table of names are read:
//! never the file as a whole.

pub(crate) mod coff;
pub(crate) mod elf;
mod names;
pub(crate) mod source;
#[cfg(test)]
mod tests;

pub(crate) use crate::refusal::no_bits;
pub(crate) use elf::memory::Memory;
pub(crate) use elf::{Look, WholeElf};
pub(crate) use names::LoadedSection;
pub(crate) use source::{Ranges, elf_header};

use std::sync::Arc;

use object::FileKind;
use offload_bundle_core::bytes::Place;
use offload_bundle_core::error::{Path, Problem, ReadError};
use offload_bundle_core::placement::{ObjectFormat, SectionRule};
use source::Source;

use crate::bitcode::{EmbeddedObject, Initialiser, embedded_objects};
use crate::error::Error;
use crate::input::{Input, InputPiece, KEPT_HEAD, assemble};

/// How many sections a file may have. Compilers that give every function a section of its own stay far below.
const MOST_SECTIONS: u64 = 1 << 22;

/// A section that a rule speaks of.
#[derive(Debug, Clone)]
pub struct Section {
    /// The rule.
    pub rule: &'static SectionRule<'static>,
    pub(crate) name: Vec<u8>,
    /// First byte of the name, from the start of the file.
    pub(crate) name_offset: u64,
    /// First byte of its header, from the start of the file.
    pub offset: u64,
    /// What is in it.
    pub(crate) content: SectionContent,
    /// Path of its header.
    pub(crate) path: Path,
    /// The field of its header that says where its content is.
    pub(crate) ofs_field: &'static str,
    /// First byte of that field, from the start of the file.
    pub(crate) ofs_offset: u64,
}

/// What is to be looked at in an object file.
#[derive(Debug, Default)]
pub struct Sections {
    /// The sections that rules speak of, in the order of the file's table.
    pub known: Vec<Section>,
    /// The others that a program loads as data, in the same order.
    pub(crate) loaded: Vec<LoadedSection>,
}

/// The content of a section.
#[derive(Debug, Clone)]
pub(crate) enum SectionContent {
    /// Bytes of the file; or why they cannot be.
    Bytes(Result<Place, ReadError>),
    /// Bytes that have no place of their own in the file, because they begin within one.
    Apart(Arc<Initialiser>),
    /// It has no bytes in the file, only a length in memory.
    NoBits {
        /// That length, in bytes.
        len: u64,
    },
}

impl Section {
    /// Its name for people.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

/// A section to be added to an object file.
#[derive(Debug, Clone)]
pub(crate) struct NewSection {
    pub(crate) name: Vec<u8>,
    /// What the format calls its flags.
    pub(crate) flags: u64,
    pub(crate) content: Vec<InputPiece>,
}

/// What is to be different in an object file.
enum Edit {
    /// These sections follow the others.
    Add {
        sections: Vec<NewSection>,
        /// COMDAT groups whose signature is a local symbol become plain ones.
        plain_local_groups: bool,
    },
    /// The sections that this rule speaks of are removed.
    Remove(&'static SectionRule<'static>),
}

/// An object file with other sections.
struct Edited {
    /// Its parts, one after the other.
    parts: Vec<InputPiece>,
    /// The places of the new sections.
    new: Vec<Place>,
}

/// The sections of the object file `input` that `rules` speak of, and those with data that a program loads; `None` if it is no object
/// file, and for bitcode without sections of rules.
///
/// # Errors
///
/// [`Error::Read`] for a damaged one.
pub fn sections(input: &Input, rules: &'static [SectionRule<'static>]) -> Result<Option<Sections>, Error> {
    let mut source = Source::new(input);
    let kind = kind(&mut source)?;
    let of = |format: ObjectFormat| -> Vec<&'static SectionRule<'static>> {
        rules.iter().filter(|rule| rule.formats.contains(&format)).collect()
    };
    match kind {
        Some(kind @ (FileKind::Elf32 | FileKind::Elf64)) => {
            elf::sections(&mut source, kind, &of(ObjectFormat::Elf)).map(Some)
        }
        Some(kind @ (FileKind::Coff | FileKind::CoffBig | FileKind::Pe32 | FileKind::Pe64)) => {
            coff::sections(&mut source, kind, &of(ObjectFormat::Coff)).map(Some)
        }
        Some(_) => Ok(None),
        None => {
            let known = bitcode_sections(input, &of(ObjectFormat::Bitcode))?;
            Ok(known.map(|known| Sections { known, loaded: Vec::new() }))
        }
    }
}

/// The object file `input` with `sections` after those that it has, and the place of each of them. With `plain_local_groups`, COMDAT groups
/// whose signature is a local symbol become plain ones.
///
/// # Errors
///
/// [`Error::Read`] for a damaged one, [`Error::Write`] where the format has no room for them.
pub(crate) fn with_sections(
    input: &Arc<Input>,
    sections: Vec<NewSection>,
    plain_local_groups: bool,
) -> Result<(Input, Vec<Place>), Error> {
    let edited = edit_file(input, Edit::Add { sections, plain_local_groups })?;
    Ok((assemble(input.name(), edited.parts), edited.new))
}

/// The object file `input` without the sections that `rule` speaks of.
///
/// # Errors
///
/// [`Error::Read`] for a damaged one, or one in which something else needs these sections.
pub(crate) fn without_sections(input: &Arc<Input>, rule: &'static SectionRule<'static>) -> Result<Input, Error> {
    let edited = edit_file(input, Edit::Remove(rule))?;
    Ok(assemble(input.name(), edited.parts))
}

/// Whether sections can be added to an object file that begins with `head`.
pub(crate) fn takes_sections(head: &[u8]) -> bool {
    // An ELF file that is damaged at its start is told as such.
    let damaged = || head.starts_with(&object::elf::ELFMAG);
    let kinds = [FileKind::Elf32, FileKind::Elf64, FileKind::Coff, FileKind::CoffBig];
    FileKind::parse(head).map_or_else(|_| damaged(), |kind| kinds.contains(&kind))
}

/// What a file is; `None` if it is no object file.
///
/// # Errors
///
/// The file cannot be read, or is a damaged ELF file.
pub fn kind(source: &mut Source<'_>) -> Result<Option<FileKind>, Error> {
    let head = source.view(0, KEPT_HEAD)?;
    // Only the class decides between the two, so one that is none of them must not make the file something else.
    match FileKind::parse(head) {
        Ok(kind) => Ok(Some(kind)),
        Err(_) if head.starts_with(&object::elf::ELFMAG) => Err(elf::unknown(source)),
        Err(_) => Ok(None),
    }
}

fn edit_file(input: &Arc<Input>, edit: Edit) -> Result<Edited, Error> {
    let mut source = Source::new(input);
    match kind(&mut source)? {
        Some(kind @ (FileKind::Elf32 | FileKind::Elf64)) => elf::edit(input, &mut source, kind, edit),
        Some(kind @ (FileKind::Coff | FileKind::CoffBig)) => coff::edit(input, &mut source, kind, edit),
        _ => {
            let expected = "an object file to which sections can be added, ELF or COFF";
            let problem = Problem::Unexpected { found: "another file".into(), expected: expected.into() };
            Err(source.damaged(ReadError::new(0, problem)))
        }
    }
}

/// The globals in sections that `rules` speak of; `None` if there are none, or if it is no bitcode. Much bitcode is a code object itself.
fn bitcode_sections(input: &Input, rules: &[&'static SectionRule<'static>]) -> Result<Option<Vec<Section>>, Error> {
    let wanted = |name: &[u8]| rule_for(rules, name).is_some();
    let found = embedded_objects(input, &wanted)?.unwrap_or_default();
    let sections = (0..).zip(&found);
    let sections: Vec<Section> = sections
        .filter_map(|(index, object)| Some(of_global(index, object, rule_for(rules, &object.section)?)))
        .collect();
    Ok(Some(sections).filter(|sections| !sections.is_empty()))
}

fn rule_for(rules: &[&'static SectionRule<'static>], name: &[u8]) -> Option<&'static SectionRule<'static>> {
    rules.iter().find(|rule| rule.pattern.rest(name).is_some()).copied()
}

fn of_global(index: u64, object: &EmbeddedObject, rule: &'static SectionRule<'static>) -> Section {
    Section {
        rule,
        name: object.section.to_vec(),
        name_offset: object.offset,
        offset: object.offset,
        content: match &object.content {
            Ok(content) => SectionContent::Apart(Arc::clone(content)),
            Err(error) => SectionContent::Bytes(Err(error.clone())),
        },
        path: Path::from("globals").index(index),
        ofs_field: "initialiser",
        ofs_offset: object.offset,
    }
}
