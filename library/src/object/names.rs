//! The names of sections in the table that holds them.

use offload_bundle_core::budget::Budget;
use offload_bundle_core::bytes::{Place, length};
use offload_bundle_core::error::{Problem, ReadError};
use offload_bundle_core::placement::SectionRule;

use super::loaded::LoadedName;
use crate::error::Error;
use crate::input::{Input, WindowReader};

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
