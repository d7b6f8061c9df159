//! Removes sections, so that everything that speaks of the others by their indexes still means the same.

use object::elf::{SHT_DYNSYM, SHT_GROUP};
use offload_bundle_core::error::{Problem, ReadError};

use super::file::{Content, ElfFile, FileSection};
use super::form::Form;
use super::symbols;
use crate::error::Error;
use crate::input::InputPiece;
use crate::object::numbers::SectionRenumbering;
use crate::object::source::Source;

/// Length of an index in the lists of groups, in bytes.
const WORD: usize = 4;

/// Removes the sections at these positions, and the relocations of what is in them.
pub(super) fn remove(source: &mut Source<'_>, file: &mut ElfFile, mut removed: Vec<bool>) -> Result<(), Error> {
    if !removed.contains(&true) {
        return Ok(());
    }
    let sections = file.sections.iter().enumerate();
    for (position, section) in sections.filter(|(_, section)| section.has_relocations()) {
        let target = usize::try_from(section.header.info)
            .ok()
            .and_then(|index| index.checked_sub(1));
        let target_removed = target.and_then(|target| removed.get(target)).copied();
        if let (Some(true), Some(own)) = (target_removed, removed.get_mut(position)) {
            *own = true;
        }
    }
    let numbers = SectionRenumbering::without(&removed);
    if let Some(section) = file.sections.iter().find(|section| section.is(SHT_DYNSYM))
        && !numbers.keeps_all()
    {
        return Err(refers(source, section.at, "the dynamic symbols", "sh_type"));
    }
    symbols::renumber(source, file, &numbers)?;
    let form = file.form;
    let mut kept = Vec::new();
    for (mut section, removed) in std::mem::take(&mut file.sections).into_iter().zip(&removed) {
        if !removed {
            renumber(source, form, &mut section, &numbers)?;
            kept.push(section);
        }
    }
    file.sections = kept;
    let names = u32::try_from(file.names).ok().and_then(|names| numbers.renumber(names));
    file.names = names.and_then(|names| usize::try_from(names).ok()).unwrap_or(0);
    Ok(())
}

/// Changes what a section says of others.
fn renumber(
    source: &mut Source<'_>,
    form: Form,
    section: &mut FileSection,
    numbers: &SectionRenumbering,
) -> Result<(), Error> {
    let link = numbers.renumber(section.header.link);
    section.header.link = link.ok_or_else(|| refers(source, section.at, "this section", "sh_link"))?;
    if section.info_is_section() {
        let info = numbers.renumber(section.header.info);
        section.header.info = info.ok_or_else(|| refers(source, section.at, "this section", "sh_info"))?;
    }
    if section.is(SHT_GROUP) {
        let bytes = section.content.bytes(source)?;
        group(form, section, numbers, &bytes);
    }
    Ok(())
}

/// Changes the members of a group, which is these bytes; its first word says what kind of group it is.
fn group(form: Form, section: &mut FileSection, numbers: &SectionRenumbering, bytes: &[u8]) {
    let (kind, members) = bytes.split_at_checked(WORD).unwrap_or((bytes, &[]));
    let mut made = kind.to_vec();
    for member in members.chunks(WORD) {
        let old = form.number_at(member, 0).unwrap_or_default();
        if let Some(new) = numbers.renumber(old) {
            made.extend_from_slice(&form.number(new));
        }
    }
    if made != bytes {
        section.content = Content::Made(vec![InputPiece::Bytes(made)]);
    }
}

/// `what` needs a section that is to be removed, as `field` at `at` says.
fn refers(source: &Source<'_>, at: u64, what: &str, field: &'static str) -> Error {
    let problem = Problem::Unexpected {
        found: format!("{what}, which the removal of sections would break"),
        expected: "nothing else in the file that needs these sections or their places in the table".into(),
    };
    source.damaged(ReadError::new(at, problem).in_field(field).in_field("sections"))
}
