//! How much code there is for each target.

use std::collections::BTreeMap;

use offload_bundle::report::Integer;

use super::report::PrunedTarget;

/// Targets by their IDs, in the order in which they were found.
#[derive(Debug, Default)]
pub(super) struct Counted {
    targets: Vec<PrunedTarget>,
    positions: BTreeMap<String, usize>,
}

impl Counted {
    /// Adds `count` entries with the ID, of `size` bytes together.
    pub(super) fn add(&mut self, id: &str, kept: bool, count: usize, size: u64) {
        let position = match self.positions.get(id) {
            Some(position) => *position,
            None => {
                let position = self.targets.len();
                self.positions.insert(id.into(), position);
                self.targets
                    .push(PrunedTarget { id: id.into(), kept, count: 0, size: Integer(0) });
                position
            }
        };
        if let Some(target) = self.targets.get_mut(position) {
            target.count = target.count.saturating_add(count);
            target.size = Integer(target.size.0.saturating_add(size));
        }
    }

    pub(super) fn targets(&self) -> &[PrunedTarget] {
        &self.targets
    }

    pub(super) fn into_targets(self) -> Vec<PrunedTarget> {
        self.targets
    }
}
