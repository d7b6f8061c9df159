//! Tables of sections: their names, those that a program loads, and their numbers when some are removed.

use std::collections::BTreeMap;

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::SectionRule;

use crate::error::Error;
use crate::input::{Input, WindowReader};

/// Names are shown up to this length, in bytes: very many sections of a small file may share a long one.
const LONGEST_SHOWN: u64 = 256;

/// A section with data that a program loads, of which no rule speaks: its form is the program's own. In files without sections, a segment that it
/// loads.
#[derive(Debug, Clone)]
pub(crate) struct LoadedSection {
    /// Where its name is.
    pub(crate) name: LoadedName,
    /// Its bytes; or why they cannot be.
    pub(crate) place: Result<Place, ReadError>,
}

/// Where the name of a section is. Most are never asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoadedName {
    /// In the file.
    Within {
        /// Its first byte, from the start of the file.
        ofs: u64,
        /// It ends there at the latest, or before a zero byte.
        end: u64,
    },
    /// Nowhere: it is the segment of this number.
    Segment(u64),
}

impl LoadedName {
    /// The name that is in `place`, up to a zero byte.
    pub(super) fn within(place: Place) -> Self {
        Self::Within { ofs: place.ofs, end: place.end() }
    }

    /// The name in `input`, for people; one that is very long is cut.
    pub(crate) fn read(self, input: &Input) -> Result<String, Error> {
        let (ofs, end) = match self {
            Self::Within { ofs, end } => (ofs, end),
            Self::Segment(number) => return Ok(format!("segment {number}")),
        };
        let len = end.saturating_sub(ofs);
        // The zero byte behind a name of just that length is seen too.
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

/// How much of a table of names is fetched at once, in bytes: the names of one section after the other may be anywhere in it.
const TABLE: u64 = 1 << 20;
/// Names up to this length are seen at the first look, in bytes.
const SHORT: u64 = 256;
/// Names are at most this long, in bytes.
const LONGEST: u64 = 64 << 10;

/// What takes from the budget, for people.
const SECTIONS: &str = "the names of sections";

/// A name that a rule speaks of.
pub(super) struct Named {
    pub(super) rule: &'static SectionRule<'static>,
    pub(super) name: Vec<u8>,
    /// First byte of the name, from the start of the file.
    pub(super) offset: u64,
}

impl Named {
    /// `name`, which is at `offset`, if one of `rules` speaks of it.
    pub(super) fn by(rules: &[&'static SectionRule<'static>], name: &[u8], offset: u64) -> Option<Self> {
        let rule = rules.iter().find(|rule| rule.pattern.rest(name).is_some()).copied()?;
        let name = name.to_vec();
        Some(Self { rule, name, offset })
    }
}

/// A table of names, each up to the next zero byte.
pub(super) struct Names<'i> {
    input: &'i Input,
    reader: WindowReader<'i>,
    place: Place,
    /// Very many sections may have the same long name.
    budget: Budget,
}

impl<'i> Names<'i> {
    /// The table at `place` of `input`.
    pub(super) fn new(input: &'i Input, place: Place) -> Result<Self, Error> {
        let mut reader = WindowReader::over(input, place);
        reader.view(place.ofs, TABLE)?;
        Ok(Self { input, reader, place, budget: Budget::shared(input.len()) })
    }

    /// Length of the table in bytes.
    pub(super) fn len(&self) -> u64 {
        self.place.len
    }

    /// Where the name is that begins `ofs` bytes into the table.
    pub(super) fn place(&self, ofs: u64) -> LoadedName {
        let len = self.place.len.saturating_sub(ofs);
        LoadedName::within(Place { ofs: self.place.ofs.saturating_add(ofs), len })
    }

    /// The name that begins `ofs` bytes into the table, if one of `rules` speaks of it; or if a rule speaks of the section anyway, which is
    /// then `anyway`.
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

/// A table of strings that is made. One that ends another is stored as that end, as the tools of LLVM write it.
pub(super) struct StringTable<'s> {
    bytes: Vec<u8>,
    offsets: BTreeMap<&'s [u8], u32>,
    /// The last string that is stored whole.
    last: &'s [u8],
}

impl<'s> StringTable<'s> {
    /// The table of `strings`, each with a zero byte after it, that begins with `start`; `None` if it is too long for offsets of four
    /// bytes. The order is that of the strings read backwards, the last one first, so that equal strings give equal tables.
    pub(super) fn new(start: &[u8], strings: impl IntoIterator<Item = &'s [u8]>) -> Option<Self> {
        let mut table = Self { bytes: start.to_vec(), offsets: BTreeMap::new(), last: &[] };
        table.add(strings)?;
        Some(table)
    }

    /// Adds `strings` after those that there are, in the same order.
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

    /// Where `string` is in the table, which holds it; 0 for one that is empty.
    pub(super) fn offset(&self, string: &[u8]) -> u32 {
        self.offsets.get(string).copied().unwrap_or_default()
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// What the sections that stay are numbered.
pub(super) struct SectionRenumbering {
    /// The new index by the old one; none where the section is removed.
    new: Vec<Option<u32>>,
}

impl SectionRenumbering {
    /// Those of the sections of which some are `removed`, by their positions.
    pub(super) fn without(removed: &[bool]) -> Self {
        let mut next: u32 = 0;
        let kept = removed.iter().map(|removed| {
            next = next.saturating_add(u32::from(!removed));
            (!removed).then_some(next)
        });
        Self { new: std::iter::once(Some(0)).chain(kept).collect() }
    }

    /// What the section `old` is numbered; itself if there is no such section, `None` if it is removed.
    pub(super) fn renumber(&self, old: u32) -> Option<u32> {
        let index = usize::try_from(old).unwrap_or(usize::MAX);
        self.new.get(index).copied().unwrap_or(Some(old))
    }

    /// Whether every section that stays keeps its number.
    pub(super) fn keeps_all(&self) -> bool {
        (0..).zip(&self.new).all(|(old, new)| new.is_none_or(|new| new == old))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_strings_are_shared() {
        let strings: [&[u8]; 5] = [b".text", b".rela.text", b".data", b".text", b"a"];
        let table = StringTable::new(b"\0", strings).unwrap();
        assert_eq!(table.offset(b".text"), table.offset(b".rela.text") + 5);
        assert_eq!(table.offset(b"a"), table.offset(b".data") + 4);
        assert_eq!(table.offset(b""), 0);
        assert_eq!(table.into_bytes(), b"\0.rela.text\0.data\0");
    }
}
