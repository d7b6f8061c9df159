//! Sections that match rules. Only headers, section table and name table are read.

pub(crate) mod coff;
pub(crate) mod elf;
mod names;
mod new;
pub(crate) mod source;
#[cfg(test)]
mod tests;

pub(crate) use crate::refusal::no_bits;
pub(crate) use elf::memory::Memory;
pub(crate) use elf::{Look, WholeElf};
pub(crate) use names::LoadedSection;
pub(crate) use new::{ObjectSection, ObjectTarget, new_object};
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

/// Compilers with one section per function stay far below.
const MOST_SECTIONS: u64 = 1 << 22;

/// A section that matches a rule.
#[derive(Debug, Clone)]
pub struct Section {
    /// The rule.
    pub rule: &'static SectionRule<'static>,
    pub(crate) name: Vec<u8>,
    /// In the file.
    pub(crate) name_offset: u64,
    /// The offset of its header in the file.
    pub offset: u64,
    pub(crate) content: SectionContent,
    pub(crate) path: Path,
    /// The header field with the offset of its content.
    pub(crate) ofs_field: &'static str,
    /// The field's place in the file.
    pub(crate) ofs_offset: u64,
}

/// The sections to look at in an object file.
#[derive(Debug, Default)]
pub struct Sections {
    /// The sections that match rules, in table order.
    pub known: Vec<Section>,
    /// Other sections with loaded data, in table order.
    pub(crate) loaded: Vec<LoadedSection>,
}

#[derive(Debug, Clone)]
pub(crate) enum SectionContent {
    /// Or the reason why they are unreadable.
    Bytes(Result<Place, ReadError>),
    /// Bitcode, which may begin within a byte.
    Apart(Arc<Initialiser>),
    /// Only a length in memory.
    NoBits {
        /// In bytes.
        len: u64,
    },
}

impl Section {
    /// Returns its name for display.
    pub fn name(&self) -> String {
        String::from_utf8_lossy(&self.name).into_owned()
    }
}

#[derive(Debug, Clone)]
pub(crate) struct NewSection {
    pub(crate) name: Vec<u8>,
    pub(crate) flags: u64,
    pub(crate) content: Vec<InputPiece>,
}

enum Edit {
    Add {
        sections: Vec<NewSection>,
        /// Turns COMDAT groups with a local signature into plain groups.
        plain_local_groups: bool,
    },
    Remove(&'static SectionRule<'static>),
}

struct Edited {
    parts: Vec<InputPiece>,
    new: Vec<Place>,
}

/// Returns the sections of `input` that match `rules`, and those with loaded data; `None` if it is not an object file,
/// and for bitcode without matching globals.
///
/// # Errors
///
/// Returns [`Error::Read`] if the file is damaged.
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

/// Gets each name, and whether it is undefined.
pub(crate) type SeenSymbol<'s> = dyn FnMut(&[u8], bool) + 's;

/// Shows all symbols to `seen`; `None` if neither ELF nor COFF.
pub(crate) fn symbols(input: &Arc<Input>, seen: &mut SeenSymbol<'_>) -> Result<Option<ObjectTarget>, Error> {
    let mut source = Source::new(input);
    match kind(&mut source)? {
        Some(kind @ (FileKind::Elf32 | FileKind::Elf64)) => elf::symbols::read(input, &mut source, kind, seen),
        Some(kind @ (FileKind::Coff | FileKind::CoffBig)) => coff::symbols::read(input, &mut source, kind, seen),
        _ => Ok(None),
    }
}

/// Returns their places too. With `plain_local_groups`, COMDAT groups with a local signature become plain.
pub(crate) fn with_sections(
    input: &Arc<Input>,
    sections: Vec<NewSection>,
    plain_local_groups: bool,
) -> Result<(Input, Vec<Place>), Error> {
    let edited = edit_file(input, Edit::Add { sections, plain_local_groups })?;
    Ok((assemble(input.name(), edited.parts), edited.new))
}

/// Errors: something else needs a section.
pub(crate) fn without_sections(input: &Arc<Input>, rule: &'static SectionRule<'static>) -> Result<Input, Error> {
    let edited = edit_file(input, Edit::Remove(rule))?;
    Ok(assemble(input.name(), edited.parts))
}

pub(crate) fn takes_sections(head: &[u8]) -> bool {
    // A damaged ELF file gets its own error.
    let damaged = || head.starts_with(&object::elf::ELFMAG);
    let kinds = [FileKind::Elf32, FileKind::Elf64, FileKind::Coff, FileKind::CoffBig];
    FileKind::parse(head).map_or_else(|_| damaged(), |kind| kinds.contains(&kind))
}

/// Returns the format of a file; `None` if it is not an object file.
///
/// # Errors
///
/// Returns [`Error::Read`] for an ELF file of an unknown class.
pub fn kind(source: &mut Source<'_>) -> Result<Option<FileKind>, Error> {
    let head = source.view(0, KEPT_HEAD)?;
    // The file is ELF by its magic; an unknown class is damage, not another format.
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
            let expected = "an ELF or COFF object file";
            let problem = Problem::Unexpected { found: "another file".into(), expected: expected.into() };
            Err(source.damaged(ReadError::new(0, problem)))
        }
    }
}

/// `None` without any: most bitcode is itself a code object.
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
