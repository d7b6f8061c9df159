//! The totals of several inputs.

use std::collections::BTreeSet;

use crate::natural_order::Natural;
use crate::report::{FileCounts, FileSummary, Verdict, VerifyTotals};

/// The totals of the inputs so far.
#[derive(Debug, Default)]
pub(super) struct Totals {
    counts: VerifyTotals,
    targets: BTreeSet<Natural>,
}

impl Totals {
    /// Adds a file.
    pub(super) fn add(&mut self, summary: &FileSummary) {
        let counts = &mut self.counts;
        let count = match summary.verdict {
            Some(Verdict::Sound) => Some(&mut counts.sound_count),
            Some(Verdict::NotSound) => Some(&mut counts.not_sound_count),
            Some(Verdict::Elsewhere) => Some(&mut counts.elsewhere_count),
            Some(Verdict::NoBundles) => None,
            Some(Verdict::Undecided) | None => Some(&mut counts.failed_count),
        };
        if let Some(count) = count {
            *count = count.saturating_add(1);
        }
        counts.bundle_count = counts.bundle_count.saturating_add(summary.bundle_count);
        counts.entry_count = counts.entry_count.saturating_add(summary.entry_count);
        for target in summary.targets() {
            self.targets.insert(Natural(target.into()));
        }
    }

    /// The totals, with the counts of files.
    pub(super) fn of(self, files: FileCounts) -> VerifyTotals {
        let targets = self.targets.into_iter().map(|Natural(target)| target);
        VerifyTotals { files, targets: targets.collect(), ..self.counts }
    }
}
