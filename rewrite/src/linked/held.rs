//! The section that holds the bundles, in any file format.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::object::sections;
use offload_bundle::{Error, Refusal};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::placement::{Holds, SectionRule, WrapperRule};

use super::refusals::{not_repackable, other_form, shared};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Bundle(usize),
    End,
}

impl Target {
    pub(super) fn bundle(self) -> Option<usize> {
        match self {
            Self::Bundle(bundle) => Some(bundle),
            Self::End => None,
        }
    }
}

/// Bundles are in ascending order, as file offsets.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) input: &'a Arc<Input>,
    pub(crate) rules: &'static [SectionRule<'static>],
    pub(crate) section: Place,
    pub(crate) bundles: &'a [Place],
    /// Bundles without pointers, with zeros before and after them.
    pub(crate) may_stay: bool,
}

pub(super) struct Held {
    pub(super) input: Arc<Input>,
    /// Position in the section table, and name.
    pub(super) section: usize,
    pub(super) name: String,
    pub(super) place: Place,
    /// Relative to the content, in ascending order.
    pub(super) bundles: Vec<Place>,
    /// By position.
    pub(super) wrappers: BTreeMap<usize, WrapperRule<'static>>,
    may_stay: bool,
}

impl Held {
    /// `headers` are header offsets and possible contents.
    pub(super) fn read(asked: Asked<'_>, headers: &[(u64, Option<Place>)]) -> Result<Self, Error> {
        let Asked { input, rules, section: place, bundles, may_stay } = asked;
        let section = headers.iter().position(|(_, content)| *content == Some(place));
        let Some(section) = section else {
            return Err(input.refuse(other_form("bundles outside of its sections")));
        };
        let known = sections(input, rules)?.map_or_else(Vec::new, |sections| sections.known);
        let mut name = String::new();
        let mut wrappers = BTreeMap::new();
        for known in &known {
            let Ok(position) = headers.binary_search_by_key(&known.offset, |(at, _)| *at) else {
                continue;
            };
            if position == section {
                name = known.name();
            }
            if let Holds::Pointer(Some(rule)) = known.rule.holds {
                wrappers.insert(position, rule);
            }
        }
        let within = |bundle: &Place| Place { ofs: bundle.ofs.saturating_sub(place.ofs), len: bundle.len };
        let bundles = bundles.iter().map(within).collect();
        Ok(Self { input: Arc::clone(input), section, name, place, bundles, wrappers, may_stay })
    }

    pub(super) fn error(&self, refusal: Refusal) -> Error {
        self.input.refuse(refusal)
    }

    /// The bytes that loaders read of an uncompressed bundle; `None` for all.
    pub(super) fn table_len(&self) -> Option<u64> {
        self.wrappers.values().filter_map(|rule| rule.table).min()
    }

    /// For the pointer at `at`.
    pub(super) fn bundle(&self, start: u64, at: u64) -> Result<usize, Error> {
        let found = self.bundles.binary_search_by_key(&start, |place| place.ofs);
        found.map_err(|_| {
            self.error(not_repackable(format!(
                "the pointer at byte {at:#x} points to byte {start} of the section `{}`, but no bundle starts there",
                self.name
            )))
        })
    }

    pub(super) fn target(&self, start: u64, at: u64) -> Result<Target, Error> {
        match start == self.place.len {
            true => Ok(Target::End),
            false => self.bundle(start, at).map(Target::Bundle),
        }
    }

    /// `None` if the symbol ends with its bundle.
    pub(super) fn end(&self, bundle: usize, end: u64, at: u64) -> Result<Option<Target>, Error> {
        let next = bundle.checked_add(1).and_then(|next| self.bundles.get(next));
        match next.is_some_and(|next| next.ofs < end && end <= self.place.len) {
            true => self.target(end, at).map(Some),
            false => Ok(None),
        }
    }

    pub(super) fn offset(&self, bundle: usize) -> u64 {
        let start = self.bundles.get(bundle).map_or(0, |place| place.ofs);
        self.place.ofs.saturating_add(start)
    }

    /// Bundles without pointers have to stay: programs would not find them elsewhere.
    pub(super) fn unreached(&self, reached: &BTreeSet<usize>) -> Result<BTreeSet<usize>, Error> {
        let unreached = (0..self.bundles.len()).filter(|bundle| !reached.contains(bundle));
        let unreached: BTreeSet<usize> = unreached.collect();
        match unreached.first() {
            Some(bundle) if !self.may_stay => {
                let why = format!("no wrapper points to the bundle at byte {:#x}", self.offset(*bundle));
                let hint = "AddressSanitizer adds red zones between wrappers; use a build without it";
                Err(self.error(not_repackable(why).hint(hint)))
            }
            _ => Ok(unreached),
        }
    }

    /// `own` is the content of the section.
    pub(super) fn refuse_shared(own: Place, others: impl IntoIterator<Item = Place>) -> Result<(), Refusal> {
        let mut others = others.into_iter();
        match others.find(|other| other.len > 0 && other.ofs < own.end() && own.ofs < other.end()) {
            Some(other) => Err(shared(other.ofs.max(own.ofs))),
            None => Ok(()),
        }
    }

    /// `places` are relative to the section.
    pub(super) fn in_file(&self, places: &[Place]) -> Vec<Place> {
        let places = places.iter();
        places
            .map(|place| Place { ofs: self.place.ofs.saturating_add(place.ofs), len: place.len })
            .collect()
    }
}

pub(crate) fn unsound(input: &Input, what: impl Display) -> Error {
    input.refuse(not_repackable(format!(
        "the result was thrown away, because {what}: the file is damaged in a way that was not seen, or this program has a fault"
    )))
}
