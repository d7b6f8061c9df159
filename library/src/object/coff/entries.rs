//! Entries of a bundle that are sections of a COFF object: some are removed, others hold something else.

use std::sync::Arc;

use object::FileKind;
use object::pe::ImageSectionHeader;

use super::edit;
use super::file::{self, CoffFile, FileSection};
use crate::error::Error;
use crate::input::{Input, InputPiece, same_bytes};
use crate::object::changes::Changes;
use crate::object::entries::{EntryChange, EntryChanges, change_of};
use crate::object::ranges::Ranges;
use crate::object::source::{Source, size};

fn read(source: &mut Source<'_>, input: &Arc<Input>, kind: FileKind) -> Result<CoffFile, Error> {
    file::read(source, input, kind == FileKind::CoffBig)
}

fn change<'c>(changes: &'c EntryChanges, section: &FileSection) -> Option<&'c EntryChange> {
    change_of(changes, section.at, size::<ImageSectionHeader>())
}

/// The parts of the file with these changes: some sections are removed, or some hold something else.
pub(in crate::object) fn with_entries(
    input: &Arc<Input>,
    source: &mut Source<'_>,
    kind: FileKind,
    changes: &EntryChanges,
) -> Result<Vec<InputPiece>, Error> {
    let file = read(source, input, kind)?;
    let removed: Vec<bool> = file
        .sections
        .iter()
        .map(|section| matches!(change(changes, section), Some(EntryChange::Dropped)))
        .collect();
    if removed.contains(&true) {
        return edit::remove(source, file, &removed);
    }
    let contents = file
        .sections
        .iter()
        .enumerate()
        .filter_map(|(position, section)| match change(changes, section)? {
            EntryChange::Replaced(new) => Some((position, vec![InputPiece::Range(Arc::clone(new), new.whole())])),
            EntryChange::Dropped => None,
        });
    let made = file.with_contents(contents.collect(), Changes::default());
    made.map_err(|fault| Error::Rewrite { file: input.name().into(), fault: fault.into() })
}

/// What is otherwise in `result` than in the file with these changes, for people.
pub(in crate::object) fn difference(
    (input, changes): (&Arc<Input>, &EntryChanges),
    result: &Arc<Input>,
    kind: FileKind,
) -> Result<Option<&'static str>, Error> {
    let (mut before, mut after) = (Source::new(input), Source::new(result));
    let (old, new) = (read(&mut before, input, kind)?, read(&mut after, result, kind)?);
    let goes = |section: &&FileSection| !matches!(change(changes, section), Some(EntryChange::Dropped));
    let kept: Vec<&FileSection> = old.sections.iter().filter(goes).collect();
    if kept.len() == old.sections.len() {
        let replaced = old
            .sections
            .iter()
            .enumerate()
            .filter(|(_, section)| change(changes, section).is_some());
        let replaced: Vec<usize> = replaced.map(|(position, _)| position).collect();
        return old.difference(&new, &replaced, &Ranges::default());
    }
    if kept.len() != new.sections.len() || old.symbols.len != new.symbols.len {
        return Ok(Some("it has other sections or symbols"));
    }
    for (old, new) in kept.into_iter().zip(&new.sections) {
        let places = [(old.data(), new.data()), (old.relocations, new.relocations)];
        for place in places {
            let is_same = match place {
                (Some(old), Some(new)) => old.len == new.len && same_bytes((input, old), (result, new.ofs))?,
                (None, None) => true,
                _ => false,
            };
            if !is_same {
                return Ok(Some("a section has other bytes"));
            }
        }
    }
    Ok(None)
}
