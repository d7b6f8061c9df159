//! Which code objects are moved, and what is told of each ID.

use std::collections::BTreeMap;

use offload_bundle_core::ids::IdGrammar;

use crate::error::Error;
use crate::input::InputFile;
use crate::ops::selection::Selection;
use crate::report::{Integer, PrunedTarget, RequestNote};
use crate::request::{Filter, RequestedTarget};

/// One filter for each target that is asked for: that which nothing serves is told.
pub(super) fn filters(targets: &[RequestedTarget]) -> Vec<Filter> {
    let each = targets
        .iter()
        .map(|target| Filter { targets: vec![target.clone()], ..Filter::default() });
    each.collect()
}

/// Decides for one code object after another.
pub(super) struct Choice<'r> {
    filters: &'r [Filter],
    selections: Vec<Selection<'r>>,
    /// What was decided, by ID.
    decided: BTreeMap<String, bool>,
    targets: Vec<PrunedTarget>,
    positions: BTreeMap<String, usize>,
}

impl<'r> Choice<'r> {
    /// Everything is moved where `filters` are none.
    pub(super) fn new(ids: &'r dyn IdGrammar, filters: &'r [Filter]) -> Self {
        let selections = filters.iter().map(|filter| Selection::new(ids, filter)).collect();
        Self { filters, selections, decided: BTreeMap::new(), targets: Vec::new(), positions: BTreeMap::new() }
    }

    /// Whether code with this ID is moved.
    pub(super) fn takes(&mut self, id: &str) -> bool {
        if let Some(taken) = self.decided.get(id) {
            return *taken;
        }
        let mut taken = self.selections.is_empty();
        for selection in &mut self.selections {
            taken |= selection.takes(Some(id.into()));
        }
        self.decided.insert(id.into(), taken);
        taken
    }

    /// Notes that a code object of `len` bytes with this ID is moved, or else not.
    pub(super) fn count(&mut self, id: &str, len: u64, kept: bool) {
        let next = self.targets.len();
        let position = *self.positions.entry(id.into()).or_insert(next);
        if position == next {
            self.targets
                .push(PrunedTarget { id: id.into(), kept, count: 0, size: Integer(0) });
        }
        if let Some(target) = self.targets.get_mut(position) {
            target.count = target.count.saturating_add(1);
            target.size = Integer(target.size.0.saturating_add(len));
        }
    }

    /// What became of each ID.
    ///
    /// # Errors
    ///
    /// Nothing serves one of the targets.
    pub(super) fn finish(self, input: &InputFile) -> Result<(Vec<PrunedTarget>, Vec<RequestNote>), Error> {
        let mut notes: Vec<RequestNote> = self.filters.iter().flat_map(Filter::notes).collect();
        for selection in self.selections {
            notes.extend(selection.notes());
            if let Some(error) = selection.nothing_fits(std::slice::from_ref(input)) {
                return Err(error);
            }
        }
        Ok((self.targets, notes))
    }
}
