//! Chooses entries by the components of their IDs, and remembers what there is for the case that none fits.

use std::collections::{BTreeMap, BTreeSet};

use offload_bundle_core::ids::{Closeness, IdGrammar};

use crate::error::Error;
use crate::input::InputFile;
use crate::near_miss::{NearMiss, Nearest};
use crate::report::{Matching, RequestNote};
use crate::request::Filter;
use crate::scan::Scan;

/// A filter at work.
pub(super) struct Selection<'r> {
    ids: &'r dyn IdGrammar,
    filter: &'r Filter,
    /// Whether each ID is taken that has been asked about: a library holds the same few in hundreds of bundles.
    decided: BTreeMap<String, bool>,
    /// The same IDs in the order in which they came.
    stored: Vec<String>,
    nearest: Nearest<[Closeness; 3]>,
    /// Why entries are taken whose names do not match, each reason once.
    loaded: BTreeSet<String>,
}

impl<'r> Selection<'r> {
    /// Nothing has been asked about yet.
    pub(super) fn new(ids: &'r dyn IdGrammar, filter: &'r Filter) -> Self {
        let (decided, loaded) = (BTreeMap::new(), BTreeSet::new());
        Self { ids, filter, decided, stored: Vec::new(), nearest: Nearest::default(), loaded }
    }

    /// Whether the entry `id` is taken; none stands for an ID that cannot be read.
    pub(super) fn takes(&mut self, id: Option<&str>) -> bool {
        let Some(id) = id else {
            return self.filter.takes_everything();
        };
        if let Some(taken) = self.decided.get(id) {
            return *taken;
        }
        let mut verdict = self.filter.verdict(self.ids, id);
        if verdict.taken {
            let reasons = std::mem::take(&mut verdict.reasons).into_iter();
            self.loaded.extend(reasons.map(|reason| reason.text));
        }
        if !verdict.taken && !self.ids.is_host(id) {
            self.nearest.add(id, verdict.closeness, verdict.reasons);
        }
        self.decided.insert(id.into(), verdict.taken);
        self.stored.push(id.into());
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
                (has_content || empty_counts) && self.takes(entry.id.as_deref().ok())
            });
            bundles = bundles.saturating_add(usize::from(holds));
        }
        Some(Matching { bundles, of })
    }

    /// What is to be said of how entries were chosen: which were taken because loaders run them, though their names do not match.
    pub(super) fn notes(&self) -> Vec<RequestNote> {
        self.loaded.iter().map(|why| RequestNote::loaded(why)).collect()
    }

    /// That none of the entries asked about is taken, if there are any.
    pub(super) fn nothing_fits(self, inputs: &[InputFile]) -> Option<Error> {
        if self.stored.is_empty() || self.decided.values().any(|taken| *taken) {
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
