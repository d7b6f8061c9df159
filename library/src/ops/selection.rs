//! Chooses entries by the components of their IDs, and remembers the IDs for the case that none fits.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Closeness, Grammar, StoredCode};

use crate::error::Error;
use crate::input::InputFile;
use crate::near_miss::{NearMiss, Nearest};
use crate::report::{Matching, RequestNote};
use crate::request::Filter;
use crate::scan::Scan;

/// A filter at work.
pub struct Selection<'r> {
    ids: &'r Grammar<'static>,
    filter: &'r Filter,
    /// Whether the images of each kind are taken that have been asked about, by their IDs: a library holds the same few in hundreds of bundles.
    decided: BTreeMap<String, Vec<(Option<String>, bool)>>,
    /// The same IDs in the order in which they came.
    stored: Vec<String>,
    nearest: Nearest<[Closeness; 3]>,
    /// Why entries are taken whose names do not match, each reason once.
    loaded: BTreeSet<String>,
}

impl<'r> Selection<'r> {
    /// Nothing has been asked about yet.
    pub fn new(ids: &'r Grammar<'static>, filter: &'r Filter) -> Self {
        let (decided, loaded) = (BTreeMap::new(), BTreeSet::new());
        Self { ids, filter, decided, stored: Vec::new(), nearest: Nearest::default(), loaded }
    }

    /// Whether an entry with this code is taken; nothing is known of it where its ID cannot be read.
    pub fn takes(&mut self, code: Option<StoredCode<'_>>) -> bool {
        let Some(code) = code else {
            return self.filter.takes_everything();
        };
        let StoredCode { id, image } = code;
        let mut decided = self.decided.get(id).into_iter().flatten();
        if let Some((_, taken)) = decided.find(|(known, _)| known.as_deref() == image) {
            return *taken;
        }
        let mut verdict = self.filter.verdict(self.ids, code);
        if verdict.taken {
            let reasons = std::mem::take(&mut verdict.reasons).into_iter();
            self.loaded.extend(reasons.map(|reason| reason.text));
        }
        if !verdict.taken && !self.ids.is_host(id) {
            self.nearest.add(id, verdict.closeness, verdict.reasons);
        }
        match self.decided.get_mut(id) {
            Some(images) => images.push((image.map(String::from), verdict.taken)),
            None => {
                self.decided
                    .insert(id.into(), vec![(image.map(String::from), verdict.taken)]);
                self.stored.push(id.into());
            }
        }
        verdict.taken
    }

    /// How many of the bundles of `scan` hold something that is taken; none where everything is.
    pub(super) fn matching(&mut self, scan: &Scan) -> Option<Matching> {
        if self.filter.takes_everything() {
            return None;
        }
        let empty_counts = !self.filter.takes_any_kind();
        let (mut bundles, mut of) = (0_usize, 0_usize);
        for (_, found) in scan.in_use() {
            of = of.saturating_add(1);
            let mut entries = found.bundle.entries.iter();
            let holds = entries.any(|entry| {
                let has_content = entry.place.as_ref().is_ok_and(|place| place.len > 0);
                (has_content || empty_counts) && self.takes(found.code(entry))
            });
            bundles = bundles.saturating_add(usize::from(holds));
        }
        Some(Matching { bundles, of })
    }

    /// What is to be said of how entries were chosen: which were taken because loaders run them, though their names do not match.
    pub fn notes(&self) -> Vec<RequestNote> {
        self.loaded.iter().map(|why| RequestNote::loaded(why)).collect()
    }

    /// That none of the entries asked about is taken, if there are any.
    pub fn nothing_fits(self, inputs: &[InputFile]) -> Option<Error> {
        if self.stored.is_empty() || self.decided.values().flatten().any(|(_, taken)| *taken) {
            return None;
        }
        let files = inputs.iter().map(InputFile::name).collect();
        let (stored, nearest) = self.into_stored();
        Some(Error::NothingFits { files, stored, nearest, left_out: 0 })
    }

    /// The IDs asked about, each once, and those of them that come nearest to what is wanted.
    pub(super) fn into_stored(self) -> (Vec<String>, Vec<NearMiss>) {
        (self.stored, self.nearest.into_misses())
    }
}
