//! The entries to replace, and the bundle in which each was found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use offload_bundle::input::Input;
use offload_bundle::internal::input::same_bytes;
use offload_bundle::report::Integer;
use offload_bundle::{Error, FileName, Refusal};
use offload_bundle_core::ids::Grammar;

use super::report::{ReplaceRequest, ReplacedEntry};
use crate::unit::{KeptEntry, Unit};

pub(super) struct Wanted<'r> {
    ids: &'r Grammar<'static>,
    bundle: Option<u64>,
    entries: Vec<EntryRequest>,
    /// By canonical ID.
    known: BTreeMap<String, usize>,
    bundle_count: usize,
    /// In file order, and as a set.
    stored: Vec<String>,
    seen: BTreeSet<String>,
}

struct EntryRequest {
    id: String,
    content: Arc<Input>,
    found: Option<(FileName, usize)>,
}

impl<'r> Wanted<'r> {
    pub(super) fn new(ids: &'r Grammar<'static>, request: &ReplaceRequest, contents: Vec<Arc<Input>>) -> Self {
        let known = request.entries.iter().enumerate();
        let known = known.map(|(position, entry)| (canonical(ids, &entry.id), position));
        let entries = request.entries.iter().zip(contents);
        let entries = entries.map(|(entry, content)| EntryRequest { id: entry.id.clone(), content, found: None });
        Self {
            ids,
            bundle: request.bundle,
            entries: entries.collect(),
            known: known.collect(),
            bundle_count: 0,
            stored: Vec::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Fails if several entries have a requested ID.
    pub(super) fn replace(&mut self, input: &Input, units: &mut [Unit<'_>]) -> Result<Vec<ReplacedEntry>, Error> {
        let mut replaced = Vec::new();
        let count = units.iter().map(|unit| unit.bundles.len()).sum();
        self.bundle_count = self.bundle_count.max(count);
        for bundle in units.iter_mut().flat_map(|unit| &mut unit.bundles) {
            let number = bundle.number;
            let is_meant = self.bundle.is_none_or(|wanted| usize::try_from(wanted) == Ok(number));
            let found = bundle.found;
            for entry in &mut bundle.kept {
                let damaged = |error: &_| Error::Read { file: found.input.name().into(), error: Clone::clone(error) };
                let id = entry.stored.id.as_deref().map_err(damaged)?;
                let place = *entry.stored.place.as_ref().map_err(damaged)?;
                if is_meant && self.seen.insert(id.into()) {
                    self.stored.push(id.into());
                }
                let position = self.known.get(&canonical(self.ids, id)).filter(|_| is_meant);
                let Some(wanted) = position.and_then(|position| self.entries.get_mut(*position)) else {
                    continue;
                };
                if let Some((file, first)) = wanted.found.replace((input.name().into(), number)) {
                    let second = (input.name().into(), number);
                    return Err(input.refuse(several_entries(id, [(file, first), second])));
                }
                let content = &wanted.content;
                let changed = content.len() != place.len
                    || !same_bytes((content, content.full_range()), (&found.input, place.ofs))?;
                if changed {
                    *entry = KeptEntry { replacement: Some(Arc::clone(content)), ..*entry };
                }
                replaced.push(ReplacedEntry {
                    file: input.name().into(),
                    bundle: number,
                    id: id.into(),
                    source: content.name().into(),
                    size_before: Integer(place.len),
                    size: Integer(content.len()),
                    changed,
                });
            }
        }
        match replaced.is_empty() {
            true => Err(self.missing(input)),
            false => Ok(replaced),
        }
    }

    pub(super) fn refuse_missing(&self, whole: &Input) -> Result<(), Error> {
        match self.entries.iter().all(|entry| entry.found.is_some()) {
            true => Ok(()),
            false => Err(self.missing(whole)),
        }
    }

    fn missing(&self, file: &Input) -> Error {
        if let (Some(bundle), true) = (self.bundle, self.stored.is_empty()) {
            return Error::NoBundle { file: file.name().clone(), bundle, count: self.bundle_count };
        }
        let missing = self.entries.iter().filter(|entry| entry.found.is_none());
        Error::NotFound {
            file: file.name().into(),
            ids: missing.map(|entry| entry.id.clone()).collect(),
            stored: self.stored.clone(),
            nearest: Vec::new(),
        }
    }
}

fn canonical(ids: &Grammar<'static>, id: &str) -> String {
    ids.canonical(id).unwrap_or_else(|_| id.into())
}

/// `found` are files and bundle numbers.
fn several_entries(id: &str, found: [(FileName, usize); 2]) -> Refusal {
    let places = found.map(|(file, bundle)| format!("bundle {bundle} of {file}"));
    let why = format!(
        "several entries are called {id}: in {}; say which by the number of its bundle",
        places.join(", ")
    );
    Refusal::new("several-entries", why)
}
