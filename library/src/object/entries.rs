//! An object file whose sections are a bundle together, one an entry, where some of these are removed or hold something else.

use std::collections::BTreeMap;
use std::sync::Arc;

use object::FileKind;
use offload_bundle_core::error::{Problem, ReadError};

use super::source::Source;
use super::{RepackFault, coff, elf, kind};
use crate::error::Error;
use crate::input::{Input, InputPiece};

/// What becomes of a section.
#[derive(Debug, Clone)]
pub(crate) enum EntryChange {
    /// It is removed.
    Dropped,
    /// It holds this.
    Replaced(Arc<Input>),
}

/// What becomes of sections, by a byte of the header of each. The others stay.
pub(crate) type EntryChanges = BTreeMap<u64, EntryChange>;

/// The change of a section whose header has `len` bytes from `at` on.
pub(super) fn change_of(changes: &EntryChanges, at: u64, len: u64) -> Option<&EntryChange> {
    changes
        .range(at..at.saturating_add(len))
        .next()
        .map(|(_, change)| change)
}

/// The parts of the object file `input` with these changes.
///
/// # Errors
///
/// [`Error::Read`] for a damaged one, or one in which something else needs a section that is removed.
pub(crate) fn with_entries(input: &Arc<Input>, changes: &EntryChanges) -> Result<Vec<InputPiece>, Error> {
    let mut source = Source::new(input);
    match kind(&mut source)? {
        Some(kind @ (FileKind::Elf32 | FileKind::Elf64)) => {
            elf::entries::with_entries(input, &mut source, kind, changes)
        }
        Some(kind @ (FileKind::Coff | FileKind::CoffBig)) => {
            coff::entries::with_entries(input, &mut source, kind, changes)
        }
        _ => {
            let (found, expected) = ("another file".into(), "an object file, ELF or COFF".into());
            Err(source.damaged(ReadError::new(0, Problem::Unexpected { found, expected })))
        }
    }
}

/// Checks that `result` is `input` with these changes, and nothing else is otherwise.
///
/// # Errors
///
/// It is not so.
pub(crate) fn check_entries(input: &Arc<Input>, changes: &EntryChanges, result: &Arc<Input>) -> Result<(), Error> {
    let wrong = match kind(&mut Source::new(input))? {
        Some(kind @ (FileKind::Elf32 | FileKind::Elf64)) => elf::entries::difference((input, changes), result, kind)?,
        Some(kind) => coff::entries::difference((input, changes), result, kind)?,
        None => None,
    };
    match wrong {
        Some(what) => {
            let fault = RepackFault::Unsound { what: what.into() };
            Err(Error::Rewrite { file: result.name().into(), fault: fault.into() })
        }
        None => Ok(()),
    }
}
