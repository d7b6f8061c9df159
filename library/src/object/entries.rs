//! An object file whose sections are a bundle together, one an entry, where some of these are removed or hold something else.

use std::sync::Arc;

use object::FileKind;
use offload_bundle_core::error::{Problem, ReadError};

use super::entry_changes::EntryChanges;
use super::source::Source;
use super::{coff, elf, kind, unsound};
use crate::error::Error;
use crate::input::{Input, InputPiece};

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
        Some(what) => Err(unsound(result, what)),
        None => Ok(()),
    }
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::input::assemble;
    use crate::object::entry_changes::EntryChange;
    use crate::object::{Section, SectionContent, sections, silent};
    use offload_bundle_formats::registry::REGISTRY;

    fn fixture(name: &str) -> Vec<u8> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
        fs::read(folder.join(name)).unwrap()
    }

    fn number(bytes: &[u8], at: usize, len: usize) -> usize {
        let field = bytes[at..at + len].iter().rev();
        field.fold(0, |all, byte| all << 8 | usize::from(*byte))
    }

    fn set(bytes: &mut [u8], at: usize, number: usize, len: usize) {
        bytes[at..at + len].copy_from_slice(&number.to_le_bytes()[..len]);
    }

    /// The ELF object, in which all numbers of symbols' sections are in a table of large ones.
    fn with_large_indexes(mut bytes: Vec<u8>) -> Vec<u8> {
        let (table, count) = (number(&bytes, 40, 8), number(&bytes, 60, 2));
        let symbols = (0..count)
            .find(|section| number(&bytes, table + 64 * section + 4, 4) == 2)
            .unwrap();
        let header = table + 64 * symbols;
        let (start, len) = (number(&bytes, header + 24, 8), number(&bytes, header + 32, 8));
        let mut words = Vec::new();
        for at in (start..start + len).step_by(24) {
            let section = number(&bytes, at + 6, 2);
            let is_one = (1..0xff00).contains(&section);
            words.extend(u32::try_from(if is_one { section } else { 0 }).unwrap().to_le_bytes());
            if is_one {
                set(&mut bytes, at + 6, 0xffff, 2);
            }
        }
        let mut large = [0; 64];
        set(&mut large, 4, 18, 4);
        set(&mut large, 24, bytes.len(), 8);
        set(&mut large, 32, words.len(), 8);
        set(&mut large, 40, symbols, 4);
        set(&mut large, 48, 4, 8);
        set(&mut large, 56, 4, 8);
        let headers = bytes[table..table + 64 * count].to_vec();
        bytes.extend(words);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let table = bytes.len();
        bytes.extend(headers);
        bytes.extend(large);
        set(&mut bytes, 40, table, 8);
        set(&mut bytes, 60, count + 1, 2);
        bytes
    }

    /// What is not as it was is seen, wherever it is: only what is between all parts may be otherwise.
    #[test]
    fn a_result_with_a_wrong_byte_is_thrown_away() {
        let large = with_large_indexes(fixture("rdc.22.o"));
        for (name, bytes) in [
            ("rdc.22.o", fixture("rdc.22.o")),
            ("rdc.22.o with large indexes", large),
            ("rdc.22.obj", fixture("rdc.22.obj")),
            ("rdc.14.obj", fixture("rdc.14.obj")),
        ] {
            let input = Arc::new(Input::from_bytes("in", bytes));
            let known = sections(&input, REGISTRY.sections).unwrap().unwrap().known;
            let len = |section: &&Section| match &section.content {
                SectionContent::Bytes(Ok(place)) => place.len,
                _ => 0,
            };
            let dropped = known.iter().max_by_key(len).unwrap();
            for change in [EntryChange::Dropped, EntryChange::Replaced(Arc::new(Input::from_bytes("new", *b"new")))] {
                let changes = EntryChanges::from([(dropped.offset, change)]);
                let made = assemble("out", with_entries(&input, &changes).unwrap());
                let made = made.window(0, made.len()).unwrap().into_vec();
                let verdict =
                    |bytes: Vec<u8>| check_entries(&input, &changes, &Arc::new(Input::from_bytes("out", bytes)));
                verdict(made.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
                let says_nothing = silent::bytes_of(&made, &[]);
                let mut unseen = Vec::new();
                for at in 0..made.len() {
                    let mut wrong = made.clone();
                    wrong[at] ^= 0x01;
                    if verdict(wrong).is_ok() && !says_nothing[at] {
                        unseen.push(format!("{at:#x}"));
                    }
                }
                assert_eq!(unseen, [""; 0], "{name}: {changes:?}");
            }
        }
    }
}
