//! Section tables: names, loaded sections, renumbering.

use std::collections::BTreeMap;

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::SectionRule;

use crate::error::Error;
use crate::input::{Input, WindowReader};

/// In bytes: very many sections may share a long name.
const LONGEST_SHOWN: u64 = 256;

/// Without a rule; a loaded segment in a file without sections.
#[derive(Debug, Clone)]
pub(crate) struct LoadedSection {
    pub(crate) name: LoadedName,
    /// Or the reason why they are unreadable.
    pub(crate) place: Result<Place, ReadError>,
}

/// Most names are never read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoadedName {
    /// The name, unless a zero byte comes first.
    Within(Place),
    /// Has this number and no name.
    Segment(u64),
}

impl LoadedName {
    /// For display, cut if very long.
    pub(crate) fn read(self, input: &Input) -> Result<String, Error> {
        let Place { ofs, len } = match self {
            Self::Within(place) => place,
            Self::Segment(number) => return Ok(format!("segment {number}")),
        };
        // Includes the zero byte after a name of exactly that length.
        let bytes = input.window(ofs, len.min(LONGEST_SHOWN.saturating_add(1)))?;
        let name = match memchr::memchr(0, &bytes) {
            Some(end) => bytes.get(..end).unwrap_or_default(),
            None => &bytes,
        };
        let longest = usize::try_from(LONGEST_SHOWN).unwrap_or(usize::MAX);
        match name.get(..longest).filter(|_| name.len() > longest) {
            Some(shown) => Ok(format!("{}…", String::from_utf8_lossy(shown))),
            None => Ok(String::from_utf8_lossy(name).into_owned()),
        }
    }
}

/// Read at once: names of consecutive sections may be anywhere.
const TABLE: u64 = 1 << 20;
/// Names up to this many bytes need one read.
const SHORT: u64 = 256;
/// In bytes.
const LONGEST: u64 = 64 << 10;

const SECTIONS: &str = "the names of sections";

pub(super) struct Named {
    pub(super) rule: &'static SectionRule<'static>,
    pub(super) name: Vec<u8>,
    /// In the file.
    pub(super) offset: u64,
}

impl Named {
    pub(super) fn by(rules: &[&'static SectionRule<'static>], name: &[u8], offset: u64) -> Option<Self> {
        let rule = rules.iter().find(|rule| rule.pattern.rest(name).is_some()).copied()?;
        let name = name.to_vec();
        Some(Self { rule, name, offset })
    }
}

/// Zero-terminated.
pub(super) struct Names<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    place: Place,
    /// Very many sections may share a long name.
    budget: Budget,
}

impl<'i> Names<'i> {
    pub(super) fn new(input: &'i Input, place: Place) -> Result<Self, Error> {
        let mut reader = WindowReader::over(input, place);
        reader.view(place.ofs, TABLE)?;
        Ok(Self { input, reader, place, budget: Budget::shared(input.len()) })
    }

    pub(super) fn len(&self) -> u64 {
        self.place.len
    }

    pub(super) fn place(&self, ofs: u64) -> LoadedName {
        let len = self.place.len.saturating_sub(ofs);
        LoadedName::Within(Place { ofs: self.place.ofs.saturating_add(ofs), len })
    }

    /// Returns the name if a rule matches it; `anyway` matches any name.
    pub(super) fn read_wanted(
        &mut self,
        ofs: u64,
        rules: &[&'static SectionRule<'static>],
        anyway: Option<&'static SectionRule<'static>>,
    ) -> Result<Option<Named>, Error> {
        let start = self.place.ofs.saturating_add(ofs);
        for len in [SHORT, LONGEST] {
            let view = self.reader.view(start, len.saturating_add(1))?;
            if let Some(end) = memchr::memchr(0, view) {
                let name = view.get(..end).unwrap_or_default();
                let named = match anyway {
                    Some(rule) => Some(Named { rule, name: name.to_vec(), offset: start }),
                    None => Named::by(rules, name, start),
                };
                let taken = match &named {
                    Some(_) => self.budget.take_part(SECTIONS, length(name)),
                    None if len > SHORT => self.budget.take(SECTIONS, length(name)),
                    None => Ok(()),
                };
                return match taken {
                    Ok(()) => Ok(named),
                    Err(problem) => Err(self.damaged(start, problem)),
                };
            }
            let begins = |rule: &&&SectionRule<'_>| view.starts_with(rule.pattern.fixed_part().as_bytes());
            if anyway.is_none() && !rules.iter().any(|rule| begins(&rule)) {
                return Ok(None);
            }
        }
        let left = self.place.end().saturating_sub(start);
        let problem = if left > LONGEST {
            let (found, limit) = (left, LONGEST);
            Problem::OverLimit { found, limit }
        } else {
            let expected = "a zero byte at the end of the section's name".into();
            Problem::Missing { expected }
        };
        Err(self.damaged(start, problem))
    }

    fn damaged(&self, at: u64, problem: Problem) -> Error {
        Error::Read { file: self.input.name().into(), error: ReadError::new(at, problem) }
    }
}

/// Strings are read within a budget: very many symbols may share a long name.
pub(super) struct Strings<'s> {
    pub(super) strings: &'s [u8],
    budget: Budget,
}

impl<'s> Strings<'s> {
    /// The file has `len` bytes.
    pub(super) fn new(strings: &'s [u8], len: u64) -> Self {
        Self { strings, budget: Budget::shared(len) }
    }

    pub(super) fn string(&mut self, ofs: u64) -> Result<&'s [u8], Problem> {
        let name = string(self.strings, ofs)?;
        self.budget.take(NAMES, length(name))?;
        Ok(name)
    }
}

/// Counted by budgets for [`string`].
pub(super) const NAMES: &str = "the names of sections and symbols";

/// Up to its zero byte.
pub(super) fn string(table: &[u8], ofs: u64) -> Result<&[u8], Problem> {
    let rest = usize::try_from(ofs).ok().and_then(|ofs| table.get(ofs..));
    let rest = rest.filter(|rest| !rest.is_empty());
    let rest = rest.ok_or(Problem::OutOfBounds { ofs, len: 1, have: length(table) })?;
    let missing = || Problem::Missing { expected: "a zero byte at the end of the name".into() };
    let end = memchr::memchr(0, rest).ok_or_else(missing)?;
    Ok(rest.get(..end).unwrap_or_default())
}

/// To write. A string that ends another shares its bytes, like in LLVM tools.
pub(super) struct StringTable<'s> {
    bytes: Vec<u8>,
    offsets: BTreeMap<&'s [u8], u32>,
    /// Stored whole.
    last: &'s [u8],
}

impl<'s> StringTable<'s> {
    /// `None` if offsets exceed 4 bytes. Sorted by reversed bytes, descending, so that equal strings give equal tables.
    pub(super) fn new(start: &[u8], strings: impl IntoIterator<Item = &'s [u8]>) -> Option<Self> {
        let mut table = Self { bytes: start.to_vec(), offsets: BTreeMap::new(), last: &[] };
        table.add(strings)?;
        Some(table)
    }

    /// After existing ones, in the same order.
    pub(super) fn add(&mut self, strings: impl IntoIterator<Item = &'s [u8]>) -> Option<()> {
        let table = self;
        let strings = strings.into_iter().filter(|string| !string.is_empty());
        let mut sorted: Vec<&[u8]> = strings.filter(|string| !table.offsets.contains_key(string)).collect();
        sorted.sort_unstable_by(|one, other| other.iter().rev().cmp(one.iter().rev()));
        sorted.dedup();
        for string in sorted {
            let end = table.bytes.len().checked_sub(string.len().saturating_add(1));
            let ofs = match end.filter(|_| table.last.ends_with(string)) {
                Some(ofs) => ofs,
                None => {
                    let ofs = table.bytes.len();
                    table.bytes.extend_from_slice(string);
                    table.bytes.push(0);
                    table.last = string;
                    ofs
                }
            };
            table.offsets.insert(string, u32::try_from(ofs).ok()?);
        }
        Some(())
    }

    /// It must be in the table; 0 if empty.
    pub(super) fn offset(&self, string: &[u8]) -> u32 {
        self.offsets.get(string).copied().unwrap_or_default()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// After a removal.
pub(super) struct SectionRenumbering {
    /// By old number; `None` if removed.
    new: Vec<Option<u32>>,
}

impl SectionRenumbering {
    /// `removed` is by position.
    pub(super) fn without(removed: &[bool]) -> Self {
        let mut next: u32 = 0;
        let kept = removed.iter().map(|removed| {
            next = next.saturating_add(u32::from(!removed));
            (!removed).then_some(next)
        });
        Self { new: std::iter::once(Some(0)).chain(kept).collect() }
    }

    /// `None` if `old` is removed.
    pub(super) fn renumber(&self, old: u32) -> Option<u32> {
        let index = usize::try_from(old).unwrap_or(usize::MAX);
        self.new.get(index).copied().unwrap_or(Some(old))
    }

    pub(super) fn keeps_all(&self) -> bool {
        (0..).zip(&self.new).all(|(old, new)| new.is_none_or(|new| new == old))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn string_ends_are_shared() {
        let strings: [&[u8]; 5] = [b".text", b".rela.text", b".data", b".text", b"a"];
        let table = StringTable::new(b"\0", strings).unwrap();
        assert_eq!(table.offset(b".text"), table.offset(b".rela.text") + 5);
        assert_eq!(table.offset(b"a"), table.offset(b".data") + 4);
        assert_eq!(table.offset(b""), 0);
        assert_eq!(table.into_bytes(), b"\0.rela.text\0.data\0");
    }
}
