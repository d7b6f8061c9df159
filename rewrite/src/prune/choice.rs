//! Chooses the entries to keep.

use std::collections::BTreeMap;

use offload_bundle::Error;
use offload_bundle::input::InputFile;
use offload_bundle::internal::ops::Selection;
use offload_bundle::report::RequestNote;
use offload_bundle::request::{Filter, RequestedTarget};
use offload_bundle_core::ids::Grammar;

use super::report::{Counted, PrunedTarget};

/// The filters of a request, one per target, so that unused targets are reported.
pub(super) struct Filters {
    keep: Vec<Filter>,
    drop: Vec<Filter>,
}

impl Filters {
    pub(super) fn new(keep: &[RequestedTarget], drop: &[RequestedTarget]) -> Self {
        let one = |target: &RequestedTarget| {
            let mut filter = Filter::default();
            filter.targets.push(target.clone());
            filter
        };
        Self { keep: keep.iter().map(one).collect(), drop: drop.iter().map(one).collect() }
    }
}

pub(super) struct Choice<'r> {
    ids: &'r Grammar<'static>,
    filters: &'r Filters,
    keep: Vec<Selection<'r>>,
    /// For each target to drop, whether it matches an entry.
    drops: Vec<bool>,
    decided: BTreeMap<String, bool>,
    counted: Counted,
}

impl<'r> Choice<'r> {
    pub(super) fn new(ids: &'r Grammar<'static>, filters: &'r Filters) -> Self {
        Self {
            ids,
            filters,
            keep: filters.keep.iter().map(|filter| Selection::new(ids, filter)).collect(),
            drops: vec![false; filters.drop.len()],
            decided: BTreeMap::new(),
            counted: Counted::default(),
        }
    }

    /// Whether an entry of `len` content bytes is kept. The entry is counted.
    pub(super) fn keeps(&mut self, id: &str, len: u64) -> bool {
        let kept = self.takes(id);
        self.count(id, len, kept);
        kept
    }

    /// Whether entries with this ID are kept.
    pub(super) fn takes(&mut self, id: &str) -> bool {
        if let Some(kept) = self.decided.get(id) {
            return *kept;
        }
        let kept = self.ids.is_host(id) || self.decide(id);
        self.decided.insert(id.into(), kept);
        kept
    }

    pub(super) fn count(&mut self, id: &str, len: u64, kept: bool) {
        self.counted.add(id, kept, 1, len);
    }

    fn decide(&mut self, id: &str) -> bool {
        let mut kept = self.keep.is_empty();
        for selection in &mut self.keep {
            kept |= selection.takes(Some(id.into()));
        }
        for (filter, drops) in self.filters.drop.iter().zip(&mut self.drops) {
            // An entry is dropped only if code for the target would serve every device of the entry.
            let is_meant = filter
                .targets
                .iter()
                .any(|target| self.ids.target_verdict(target.text().into(), id).compatible);
            *drops |= is_meant;
            kept &= !is_meant;
        }
        kept
    }

    /// The result for each ID.
    ///
    /// # Errors
    ///
    /// Returns an error if a target matches nothing, or if no device entry would be left.
    pub(super) fn finish(self, input: &InputFile) -> Result<(Vec<PrunedTarget>, Vec<RequestNote>), Error> {
        let inputs = std::slice::from_ref(input);
        let mut notes = Vec::new();
        for filter in self.filters.keep.iter().chain(&self.filters.drop) {
            notes.extend(filter.notes());
        }
        for selection in self.keep {
            notes.extend(selection.notes());
            if let Some(error) = selection.nothing_fits(inputs) {
                return Err(error);
            }
        }
        let ids = self.ids;
        let devices = || self.counted.targets().iter().filter(|target| !ids.is_host(&target.id));
        let stored = || devices().map(|target| target.id.clone()).collect();
        let mut drops = self.filters.drop.iter().zip(&self.drops);
        if let Some((filter, _)) = drops.find(|(_, drops)| !**drops) {
            let mut selection = Selection::new(ids, filter);
            for target in self.counted.targets() {
                selection.takes(Some(target.id.as_str().into()));
            }
            // The entry may serve other devices too, so it stays.
            if let Some(error) = selection.nothing_fits(inputs) {
                return Err(error);
            }
            return Err(Error::NothingFits {
                files: vec![input.name()],
                stored: stored(),
                nearest: Vec::new(),
                left_out: 0,
            });
        }
        if devices().next().is_some() && !devices().any(|target| target.kept) {
            return Err(Error::NothingKept { file: input.name(), stored: stored() });
        }
        Ok((self.counted.into_targets(), notes))
    }
}
