//! Entries of a bundle that are sections of an ELF object: some are removed, others hold something else.

use std::sync::Arc;

use object::elf::{
    FileHeader32, FileHeader64, SHF_INFO_LINK, SHN_ABS, SHN_LORESERVE, SHT_GROUP, SHT_REL, SHT_RELA, SHT_SYMTAB,
    SHT_SYMTAB_SHNDX,
};
use object::{Endianness, FileKind};
use offload_bundle_core::bytes::Place;

use super::file::{self, Content, ElfFile, FileSection};
use super::form::{Form, Header};
use super::numbers::SectionRenumbering;
use super::{indexes, place};
use crate::error::Error;
use crate::input::{Input, InputPiece, same_bytes};
use crate::object::entries::{EntryChange, EntryChanges, change_of};
use crate::object::source::Source;

/// Length of an index in the lists of groups and of large indexes, in bytes.
const WORD: u64 = 4;
/// How much of a list is compared at once, in bytes; a multiple of the length of a symbol of either class.
const STEP: u64 = 48 << 10;

fn read(source: &mut Source<'_>, input: &Arc<Input>, kind: FileKind) -> Result<ElfFile, Error> {
    match kind {
        FileKind::Elf32 => file::read::<FileHeader32<Endianness>>(source, input),
        _ => file::read::<FileHeader64<Endianness>>(source, input),
    }
}

fn change<'c>(changes: &'c EntryChanges, form: Form, section: &FileSection) -> Option<&'c EntryChange> {
    change_of(changes, section.at, form.section_len().into())
}

/// The parts of the file with these changes. Names stay in their tables.
pub(in crate::object) fn with_entries(
    input: &Arc<Input>,
    source: &mut Source<'_>,
    kind: FileKind,
    changes: &EntryChanges,
) -> Result<Vec<InputPiece>, Error> {
    let mut file = read(source, input, kind)?;
    let form = file.form;
    let mut removed = Vec::new();
    for section in &mut file.sections {
        let change = change(changes, form, section);
        removed.push(matches!(change, Some(EntryChange::Dropped)));
        if let Some(EntryChange::Replaced(new)) = change {
            section.content = Content::Made(vec![InputPiece::Range(Arc::clone(new), new.whole())]);
        }
    }
    indexes::remove(source, &mut file, removed)?;
    Ok(place::placed(source, file)?.parts)
}

/// What is otherwise in `result` than in the file with these changes, for people.
pub(in crate::object) fn difference(
    (input, changes): (&Arc<Input>, &EntryChanges),
    result: &Arc<Input>,
    kind: FileKind,
) -> Result<Option<&'static str>, Error> {
    let (old, new) = (
        read(&mut Source::new(input), input, kind)?,
        read(&mut Source::new(result), result, kind)?,
    );
    let form = old.form;
    let goes = |section: &FileSection| matches!(change(changes, form, section), Some(EntryChange::Dropped));
    let index = |section: &FileSection| {
        section
            .header
            .info
            .checked_sub(1)
            .and_then(|index| usize::try_from(index).ok())
    };
    let removed = old.sections.iter().map(|section| {
        let of_one = (section.is(SHT_REL) || section.is(SHT_RELA))
            && index(section)
                .and_then(|target| old.sections.get(target))
                .is_some_and(goes);
        goes(section) || of_one
    });
    let removed: Vec<bool> = removed.collect();
    let numbers = SectionRenumbering::without(&removed);
    let kept = || {
        old.sections
            .iter()
            .zip(&removed)
            .filter(|(_, removed)| !**removed)
            .map(|(section, _)| section)
    };
    if kept().count() != new.sections.len() || old.start.get(..16) != new.start.get(..16) {
        return Ok(Some("it has other sections"));
    }
    let comparison = Comparison { input, result, form, numbers: &numbers };
    for (before, after) in kept().zip(&new.sections) {
        if !comparison.has_header(before, after) {
            return Ok(Some("the header of a section has changed"));
        }
        let is_same = match (change(changes, form, before), &before.content, &after.content) {
            (Some(EntryChange::Replaced(new)), _, Content::Kept(place)) => {
                new.len() == place.len && same_bytes((new, new.whole()), (result, place.ofs))?
            }
            (_, Content::Kept(old), Content::Kept(new)) => match before {
                _ if before.is(SHT_SYMTAB) => comparison.has_symbols(*old, *new)?,
                _ if before.is(SHT_GROUP) => comparison.has_numbers(*old, *new)?,
                _ if before.is(SHT_SYMTAB_SHNDX) => old.len == new.len,
                _ => old.len == new.len && same_bytes((input, *old), (result, new.ofs))?,
            },
            (_, Content::None, Content::None) => true,
            _ => false,
        };
        if !is_same {
            return Ok(Some("a section has other bytes"));
        }
    }
    Ok(None)
}

/// A file, what was made of it, and what sections are numbered in that.
struct Comparison<'c> {
    input: &'c Arc<Input>,
    result: &'c Arc<Input>,
    form: Form,
    numbers: &'c SectionRenumbering,
}

impl Comparison<'_> {
    /// Whether the header says the same, but for places, lengths and numbers.
    fn has_header(&self, before: &FileSection, after: &FileSection) -> bool {
        let Header { name, kind, flags, address, link, info, alignment, entry_size, .. } = before.header;
        let of_info = before.is(SHT_REL) || before.is(SHT_RELA) || flags & SHF_INFO_LINK.0 != 0;
        let info = if of_info { self.numbers.of(info) } else { Some(info) };
        let new = &after.header;
        (name, kind, flags, address, alignment, entry_size)
            == (
                new.name,
                new.kind,
                new.flags,
                new.address,
                new.alignment,
                new.entry_size,
            )
            && self.numbers.of(link) == Some(new.link)
            && info == Some(new.info)
    }

    /// Whether the symbols are the same, in the sections that they were in.
    fn has_symbols(&self, old: Place, new: Place) -> Result<bool, Error> {
        if old.len != new.len {
            return Ok(false);
        }
        let (len, at) = (self.form.symbol_len(), self.form.symbol_section());
        let mut done = 0_u64;
        while done < old.len {
            let step = STEP.min(old.len.saturating_sub(done));
            let before = self.input.window(old.ofs.saturating_add(done), step)?;
            let after = self.result.window(new.ofs.saturating_add(done), step)?;
            for (before, after) in before.chunks(len).zip(after.chunks(len)) {
                let (section, now) = (self.form.half_at(before, at), self.form.half_at(after, at));
                let outside = |symbol: &[u8]| {
                    let field = at..at.saturating_add(2);
                    let bytes = symbol.iter().enumerate().filter(|(at, _)| !field.contains(at));
                    bytes.map(|(_, byte)| *byte).collect::<Vec<u8>>()
                };
                let is_same = match section.map(|section| (section, self.numbers.of(section.into()))) {
                    Some((section, _)) if section >= SHN_LORESERVE => now == Some(section) && before == after,
                    // The symbol of the section is of nothing now.
                    Some((_, None)) => now == Some(SHN_ABS.0),
                    Some((_, Some(new))) => now.map(u32::from) == Some(new) && outside(before) == outside(after),
                    None => before == after,
                };
                if !is_same {
                    return Ok(false);
                }
            }
            done = done.saturating_add(step);
        }
        Ok(true)
    }

    /// Whether the members of a group are the same.
    fn has_numbers(&self, old: Place, new: Place) -> Result<bool, Error> {
        let (before, after) = (
            self.input.window(old.ofs, old.len)?,
            self.result.window(new.ofs, new.len)?,
        );
        let words = |bytes: &[u8]| -> Vec<u32> {
            let words = bytes.chunks(usize::try_from(WORD).unwrap_or(4));
            words.filter_map(|word| self.form.number_at(word, 0)).collect()
        };
        let (before, after) = (words(&before), words(&after));
        let expected = before.iter().skip(1).filter_map(|old| self.numbers.of(*old));
        Ok(before.first() == after.first() && expected.eq(after.iter().skip(1).copied()))
    }
}
