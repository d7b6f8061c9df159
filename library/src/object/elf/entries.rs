//! Entries of a bundle that are sections of an ELF object: some are removed, others hold something else.

use std::collections::BTreeMap;
use std::sync::Arc;

use object::FileKind;
use object::elf::{SHN_ABS, SHN_LORESERVE, SHN_XINDEX, SHT_GROUP, SHT_SYMTAB, SHT_SYMTAB_SHNDX};
use offload_bundle_core::bytes::Place;

use super::file::{Content, FileSection, read_kind};
use super::form::{Form, Header};
use super::{indexes, place};
use crate::error::Error;
use crate::input::{Input, InputPiece, same_bytes};
use crate::object::entry_changes::{EntryChange, EntryChanges, change_of};
use crate::object::numbers::SectionRenumbering;
use crate::object::source::Source;

/// Length of an index in the lists of groups and of large indexes, in bytes.
const WORD: u64 = 4;
/// How much of a list is compared at once, in bytes; a multiple of the length of a symbol of either class.
const STEP: u64 = 48 << 10;

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
    let mut file = read_kind(source, input, kind)?;
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
    Ok(place::place_parts(source, file)?.parts)
}

/// What is otherwise in `result` than in the file with these changes, for people.
pub(in crate::object) fn difference(
    (input, changes): (&Arc<Input>, &EntryChanges),
    result: &Arc<Input>,
    kind: FileKind,
) -> Result<Option<&'static str>, Error> {
    let old = read_kind(&mut Source::new(input), input, kind)?;
    let new = read_kind(&mut Source::new(result), result, kind)?;
    let form = old.form;
    let goes = |section: &FileSection| matches!(change(changes, form, section), Some(EntryChange::Dropped));
    let removed = old.sections.iter().map(|section| {
        goes(section) || section.has_relocations() && old.section(section.header.info).is_some_and(goes)
    });
    let removed: Vec<bool> = removed.collect();
    let numbers = SectionRenumbering::without(&removed);
    let kept = || {
        let sections = (1_u32..).zip(&old.sections).zip(&removed);
        sections.filter(|(_, removed)| !**removed).map(|(section, _)| section)
    };
    if kept().count() != new.sections.len() {
        return Ok(Some("it has other sections"));
    }
    let names = u32::try_from(old.names).ok().and_then(|names| numbers.renumber(names));
    if !old.has_start(&new) || names.and_then(|names| usize::try_from(names).ok()) != Some(new.names) {
        return Ok(Some("its header has changed"));
    }
    let comparison = Comparison { input, result, form, numbers: &numbers };
    // Large indexes by the table of symbols that they belong to; of several the first.
    let mut indexes: BTreeMap<u32, (u32, Place, Place)> = BTreeMap::new();
    for ((number, before), after) in kept().zip(&new.sections) {
        if let (true, Some(old), Some(new)) = (before.is(SHT_SYMTAB_SHNDX), before.kept(), after.kept()) {
            indexes.entry(before.header.link).or_insert((number, old, new));
        }
    }
    let of_symbols = |number: u32, section: &FileSection| {
        let table = old.section(section.header.link);
        table.is_some_and(|table| table.is(SHT_SYMTAB))
            && indexes
                .get(&section.header.link)
                .is_some_and(|(first, ..)| *first == number)
    };
    for ((number, before), after) in kept().zip(&new.sections) {
        if !comparison.has_header(before, after) {
            return Ok(Some("the header of a section has changed"));
        }
        let is_same = match (change(changes, form, before), &before.content, &after.content) {
            (Some(EntryChange::Replaced(new)), _, Content::Kept(place)) => {
                new.len() == place.len && same_bytes((new, new.whole()), (result, place.ofs))?
            }
            (_, Content::Kept(old), Content::Kept(new)) => match before {
                _ if before.is(SHT_SYMTAB) => {
                    let indexes = indexes.get(&number).map(|(_, old, new)| (*old, *new));
                    comparison.has_symbols((*old, *new), indexes)?
                }
                _ if before.is(SHT_GROUP) => comparison.has_numbers(*old, *new)?,
                // They are looked at with their symbols.
                _ if before.is(SHT_SYMTAB_SHNDX) && of_symbols(number, before) => old.len == new.len,
                _ => old.len == new.len && same_bytes((input, *old), (result, new.ofs))?,
            },
            (_, Content::None, Content::None) => before.header.size == after.header.size,
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
        let Header { link, info, .. } = before.header;
        let of_info = before.info_is_section();
        let info = if of_info {
            self.numbers.renumber(info)
        } else {
            Some(info)
        };
        let (Some(link), Some(info)) = (self.numbers.renumber(link), info) else {
            return false;
        };
        let Header { offset, size, .. } = after.header;
        Header { link, info, offset, size, ..before.header } == after.header
    }

    /// Whether the symbols are the same, in the sections that they were in. `indexes` are where those are that are too large for symbols.
    fn has_symbols(&self, (old, new): (Place, Place), indexes: Option<(Place, Place)>) -> Result<bool, Error> {
        if old.len != new.len {
            return Ok(false);
        }
        let len = self.form.symbol_len();
        let symbols = |bytes: u64| bytes.checked_div(u64::try_from(len).unwrap_or(u64::MAX)).unwrap_or(0);
        let mut done = 0_u64;
        while done < old.len {
            let step = STEP.min(old.len.saturating_sub(done));
            let before = self.input.window(old.ofs.saturating_add(done), step)?;
            let after = self.result.window(new.ofs.saturating_add(done), step)?;
            let words = |input: &Input, place: Option<Place>| -> Result<Vec<u8>, Error> {
                let place = place.unwrap_or(Place { ofs: 0, len: 0 });
                let skip = symbols(done).saturating_mul(WORD).min(place.len);
                let len = symbols(step).saturating_mul(WORD).min(place.len.saturating_sub(skip));
                Ok(input.window(place.ofs.saturating_add(skip), len)?.into_vec())
            };
            let was = words(self.input, indexes.map(|(old, _)| old))?;
            let is = words(self.result, indexes.map(|(_, new)| new))?;
            let word = usize::try_from(WORD).unwrap_or(4);
            let (mut was, mut is) = (was.chunks(word), is.chunks(word));
            for (before, after) in before.chunks(len).zip(after.chunks(len)) {
                let word = |word: Option<&[u8]>| word.and_then(|word| self.form.number_at(word, 0));
                if !self.has_symbol((before, word(was.next())), (after, word(is.next()))) {
                    return Ok(false);
                }
            }
            done = done.saturating_add(step);
        }
        Ok(true)
    }

    /// Whether a symbol is the same; beside each is what is listed for it among the large indexes.
    fn has_symbol(&self, (before, was): (&[u8], Option<u32>), (after, is): (&[u8], Option<u32>)) -> bool {
        let at = self.form.at().st_shndx;
        let (Some(short), Some(now)) = (self.form.half_at(before, at), self.form.half_at(after, at)) else {
            return before == after && was == is;
        };
        let is_large = short == SHN_XINDEX.0 && was.is_some();
        let section = match was.filter(|_| is_large) {
            Some(large) => large,
            // Such numbers mean something else.
            None if short >= SHN_LORESERVE => return before == after && was == is,
            None => short.into(),
        };
        let outside = |symbol: &[u8]| -> Vec<u8> {
            let field = at..at.saturating_add(2);
            let bytes = symbol.iter().enumerate().filter(|(at, _)| !field.contains(at));
            bytes.map(|(_, byte)| *byte).collect()
        };
        match self.numbers.renumber(section) {
            // The symbol of the section is of nothing now.
            None => now == SHN_ABS.0 && is.unwrap_or(0) == 0 && outside(after).iter().all(|byte| *byte == 0),
            Some(new) if is_large => now == short && is == Some(new) && outside(before) == outside(after),
            Some(new) => u32::from(now) == new && was == is && outside(before) == outside(after),
        }
    }

    /// Whether the members of a group are the same.
    fn has_numbers(&self, old: Place, new: Place) -> Result<bool, Error> {
        let before = self.input.window(old.ofs, old.len)?;
        let after = self.result.window(new.ofs, new.len)?;
        let words = |bytes: &[u8]| -> Vec<u32> {
            let words = bytes.chunks(usize::try_from(WORD).unwrap_or(4));
            words.filter_map(|word| self.form.number_at(word, 0)).collect()
        };
        let (before, after) = (words(&before), words(&after));
        let expected = before.iter().skip(1).filter_map(|old| self.numbers.renumber(*old));
        Ok(before.first() == after.first() && expected.eq(after.iter().skip(1).copied()))
    }
}
