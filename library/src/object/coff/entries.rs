//! Entries of a bundle that are sections of a COFF object: some are removed, others hold something else.

use std::sync::Arc;

use object::FileKind;
use object::pe::ImageSectionHeader;
use offload_bundle_core::bytes::Place;

use super::edit;
use super::file::{self, CoffFile, FileSection};
use crate::error::Error;
use crate::input::{Input, InputPiece, same_bytes};
use crate::object::changes::Changes;
use crate::object::entry_changes::{EntryChange, EntryChanges, change_of};
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
    let goes = |section: &FileSection| matches!(change(changes, section), Some(EntryChange::Dropped));
    let removed: Vec<bool> = file.sections.iter().map(goes).collect();
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
    made.map_err(|fault| input.refuse(fault))
}

/// What is otherwise in `result` than in the file with these changes, for people.
pub(in crate::object) fn difference(
    (input, changes): (&Arc<Input>, &EntryChanges),
    result: &Arc<Input>,
    kind: FileKind,
) -> Result<Option<&'static str>, Error> {
    let (mut before, mut after) = (Source::new(input), Source::new(result));
    let (old, new) = (read(&mut before, input, kind)?, read(&mut after, result, kind)?);
    let goes = |section: &FileSection| matches!(change(changes, section), Some(EntryChange::Dropped));
    let removed: Vec<bool> = old.sections.iter().map(goes).collect();
    if removed.contains(&true) {
        return old.difference_without(&removed, &new);
    }
    for (before, after) in old.sections.iter().zip(&new.sections) {
        if let Some(EntryChange::Replaced(content)) = change(changes, before) {
            let place = after.data().unwrap_or(Place { ofs: 0, len: 0 });
            if place.len != content.len() || !same_bytes((content, content.whole()), (result, place.ofs))? {
                return Ok(Some("a section has other bytes"));
            }
        }
    }
    let sections = old.sections.iter().enumerate();
    let replaced = sections.filter(|(_, section)| change(changes, section).is_some());
    let replaced = replaced.map(|(position, _)| position).collect();
    old.difference(&new, &replaced, &Ranges::default())
}
